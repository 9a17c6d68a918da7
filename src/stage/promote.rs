//! The status machine's step from observing to ready, in every run, and the flags that ask for a person's look.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::core::model::{Observation, ReviewReason, Status};
use crate::core::thresholds::{self, Thresholds};
use crate::store;
use crate::worker::Run;

/// How many became ready.
pub fn run(run: &mut Run<'_>) -> Result<usize> {
    let all = store::observations::all(run.store.read())?;
    let thresholds = run.config.config.thresholds;
    let now = run.ctx.now;
    let mut ready = 0;
    run.store.write(|db| -> Result<()> {
        for before in &all {
            let mut after = before.clone();
            if let Some(status) = thresholds::advance(before, &thresholds) {
                after.status = status;
                ready += 1;
                let cause = format!("seen in {} sessions, its quality verified", before.count);
                store::observations::save(db, &after, "ready", &cause, now)?;
            }
            after.reviews = reviews(&after, &thresholds);
            store::observations::save(db, &after, "flagged", "what asks for a look has changed", now)?;
        }
        Ok(())
    })?;
    Ok(ready)
}

/// The flags that follow from the observation and the disk. Others were set by events and stay.
fn reviews(o: &Observation, thresholds: &Thresholds) -> BTreeSet<ReviewReason> {
    let mut reviews = o.reviews.clone();
    let mut set = |reason: ReviewReason, holds: bool| {
        if holds {
            reviews.insert(reason)
        } else {
            reviews.remove(&reason)
        };
    };
    set(
        ReviewReason::LowQuality,
        o.status != Status::Deprecated && thresholds::is_low_quality(o, thresholds),
    );
    reviews
}
