//! What a line about a pattern is worth when it is told, which may be long after it was worded: lines are prepared after
//! a session, and the next one may begin weeks later.

use serde::{Deserialize, Serialize};

use super::decay;
use super::model::Time;
use super::pattern::{Category, Track};
use super::pattern_lines::SCORE;
use super::pattern_score::{LASTING_FROM, category_weight, rate, recency};

/// How a pattern that nobody uses loses its worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fading {
    /// On the day of its last use.
    worth: f64,
    last_used: Time,
    /// With less it is not told.
    least: f64,
}

impl Fading {
    /// None for what does not fade.
    pub fn of(track: &Track, category: Category, least: f64) -> Option<Fading> {
        let worth = rate(f64::from(track.success()), track.ignore_weight()) * category_weight(category);
        let lasts = track.reinforced >= LASTING_FROM && !track.regression;
        (!lasts).then_some(Fading { worth, last_used: track.last_used, least })
    }

    fn score(&self, now: Time) -> f64 {
        (self.worth * recency(decay::age_days(self.last_used, now), 0)).clamp(0.0, 1.0)
    }

    /// The line with the score that it has now; none if that is too little.
    pub fn line(&self, text: &str, now: Time) -> Option<String> {
        let score = self.score(now);
        (score >= self.least).then(|| rescored(text, score))
    }
}

/// The score stands in the tag at the end, after whatever was quoted.
fn rescored(text: &str, score: f64) -> String {
    let tag = text.rfind(']').and_then(|end| Some(text[..end].rfind('[')? + 1));
    let Some((tag, rest)) = tag.and_then(|tag| Some((tag, text[tag..].strip_prefix(SCORE)?))) else {
        return text.to_owned();
    };
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    format!("{}{SCORE}{score:.2}{after}", &text[..tag])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::pattern::Pattern;
    use crate::core::pattern_policy;
    use crate::core::samples::at;

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
            let fading = Fading::of(&pattern.track, pattern.category, 0.1).unwrap();
            assert_eq!(fading.score(now), pattern_policy::score(&pattern, 0, now), "{days} {reinforced}");
        }
        assert_eq!(Fading::of(&pattern(3, false).track, Category::Rule, 0.1), None);
    }

    #[test]
    fn a_line_says_what_it_is_worth_now() {
        let pattern = pattern(0, false);
        let fading = Fading::of(&pattern.track, pattern.category, 0.1).unwrap();
        for (days, text, expected) in [
            (14, "- p judge: \"[score:9]\" [score:1.00]", Some("- p judge: \"[score:9]\" [score:0.48]")),
            (14, "- p a: \"x\" [score:1.00, via:a]", Some("- p a: \"x\" [score:0.48, via:a]")),
            (14, "- p a: \"x\" [2x validated]", Some("- p a: \"x\" [2x validated]")),
            (14, "- p a: \"x\"", Some("- p a: \"x\"")),
            (60, "- p a: \"x\" [score:1.00]", None),
        ] {
            assert_eq!(fading.line(text, at(days * DAY)).as_deref(), expected, "{text}");
        }
    }
}
