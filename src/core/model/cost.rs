//! Rough estimates of what a model call will cost, and the daily limits on calls and dollars. The
//! client reports the real cost afterwards.

use serde::{Deserialize, Serialize};

/// Dollars per million input and output tokens of a middle-sized model.
const IN_PER_MILLION: f64 = 3.0;
const OUT_PER_MILLION: f64 = 15.0;
/// The prompt, the schema and the known observations.
const TOKENS_PER_CALL: f64 = 6_000.0;
const ANSWER_TOKENS: f64 = 1_500.0;
/// Each message is sent with what the assistant said before it.
const WITH_CONTEXT: f64 = 2.0;

/// The estimated dollars for this many sessions, in batches of this size, with this many typed
/// characters.
pub fn estimate(sessions: usize, typed_chars: usize, batch_size: u32) -> f64 {
    let calls = sessions.div_ceil(batch_size.max(1) as usize) as f64;
    let tokens = typed_chars as f64 * WITH_CONTEXT / 4.0 + calls * TOKENS_PER_CALL;
    (tokens * IN_PER_MILLION + calls * ANSWER_TOKENS * OUT_PER_MILLION) / 1e6
}

/// The calls and dollars of one day.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Day {
    pub day: String,
    pub runs: u32,
    pub usd: f64,
}

/// The days to remember. Clocks are corrected and machines change time zones, so a date can come
/// back, and what it cost must still be known then.
const MOST_DAYS: usize = 64;

/// The days with calls, latest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// Flattened because the first format held a single day.
    #[serde(flatten)]
    last: Day,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    earlier: Vec<Day>,
}

impl Account {
    pub fn of(&self, day: &str) -> Day {
        let found = std::iter::once(&self.last).chain(&self.earlier).find(|known| known.day == day);
        found.cloned().unwrap_or_else(|| Day::new(day.to_owned()))
    }

    /// Replaces the record of a day. Beyond the limit, the day that was written longest ago is
    /// dropped.
    pub fn put(&mut self, day: Day) {
        let before = std::mem::replace(&mut self.last, day);
        self.earlier.insert(0, before);
        self.earlier.retain(|known| known.day != self.last.day && !known.day.is_empty());
        self.earlier.truncate(MOST_DAYS - 1);
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    pub runs: u32,
    pub usd: f64,
}

/// The smallest amount worth spending on a call.
const LEAST_USD: f64 = 0.01;

impl Day {
    pub fn new(day: String) -> Day {
        Day { day, runs: 0, usd: 0.0 }
    }

    /// The most that the next call may cost: half of what is left while more calls are allowed, so
    /// that one lost call does not use up the day.
    pub fn allows(&self, limits: Limits) -> Result<f64, String> {
        let left = limits.usd - self.usd;
        if self.runs >= limits.runs {
            return Err(format!("{} of {} model runs used today", self.runs, limits.runs));
        }
        if left < LEAST_USD {
            return Err(format!("${:.2} of ${:.2} spent today", self.usd, limits.usd));
        }
        let is_last = self.runs + 1 == limits.runs;
        Ok(if is_last { left } else { (left / 2.0).max(LEAST_USD) })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn half_of_what_is_left_and_the_last_call_gets_the_rest() {
        let allowed = |runs, usd| {
            Day { runs, usd, ..Day::default() }
                .allows(Limits { runs: 5, usd: 1.0 })
                .map_err(|why| why.to_string())
        };
        assert_eq!(allowed(0, 0.0), Ok(0.5));
        assert_eq!(allowed(3, 0.5), Ok(0.25));
        assert_eq!(allowed(4, 0.25), Ok(0.75));
        assert_eq!(allowed(5, 0.0), Err("5 of 5 model runs used today".to_owned()));
        assert_eq!(allowed(1, 0.996), Err("$1.00 of $1.00 spent today".to_owned()));
        assert_eq!(allowed(1, 0.985), Ok(0.01));
    }

    proptest! {
        #[test]
        fn a_day_never_costs_more_than_it_may(usd in 0.0f64..20.0, runs in 0u32..50) {
            let mut day = Day::default();
            while let Ok(most) = day.allows(Limits { runs, usd }) {
                (day.runs, day.usd) = (day.runs + 1, day.usd + most);
            }
            prop_assert!(day.usd <= usd + 1e-9 && day.runs <= runs);
        }
    }

    #[test]
    fn a_day_that_comes_back_has_cost_what_it_did() {
        let mut account: Account =
            serde_json::from_str(r#"{"day":"2026-03-02","runs":1,"usd":0.5}"#).unwrap();
        let spent = |day: &str, runs| Day { day: day.into(), runs, usd: 0.5 };
        for n in 0..40 {
            account.put(spent(&format!("day {n}"), n));
            account.put(spent("2026-03-03", n));
        }
        assert_eq!(account.of("2026-03-02"), spent("2026-03-02", 1));
        assert_eq!(account.of("2026-03-03"), spent("2026-03-03", 39));
        assert_eq!(account.of("day 7"), spent("day 7", 7));
        assert_eq!(account.of("never"), Day::new("never".into()));
        let written = serde_json::to_string(&account).unwrap();
        assert_eq!(serde_json::from_str::<Account>(&written).unwrap(), account);
        assert_eq!(serde_json::from_str::<Day>(&written).unwrap(), spent("2026-03-03", 39), "older programs");
        (0..400).for_each(|n| account.put(spent(&n.to_string(), 1)));
        assert_eq!(account.earlier.len() + 1, MOST_DAYS);
    }

    #[test]
    fn every_call_and_every_character_costs() {
        assert_eq!(estimate(0, 0, 3), 0.0);
        let cents = |sessions, chars, size| (estimate(sessions, chars, size) * 1e4).round() / 100.0;
        assert_eq!(cents(3, 0, 3), 4.05);
        assert_eq!(cents(4, 0, 3), 8.1);
        assert_eq!(cents(3, 1_000_000, 3), 154.05);
    }
}
