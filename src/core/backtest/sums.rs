//! All lessons of a backtest in a few figures.

use std::collections::BTreeSet;

use serde::Serialize;

use super::tally::{LessonBasis, PlayedLesson};
use crate::core::guards::replay::{Catch, CatchVerdict};
use crate::core::model::rounding::half_up;
use crate::core::text::plural;

/// The share of starts below which `tokens.p95` lies.
const MOST_STARTS: f64 = 0.95;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BacktestSums {
    pub starts: usize,
    /// Everything that was learned from these sessions.
    pub lessons: usize,
    /// What a person said again.
    pub repeats: RepeatSums,
    /// What was only seen in work, and happened again.
    pub failures: RepeatSums,
    pub caught: CatchSums,
    /// How often a start told a lesson.
    #[serde(skip)]
    pub tellings: usize,
    pub wrong_tellings: usize,
    pub tokens: TokenSums,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RepeatSums {
    pub lessons: usize,
    /// Sessions in which at least one came again.
    pub sessions: usize,
    /// A session in which two lessons came again counts twice.
    pub times: usize,
    /// Of these, those whose start would have told it, and those by which it was written.
    pub told: usize,
    pub written: usize,
    /// The same as shares, mean over lessons: a few that come in every session do not decide.
    pub told_mean: Option<f64>,
    pub written_mean: Option<f64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CatchSums {
    pub lessons: usize,
    pub calls: usize,
    pub confirmed: usize,
    pub contradicted: usize,
    pub silent: usize,
}

/// Of what lessons take at a start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct TokenSums {
    pub median: f64,
    pub p95: usize,
}

impl BacktestSums {
    pub(super) fn of(lessons: &[PlayedLesson], tokens: Vec<usize>, known: usize) -> BacktestSums {
        BacktestSums {
            starts: tokens.len(),
            lessons: known,
            repeats: RepeatSums::of(lessons, LessonBasis::Said),
            failures: RepeatSums::of(lessons, LessonBasis::Done),
            caught: CatchSums::of(lessons),
            tellings: lessons.iter().map(|lesson| lesson.told.len()).sum(),
            wrong_tellings: lessons.iter().map(|lesson| lesson.wrong.len()).sum(),
            tokens: TokenSums::of(tokens),
        }
    }

    /// The figures that matter, a line each, for people.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let starts = self.starts;
        lines.extend(self.repeats.line("You repeated yourself", starts));
        lines.extend(
            self.failures
                .line("What work had shown (calls that fail, steps that are needed) came up again", starts),
        );
        lines.extend(self.caught.line());
        lines.extend(self.wrong_line());
        let TokenSums { median, p95 } = self.tokens;
        lines.push(format!(
            "The start of a session takes {median:.0} tokens for lessons (median); 95 of 100 take {p95} or less."
        ));
        lines
    }

    /// Where nothing was told, nothing was told wrongly either.
    fn wrong_line(&self) -> Option<String> {
        match self.wrong_tellings {
            0 if self.tellings == 0 => None,
            0 => Some(
                "Wrong tellings: none that ingrain recognised by a word or an act against them.".to_owned(),
            ),
            1 => Some("1 telling was wrong: you then said or did the opposite.".to_owned()),
            wrong => Some(format!("{wrong} tellings were wrong: you then said or did the opposite.")),
        }
    }
}

impl RepeatSums {
    fn of(lessons: &[PlayedLesson], basis: LessonBasis) -> RepeatSums {
        let repeated: Vec<&PlayedLesson> =
            lessons.iter().filter(|lesson| lesson.basis == basis && !lesson.again.is_empty()).collect();
        let written = |lesson: &PlayedLesson| lesson.again.iter().filter(|again| again.written).count();
        let mean = |count: &dyn Fn(&PlayedLesson) -> usize| {
            let share = |lesson: &&PlayedLesson| count(lesson) as f64 / lesson.again.len() as f64;
            let sum: f64 = repeated.iter().map(share).sum();
            (!repeated.is_empty()).then(|| half_up(sum / repeated.len() as f64, 3))
        };
        let again = repeated.iter().flat_map(|lesson| &lesson.again);
        RepeatSums {
            lessons: repeated.len(),
            sessions: again.clone().map(|again| &again.session).collect::<BTreeSet<_>>().len(),
            times: again.count(),
            told: repeated.iter().map(|lesson| lesson.told_again()).sum(),
            written: repeated.iter().map(|lesson| written(lesson)).sum(),
            told_mean: mean(&PlayedLesson::told_again),
            written_mean: mean(&written),
        }
    }

    fn line(&self, what: &str, starts: usize) -> Option<String> {
        let times = |count: usize| match count {
            0 => "never".to_owned(),
            1 => "once".to_owned(),
            2 => "twice".to_owned(),
            _ => format!("{count} times"),
        };
        let written = match self.written {
            0 => String::new(),
            written => format!(", and {} the lesson was written by then", times(written)),
        };
        (self.times > 0).then(|| {
            format!(
                "{what} {}, in {} of {} ({}). The start of the session would have told it {}{written}.",
                times(self.times),
                self.sessions,
                plural(starts, "session", "sessions"),
                plural(self.lessons, "lesson", "lessons"),
                times(self.told),
            )
        })
    }
}

impl CatchSums {
    fn of(lessons: &[PlayedLesson]) -> CatchSums {
        let mut sums = CatchSums::default();
        for lesson in lessons.iter().filter(|lesson| !lesson.caught.is_empty()) {
            sums.lessons += 1;
            sums.add(&lesson.caught);
        }
        sums
    }

    pub(super) fn add(&mut self, caught: &[Catch]) {
        self.calls += caught.len();
        for one in caught {
            *match one.verdict {
                CatchVerdict::Confirmed => &mut self.confirmed,
                CatchVerdict::Contradicted => &mut self.contradicted,
                CatchVerdict::Silent => &mut self.silent,
            } += 1;
        }
    }

    fn line(&self) -> Option<String> {
        let guards = plural(self.lessons, "lesson", "lessons");
        (self.calls > 0).then(|| {
            format!("Guards for {guards}, set as soon as they could be, would have caught {}.", self.words())
        })
    }

    pub(super) fn words(&self) -> String {
        let sorts = [
            (self.confirmed, "failed, rejected or corrected"),
            (self.contradicted, "asked for by you"),
            (self.silent, "without a word on it"),
        ];
        let sorts: Vec<String> = sorts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        format!("{} ({})", plural(self.calls, "call", "calls"), sorts.join(", "))
    }
}

impl TokenSums {
    fn of(mut tokens: Vec<usize>) -> TokenSums {
        tokens.sort_unstable();
        let count = tokens.len();
        let Some(last) = count.checked_sub(1) else { return TokenSums::default() };
        let most = (MOST_STARTS * count as f64).ceil() as usize;
        let median = (tokens[last / 2] + tokens[count / 2]) as f64 / 2.0;
        TokenSums { median, p95: tokens[most.clamp(1, count) - 1] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_told_can_have_been_right() {
        for (tellings, wrong_tellings, expected) in [
            (0, 0, None),
            (3, 0, Some("Wrong tellings: none that ingrain recognised")),
            (3, 1, Some("1 telling was wrong")),
            (3, 2, Some("2 tellings were wrong")),
        ] {
            let line = BacktestSums { tellings, wrong_tellings, ..Default::default() }.wrong_line();
            assert_eq!(line.is_some(), expected.is_some());
            assert!(line.unwrap_or_default().starts_with(expected.unwrap_or_default()));
        }
    }
}
