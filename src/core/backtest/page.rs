//! A backtest in words, and as one HTML page that needs nothing else.

use askama::Template;

use super::sums::CatchSums;
use super::tally::{LessonBasis, PlayedLesson, WrongTelling};
use super::{Backtest, LABEL};
use crate::core::model::Time;
use crate::core::policy::report::{TimelineRow, timeline};
use crate::core::text::plural;

/// Lessons on the page; the rest is in the JSON.
const MOST_LESSONS: usize = 40;
/// The best lines, for those who only want to know whether it is of any use.
const BEST_LINES: usize = 3;

#[derive(Template)]
#[template(path = "backtest.html")]
struct Page<'a> {
    project: &'a str,
    played: &'a Backtest,
    lessons: &'a [PlayedLesson],
    timeline: String,
}

pub fn html(played: &Backtest, project: &str) -> Result<String, askama::Error> {
    let lessons = &played.lessons[..played.lessons.len().min(MOST_LESSONS)];
    let rows: Vec<TimelineRow<'_>> =
        lessons.iter().map(|one| one.hindsight().row(&one.title, one.first_at)).collect();
    let timeline = timeline(&rows, played.until.unwrap_or_default());
    Page { project, played, lessons, timeline }.render()
}

/// For scripts; `docs/guards.md` says what is in it.
pub fn json(played: &Backtest) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(played)
}

impl Backtest {
    /// What was played.
    pub fn head(&self) -> String {
        let (Some(from), Some(until)) = (self.from, self.until) else {
            return "No session was there to be played.".to_owned();
        };
        let days = match day(from) == day(until) {
            true => format!("of {}", day(from)),
            false => format!("from {} to {}", day(from), day(until)),
        };
        format!(
            "{} {days}, played in order; each start knew only what was said before it.",
            plural(self.sums.starts, "session", "sessions")
        )
    }

    /// The end of a backfill: nothing where nothing would have been spared.
    pub fn best_lines(&self) -> Vec<String> {
        let sums = &self.sums;
        if sums.repeats.told + sums.failures.told + sums.caught.confirmed == 0 {
            return vec![];
        }
        let head = format!("had ingrain been here all along, {LABEL}:");
        let lines = sums.lines().into_iter().take(BEST_LINES).map(|line| format!("  {line}"));
        std::iter::once(head).chain(lines).collect()
    }
}

impl PlayedLesson {
    /// What became of it, a line for each sort of thing.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.course()];
        lines.extend(self.repeats());
        lines.extend(self.catches());
        lines.extend(self.wrong.iter().map(WrongTelling::line));
        lines
    }

    fn verb(&self) -> &'static str {
        match self.basis {
            LessonBasis::Said => "said",
            LessonBasis::Done => "seen",
        }
    }

    fn course(&self) -> String {
        let mut line = format!("{} first on {}", self.verb(), day(self.first_at));
        if let Some(at) = self.learned_at {
            line += &format!(", learned on {}", day(at));
        }
        match self.told.first() {
            Some(first) => {
                let starts = plural(self.told.len(), "start", "starts");
                line + &format!(", would have been told at {starts} from {}", day(*first))
            }
            None => line + ", told at no start",
        }
    }

    fn repeats(&self) -> Option<String> {
        let sessions = plural(self.again.len(), "later session", "later sessions");
        let told = match self.told_again() {
            0 => "no start of these would have told it".to_owned(),
            all if all == self.again.len() => "the start of each would have told it".to_owned(),
            some => format!("the start of {some} of them would have told it"),
        };
        (!self.again.is_empty()).then(|| format!("{} again in {sessions}; {told}", self.verb()))
    }

    fn catches(&self) -> Option<String> {
        let mut sums = CatchSums::default();
        sums.add(&self.caught);
        (!self.caught.is_empty()).then(|| format!("its guard would have caught {}", sums.words()))
    }
}

impl WrongTelling {
    fn line(&self) -> String {
        format!("wrongly told on {}: {}", day(self.at), self.why)
    }
}

fn day(at: Time) -> String {
    at.format("%Y-%m-%d").to_string()
}
