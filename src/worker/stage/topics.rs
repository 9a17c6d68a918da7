//! Step `topics`: finds what people said about topics, in every session whose words are still stored.
//! It is cheap and asks no model, so it runs every time; a session that is read twice counts once.

use anyhow::Result;

use crate::core::learn::{structure, topics};
use crate::core::model::Candidate;
use crate::extractor::known_text;
use crate::store;
use crate::worker::learned;
use crate::worker::run::Run;

pub fn run(run: &mut Run<'_>) -> Result<()> {
    let sessions = store::batches::unlearned(run.store.read())?;
    if sessions.is_empty() {
        return Ok(());
    }
    let facts = store::structure::all(run.store.read())?;
    let mut taught = topics::taught(&sessions, &structure::served(&facts));
    if taught.is_empty() {
        return Ok(());
    }
    topics::attest_habits(&mut taught, &store::observations::all(run.store.read())?);
    let known = known_text::gather(run.ctx, run.project, run.store.read())?;
    let is_known =
        |taught: &Candidate| topics::topic_key(&taught.keys).is_some_and(|topic| known.states(topic));
    for candidate in &mut taught {
        candidate.quality.redundant = is_known(candidate);
    }
    let (config, now) = (&run.config.config, run.ctx.now);
    run.store.write(|db| learned::commit(db, config, taught, now))
}
