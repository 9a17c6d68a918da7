//! What a pattern's score is here: where ingrain departs from the published `score_formula`, and nowhere else. Each
//! departure removes a defect that its test shows.
//!
//! - Being repeated is no success: the first sighting and every confirmation are.
//! - What was confirmed often and then rejected fades again.
//! - No score is shown above 1. The order goes by what it is worth before that: else category and context would say
//!   nothing about fresh patterns, which are all worth 1.
//! - What was rejected and not answered is held back, whatever its score.

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

/// Without a question. `overlaps` is `Context::overlaps` with where it is asked for.
pub fn worth(pattern: &Pattern, overlaps: usize, now: Time) -> f64 {
    ScoreDecay::of(&pattern.track, pattern.category, 0.0).worth(overlaps, now).unwrap_or(0.0)
}

/// What it is worth as it is shown, from 0 to 1.
pub fn shown(worth: f64) -> f64 {
    worth.clamp(0.0, 1.0)
}

/// The score as it is shown, with likeness in it where there is a question.
pub fn score(worth: f64, similarity: Option<f64>) -> f64 {
    similarity.map_or(shown(worth), |similarity| blend(similarity, shown(worth)))
}

/// What decides the order: what it is worth, times maturity. With a question, it is its share of the most that anything
/// can be worth, blended with likeness: category and context tell alike ones apart and cannot drown it. None where the
/// score is below `least`, which is asked before maturity changes it.
pub fn rank(worth: f64, similarity: Option<f64>, maturity: MaturityState, least: f64) -> Option<f64> {
    let order = similarity.map_or(worth, |similarity| blend(similarity, worth / MOST_WORTH));
    let is_told = score(worth, similarity) >= least && maturity != MaturityState::Deprecated;
    is_told.then(|| order * maturity.multiplier())
}
