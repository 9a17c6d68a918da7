//! The score of a line when it is shown, which may be long after it was written: lines are prepared
//! after a session, and the next one may begin weeks later.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::lines::SCORE;
use super::pattern::{Category, Track};
use super::score;
use super::score_formula::{LASTING_FROM, category_weight, context_boost, days_until, rate, recency};
use crate::core::model::Time;
use crate::core::model::decay;

/// The decay of an unused pattern's score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreDecay {
    /// The score on the day of its last use.
    worth: f64,
    last_used: Time,
    /// Below this score it is not shown.
    least: f64,
    /// Confirmed too often to decay.
    #[serde(default)]
    lasts: bool,
}

impl ScoreDecay {
    pub fn of(track: &Track, category: Category, least: f64) -> ScoreDecay {
        let worth = rate(f64::from(track.success()), track.ignore_weight()) * category_weight(category);
        let lasts = track.reinforced >= LASTING_FROM && !track.regression;
        ScoreDecay { worth, last_used: track.last_used, least, lasts }
    }

    /// The score with this many overlapping kinds of context; `None` if it is too low to be shown.
    pub fn worth(&self, overlaps: usize, now: Time) -> Option<f64> {
        let confirmed = if self.lasts { LASTING_FROM } else { 0 };
        let recency = recency(decay::age_days(self.last_used, now), confirmed);
        let worth = self.worth * recency * context_boost(overlaps);
        (worth >= self.least).then_some(worth)
    }

    /// The line with its current score; `None` if that is too low.
    pub fn line(&self, text: &str, now: Time) -> Option<String> {
        self.worth(0, now).map(|worth| rescored(text, worth))
    }

    /// The time at which its score falls below the limit, computed by formula so that it does not
    /// depend on when it is asked for. `None` for a pattern that does not decay.
    pub fn falls_at(&self) -> Option<Time> {
        let days = days_until(self.worth, self.least);
        let falls = TimeDelta::try_milliseconds((days * decay::DAY_MS).ceil() as i64)?;
        self.last_used.checked_add_signed(falls).filter(|_| !self.lasts && days.is_finite())
    }
}

/// The score is in the tag at the end, after the quoted text.
pub fn rescored(text: &str, worth: f64) -> String {
    let tag = text.rfind(']').and_then(|end| Some(text[..end].rfind('[')? + 1));
    let Some((tag, rest)) = tag.and_then(|tag| Some((tag, text[tag..].strip_prefix(SCORE)?))) else {
        return text.to_owned();
    };
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    format!("{}{SCORE}{:.2}{after}", &text[..tag], score::shown(worth))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::at;
    use crate::core::patterns::pattern::Pattern;

    const DAY: i64 = 86_400;

    fn pattern(reinforced: u32, regression: bool) -> Pattern {
        let mut pattern = Pattern::new("judge", "src/a.rs must be sorted", Category::Rule, at(0));
        (pattern.track.reinforced, pattern.track.regression) = (reinforced, regression);
        pattern
    }

    #[test]
    fn it_is_the_score_of_the_day() {
        for (days, reinforced, regression) in [(0, 0, false), (9, 1, false), (40, 2, false), (40, 5, true)] {
            let (pattern, now) = (pattern(reinforced, regression), at(days * DAY));
            let score_decay = ScoreDecay::of(&pattern.track, pattern.category, 0.0);
            for overlaps in 0..4 {
                let expected = score::worth(&pattern, overlaps, now);
                let found = score_decay.worth(overlaps, now).unwrap();
                assert!((found - expected).abs() < 1e-12, "{days} {reinforced} {overlaps}");
            }
        }
    }

    #[test]
    fn where_it_was_learned_it_is_told_for_longer() {
        let score_decay = ScoreDecay::of(&pattern(0, false).track, Category::Rule, 0.1);
        for (days, overlaps, told) in
            [(35, 0, true), (36, 0, false), (36, 1, true), (38, 1, false), (38, 2, true)]
        {
            assert_eq!(score_decay.worth(overlaps, at(days * DAY)).is_some(), told, "{days} {overlaps}");
        }
    }

    #[test]
    fn the_day_on_which_it_falls_is_that_of_the_formula() {
        for (reinforced, ignored, least) in [(0, 0, 0.1), (2, 1, 0.1), (0, 0, 0.5), (0, 3, 0.3), (1, 9, 0.9)]
        {
            let mut pattern = pattern(reinforced, false);
            pattern.track.ignored = ignored;
            let score_decay = ScoreDecay::of(&pattern.track, pattern.category, least);
            let falls = score_decay.falls_at().unwrap();
            let moment = TimeDelta::seconds(1);
            assert_eq!(score_decay.worth(0, falls + moment), None, "{reinforced} {ignored} {least}");
            let told = score_decay.worth(0, falls - moment).is_some();
            assert_eq!(told, falls > at(0), "{reinforced} {ignored} {least}");
        }
        assert_eq!(
            ScoreDecay::of(&pattern(3, false).track, Category::Rule, 0.1).falls_at(),
            None,
            "it lasts"
        );
        assert!(ScoreDecay::of(&pattern(3, true).track, Category::Rule, 0.1).falls_at().is_some());
        assert_eq!(
            ScoreDecay::of(&pattern(0, false).track, Category::Rule, 0.0).falls_at(),
            None,
            "all are told"
        );
    }

    #[test]
    fn a_line_says_what_it_is_worth_now() {
        let pattern = pattern(0, false);
        let score_decay = ScoreDecay::of(&pattern.track, pattern.category, 0.1);
        for (days, text, expected) in [
            (14, "- p judge: \"[score:9]\" [score:1.00]", Some("- p judge: \"[score:9]\" [score:0.48]")),
            (14, "- p a: \"x\" [score:1.00, via:a]", Some("- p a: \"x\" [score:0.48, via:a]")),
            (14, "- p a: \"x\" [2x validated]", Some("- p a: \"x\" [2x validated]")),
            (14, "- p a: \"x\"", Some("- p a: \"x\"")),
            (60, "- p a: \"x\" [score:1.00]", None),
        ] {
            assert_eq!(score_decay.line(text, at(days * DAY)).as_deref(), expected, "{text}");
        }
    }
}
