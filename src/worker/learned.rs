//! The end of every learning route: candidates are verified against what was said, merged with existing
//! observations, and stored with their sightings.

use anyhow::Result;
use rusqlite::Connection;

use crate::core::config::Config;
use crate::core::learn::extract::Item;
use crate::core::learn::merge;
use crate::core::learn::verify::{self, Grounds, KnownText, Verified, Wording};
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::{BatchSession, Candidate, Observation, Speaker, Time};
use crate::store;
use crate::worker::run::Run;

/// Checks candidates against what was really said in their sessions, and against what is `known`
/// without them.
pub fn verify(
    run: &Run<'_>,
    known: &KnownText,
    items: Vec<Item>,
    sessions: &[BatchSession],
    existing: &[Observation],
    wording: Wording,
) -> Verified {
    let places = run.places();
    let grounds = Grounds { existing, known, redactor: &run.redactor, places: &places, wording };
    verify::verify(items, sessions, grounds)
}

/// Merges candidates with existing observations and stores the result. Call it in the transaction
/// that closes their source.
pub fn commit(db: &Connection, config: &Config, mut candidates: Vec<Candidate>, now: Time) -> Result<()> {
    for candidate in &mut candidates {
        credit(db, candidate)?;
    }
    let existing = store::observations::all(db)?;
    let rules = merge::Rules { thresholds: &config.thresholds, holds: &verify::holds };
    for change in merge::merge(&existing, candidates, rules) {
        let action = if change.before.is_some() { ChangeKind::Seen } else { ChangeKind::Observed };
        store::observations::save(db, &change.after, ChangeCause { action, cause: &change.cause, at: now })?;
    }
    Ok(())
}

/// Credits words that were repeated within a day to the session in which they were typed first. Quotes keep their own
/// session.
fn credit(db: &Connection, candidate: &mut Candidate) -> Result<()> {
    for evidence in candidate.evidence.iter().filter(|evidence| evidence.speaker == Speaker::User) {
        if let Some(session) = store::sessions::credited_session(db, &evidence.turn)? {
            candidate.credits.insert(evidence.turn.clone(), session);
        }
        if !store::sessions::is_sighting(db, &evidence.turn)? {
            candidate.resent.insert(evidence.turn.clone());
        }
    }
    Ok(())
}
