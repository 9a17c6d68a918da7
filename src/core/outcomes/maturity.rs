//! The maturity of a subject: too little known, established, proven, or deprecated.
//!
//! `tests::published_state` is the published formula; `feedback_weight::evidence` is the one used
//! here. A person's decision overrides both until it is reset.

mod prompt;
mod ruling;
#[cfg(test)]
pub(super) mod tests;

use serde::Serialize;

use super::feedback::{FeedbackCounts, Mark, Sums, last_validated};
use super::feedback_weight::{self, WeighedEvidence};
use crate::core::config;
use crate::core::model::Time;
use crate::core::model::rounding::percent;
use crate::core::model::word_enum::word_enum;
use crate::core::text::plural;

pub use prompt::{grouped, label};
pub use ruling::{CannotPromote, ManualState, MaturityRuling};

/// The tolerance of comparing sums, because decay starts with the first millisecond.
const EPSILON: f64 = 0.01;

word_enum! {
    pub enum MaturityState ("maturity") {
        Candidate = "candidate",
        Established = "established",
        Proven = "proven",
        Deprecated = "deprecated",
    }
}

impl MaturityState {
    /// The factor by which a subject's rank is multiplied.
    pub fn multiplier(self) -> f64 {
        match self {
            MaturityState::Candidate => 0.5,
            MaturityState::Established => 1.0,
            MaturityState::Proven => 1.5,
            MaturityState::Deprecated => 0.0,
        }
    }
}

/// The order of the tests is part of the formula: harm comes first.
pub(super) fn judge(sums: Sums, enough: bool, harmful: bool, rules: &config::Maturity) -> MaturityState {
    if harmful {
        MaturityState::Deprecated
    } else if !enough {
        MaturityState::Candidate
    } else if sums.helpful >= f64::from(rules.min_helpful) - EPSILON
        && harmful_share(sums) < rules.max_harmful
    {
        MaturityState::Proven
    } else {
        MaturityState::Established
    }
}

/// The harmful share of all weight, after decay; 0 without any.
pub(super) fn harmful_share(sums: Sums) -> f64 {
    if sums.total() > EPSILON { sums.harmful / sums.total() } else { 0.0 }
}

/// A subject's maturity as it is shown and stored.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Maturity {
    pub state: MaturityState,
    /// The state without a person's decision.
    pub by_evidence: MaturityState,
    #[serde(flatten)]
    pub counts: FeedbackCounts,
    pub last_validated: Option<Time>,
    pub promoted_at: Option<Time>,
    pub deprecated_at: Option<Time>,
    #[serde(flatten)]
    pub ruling: MaturityRuling,
}

impl Maturity {
    pub fn of(marks: &[Mark], ruling: MaturityRuling, now: Time, rules: &config::Maturity) -> Maturity {
        let marks = ruling.counted(marks);
        let evidence = feedback_weight::evidence(&marks, now, rules);
        Maturity {
            state: ruling.over(evidence.state),
            by_evidence: evidence.state,
            counts: FeedbackCounts::of(&marks),
            last_validated: last_validated(&marks),
            promoted_at: ruling.promoted_at().or(evidence.proven_at),
            deprecated_at: ruling.deprecated_at().or(evidence.deprecated_at),
            ruling,
        }
    }

    /// Deprecated subjects are not shown.
    pub fn hides(&self) -> bool {
        self.state == MaturityState::Deprecated
    }

    /// The decision that shows it again; `None` if nothing hides it.
    pub fn anew(&self, now: Time) -> Option<MaturityRuling> {
        if self.hides() { self.ruling.reset(self.by_evidence, now) } else { None }
    }
}

/// The reasons for the state, and what is missing for proven. `reset` is the command that starts it
/// anew.
pub fn explain(
    marks: &[Mark],
    ruling: &MaturityRuling,
    now: Time,
    rules: &config::Maturity,
    reset: &str,
) -> Vec<String> {
    let marks = ruling.counted(marks);
    let evidence = feedback_weight::evidence(&marks, now, rules);
    let (counts, sums) = (FeedbackCounts::of(&marks), Sums::of(&marks, now, rules.half_life_days));
    let mut lines = Vec::new();
    if counts.total() > 0 {
        lines.push(format!(
            "{} helpful and {} harmful events count as {:.2} and {:.2} today (half as much after {} days)",
            counts.helpful, counts.harmful, sums.helpful, sums.harmful, rules.half_life_days
        ));
    }
    lines.push(reason(&evidence, counts, sums, rules) + &way_out(&evidence, ruling, reset));
    lines.extend(ruling.explain());
    lines
}

fn reason(
    evidence: &WeighedEvidence,
    counts: FeedbackCounts,
    sums: Sums,
    rules: &config::Maturity,
) -> String {
    let harmful = percent(harmful_share(sums));
    match evidence.state {
        MaturityState::Candidate => {
            format!(
                "not judged yet: {} of work that used it, {} are needed",
                plural(counts.total() as usize, "known result", "known results"),
                rules.min_feedback
            )
        }
        MaturityState::Established => format!("not proven: {}", missing_for_proven(sums, rules)),
        MaturityState::Proven => {
            format!("proven: helpful {:.2} of {}, {harmful} % harmful", sums.helpful, rules.min_helpful)
        }
        MaturityState::Deprecated => match evidence.deprecated_at {
            Some(at) => format!(
                "deprecated since {}: more than {:.0} % harmful then, {harmful} % today",
                at.format("%Y-%m-%d"),
                rules.deprecation * 100.0
            ),
            None => format!("deprecated: {harmful} % harmful"),
        },
    }
}

/// A deprecated subject comes back only by a person's decision, which may exist already.
fn way_out(evidence: &WeighedEvidence, ruling: &MaturityRuling, reset: &str) -> String {
    match (evidence.state, &ruling.standing) {
        (MaturityState::Deprecated, ManualState::Auto) => format!("; it stays so until `{reset}`"),
        (MaturityState::Deprecated, ManualState::Promoted { .. }) => {
            "; but a person's word stands".to_owned()
        }
        _ => String::new(),
    }
}

fn missing_for_proven(sums: Sums, rules: &config::Maturity) -> String {
    let mut missing = Vec::new();
    if sums.helpful < f64::from(rules.min_helpful) - EPSILON {
        missing.push(format!("helpful weighs {:.2}, {} is needed", sums.helpful, rules.min_helpful));
    }
    if harmful_share(sums) >= rules.max_harmful {
        let (is, most) = (percent(harmful_share(sums)), rules.max_harmful * 100.0);
        missing.push(format!("{is} % is harmful, it has to be below {most:.0} %"));
    }
    missing.join("; ")
}
