//! Outcomes of work by week.

use std::collections::BTreeMap;

use chrono::{Datelike, TimeDelta};
use serde::Serialize;

use super::OutcomeCounts;
use crate::core::model::Time;
use crate::core::model::outcome::Outcome;

/// Half a year: more is not readable on a phone.
pub(super) const MOST_WEEKS: i64 = 26;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Week {
    /// The date of its Monday.
    pub monday: String,
    #[serde(flatten)]
    pub counts: OutcomeCounts,
}

/// From the first week with an outcome, at most half a year ago, to this one, including weeks
/// without any.
pub(super) fn weeks(outcomes: &[Outcome], now: Time) -> Vec<Week> {
    let mut by_week: BTreeMap<i64, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes.iter().filter(|outcome| outcome.timestamp <= now) {
        by_week.entry(weeks_ago(outcome.timestamp, now)).or_default().push(outcome);
    }
    let oldest = by_week.keys().copied().filter(|ago| *ago < MOST_WEEKS).max();
    let Some(oldest) = oldest else { return Vec::new() };
    let week = |ago: i64| Week {
        monday: monday_before(now, ago),
        counts: OutcomeCounts::of(by_week.get(&ago).into_iter().flatten().copied()),
    };
    (0..=oldest).rev().map(week).collect()
}

fn monday(at: Time) -> chrono::NaiveDate {
    let day = at.date_naive();
    day - TimeDelta::days(day.weekday().num_days_from_monday().into())
}

pub(super) fn monday_before(now: Time, weeks: i64) -> String {
    (monday(now) - TimeDelta::weeks(weeks)).format("%Y-%m-%d").to_string()
}

pub(super) fn weeks_ago(at: Time, now: Time) -> i64 {
    (monday(now) - monday(at)).num_weeks()
}
