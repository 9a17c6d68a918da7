//! Days and times in the user's time zone. Stored times are UTC; what people read and type, and the
//! limits of a day, use their local time zone.

use chrono::{Local, NaiveDate, TimeZone};

use crate::core::model::Time;

pub fn day_of(at: Time) -> NaiveDate {
    at.with_timezone(&Local).date_naive()
}

/// The first hour of a day: 01:00 where summer time begins at midnight. `None` for a day that was skipped.
pub fn start_of(day: NaiveDate) -> Option<Time> {
    let mut hours = (0..24).filter_map(|hour| day.and_hms_opt(hour, 0, 0));
    hours.find_map(|at| Local.from_local_datetime(&at).earliest()).map(|at| at.to_utc())
}

pub fn day(at: Time) -> String {
    day_of(at).to_string()
}

pub fn minute(at: Time) -> String {
    at.with_timezone(&Local).format("%Y-%m-%d %H:%M").to_string()
}
