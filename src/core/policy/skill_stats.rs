//! Success of skills: how often work went well with each. A failure costs three quarters of what a
//! success adds.

use serde::Serialize;

use crate::core::model::outcome::RunResult;
use crate::core::model::rounding::half_up;

const COST_OF_FAILURE: f64 = 0.75;

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SkillStats {
    pub runs: u32,
    pub successes: u32,
    pub failures: u32,
    pub score: f64,
}

impl SkillStats {
    pub fn after(self, result: RunResult) -> SkillStats {
        let runs = self.runs + u32::from(result != RunResult::Unknown);
        let successes = self.successes + u32::from(result == RunResult::Success);
        let failures = self.failures + u32::from(result == RunResult::Failure);
        SkillStats { runs, successes, failures, score: score(runs, successes, failures) }
    }
}

/// `(successes − 0.75·failures) / runs`, four digits.
pub fn score(runs: u32, successes: u32, failures: u32) -> f64 {
    if runs == 0 {
        return 0.0;
    }
    half_up((f64::from(successes) - COST_OF_FAILURE * f64::from(failures)) / f64::from(runs), 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score_is_the_published_formula() {
        for (runs, successes, failures, expected) in
            [(1, 1, 0, 1.0), (1, 0, 1, -0.75), (4, 3, 1, 0.5625), (3, 1, 1, 0.0833), (0, 0, 0, 0.0)]
        {
            assert_eq!(score(runs, successes, failures), expected, "{runs} {successes} {failures}");
        }
    }

    #[test]
    fn what_is_not_known_is_no_run() {
        let stats = SkillStats::default().after(RunResult::Unknown).after(RunResult::Partial);
        assert_eq!((stats.runs, stats.successes, stats.failures), (1, 0, 0));
    }
}
