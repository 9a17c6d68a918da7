//! The stored sessions played in order: what each start would have told with only what was known before it, and what the
//! person said and did after it. At most, if it had been heeded: no cause is claimed.

mod guards_then;
mod known_then;
mod page;
mod start;
mod sums;
mod tally;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::core::config::Config;
use crate::core::guards::guard::Guard;
use crate::core::guards::replay::WorkEnds;
use crate::core::learn::merge::Revocation;
use crate::core::learn::structure::FactSighting;
use crate::core::model::{Observation, Time};
use known_then::KnownThen;
use tally::Tally;

pub use page::{html, json};
pub use sums::BacktestSums;
pub use tally::{LessonBasis, LessonRepeat, PlayedLesson, WrongTelling};

/// What every figure of a backtest is.
pub const LABEL: &str = "at most, if it had been heeded";

/// Everything that is stored and played.
pub struct BacktestInput<'a> {
    pub sessions: Vec<PlayedSession>,
    pub observations: &'a [Observation],
    /// What the person ruled, by observation.
    pub rulings: BTreeMap<String, LessonRulings>,
    /// What the structural detectors saw.
    pub facts: Vec<FactSighting>,
    pub calls: Vec<FactSighting>,
    pub work_ends: &'a WorkEnds,
    pub guards: &'a [Guard],
    pub revocations: Vec<Revocation>,
    /// Where entries stand, by observation.
    pub anchors: BTreeMap<String, String>,
    /// The project's folder.
    pub root: &'a str,
    pub config: &'a Config,
    /// Starts before it are played and not counted.
    pub since: Option<Time>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedSession {
    pub id: String,
    pub began: Time,
    pub ended: Time,
}

/// When a person accepted a lesson first and gave it up last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LessonRulings {
    pub accepted_at: Option<Time>,
    pub refused_at: Option<Time>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Backtest {
    pub label: &'static str,
    /// The first and the last moment of the starts that were counted.
    pub from: Option<Time>,
    pub until: Option<Time>,
    pub sums: BacktestSums,
    /// Those that would have spared most first.
    pub lessons: Vec<PlayedLesson>,
}

/// Plays all sessions. A session knows what ended before it began.
pub fn play(mut input: BacktestInput<'_>) -> Backtest {
    input.sessions.sort_by(|a, b| (a.ended, &a.id).cmp(&(b.ended, &b.id)));
    let ends = known_then::in_order(&mut input);
    let input = &input;
    let starts = starts(&input.sessions);
    let mut known = KnownThen::new(input, &ends);
    let mut tally = Tally::new(input);
    for (over, starts) in starts.iter().enumerate() {
        if let Some(last) = over.checked_sub(1) {
            known.learn(last);
        }
        if starts.is_empty() {
            continue;
        }
        let (told, guards) = (start::told(&known), known.guards());
        for at in starts {
            tally.start(*at, &known, &told, &guards);
        }
    }
    tally.finish(&known)
}

/// By the number of sessions that were over, those that began then.
fn starts(sessions: &[PlayedSession]) -> Vec<Vec<usize>> {
    let mut starts = vec![Vec::new(); sessions.len() + 1];
    for (at, session) in sessions.iter().enumerate() {
        let over = sessions.partition_point(|other| other.ended <= session.began);
        // A session of a single moment does not come before itself.
        starts[over.min(at)].push(at);
    }
    starts
}
