//! The first page of a report: what was learned and from whose words, what it was used for, and
//! when it had to be said again.

use std::collections::BTreeMap;

use serde::Serialize;

use super::plot::{TimelineMark, TimelineRow};
use super::{trend, words};
use crate::core::model::{Kind, Time};
use crate::core::text::plural;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lesson {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: Kind,
    pub title: String,
    /// Its file, if it was written.
    pub place: Option<String>,
    /// The words in which it was first said; `None` if it was only seen in actions.
    pub quote: Option<String>,
    /// Sessions that it was said or seen in.
    pub sessions: u32,
    pub first_at: Time,
    /// In later sessions, as far as their words are kept.
    pub said_again: Vec<Time>,
    pub written_at: Option<Time>,
    /// Sessions that were shown it.
    pub told: u32,
    pub used: Vec<Time>,
    /// When a person deleted or rejected it.
    pub refused_at: Option<Time>,
    pub hindsight: Hindsight,
}

/// How a backtest played a lesson: what would have been, at most, if it had been heeded.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Hindsight {
    pub learned_at: Option<Time>,
    /// Starts that would have told it.
    pub told: Vec<Time>,
    /// Said again, untold and told at the start of that session.
    pub again: Vec<Time>,
    pub told_again: Vec<Time>,
    /// Calls that its guard would have caught.
    pub caught: Vec<Time>,
    /// Starts that would have told it, in sessions that went against it.
    pub wrong: Vec<Time>,
}

impl Hindsight {
    pub fn row<'a>(&self, title: &'a str, first_at: Time) -> TimelineRow<'a> {
        let mut row = TimelineRow { title, first_at, marks: Vec::new() };
        row.add(TimelineMark::Told, &self.told);
        row.add(TimelineMark::Again, &self.again);
        row.add(TimelineMark::ToldAgain, &self.told_again);
        row.add(TimelineMark::Learned, self.learned_at.as_slice());
        row.add(TimelineMark::Caught, &self.caught);
        row.add(TimelineMark::Wrong, &self.wrong);
        row
    }
}

impl Lesson {
    /// Its form, in a word that people know.
    pub fn form(&self) -> &'static str {
        match self.kind {
            Kind::Workflow => "command",
            Kind::Procedural => "skill",
            Kind::Decision => "decision",
            Kind::Pitfall => "pitfall",
        }
    }

    pub fn standing(&self) -> String {
        match (&self.place, self.refused_at) {
            (_, Some(_)) => format!("a {}, refused", self.form()),
            (Some(place), None) => format!("a {}, in {place}", self.form()),
            (None, None) => format!("not written yet, would be a {}", self.form()),
        }
    }

    pub fn told_to(&self) -> String {
        plural(self.told as usize, "session", "sessions")
    }

    pub(super) fn row(&self) -> TimelineRow<'_> {
        let mut row = self.hindsight.row(&self.title, self.first_at);
        // Where nothing was played, what is stored is all there is.
        let is_played = self.hindsight != Hindsight::default();
        row.add(TimelineMark::Again, if is_played { &[] } else { &self.said_again });
        row.add(TimelineMark::Learned, if is_played { &[] } else { self.written_at.as_slice() });
        row.add(TimelineMark::Used, &self.used);
        row.add(TimelineMark::Refused, self.refused_at.as_slice());
        row
    }

    /// When it came up, and how often.
    pub(super) fn came_up(&self) -> String {
        let first = words::day(&self.first_at);
        let sessions = plural(self.sessions as usize, "session", "sessions");
        match (&self.quote, self.sessions, self.said_again.as_slice()) {
            (None, _, _) => format!("seen in {sessions}, first on {first}"),
            (Some(_), 0 | 1, _) => format!("said on {first}"),
            (Some(_), _, []) => format!("said in {sessions}, first on {first}"),
            (Some(_), _, again) => {
                format!("said in {sessions}, first on {first}, again on {}", words::days(again))
            }
        }
    }
}

/// How often lessons had to be repeated in a week.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Repeats {
    pub monday: String,
    pub times: u32,
}

/// From the first week in which something was said to this one.
pub(super) fn repeats(lessons: &[Lesson], now: Time) -> Vec<Repeats> {
    let mut by_week: BTreeMap<i64, u32> = BTreeMap::new();
    for lesson in lessons {
        by_week.entry(trend::weeks_ago(lesson.first_at, now)).or_default();
        for at in &lesson.said_again {
            *by_week.entry(trend::weeks_ago(*at, now)).or_default() += 1;
        }
    }
    let oldest = by_week.keys().copied().filter(|ago| (0..trend::MOST_WEEKS).contains(ago)).max();
    let Some(oldest) = oldest else { return Vec::new() };
    let week = |ago: i64| Repeats {
        monday: trend::monday_before(now, ago),
        times: by_week.get(&ago).copied().unwrap_or_default(),
    };
    (0..=oldest).rev().map(week).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::at;

    const DAY: i64 = 86_400;

    #[test]
    fn repeats_are_counted_by_week() {
        let lesson = |first: i64, again: &[i64]| Lesson {
            id: "obs_1".to_owned(),
            kind: Kind::Pitfall,
            title: "t".to_owned(),
            place: None,
            quote: None,
            sessions: 1,
            first_at: at(first * DAY),
            said_again: again.iter().map(|day| at(day * DAY)).collect(),
            written_at: None,
            told: 0,
            used: vec![],
            refused_at: None,
            hindsight: Hindsight::default(),
        };
        let lessons = [lesson(0, &[7, 8]), lesson(1, &[14])];
        let found: Vec<u32> = repeats(&lessons, at(21 * DAY)).iter().map(|week| week.times).collect();
        assert_eq!(found, [0, 2, 1, 0]);
        assert!(repeats(&[], at(0)).is_empty());
        assert_eq!(lessons[0].standing(), "not written yet, would be a pitfall");
    }
}
