//! A moment in the past, as people type it: `2h`, `7d`, a date, or the number of a change.

use chrono::{DateTime, NaiveDate, TimeDelta};

use super::Time;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    Moment(Time),
    /// A change in the history, itself included.
    Change(i64),
}

/// The accepted forms, for error messages.
pub const EXPECTED: &str = "30m, 2h, 7d, 3w, a date as 2026-03-05, or the number of a change";

/// `start_of` says when a day begins, which depends on the person's time zone.
pub fn since(word: &str, now: Time, start_of: fn(NaiveDate) -> Option<Time>) -> Option<Since> {
    if let Ok(number) = word.parse() {
        return Some(Since::Change(number));
    }
    let moment = ago(word, now).or_else(|| start_of(word.parse().ok()?));
    moment.or_else(|| Some(DateTime::parse_from_rfc3339(word).ok()?.to_utc())).map(Since::Moment)
}

fn ago(word: &str, now: Time) -> Option<Time> {
    let (number, unit) = word.split_at_checked(word.len().checked_sub(1)?)?;
    let number: i64 = number.parse().ok().filter(|number| *number >= 0)?;
    let length = match unit {
        "m" => TimeDelta::try_minutes(number),
        "h" => TimeDelta::try_hours(number),
        "d" => TimeDelta::try_days(number),
        "w" => TimeDelta::try_weeks(number),
        _ => None,
    };
    now.checked_sub_signed(length?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_as_people_write_them() {
        let at = |word: &str| DateTime::parse_from_rfc3339(word).unwrap().to_utc();
        let now = at("2026-03-12T10:00:00Z");
        let in_berlin = |day: NaiveDate| Some(day.and_hms_opt(0, 0, 0)?.and_utc() - TimeDelta::hours(1));
        let moment = |word: &str| Some(Since::Moment(at(word)));
        for (word, expected) in [
            ("30m", moment("2026-03-12T09:30:00Z")),
            ("2h", moment("2026-03-12T08:00:00Z")),
            ("7d", moment("2026-03-05T10:00:00Z")),
            ("1w", moment("2026-03-05T10:00:00Z")),
            ("2026-03-05", moment("2026-03-04T23:00:00Z")),
            ("2026-03-05T11:00:00+01:00", moment("2026-03-05T10:00:00Z")),
            ("41", Some(Since::Change(41))),
            ("-2h", None),
            ("h", None),
            ("", None),
            ("7y", None),
            ("99999999999999d", None),
            ("é", None),
            ("yesterday", None),
        ] {
            assert_eq!(since(word, now, in_berlin), expected, "{word}");
        }
    }
}
