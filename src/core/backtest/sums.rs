//! All lessons of a backtest in a few figures.

use serde::Serialize;

use super::tally::{LessonBasis, PlayedLesson};
use crate::core::guards::replay::CatchVerdict;
use crate::core::model::rounding::{half_up, percent};
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
    pub wrong_tellings: usize,
    pub tokens: TokenSums,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RepeatSums {
    pub lessons: usize,
    pub sessions: usize,
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
            wrong_tellings: lessons.iter().map(|lesson| lesson.wrong.len()).sum(),
            tokens: TokenSums::of(tokens),
        }
    }

    /// The figures that matter, a line each, for people.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        lines.extend(self.repeats.line("you said again what you had said before"));
        lines.extend(self.failures.line("what had failed before failed or was needed again"));
        lines.extend(self.caught.line());
        lines.push(match self.wrong_tellings {
            0 => "nothing was told that you then spoke or acted against".to_owned(),
            wrong => format!("{} that you then spoke or acted against", plural(wrong, "telling", "tellings")),
        });
        let TokenSums { median, p95 } = self.tokens;
        lines.push(format!("{median:.0} tokens of lessons at a start (median), {p95} at most in 95 of 100"));
        lines
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
        RepeatSums {
            lessons: repeated.len(),
            sessions: repeated.iter().map(|lesson| lesson.again.len()).sum(),
            told: repeated.iter().map(|lesson| lesson.told_again()).sum(),
            written: repeated.iter().map(|lesson| written(lesson)).sum(),
            told_mean: mean(&PlayedLesson::told_again),
            written_mean: mean(&written),
        }
    }

    fn line(&self, what: &str) -> Option<String> {
        let (told, written) = (self.told_mean?, self.written_mean?);
        Some(format!(
            "{what}: {} ({}); the start of {} would have told it ({} % of a lesson's, on average), {} after it \
             was written ({} %)",
            plural(self.sessions, "time", "times"),
            plural(self.lessons, "lesson", "lessons"),
            self.told,
            percent(told),
            self.written,
            percent(written)
        ))
    }
}

impl CatchSums {
    fn of(lessons: &[PlayedLesson]) -> CatchSums {
        let all = || lessons.iter().flat_map(|lesson| &lesson.caught);
        let count = |verdict| all().filter(|one| one.verdict == verdict).count();
        CatchSums {
            lessons: lessons.iter().filter(|lesson| !lesson.caught.is_empty()).count(),
            calls: all().count(),
            confirmed: count(CatchVerdict::Confirmed),
            contradicted: count(CatchVerdict::Contradicted),
            silent: count(CatchVerdict::Silent),
        }
    }

    fn line(&self) -> Option<String> {
        (self.calls > 0).then(|| {
            format!(
                "guards for {} would have caught {}: {} failed, were rejected or corrected, {} you had asked for, \
                 {} without a word",
                plural(self.lessons, "lesson", "lessons"),
                plural(self.calls, "call", "calls"),
                self.confirmed,
                self.contradicted,
                self.silent
            )
        })
    }
}

impl TokenSums {
    fn of(mut tokens: Vec<usize>) -> TokenSums {
        tokens.sort_unstable();
        let Some(last) = tokens.len().checked_sub(1) else { return TokenSums::default() };
        let middle = (tokens[last / 2] + tokens[tokens.len() / 2]) as f64 / 2.0;
        TokenSums { median: middle, p95: tokens[(MOST_STARTS * last as f64) as usize] }
    }
}
