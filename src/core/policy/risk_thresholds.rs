//! Thresholds of confidence for risky work, by level. Failures raise a threshold at once, successes
//! lower it slowly, and nothing lowers that of the riskiest work. They are for information; no gate
//! depends on them. The thresholds for writing artifacts are in `config::thresholds`.

use serde::Serialize;

use crate::core::model::outcome::{Omission, Outcome, RiskLevel, RunResult};
use crate::core::model::rounding::half_up;

const LEAST: f64 = 0.40;
const MOST: f64 = 0.90;

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ThresholdPolicy {
    pub low: f64,
    pub medium: f64,
    pub high: f64,
}

impl Default for ThresholdPolicy {
    fn default() -> Self {
        ThresholdPolicy { low: 0.55, medium: 0.65, high: 0.75 }
    }
}

impl ThresholdPolicy {
    pub fn of(&self, level: RiskLevel) -> f64 {
        match level {
            RiskLevel::Low => self.low,
            RiskLevel::Medium => self.medium,
            RiskLevel::High => self.high,
        }
    }

    /// Rounded as it is stored, so that every difference that is shown is real. Riskier work never
    /// has a lower threshold: one that rises raises those above it, and none falls below the one
    /// beneath it. In the published formula they may cross.
    pub fn after(mut self, outcome: &Outcome) -> ThresholdPolicy {
        let level = match outcome.risk_level {
            RiskLevel::Low => &mut self.low,
            RiskLevel::Medium => &mut self.medium,
            RiskLevel::High => &mut self.high,
        };
        *level = half_up((*level + shift(outcome)).clamp(LEAST, MOST), 4);
        self.medium = self.medium.max(self.low);
        self.high = self.high.max(self.medium);
        self
    }

    /// The reason why an outcome moved a threshold.
    pub fn why(level: RiskLevel, outcome: &Outcome) -> String {
        let run = &outcome.run_id;
        let how = match outcome.result {
            _ if outcome.rollback_occurred => "was rolled back",
            RunResult::Failure => "failed",
            _ => "went well",
        };
        let at = outcome.risk_level;
        if level == at {
            format!("{run} {how} at {at} risk")
        } else {
            format!("{run} {how} at {at} risk, and {level} needs no less")
        }
    }

    /// Why successful runs lower a threshold no further; `None` if they still do.
    pub fn held(&self) -> Option<String> {
        let first = ThresholdPolicy::default();
        let reasons = [
            (self.low == LEAST, format!("low falls no further than {LEAST}")),
            (self.medium == self.low, "medium falls no further than low".to_owned()),
            (self.high > first.high, "no success lowers high".to_owned()),
        ];
        let held: Vec<String> = reasons.into_iter().filter(|(holds, _)| *holds).map(|(_, why)| why).collect();
        (!held.is_empty()).then(|| held.join(", "))
    }

    /// The riskiest work that this score is enough for.
    pub fn enough_for(&self, score: f64) -> Option<RiskLevel> {
        RiskLevel::ALL.iter().copied().rfind(|level| score >= self.of(*level))
    }
}

fn shift(outcome: &Outcome) -> f64 {
    let went_wrong = outcome.result == RunResult::Failure || outcome.rollback_occurred;
    let went_well = outcome.result == RunResult::Success && !outcome.human_override;
    // A record that omits only its score still says how the run went, and at which risk.
    let is_told = outcome.omitted.iter().all(|omission| *omission == Omission::Score);
    match outcome.risk_level {
        _ if outcome.result == RunResult::Unknown || !is_told => 0.0,
        RiskLevel::High if went_wrong => 0.05,
        RiskLevel::Medium if went_wrong => 0.033,
        RiskLevel::Low if went_wrong => 0.025,
        RiskLevel::Medium if went_well => -0.0165,
        RiskLevel::Low if went_well => -0.0125,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::at;

    #[test]
    fn shifts_are_the_published_ones() {
        use RiskLevel::{High, Low, Medium};
        use RunResult::{Failure, Partial, Success, Unknown};
        for (risk_level, result, rollback_occurred, human_override, expected) in [
            (High, Failure, false, false, 0.80),
            (Medium, Failure, false, false, 0.683),
            (Low, Failure, false, false, 0.575),
            (Medium, Success, false, false, 0.6335),
            (Low, Success, false, false, 0.5375),
            (High, Success, false, false, 0.75),
            (Medium, Success, true, false, 0.683),
            (Medium, Success, false, true, 0.65),
            (Medium, Partial, false, false, 0.65),
            (High, Unknown, true, false, 0.75),
        ] {
            let begun = Outcome::begun("r".to_owned(), at(0));
            let outcome = Outcome { risk_level, result, rollback_occurred, human_override, ..begun };
            assert_eq!(
                ThresholdPolicy::default().after(&outcome).of(risk_level),
                expected,
                "{risk_level} {result}"
            );
        }
    }

    #[test]
    fn bars_never_cross() {
        use RiskLevel::{High, Low, Medium};
        let after = |policy: ThresholdPolicy, risk_level, result, times| {
            let outcome = Outcome { risk_level, result, ..Outcome::begun("r".to_owned(), at(0)) };
            let moved = (0..times).fold(policy, |policy, _| policy.after(&outcome));
            (moved.low, moved.medium, moved.high)
        };
        let first = ThresholdPolicy::default();
        assert_eq!(after(first, Medium, RunResult::Success, 20), (0.55, 0.55, 0.75), "it stops at low");
        assert_eq!(after(first, Low, RunResult::Failure, 6), (0.7, 0.7, 0.75), "low takes medium along");
        assert_eq!(after(first, Medium, RunResult::Failure, 9), (0.55, 0.9, 0.9), "and medium high");
        for (score, expected) in [(0.5, None), (0.55, Some(Low)), (0.7, Some(Medium)), (0.9, Some(High))] {
            assert_eq!(first.enough_for(score), expected, "{score}");
        }
    }

    #[test]
    fn what_holds_a_bar_up_is_said() {
        for ((low, medium, high), expected) in [
            ((0.55, 0.65, 0.75), None),
            ((0.9, 0.9, 0.9), Some("medium falls no further than low, no success lowers high")),
            ((0.4, 0.65, 0.8), Some("low falls no further than 0.4, no success lowers high")),
        ] {
            assert_eq!(ThresholdPolicy { low, medium, high }.held().as_deref(), expected);
        }
    }

    #[test]
    fn the_bar_has_ends() {
        let begun = Outcome::begun("r".to_owned(), at(0));
        let bad = Outcome { risk_level: RiskLevel::High, result: RunResult::Failure, ..begun };
        let after = (0..9).fold(ThresholdPolicy::default(), |policy, _| policy.after(&bad));
        assert_eq!(after.high, 0.9);
        let good = Outcome { risk_level: RiskLevel::Low, result: RunResult::Success, ..bad };
        let after = (0..99).fold(ThresholdPolicy::default(), |policy, _| policy.after(&good));
        assert_eq!(after.low, 0.4);
    }
}
