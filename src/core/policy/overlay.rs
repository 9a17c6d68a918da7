//! The demands that follow from a reliability, on top of the base policy: the published rules
//! alone. `overlay_rules` decides when they apply.

use serde::{Deserialize, Serialize};

use super::gate::{self, Asks};
use crate::core::config::Policy;
use crate::core::model::Time;

const RISKY_BELOW: f64 = 0.7;
pub const TRUSTED_ABOVE: f64 = 0.9;
pub const BASE_RETRIES: u32 = 2;

/// Strict comparisons on the rounded score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Demand {
    pub risk_multiplier: f64,
    pub suggested_max_retries: u32,
    pub require_approval: bool,
}

impl Demand {
    pub fn base(rules: &Policy) -> Demand {
        Demand {
            risk_multiplier: rules.risk[1],
            suggested_max_retries: BASE_RETRIES,
            require_approval: false,
        }
    }
}

impl Demand {
    pub fn tighter(self, other: Demand) -> Demand {
        Demand {
            risk_multiplier: self.risk_multiplier.max(other.risk_multiplier),
            suggested_max_retries: self.suggested_max_retries.min(other.suggested_max_retries),
            require_approval: self.require_approval || other.require_approval,
        }
    }

    pub fn no_tighter(self, other: Demand) -> Demand {
        Demand {
            risk_multiplier: self.risk_multiplier.min(other.risk_multiplier),
            suggested_max_retries: self.suggested_max_retries.max(other.suggested_max_retries),
            require_approval: self.require_approval && other.require_approval,
        }
    }
}

/// `keeps_failing`: one kind of failure has come up often.
pub fn demand(score: f64, keeps_failing: bool, rules: &Policy) -> Demand {
    let [risky, usual, trusted] = rules.risk;
    let weak = score < rules.approve_below;
    Demand {
        risk_multiplier: match score {
            score if score < RISKY_BELOW => risky,
            score if score > TRUSTED_ABOVE => trusted,
            _ => usual,
        },
        suggested_max_retries: if weak { 1 } else { BASE_RETRIES },
        require_approval: weak || keeps_failing,
    }
}

/// Whether this score makes an adapter less risky than the base.
pub fn is_trusted(score: f64, rules: &Policy) -> bool {
    demand(score, false, rules).risk_multiplier < Demand::base(rules).risk_multiplier
}

/// The difference from the base for one adapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Overlay {
    pub adapter_id: String,
    pub risk_multiplier: f64,
    pub suggested_max_retries: u32,
    pub require_approval: bool,
    pub reason: String,
    /// The newest run or order behind it.
    pub updated_at: Time,
    /// The time at which approval ends by itself if nothing happens until then; `None` if it does
    /// not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asks_until: Option<Time>,
}

impl Overlay {
    /// Nothing has happened, and no person has looked, for a long time.
    pub fn is_stale(&self, now: Time, rules: &Policy) -> bool {
        crate::core::model::decay::age_days(self.updated_at, now) > f64::from(rules.stale_days)
    }

    pub fn asks(&self) -> Asks {
        gate::asks(&self.adapter_id, self.require_approval)
    }

    pub fn has_lapsed(&self, now: Time) -> bool {
        self.asks_until.is_some_and(|until| until <= now)
    }

    pub fn demand(&self) -> Demand {
        Demand {
            risk_multiplier: self.risk_multiplier,
            suggested_max_retries: self.suggested_max_retries,
            require_approval: self.require_approval,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::at;

    #[test]
    fn demands_are_the_published_table() {
        for (score, keeps_failing, multiplier, retries, approval) in [
            (0.699, false, 1.4, 1, true),
            (0.7, false, 1.0, 1, true),
            (0.749, false, 1.0, 1, true),
            (0.75, false, 1.0, 2, false),
            (0.9, false, 1.0, 2, false),
            (0.901, false, 0.9, 2, false),
            (0.901, true, 0.9, 2, true),
        ] {
            let found = demand(score, keeps_failing, &Policy::default());
            let expected = Demand {
                risk_multiplier: multiplier,
                suggested_max_retries: retries,
                require_approval: approval,
            };
            assert_eq!(found, expected, "{score} {keeps_failing}");
        }
    }

    #[test]
    fn an_overlay_grows_old() {
        let overlay = Overlay {
            adapter_id: "github".to_owned(),
            risk_multiplier: 1.4,
            suggested_max_retries: 1,
            require_approval: true,
            reason: String::new(),
            updated_at: at(0),
            asks_until: None,
        };
        assert!(!overlay.is_stale(at(30 * 86_400), &Policy::default()));
        assert!(overlay.is_stale(at(30 * 86_400 + 1), &Policy::default()));
        let json = serde_json::to_value(&overlay).unwrap();
        let names: Vec<&String> = json.as_object().unwrap().keys().collect();
        let published =
            ["adapterId", "riskMultiplier", "suggestedMaxRetries", "requireApproval", "reason", "updatedAt"];
        assert_eq!(names, published);
    }
}
