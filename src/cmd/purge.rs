//! `ingrain purge`: drop observations that do not validate, and mask what is known for a secret only now, wherever it is stored.

use anyhow::Result;
use serde_json::json;

use super::place;
use crate::cli;
use crate::core::knowledge::mirror;
use crate::core::knowledge::reconcile::ManifestRow;
use crate::core::model::Observation;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::redact;
use crate::core::text::plural;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::store::{self, masking};
use crate::ui::{self, Ui};
use crate::worker;
use crate::worker::run::Run;

/// What is to go.
struct Unfit {
    id: String,
    why: String,
}

pub(super) fn run(args: &cli::Change, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let all = store::observations::each(run.store.read())?;
    let kept = all.len();
    let unfit: Vec<Unfit> =
        all.into_iter().filter_map(|(id, o)| Some(Unfit { why: fault(&run, &o)?, id })).collect();
    let places = places(&run, &unfit)?;
    let masked = purge(&mut run, &unfit, args.dry_run)?;
    if args.json {
        let kept = kept - unfit.len();
        ui.json(&json!({ "dropped": unfit.len(), "kept": kept, "masked": masked, "dry_run": args.dry_run }))?;
        return Ok(Exit::Ok);
    }
    for Unfit { id, why } in &unfit {
        ui.data(&ui::inert(&format!("drop {id}: {why}")))?;
    }
    tell(ui, &unfit, masked, args.dry_run);
    places.iter().for_each(|place| ui.hint(&format!("`{place}` is yours now, and says the same")));
    if masked > 0 {
        tell_of_copies(&run, ui);
    }
    Ok(Exit::Ok)
}

/// How many stored texts held a secret. They are looked for once the others are gone: what those said is in the history.
fn purge(run: &mut Run<'_>, unfit: &[Unfit], is_rehearsal: bool) -> Result<usize> {
    let (redactor, at) = (&run.redactor, run.ctx.now);
    let work = |db: &rusqlite::Transaction<'_>| -> Result<usize> {
        for Unfit { id, why } in unfit {
            store::observations::delete(db, id, ChangeCause { action: ChangeKind::Purged, cause: why, at })?;
        }
        let secrets = masking::find(db, |text| redact::masked(redactor, text))?;
        masking::apply(db, &secrets)?;
        if !secrets.is_empty() {
            let held = format!("{} held them", plural(secrets.len(), "stored text", "stored texts"));
            let did = ChangeCause { action: ChangeKind::Purged, cause: &held, at };
            store::history::note(db, "secrets", did)?;
        }
        Ok(secrets.len())
    };
    if is_rehearsal {
        return run.store.rehearse(work);
    }
    let masked = run.store.write(work)?;
    worker::publish(run)?;
    Ok(masked)
}

/// Files of the project stay, whatever they say.
fn places(run: &Run<'_>, unfit: &[Unfit]) -> Result<Vec<String>> {
    let written = store::artifacts::all(run.store.read())?.into_iter();
    let goes = |row: &ManifestRow| unfit.iter().any(|unfit| unfit.id == row.observation_id);
    Ok(written.filter(goes).map(|row| row.place()).collect())
}

fn tell(ui: &Ui, unfit: &[Unfit], masked: usize, is_rehearsal: bool) {
    if unfit.is_empty() && masked == 0 {
        ui.talk("nothing to drop");
    }
    if is_rehearsal {
        return ui.dry_run();
    }
    if !unfit.is_empty() {
        ui.talk(&format!("dropped {}", plural(unfit.len(), "observation", "observations")));
    }
    if masked > 0 {
        ui.talk(&format!("masked secrets in {}", plural(masked, "stored text", "stored texts")));
    }
}

/// Copies that were made on purpose are the person's.
fn tell_of_copies(run: &Run<'_>, ui: &Ui) {
    for copy in run.project.put_aside() {
        ui.hint(&format!(
            "`{}` is older and may hold them too: delete it if you do not need it",
            copy.display()
        ));
    }
}

/// Why an observation cannot be what we would have stored.
fn fault(run: &Run<'_>, stored: &store::Result<Observation>) -> Option<String> {
    let o = match stored {
        Ok(o) => o,
        Err(error) => return Some(error.to_string()),
    };
    let faults = [
        (run.redactor.has_secret(&format!("{}\n{}", o.title, o.details.text())), "it holds a secret"),
        (!mirror::is_observation_id(&o.id), "its id is not one of ours"),
        (o.title.trim().is_empty(), "it has no title"),
        (o.count == 0, "it was never seen"),
    ];
    faults.iter().find(|(found, _)| *found).map(|(_, why)| (*why).to_owned())
}
