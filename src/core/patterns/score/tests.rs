use super::*;
use crate::core::model::samples::at;
use crate::core::patterns::pattern::{Category, Lifecycle};
use crate::core::patterns::score_formula::{category_weight, context_boost, rate};

const DAY: i64 = 86_400;

fn pattern(category: Category, change: impl Fn(&mut Track)) -> Pattern {
    let mut pattern = Pattern::new("auditor", "the parser drops `\\r`", category, at(0));
    change(&mut pattern.track);
    assert_eq!(pattern.lifecycle, Lifecycle::Observed);
    pattern
}

/// In the published formula every repetition is a success, so a false positive that is raised again
/// and again gains.
#[test]
fn repetition_is_no_success() {
    let repeated = pattern(Category::Observation, |track| (track.seen, track.ignored) = (20, 3));
    assert!((rate(20.0, 3.0) - 0.87).abs() < 0.01);
    assert_eq!(worth(&repeated, 0, at(0)), 0.25);
}

/// In the published formula three confirmations make a pattern immune for ever.
#[test]
fn a_regression_fades_again() {
    let trusted = pattern(Category::Observation, |track| track.reinforced = 5);
    assert_eq!(worth(&trusted, 0, at(100 * DAY)), 1.0);
    let regressed = pattern(Category::Observation, |track| (track.reinforced, track.regression) = (5, true));
    assert!(worth(&regressed, 0, at(100 * DAY)) < 0.001);
}

/// Cut at 1, all fresh patterns would be equal.
#[test]
fn category_and_context_decide_among_fresh_ones() {
    use Category::{Causal, Observation, Rule};
    let worths = [(Rule, 2), (Rule, 0), (Causal, 1), (Causal, 0), (Observation, 0)]
        .map(|(category, overlaps)| worth(&pattern(category, |_| {}), overlaps, at(0)));
    assert!(worths.is_sorted_by(|a, b| a > b), "{worths:?}");
    assert_eq!(worths[0], category_weight(Rule) * context_boost(2));
    assert!(worths.iter().all(|worth| shown(*worth) == 1.0), "{worths:?}");
}

/// In the published formula, zero over zero is NaN.
#[test]
fn every_score_is_a_number() {
    for weight in [f64::NAN, f64::INFINITY] {
        let broken = pattern(Category::Rule, |track| track.ignore_weight = weight);
        assert!(worth(&broken, 0, at(0)).is_finite(), "{weight}");
    }
}

#[test]
fn weighted_rejections_count_by_weight() {
    let weighted = pattern(Category::Observation, |track| (track.ignored, track.ignore_weight) = (2, 3.0));
    assert_eq!((worth(&weighted, 0, at(0)), weighted.track.net()), (0.25, -1));
    let plain = pattern(Category::Observation, |track| track.ignored = 1);
    assert_eq!(worth(&plain, 0, at(0)), 0.5);
}

#[test]
fn held_until_answered() {
    for (reinforced, ignored, disputed, held) in [
        (0, 0, false, false),
        (0, 1, false, false),
        (0, 1, true, true),
        (0, 3, false, true),
        (4, 3, false, false),
    ] {
        let track = Track { reinforced, ignored, disputed, ..Track::first_seen(at(0)) };
        assert_eq!(track.is_held(), held, "{reinforced} {ignored} {disputed}");
    }
}

#[test]
fn the_cut_comes_before_maturity() {
    use MaturityState::{Candidate, Deprecated, Proven};
    for (score, similarity, maturity, expected) in [
        (0.12, None, Candidate, Some(0.06)),
        (0.09, None, Proven, None),
        (0.9, None, Deprecated, None),
        (0.5, Some(1.0), Proven, Some(1.5 * (0.6 + 0.4 * 0.5 / 1.56))),
        (0.2, Some(0.0), Proven, None),
    ] {
        let found = rank(score, similarity, maturity, 0.1);
        assert_eq!(
            found.map(|rank| (rank * 1e9).round()),
            expected.map(|rank: f64| (rank * 1e9).round()),
            "{score}"
        );
    }
}
