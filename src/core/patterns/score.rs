//! The score of a pattern, with all departures from the published `score_formula`. Each departure
//! removes a defect that its test shows.
//!
//! - Repetition is not a success; the first sighting and every confirmation are.
//! - A pattern that was confirmed often and then rejected decays again.
//! - No score above 1 is shown. The order uses the score before that cut: otherwise category and
//!   context would say nothing about fresh patterns, which are all at 1.
//! - A pattern that was rejected without an answer is held back, whatever its score.

use super::pattern::{Pattern, Track};
use super::prepared_score::ScoreDecay;
use super::score_formula::{MOST_WORTH, blend};
use crate::core::model::Time;
use crate::core::outcomes::maturity::MaturityState;

#[cfg(test)]
mod tests;

impl Track {
    /// The first sighting and every confirmation.
    pub fn success(&self) -> u32 {
        self.reinforced.saturating_add(1)
    }

    /// Evidence for it minus evidence against it, in times.
    pub fn net(&self) -> i64 {
        i64::from(self.success()) - i64::from(self.ignored)
    }

    /// Whether it is held back until it is confirmed or a person promotes it.
    pub fn is_held(&self) -> bool {
        self.disputed || self.net() < 0
    }

    pub(super) fn ignore_weight(&self) -> f64 {
        if self.ignore_weight > 0.0 { self.ignore_weight } else { f64::from(self.ignored) }
    }
}

/// The score without a question. `overlaps` comes from `Context::overlaps`, with the context in
/// which it is asked for.
pub fn worth(pattern: &Pattern, overlaps: usize, now: Time) -> f64 {
    ScoreDecay::of(&pattern.track, pattern.category, 0.0).worth(overlaps, now).unwrap_or(0.0)
}

/// The score as it is shown, from 0 to 1.
pub fn shown(worth: f64) -> f64 {
    worth.clamp(0.0, 1.0)
}

/// The score as it is shown, including similarity if there is a question.
pub fn score(worth: f64, similarity: Option<f64>) -> f64 {
    similarity.map_or(shown(worth), |similarity| blend(similarity, shown(worth)))
}

/// The rank: the score times maturity. With a question, the score's share of its maximum is blended
/// with similarity, so that category and context separate similar patterns and do not drown
/// similarity. `None` if the score is below `least`, which is tested before maturity changes it.
pub fn rank(worth: f64, similarity: Option<f64>, maturity: MaturityState, least: f64) -> Option<f64> {
    let order = similarity.map_or(worth, |similarity| blend(similarity, worth / MOST_WORTH));
    let is_told = score(worth, similarity) >= least && maturity != MaturityState::Deprecated;
    is_told.then(|| order * maturity.multiplier())
}
