//! Profiles of agents: a score that moves a little with every run. It is for information; no gate
//! depends on it.

use serde::Serialize;

use crate::core::model::outcome::{Outcome, RunResult};
use crate::core::model::rounding::half_up;

const KNOWN: [(&str, f64); 4] =
    [("planner", 0.82), ("builder", 0.84), ("reviewer", 0.88), ("security", 0.92)];
/// The score of an agent without runs.
const FIRST: f64 = 0.8;
const MOST_SHIFT: f64 = 0.05;
const LEAST: f64 = 0.30;
const MOST: f64 = 0.95;
/// The confidence of an agent that does not state one.
pub const SURE: f64 = 1.0;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AgentProfile {
    pub agent: String,
    pub reliability: f64,
    pub runs: u32,
}

impl AgentProfile {
    pub fn new(agent: &str) -> AgentProfile {
        let known = KNOWN.iter().find(|(name, _)| *name == agent);
        AgentProfile {
            agent: agent.to_owned(),
            reliability: known.map_or(FIRST, |(_, first)| *first),
            runs: 0,
        }
    }

    pub fn after(&self, outcome: &Outcome, confidence: f64) -> AgentProfile {
        let (rollback, overridden) = (outcome.rollback_occurred, outcome.human_override);
        let reliability = shifted(self.reliability, outcome.result, confidence, rollback, overridden);
        AgentProfile { reliability, runs: self.runs.saturating_add(1), ..self.clone() }
    }
}

/// The published step. `confidence` is the agent's own.
pub fn shifted(
    reliability: f64,
    result: RunResult,
    confidence: f64,
    rollback: bool,
    overridden: bool,
) -> f64 {
    let by_result = match result {
        RunResult::Success => 0.02 * confidence,
        RunResult::Failure => -0.05 * confidence,
        RunResult::Partial => -0.01 * confidence,
        RunResult::Unknown => return reliability,
    };
    let shift = by_result - cost(rollback, 0.02) - cost(overridden, 0.015);
    half_up((reliability + shift.clamp(-MOST_SHIFT, MOST_SHIFT)).clamp(LEAST, MOST), 4)
}

fn cost(is_so: bool, cost: f64) -> f64 {
    if is_so { cost } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_the_published_ones() {
        use RunResult::{Failure, Partial, Success, Unknown};
        for (from, result, confidence, rollback, overridden, expected) in [
            (0.82, Success, 1.0, false, false, 0.84),
            (0.82, Success, 0.9, false, false, 0.838),
            (0.82, Failure, 0.8, false, false, 0.78),
            (0.82, Failure, 1.0, true, true, 0.77),
            (0.82, Partial, 1.0, false, false, 0.81),
            (0.82, Success, 1.0, true, true, 0.805),
            (0.94, Success, 1.0, false, false, 0.95),
            (0.31, Failure, 1.0, false, false, 0.30),
            (0.82, Unknown, 1.0, true, true, 0.82),
        ] {
            assert_eq!(shifted(from, result, confidence, rollback, overridden), expected, "{from} {result}");
        }
    }

    #[test]
    fn agents_begin_where_they_are_known_to() {
        let first = |agent| AgentProfile::new(agent).reliability;
        assert_eq!([first("planner"), first("security"), first("explore")], [0.82, 0.92, 0.8]);
    }
}
