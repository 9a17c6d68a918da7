//! What a pattern's score is here: where ingrain departs from the published `score_formula`, and nowhere else. Each
//! departure removes a defect that its test shows.
//!
//! - Being repeated is no success: the first sighting and every confirmation are.
//! - What was confirmed often and then rejected fades again.
//! - A score is never above 1, so that category and context cannot drown likeness.
//! - What was rejected and not answered is held back, whatever its score.

use super::pattern::{Pattern, Track};
use super::prepared_score::ScoreDecay;
use super::score_formula::blend;
use crate::core::model::Time;
use crate::core::outcomes::maturity::MaturityState;

#[cfg(test)]
mod tests;

impl Track {
    /// The first sighting and every confirmation.
    pub fn success(&self) -> u32 {
        self.reinforced.saturating_add(1)
    }

    /// What speaks for it less what speaks against it, in times.
    pub fn net(&self) -> i64 {
        i64::from(self.success()) - i64::from(self.ignored)
    }

    /// Not to be told until it is confirmed or a person promotes it.
    pub fn is_held(&self) -> bool {
        self.disputed || self.net() < 0
    }

    pub(super) fn ignore_weight(&self) -> f64 {
        if self.ignore_weight > 0.0 { self.ignore_weight } else { f64::from(self.ignored) }
    }
}

/// Without a question, from 0 to 1. `overlaps` is `Context::overlaps` with where it is asked for.
pub fn score(pattern: &Pattern, overlaps: usize, now: Time) -> f64 {
    ScoreDecay::of(&pattern.track, pattern.category, 0.0).score(overlaps, now).unwrap_or(0.0)
}

/// What decides the order: the score, blended with likeness where there is a question, times maturity. None below
/// `least`, which is asked of the score before maturity changes it.
pub fn rank(score: f64, similarity: Option<f64>, maturity: MaturityState, least: f64) -> Option<f64> {
    let score = similarity.map_or(score, |similarity| blend(similarity, score));
    (score >= least && maturity != MaturityState::Deprecated).then(|| score * maturity.multiplier())
}
