//! The published formula for a pattern's current score. `score` decides what goes into it.

use super::pattern::Category;

/// After this many days without use, a third of the score is left.
const FADING_DAYS: f64 = 14.0;
/// Confirmed this often, it no longer decays.
pub(super) const LASTING_FROM: u32 = 3;
const PER_OVERLAP: f64 = 0.1;
const MOST_BOOST: f64 = 0.2;
/// The score of a fresh rule whose whole context overlaps.
pub(super) const MOST_WORTH: f64 = 1.3 * (1.0 + MOST_BOOST);
const SHARE_OF_SIMILARITY: f64 = 0.6;

/// `success / (success + ignored)`; 0 without either.
pub fn rate(success: f64, ignore_weight: f64) -> f64 {
    let total = success + ignore_weight;
    if total > 0.0 { success / total } else { 0.0 }
}

/// `exp(−days / 14)`, or 1 if it was confirmed often enough.
pub fn recency(days_since_use: f64, reinforced: u32) -> f64 {
    if reinforced >= LASTING_FROM { 1.0 } else { (-days_since_use.max(0.0) / FADING_DAYS).exp() }
}

/// The days without use after which this score is down to `least`; 0 if it never was higher.
pub fn days_until(worth: f64, least: f64) -> f64 {
    FADING_DAYS * (worth / least).ln().max(0.0)
}

pub fn category_weight(category: Category) -> f64 {
    match category {
        Category::Rule => 1.3,
        Category::Causal => 1.1,
        Category::Observation => 1.0,
    }
}

/// For each kind of context that overlaps, up to two.
pub fn context_boost(overlaps: usize) -> f64 {
    1.0 + (overlaps as f64 * PER_OVERLAP).min(MOST_BOOST)
}

/// With a question, similarity counts more than the record.
pub fn blend(similarity: f64, score: f64) -> f64 {
    SHARE_OF_SIMILARITY * similarity + (1.0 - SHARE_OF_SIMILARITY) * score
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(success: f64, ignored: f64, days: f64, category: Category, reinforced: u32) -> f64 {
        rate(success, ignored) * recency(days, reinforced) * category_weight(category)
    }

    #[test]
    fn score_is_the_published_formula() {
        use Category::{Causal, Observation, Rule};
        for (success, ignored, days, category, reinforced, expected) in [
            (1.0, 0.0, 0.0, Observation, 0, 1.0),
            (1.0, 0.0, 14.0, Observation, 0, 0.36788),
            (1.0, 0.0, 14.0, Rule, 0, 0.47824),
            (5.0, 0.0, 100.0, Observation, 5, 1.0),
            (5.0, 1.5, 0.0, Observation, 0, 0.76923),
            (5.0, 1.5, 14.0, Causal, 0, 0.31128),
            (1.0, 3.0, 0.0, Observation, 0, 0.25),
            (1.0, 9.0, 0.0, Observation, 0, 0.1),
            (2.0, 1.0, 7.0, Rule, 0, 0.52566),
            (0.0, 0.0, 0.0, Rule, 0, 0.0),
        ] {
            let found = score(success, ignored, days, category, reinforced);
            assert!((found - expected).abs() < 1e-5, "{success} {ignored} {days}: {found}");
        }
        assert!(score(1.0, 9.0, 0.0, Category::Observation, 0) >= 0.1);
    }

    #[test]
    fn a_fresh_pattern_is_told_for_a_month() {
        for (category, days) in
            [(Category::Observation, 32.24), (Category::Causal, 33.57), (Category::Rule, 35.91)]
        {
            assert!(score(1.0, 0.0, days - 0.02, category, 0) > 0.1);
            assert!(score(1.0, 0.0, days + 0.02, category, 0) < 0.1);
        }
    }

    #[test]
    fn fading_takes_so_many_days() {
        for (worth, least, expected) in
            [(1.0, 0.1, 32.23619), (1.3, 0.1, 35.90929), (0.1, 0.1, 0.0), (0.05, 0.1, 0.0), (0.0, 0.1, 0.0)]
        {
            let found = days_until(worth, least);
            assert!((found - expected).abs() < 1e-4, "{worth} {least}: {found}");
            assert!(worth <= least || (worth * recency(found, 0) - least).abs() < 1e-9, "{worth} {least}");
        }
        assert_eq!(days_until(1.0, 0.0), f64::INFINITY);
    }

    #[test]
    fn boost_and_blend() {
        let boosts: Vec<f64> = (0..5).map(context_boost).collect();
        assert_eq!(boosts, [1.0, 1.1, 1.2, 1.2, 1.2]);
        assert!((blend(0.8, (-1f64).exp()) - 0.62715).abs() < 1e-5);
    }
}
