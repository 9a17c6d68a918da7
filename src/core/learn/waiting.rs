//! A plain sentence about what a lesson still waits for before it is written.

use chrono::TimeDelta;

use super::readiness::sessions_needed;
use super::verify;
use crate::core::config::Thresholds;
use crate::core::model::{Observation, Status, Time};
use crate::core::text::plural;

/// `None` if it waits for nothing: it is written, given up, or ready.
pub fn waits_for(o: &Observation, thresholds: &Thresholds, now: Time) -> Option<String> {
    if o.status != Status::Observing || o.review_state.accepted {
        return None;
    }
    if o.penalty < 1.0 {
        return Some("You refused it, so it is not written however often it is said again.".to_owned());
    }
    let needed = sessions_needed(o.kind(), thresholds)?;
    // The time between first and last sighting counts, so one more is needed where only that is missing.
    let spread = TimeDelta::days(thresholds.of(o.kind()).spread_days.into());
    let is_too_soon = o.last_seen - o.first_seen < spread;
    let more = needed.saturating_sub(o.count).max(u32::from(is_too_soon));
    let mut waits = vec![];
    if more > 0 {
        let sessions = plural(more as usize, "more session", "more sessions");
        waits.push(format!(
            "{sessions} in which you say it{}",
            on_which_day(o.first_seen + spread, more, now)
        ));
    }
    // Requirements that further sessions meet anyway are not named twice.
    let seen_later = o.sessions.len().max(needed as usize);
    waits.extend(verify::missing(o.kind(), &o.quality, seen_later).into_iter().map(str::to_owned));
    (!waits.is_empty()).then(|| format!("Waits for {}.", waits.join("; ")))
}

/// The first whole day that lies far enough from the first sighting, if it is still to come.
fn on_which_day(from: Time, more: u32, now: Time) -> String {
    if from <= now {
        return String::new();
    }
    let day = (from + TimeDelta::days(1) - TimeDelta::nanoseconds(1)).format("%-d %B");
    if more > 1 { format!(", the last on {day} or later") } else { format!(", on {day} or later") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::{at, observation};
    use crate::core::model::{Kind, Quality};

    const DAY: i64 = 86_400;

    fn waiting(kind: Kind, count: u32, days: i64, quality: Quality, penalty: f64) -> Option<String> {
        let o = Observation {
            status: Status::Observing,
            count,
            first_seen: at(0),
            last_seen: at(days * DAY),
            quality,
            penalty,
            ..observation(kind, "obs_1", "t")
        };
        waits_for(&o, &Thresholds::default(), at(days * DAY))
    }

    #[test]
    fn the_sentence_names_what_is_missing() {
        let good = Quality {
            attested: true,
            concrete: true,
            rationale: true,
            both_sides: true,
            ..Quality::default()
        };
        let bare = Quality { attested: true, concrete: true, ..Quality::default() };
        let day = at(6 * DAY).format("%-d %B").to_string();
        for (kind, count, days, quality, expected) in [
            (Kind::Decision, 1, 0, good, Some("Waits for 1 more session in which you say it.".to_owned())),
            (Kind::Decision, 2, 0, good, None),
            (Kind::Decision, 2, 0, bare, Some("Waits for a reason in your words.".to_owned())),
            (
                Kind::Procedural,
                1,
                0,
                good,
                Some(format!("Waits for 2 more sessions in which you say it, the last on {day} or later.")),
            ),
            (
                Kind::Procedural,
                3,
                1,
                good,
                Some(format!("Waits for 1 more session in which you say it, on {day} or later.")),
            ),
            (Kind::Procedural, 3, 5, good, None),
        ] {
            assert_eq!(waiting(kind, count, days, quality, 1.0), expected, "{kind} {count} {days}");
        }
        let o = Observation { count: 3, ..observation(Kind::Procedural, "obs_1", "t") };
        let o = Observation { status: Status::Observing, first_seen: at(0), last_seen: at(4 * DAY), ..o };
        let later = waits_for(&o, &Thresholds::default(), at(6 * DAY)).unwrap();
        assert!(later.starts_with("Waits for 1 more session in which you say it"), "{later}");
        assert!(!later.contains(" or later"), "{later}");
        let refused = waiting(Kind::Decision, 9, 0, good, 0.3).unwrap();
        assert!(refused.starts_with("You refused it"), "{refused}");
    }
}
