//! Exponential decay of evidence: older events weigh less. Each event decays from its own date;
//! later events do not refresh it.

use chrono::TimeDelta;

use super::Time;

pub const DAY_MS: f64 = 86_400_000.0;

/// `0.5^(age / half life)`. An event in the future counts as new, because real clocks are set back
/// at times.
pub fn factor(at: Time, now: Time, half_life_days: u32) -> f64 {
    let age = age_days(at, now);
    // A fast path: half of all calls ask at the event's own time.
    if age == 0.0 { 1.0 } else { (-age / f64::from(half_life_days.max(1))).exp2() }
}

/// The time at which `weight`, measured at `at`, has decayed to `least`. `None` if it is below that
/// already, or never gets there.
pub fn falls_to(least: f64, weight: f64, at: Time, half_life_days: u32) -> Option<Time> {
    let half_lives = (weight / least).log2();
    let ms = half_lives * f64::from(half_life_days.max(1)) * DAY_MS;
    (least > 0.0 && ms >= 0.0)
        .then(|| at.checked_add_signed(TimeDelta::try_milliseconds(ms.ceil() as i64)?))
        .flatten()
}

/// Days from then to now, never negative.
pub fn age_days(at: Time, now: Time) -> f64 {
    (now - at).num_milliseconds().max(0) as f64 / DAY_MS
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::model::samples::at;

    const DAY: i64 = 86_400;

    #[test]
    fn factor_is_the_published_formula() {
        for (days, expected) in [
            (0, 1.0),
            (1, 0.992_327_946_262_943_5),
            (7, 0.947_516_007_814_838_6),
            (14, 0.897_786_585_065_369_2),
            (30, 0.793_700_525_984_099_8),
            (45, std::f64::consts::FRAC_1_SQRT_2),
            (90, 0.5),
            (180, 0.25),
            (270, 0.125),
            (365, 0.060_138_989_805_884_08),
            (-5, 1.0),
        ] {
            let found = factor(at(0), at(days * DAY), 90);
            assert!((found - expected).abs() < 1e-15, "{days} days: {found} is not {expected}");
        }
    }

    #[test]
    fn no_half_life_is_one_day() {
        assert_eq!(factor(at(0), at(DAY), 0), 0.5);
    }

    #[test]
    fn a_weight_falls_to_half_in_a_half_life() {
        for (least, weight, expected) in [
            (2.0, 4.0, Some(90)),
            (1.0, 4.0, Some(180)),
            (2.0, 2.0, Some(0)),
            (4.0, 2.0, None),
            (0.0, 1.0, None),
        ] {
            let found = falls_to(least, weight, at(DAY), 90);
            assert_eq!(found, expected.map(|days| at(DAY + days * DAY)), "{weight} to {least}");
        }
    }

    proptest! {
        #[test]
        fn older_never_weighs_more(seconds in 0i64..1_000_000_000, more in 0i64..1_000_000, half_life in 0u32..4000) {
            let (younger, older) = (factor(at(0), at(seconds), half_life), factor(at(0), at(seconds + more), half_life));
            prop_assert!((0.0..=1.0).contains(&older) && older <= younger);
        }
    }
}
