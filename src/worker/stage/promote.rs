//! Step `promote`: moves observations from observing to ready, in every run.

use std::collections::{BTreeSet, HashMap};

use anyhow::Result;

use crate::core::learn::merge;
use crate::core::learn::readiness;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::{Observation, Status};
use crate::core::text;
use crate::store;
use crate::worker::run::Run;

/// Returns the number of observations that became ready.
pub fn run(run: &mut Run<'_>) -> Result<usize> {
    let ready = promote(run)?;
    supersede(run)?;
    Ok(ready)
}

fn promote(run: &mut Run<'_>) -> Result<usize> {
    let thresholds = run.config.config.thresholds;
    let now = run.ctx.now;
    let all = store::observations::all(run.store.read())?;
    run.store.write(|db| -> Result<usize> {
        let mut ready = 0;
        for before in all {
            let Some(status) = readiness::advance(&before, &thresholds).filter(|_| !before.is_held()) else {
                continue;
            };
            let seen = text::plural(before.count as usize, "session", "sessions");
            let cause = format!("seen in {seen}, its quality verified");
            let did = ChangeCause { action: ChangeKind::Ready, cause: &cause, at: now };
            store::observations::save(db, &Observation { status, ..before }, did)?;
            ready += 1;
        }
        Ok(ready)
    })
}

/// Determines which ready observations replace others, and which of those are restored.
pub fn supersede(run: &mut Run<'_>) -> Result<()> {
    let now = run.ctx.now;
    let all = store::observations::all(run.store.read())?;
    let mut newer_of: HashMap<String, String> =
        merge::supersessions(&all).into_iter().map(|pair| (pair.older, pair.newer)).collect();
    let is_given_up = |o: &&Observation| o.status == Status::Deprecated || o.is_held();
    let given_up: BTreeSet<String> = all.iter().filter(is_given_up).map(|o| o.id.clone()).collect();
    run.store.write(|db| -> Result<()> {
        for mut observation in all {
            let newer = newer_of.remove(&observation.id);
            if newer.is_some() && newer != observation.superseded_by {
                observation.superseded_by = newer;
                let cause = "a newer one on the same matter is ready";
                let did = ChangeCause { action: ChangeKind::Superseded, cause, at: now };
                store::observations::save(db, &observation, did)?;
            } else if observation.superseded_by.as_ref().is_some_and(|newer| given_up.contains(newer)) {
                observation.superseded_by = None;
                let cause = "what took its place was given up";
                let did = ChangeCause { action: ChangeKind::StandsAgain, cause, at: now };
                store::observations::save(db, &observation, did)?;
            }
        }
        Ok(())
    })
}
