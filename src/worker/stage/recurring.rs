//! Step `recurring`: keeps what people asked for in their own words, and finds what they ask for again
//! and again.

use anyhow::Result;
use chrono::TimeDelta;

use crate::core::learn::recurring::{DAYS_KEPT, recurring, requests_in};
use crate::extractor::known_text;
use crate::store;
use crate::worker::learned;
use crate::worker::run::Run;

pub fn run(run: &mut Run<'_>) -> Result<()> {
    let asked = requests_in(&store::batches::unlearned(run.store.read())?);
    if asked.is_empty() {
        return Ok(());
    }
    let (now, oldest) = (run.ctx.now, run.ctx.now - TimeDelta::days(DAYS_KEPT));
    let new = run.store.write(|db| {
        store::requests::forget_before(db, oldest)?;
        store::requests::record(db, &asked)
    })?;
    if new == 0 {
        return Ok(());
    }
    let kept = store::requests::all(run.store.read())?;
    let mut lessons = recurring(&kept, &store::observations::all(run.store.read())?);
    if lessons.is_empty() {
        return Ok(());
    }
    let known = known_text::gather(run.ctx, run.project, run.store.read())?;
    for lesson in &mut lessons {
        lesson.quality.redundant = known.says(&lesson.title, &lesson.details);
    }
    let config = &run.config.config;
    run.store.write(|db| learned::commit(db, config, lessons, now))
}
