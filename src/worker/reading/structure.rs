//! Observed work of one session, noted while it is read. The structure stage concludes from all
//! sessions.

use std::slice;

use anyhow::Result;
use rusqlite::Connection;

use crate::core::config::Config;
use crate::core::learn::structure::{self, FactSighting, Frame, words};
use crate::core::learn::verify::Wording;
use crate::core::model::{BatchSession, Candidate, Time};
use crate::core::session::signals::SessionSignals;
use crate::core::session::turns::Turn;
use crate::extractor::known_text;
use crate::store;
use crate::worker::learned;
use crate::worker::run::Run;

/// Everything that the structural detectors found in one reading.
pub struct Seen {
    sightings: Vec<FactSighting>,
    said: Vec<Candidate>,
}

/// Runs the detectors on the turns of a session; `channels` has the person's new ones.
pub fn look(run: &Run<'_>, session: &str, turns: &[Turn], channels: &SessionSignals) -> Result<Seen> {
    let owners = store::sessions::Owners::new(run.store.read());
    let is_copy = |turn: &str| owners.of(turn).is_some_and(|owner| owner != session);
    let root = run.project.root.to_string_lossy();
    let frame = Frame { session, root: &root, is_copy: &is_copy, now: run.ctx.now };
    let sightings = structure::sightings(turns, &frame, &run.redactor);
    owners.end()?;
    Ok(Seen { sightings, said: said(run, session, turns, channels)? })
}

/// Candidates from the person's interventions, verified like all others.
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
    let mut said = Vec::new();
    for heard in heard {
        let verified =
            learned::verify(run, &known, vec![heard.item], slice::from_ref(&batch), &[], Wording::Ours);
        for mut candidate in verified.candidates {
            candidate.quality.structural |= heard.recorded;
            candidate.quality.concrete |= heard.recorded;
            said.push(candidate);
        }
    }
    Ok(said)
}

/// Stores the findings in the transaction of the reading, because known turns are not read again.
pub fn record(db: &Connection, config: &Config, seen: Seen, now: Time) -> Result<()> {
    store::structure::record(db, &seen.sightings)?;
    if seen.said.is_empty() {
        return Ok(());
    }
    learned::commit(db, config, seen.said, now)
}
