//! Step `structure`: draws conclusions from the work of all sessions. It is cheap and asks no model, so
//! it runs every time.

use anyhow::Result;

use crate::core::learn::structure;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::extractor::known_text;
use crate::store;
use crate::worker::learned;
use crate::worker::run::Run;

pub fn run(run: &mut Run<'_>) -> Result<()> {
    let sightings = store::structure::all(run.store.read())?;
    if sightings.is_empty() {
        return Ok(());
    }
    let known = known_text::gather(run.ctx, run.project, run.store.read())?;
    let concluded = structure::conclusions(&sightings, &known);
    let observations = store::observations::all(run.store.read())?;
    let withdrawn = structure::withdrawals(&observations, &sightings, &concluded);
    let (config, now) = (&run.config.config, run.ctx.now);
    run.store.write(|db| -> Result<()> {
        for after in &withdrawn {
            let cause = "what was done since speaks against it";
            let did = ChangeCause { action: ChangeKind::Deprecated, cause, at: now };
            store::observations::save(db, after, did)?;
        }
        learned::commit(db, config, concluded, now)
    })
}
