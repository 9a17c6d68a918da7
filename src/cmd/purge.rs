//! `ingrain purge`: drop observations that do not validate, and say how many.

use anyhow::Result;
use serde_json::json;

use super::place;
use crate::cli;
use crate::core::did::{Action, Did};
use crate::core::mirror;
use crate::core::model::Observation;
use crate::core::text;
use crate::ctx::Ctx;
use crate::error::Exit;
use crate::run::Run;
use crate::store;
use crate::ui::{self, Ui};

/// The one fault that must not even be in the history.
const SECRET: &str = "it holds a secret";

pub(super) fn run(args: &cli::Change, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = Run::for_person(ctx, &project)?;
    let all = store::observations::each(run.store.read())?;
    let invalid: Vec<(&str, String)> =
        all.iter().filter_map(|(id, o)| Some((id.as_str(), fault(&run, o)?))).collect();
    if !args.dry_run {
        run.store.write(|db| -> Result<()> {
            for (id, why) in &invalid {
                match why == SECRET {
                    true => store::observations::destroy(db, id, why, ctx.now)?,
                    false => store::observations::delete(
                        db,
                        id,
                        Did { action: Action::Purged, cause: why, at: ctx.now },
                    )?,
                }
            }
            Ok(())
        })?;
        run.publish()?;
    }
    if args.json {
        let counts =
            json!({ "dropped": invalid.len(), "kept": all.len() - invalid.len(), "dry_run": args.dry_run });
        ui.data(&counts.to_string())?;
        return Ok(Exit::Ok);
    }
    for (id, why) in &invalid {
        ui.data(&ui::sanitize(&format!("drop {id}: {why}")))?;
    }
    if invalid.is_empty() {
        ui.talk("nothing to drop");
    }
    if args.dry_run {
        ui.dry_run();
    } else if !invalid.is_empty() {
        ui.talk(&format!("dropped {}", text::plural(invalid.len(), "observation", "observations")));
    }
    Ok(Exit::Ok)
}

/// Why an observation cannot be what we would have stored.
fn fault(run: &Run<'_>, stored: &store::Result<Observation>) -> Option<String> {
    let o = match stored {
        Ok(o) => o,
        Err(error) => return Some(error.to_string()),
    };
    let faults = [
        (!mirror::is_observation_id(&o.id), "its id is not one of ours"),
        (o.title.trim().is_empty(), "it has no title"),
        (o.count == 0, "it was never seen"),
        (run.redactor.has_secret(&format!("{}\n{}", o.title, o.details.text())), SECRET),
    ];
    faults.iter().find(|(found, _)| *found).map(|(_, why)| (*why).to_owned())
}
