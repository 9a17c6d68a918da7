//! The weights of review questions, judged by the work that went well or badly under them.

use serde::Serialize;

use super::feedback::{FeedbackCounts, Mark, Sums, last_validated};
use crate::core::config::Learning;
use crate::core::model::Time;
use crate::core::model::rounding::percent_of;

#[cfg(test)]
mod tests;

/// The criteria of an outcome that names none.
pub const DEFAULT_CRITERIA: [&str; 4] = ["type_safe", "no_bugs", "patterns", "readable"];
/// A live criterion keeps some weight, because without any it could not regain it.
const LEAST_WEIGHT: f64 = 0.1;
const UNTRIED_WEIGHT: f64 = 1.0;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CriterionWeight {
    pub criterion: String,
    pub weight: f64,
    /// The factor of a score: the weight, or zero once it is deprecated.
    pub factor: f64,
    pub deprecated: bool,
    #[serde(flatten)]
    pub counts: FeedbackCounts,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_validated: Option<Time>,
    pub half_life_days: u32,
}

/// `max(0.1, helpful / (helpful + harmful))`; without evidence 1.
pub fn weight(sums: Sums) -> f64 {
    let total = sums.total();
    if total > 0.0 { (sums.helpful / total).max(LEAST_WEIGHT) } else { UNTRIED_WEIGHT }
}

/// Whether there are enough events, and too many of them harmful.
pub fn is_deprecated(counts: FeedbackCounts, rules: &Learning) -> bool {
    let total = counts.total();
    total >= rules.min_feedback
        && total > 0
        && f64::from(counts.harmful) / f64::from(total) > rules.max_harmful_ratio
}

/// The factor of a score under this criterion.
pub fn factor(sums: Sums, counts: FeedbackCounts, rules: &Learning) -> f64 {
    if is_deprecated(counts, rules) { 0.0 } else { weight(sums) }
}

pub fn record(criterion: &str, marks: &[Mark], now: Time, rules: &Learning) -> CriterionWeight {
    let (sums, counts) = (Sums::of(marks, now, rules.half_life_days), FeedbackCounts::of(marks));
    CriterionWeight {
        criterion: criterion.to_owned(),
        weight: weight(sums),
        factor: factor(sums, counts, rules),
        deprecated: is_deprecated(counts, rules),
        counts,
        last_validated: last_validated(marks),
        half_life_days: rules.half_life_days,
    }
}

/// Applies the factor to a score. An unknown criterion keeps all of it, a deprecated one nothing.
pub fn apply(score: f64, known: Option<&CriterionWeight>) -> f64 {
    known.map_or(score, |known| score * known.factor)
}

/// The reasons for its weight.
pub fn explain(known: &CriterionWeight, marks: &[Mark], now: Time, rules: &Learning) -> Vec<String> {
    let (sums, counts) = (Sums::of(marks, now, rules.half_life_days), known.counts);
    let mut lines = vec![format!(
        "weight {:.2}: {} helpful and {} harmful events count as {:.2} and {:.2} today (half as much after {} days)",
        known.weight, counts.helpful, counts.harmful, sums.helpful, sums.harmful, rules.half_life_days
    )];
    if counts.total() == 0 {
        lines = vec!["weight 1.00: there is no feedback yet".to_owned()];
    } else if known.deprecated {
        lines.push(format!("deprecated, so it counts nothing: {}", harmful_share(counts, rules)));
    } else if counts.total() < rules.min_feedback {
        lines.push(format!("not judged before {} events", rules.min_feedback));
    }
    lines.push(format!(
        "what a run that names it says of what it used counts {:.2} of its score",
        known.factor
    ));
    lines
}

fn harmful_share(counts: FeedbackCounts, rules: &Learning) -> String {
    let harmful = percent_of(counts.harmful, counts.total());
    format!(
        "{harmful} % of {} events were harmful, more than {:.0} %",
        counts.total(),
        rules.max_harmful_ratio * 100.0
    )
}
