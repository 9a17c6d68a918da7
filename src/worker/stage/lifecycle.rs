//! Step `lifecycle`: advances patterns. Repetition verifies them, and unused ones fade. Everything else
//! is up to people.

use anyhow::Result;
use chrono::TimeDelta;
use rusqlite::Connection;

use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::patterns::lifecycle::{self, PatternSighting};
use crate::core::patterns::pattern::{Lifecycle, Pattern};
use crate::store;
use crate::worker::run::Run;

/// Claude Code deletes transcripts after a month too.
const WORDS_KEPT_DAYS: i64 = 30;

pub fn run(run: &mut Run<'_>) -> Result<()> {
    let (now, least) = (run.ctx.now, run.config.config.inject.min_score);
    run.store.write(|db| -> Result<()> {
        settle(db, least, now)?;
        Ok(store::agent_reports::forget_words(db, now - TimeDelta::days(WORDS_KEPT_DAYS))?)
    })
}

fn settle(db: &Connection, least: f64, now: Time) -> Result<()> {
    let sightings = store::patterns::all_sightings(db)?;
    for pattern in store::patterns::all(db)? {
        let seen = sightings.get(&pattern.id).map(Vec::as_slice).unwrap_or_default();
        let after = settled(&pattern, seen, least, now);
        let (action, cause) = match after.lifecycle {
            Lifecycle::Deprecated => (ChangeKind::Deprecated, "it is no longer borne out"),
            state if pattern.lifecycle == Lifecycle::Deprecated => {
                (reached(state), "the clock was ahead when it faded")
            }
            state if state != pattern.lifecycle => (reached(state), "seen again"),
            _ => (ChangeKind::Faded, "its score is too low to be told, or no longer"),
        };
        if after != pattern {
            store::patterns::save(db, &after, ChangeCause { action, cause, at: now })?;
        }
    }
    Ok(())
}

fn reached(state: Lifecycle) -> ChangeKind {
    match state {
        Lifecycle::Observed => ChangeKind::Observed,
        Lifecycle::Candidate => ChangeKind::Candidate,
        Lifecycle::Verified => ChangeKind::Verified,
        Lifecycle::Active => ChangeKind::Active,
        Lifecycle::Deprecated => ChangeKind::Deprecated,
    }
}

/// Anti-patterns do not fade: they end when their source pattern is reset.
fn settled(pattern: &Pattern, seen: &[PatternSighting], least: f64, now: Time) -> Pattern {
    let mut after = pattern.clone();
    if !pattern.is_negative() && lifecycle::faded_in_the_future(pattern, now) {
        after.lifecycle = Lifecycle::Observed;
    }
    if after.is_negative() || after.lifecycle == Lifecycle::Deprecated {
        return after;
    }
    after.track.weak_since = lifecycle::weak_since(pattern, least, now);
    after.lifecycle = lifecycle::next(&after, seen, now);
    after
}
