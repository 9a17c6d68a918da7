//! What sessions show by what was done in them: noted while they are read, concluded from all of them in every run.
//! It costs nothing and asks nobody, so it runs whatever the extractor is.

use anyhow::Result;
use rusqlite::Connection;

use super::extract;
use crate::core::config::Config;
use crate::core::learn::merge;
use crate::core::learn::structure::{self, FactSighting, Frame, words};
use crate::core::learn::verify::{self, Grounds};
use crate::core::model::{BatchSession, Candidate, Speaker, Time};
use crate::core::session::signals::SessionSignals;
use crate::core::session::turns::Turn;
use crate::extractor::known_text;
use crate::store;
use crate::worker::run::Run;

/// Everything that one reading of a session shows.
pub(super) struct Seen {
    sightings: Vec<FactSighting>,
    said: Vec<Candidate>,
}

/// Looks at the turns of a session, of which `channels` holds the person's new ones.
pub(super) fn look(run: &Run<'_>, session: &str, turns: &[Turn], channels: &SessionSignals) -> Result<Seen> {
    let owners = store::sessions::Owners::new(run.store.read());
    let is_copy = |turn: &str| owners.of(turn).is_some_and(|owner| owner != session);
    let root = run.project.root.to_string_lossy();
    let frame = Frame { session, root: &root, is_copy: &is_copy, now: run.ctx.now };
    let sightings = structure::sightings(turns, &frame, &run.redactor);
    owners.end()?;
    Ok(Seen { sightings, said: said(run, session, turns, channels)? })
}

/// What the person's interventions teach, verified like everything that was said.
fn said(run: &Run<'_>, session: &str, turns: &[Turn], channels: &SessionSignals) -> Result<Vec<Candidate>> {
    let batch = BatchSession {
        session: session.to_owned(),
        signals: channels.signals.clone(),
        injected: channels.injected.clone(),
    };
    let heard = words::heard(turns, &batch);
    if heard.is_empty() {
        return Ok(vec![]);
    }
    let known = known_text::gather(run.ctx, run.project, run.store.read())?;
    let (batch, places) = ([batch], run.places());
    let grounds = Grounds { existing: &[], known: &known, redactor: &run.redactor, places: &places };
    let verified = heard.into_iter().flat_map(|heard| {
        let verified = verify::verify(vec![heard.item], &batch, grounds).candidates;
        verified.into_iter().map(move |mut candidate| {
            candidate.quality.structural |= heard.recorded;
            candidate.quality.concrete |= heard.recorded;
            candidate
        })
    });
    Ok(verified.collect())
}

/// Stores it beside the reading, in the same transaction: a turn that is known will not be looked at again.
pub(super) fn record(db: &Connection, config: &Config, seen: Seen, now: Time) -> Result<()> {
    store::structure::record(db, &seen.sightings)?;
    if seen.said.is_empty() {
        return Ok(());
    }
    let said = seen.said.into_iter().map(|candidate| credited(db, candidate)).collect::<Result<_>>()?;
    merge_into(db, config, said, now)
}

/// The same words within a day count for the session in which they were typed first. Quotes stay where they were said.
pub(super) fn credited(db: &Connection, mut candidate: Candidate) -> Result<Candidate> {
    for evidence in candidate.evidence.iter().filter(|evidence| evidence.speaker == Speaker::User) {
        if let Some(session) = store::sessions::credited_session(db, &evidence.turn)? {
            candidate.credits.insert(evidence.turn.clone(), session);
        }
        if !store::sessions::is_sighting(db, &evidence.turn)? {
            candidate.resent.insert(evidence.turn.clone());
        }
    }
    Ok(candidate)
}

/// Draws the conclusions of all sessions.
pub fn run(run: &mut Run<'_>) -> Result<()> {
    let sightings = store::structure::all(run.store.read())?;
    if sightings.is_empty() {
        return Ok(());
    }
    let known = known_text::gather(run.ctx, run.project, run.store.read())?;
    let concluded = structure::conclusions(&sightings, &known);
    let (config, now) = (&run.config.config, run.ctx.now);
    run.store.write(|db| merge_into(db, config, concluded, now))
}

fn merge_into(db: &Connection, config: &Config, candidates: Vec<Candidate>, now: Time) -> Result<()> {
    let existing = store::observations::all(db)?;
    let rules = merge::Rules { thresholds: &config.thresholds, holds: &verify::holds };
    extract::save(db, &merge::merge(&existing, candidates, rules), now)
}
