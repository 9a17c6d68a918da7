use super::*;

const MINUTE: u64 = 60_000;

fn work(success: bool, minutes: u64, error_count: u32, retry_count: u32) -> Work {
    Work { success, duration_ms: minutes * MINUTE, error_count, retry_count }
}

fn scored(work: &Work) -> f64 {
    score(work, &Learning::default())
}

#[test]
fn score_is_the_published_formula() {
    for (success, minutes, errors, retries, expected, said) in [
        (true, 1, 0, 0, 1.0, Class::Helpful),
        (true, 2, 1, 0, 0.92, Class::Helpful),
        (true, 15, 1, 1, 0.78, Class::Helpful),
        (true, 40, 5, 3, 0.54, Class::Neutral),
        (true, 40, 0, 0, 0.84, Class::Helpful),
        (true, 10, 1, 2, 0.7, Class::Helpful),
        (false, 1, 0, 0, 0.60, Class::Neutral),
        (false, 60, 5, 3, 0.14, Class::Harmful),
        (false, 60, 10, 5, 0.14, Class::Harmful),
        (false, 15, 1, 1, 0.38, Class::Harmful),
        (false, 15, 1, 0, 0.44, Class::Neutral),
        (false, 1, 3, 0, 0.44, Class::Neutral),
        (false, 1, 3, 1, 0.38, Class::Harmful),
    ] {
        let work = work(success, minutes, errors, retries);
        let found = scored(&work);
        assert!((found - expected).abs() < 1e-12, "{work:?}: {found}");
        assert_eq!(class(found), said, "{work:?}: {found}");
    }
}

#[test]
fn both_limits_of_time_are_medium() {
    for (duration_ms, expected) in
        [(0, 0.92), (299_999, 1.0), (300_000, 0.92), (1_800_000, 0.92), (1_800_001, 0.84)]
    {
        let found = scored(&Work { success: true, duration_ms, error_count: 0, retry_count: 0 });
        assert!((found - expected).abs() < 1e-12, "{duration_ms}: {found}");
    }
}

/// All 54 combinations, which show what the published figures allow to be helpful or harmful at
/// all.
#[test]
fn success_is_never_harmful_and_failure_never_helpful() {
    let mut neutral_successes = 0;
    for minutes in [1, 10, 40] {
        for errors in [0, 1, 3] {
            for retries in 0..3 {
                let success = class(scored(&work(true, minutes, errors, retries)));
                assert_ne!(success, Class::Harmful);
                assert_ne!(class(scored(&work(false, minutes, errors, retries))), Class::Helpful);
                neutral_successes += usize::from(success == Class::Neutral);
            }
        }
    }
    assert_eq!(neutral_successes, 5);
}

/// The five ways to reach 0.7 with this formula must all be helpful.
#[test]
fn the_boundary_is_reached_in_five_cells() {
    for (minutes, errors, retries) in [(1, 3, 2), (10, 1, 2), (10, 3, 1), (40, 0, 2), (40, 1, 1)] {
        assert_eq!(class(scored(&work(true, minutes, errors, retries))), Class::Helpful);
    }
}

#[test]
fn limits_can_be_set() {
    let rules = Learning { fast_ms: 1000, slow_ms: 2000, max_errors_for_helpful: 0, ..Learning::default() };
    let slow = Work { success: true, duration_ms: 2001, error_count: 1, retry_count: 0 };
    assert!((score(&slow, &rules) - 0.68).abs() < 1e-12);
}

/// The published program called every helpful result fast and every harmful one slow.
#[test]
fn words_say_what_was_measured() {
    for (work, expected) in [
        (work(true, 40, 0, 0), "helpful at 0.84: succeeded, slow in 40 min, no errors, no retries"),
        (work(false, 1, 3, 1), "harmful at 0.38: failed, fast in 1 min, 3 errors, 1 retry"),
        (work(false, 0, 1, 2), "harmful at 0.30: failed, not timed, 1 error, 2 retries"),
        (
            work(true, 10, 1, 2),
            "helpful at 0.70: succeeded, neither fast nor slow in 10 min, 1 error, 2 retries",
        ),
    ] {
        let class = class(scored(&work));
        assert_eq!(reasoning(&work, class, &Learning::default()), expected);
    }
}
