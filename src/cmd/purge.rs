//! `ingrain purge`: drops observations that do not validate, and masks secrets that newer detectors
//! recognise, everywhere.

use std::io::{self, Read};

use anyhow::{Context, Result};
use serde_json::json;

use super::place;
use crate::cli;
use crate::core::knowledge::mirror;
use crate::core::knowledge::reconcile::ManifestRow;
use crate::core::model::Observation;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::text::plural;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Usage};
use crate::project;
use crate::store;
use crate::ui::{self, Ui};
use crate::worker;
use crate::worker::purge::{self, PurgeReport};
use crate::worker::run::Run;

/// Shorter strings would match everywhere.
const SHORTEST: usize = 4;
/// Longer input is a file piped by mistake.
const LONGEST: u64 = 16 << 10;

/// An observation to drop.
struct Unfit {
    id: String,
    why: String,
}

pub(super) fn run(args: &cli::Purge, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let cli::Purge { secret, change } = args;
    let project = place::project(ctx)?;
    let given = secret.then(|| ask(ui)).transpose()?;
    let mut run = worker::for_person(ctx, &project)?;
    let all = store::observations::each(run.store.read())?;
    let kept = all.len();
    let unfit: Vec<Unfit> =
        all.into_iter().filter_map(|(id, o)| Some(Unfit { why: fault(&o)?, id })).collect();
    let places = places(&run, &unfit)?;
    if !change.dry_run {
        drop_unfit(&mut run, &unfit)?;
    }
    let report = purge::run(&mut run, given.as_deref(), change.dry_run)?;
    if change.json {
        ui.json(&json!({
            "dropped": unfit.len(), "kept": kept - unfit.len(), "masked": report.total(), "places": report.masked,
            "deleted": report.deleted, "yours": report.theirs, "left": report.left, "guards": report.guards, "dry_run": change.dry_run
        }))?;
    } else {
        show(ui, &unfit, &report)?;
        tell(ui, &unfit, &report, args);
        places.iter().for_each(|place| ui.hint(&format!("`{place}` is yours now, and says the same")));
        if !change.dry_run {
            hint(ui, &report, given.is_some());
            hint_at_others(ctx, ui, &report)?;
        }
    }
    Ok(if report.left.is_empty() { Exit::Ok } else { Exit::Failed })
}

/// Reads the secret from stdin or a prompt, never from arguments, which other programs can read and the shell stores.
fn ask(ui: &Ui) -> Result<String> {
    let mut secret = String::new();
    if ui.is_interactive() {
        ui.talk("type the secret to mask; it is not shown");
        secret = console::Term::stderr().read_secure_line()?;
    } else {
        let read = io::stdin().lock().take(LONGEST).read_to_string(&mut secret);
        read.context("could not read the secret from stdin")?;
    }
    let secret = secret.trim();
    if secret.chars().count() < SHORTEST || secret.len() as u64 >= LONGEST {
        return Err(Usage(format!(
            "a secret has at least {SHORTEST} characters, and has to be alone on stdin"
        ))
        .into());
    }
    Ok(secret.to_owned())
}

fn drop_unfit(run: &mut Run<'_>, unfit: &[Unfit]) -> Result<()> {
    let at = run.ctx.now;
    run.store.write(|db| {
        for Unfit { id, why } in unfit {
            store::observations::delete(db, id, ChangeCause { action: ChangeKind::Purged, cause: why, at })?;
        }
        Ok(())
    })
}

/// Artifacts of dropped observations; the files stay.
fn places(run: &Run<'_>, unfit: &[Unfit]) -> Result<Vec<String>> {
    let written = store::artifacts::all(run.store.read())?.into_iter();
    let goes = |row: &ManifestRow| unfit.iter().any(|unfit| unfit.id == row.observation_id);
    Ok(written.filter(goes).map(|row| row.place()).collect())
}

fn show(ui: &Ui, unfit: &[Unfit], report: &PurgeReport) -> Result<()> {
    for Unfit { id, why } in unfit {
        ui.data(&ui::inert(&format!("drop {id}: {why}")))?;
    }
    for (place, count) in &report.masked {
        ui.data(&ui::inert(&format!("mask {} in {place}", plural(*count, "text", "texts"))))?;
    }
    for place in &report.deleted {
        ui.data(&ui::inert(&format!("delete {place}: it cannot be read")))?;
    }
    Ok(())
}

fn tell(ui: &Ui, unfit: &[Unfit], report: &PurgeReport, args: &cli::Purge) {
    if unfit.is_empty() && report.total() == 0 {
        ui.talk(if args.secret { "nothing to mask: it was not found" } else { "nothing to drop" });
    }
    if args.change.dry_run {
        return ui.dry_run();
    }
    if !unfit.is_empty() {
        ui.talk(&format!("dropped {}", plural(unfit.len(), "observation", "observations")));
    }
    if report.total() > 0 {
        let (texts, places) =
            (plural(report.total(), "text", "texts"), plural(report.masked.len(), "place", "places"));
        ui.talk(&format!("masked secrets in {texts} in {places}; this cannot be undone"));
    }
}

fn hint(ui: &Ui, report: &PurgeReport, is_given: bool) {
    for place in &report.theirs {
        ui.hint(&format!("`{place}` contains one too and is yours: edit it"));
    }
    for id in &report.guards {
        ui.warn(&format!(
            "guard {id} is gone: a word that it matched was masked; `ingrain guard add` writes it anew"
        ));
    }
    for place in &report.left {
        ui.warn(&format!("`{place}` still contains one"));
    }
    if report.total() > 0 {
        ui.hint(
            "Claude Code's own transcripts are not changed: they contain what was said until you delete them",
        );
    }
    if is_given {
        ui.hint(
            "what is read from now on is masked only by patterns: `ingrain configure --set redact.extra=…`",
        );
    }
}

/// Hints at other projects, which have databases of their own.
fn hint_at_others(ctx: &Ctx, ui: &Ui, report: &PurgeReport) -> Result<()> {
    let others = project::all(ctx)?.len().saturating_sub(1);
    if report.total() > 0 && others > 0 {
        let others =
            plural(others, "other project has its own memory", "other projects have their own memories");
        ui.hint(&format!("{others}: run it there too, with `--project DIR`"));
    }
    Ok(())
}

/// The reason why an observation is invalid.
fn fault(stored: &store::Result<Observation>) -> Option<String> {
    let o = match stored {
        Ok(o) => o,
        Err(error) => return Some(error.to_string()),
    };
    let faults = [
        (!mirror::is_observation_id(&o.id), "its id is not one of ours"),
        (o.title.trim().is_empty(), "it has no title"),
        (o.count == 0, "it was never seen"),
    ];
    faults.iter().find(|(found, _)| *found).map(|(_, why)| (*why).to_owned())
}
