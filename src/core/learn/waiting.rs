//! A plain sentence about what a lesson still waits for before it is written.

use chrono::TimeDelta;

use super::readiness::confidence;
use super::verify;
use crate::core::config::{Threshold, Thresholds};
use crate::core::model::{Observation, Status};
use crate::core::text::plural;

/// More sessions than any setting requires.
const MOST_SESSIONS: u32 = 1_000;

/// `None` if it waits for nothing: it is written, given up, or ready.
pub fn waits_for(o: &Observation, thresholds: &Thresholds) -> Option<String> {
    if o.status != Status::Observing || o.review_state.accepted {
        return None;
    }
    if o.penalty < 1.0 {
        return Some("You refused it, so it is not written however often it is said again.".to_owned());
    }
    let Threshold { required, spread_days, promote } = *thresholds.of(o.kind());
    let needed = (1..MOST_SESSIONS).find(|count| confidence(*count, required, o.penalty) >= promote)?;
    let more = needed.saturating_sub(o.count) as usize;
    let from = o.first_seen + TimeDelta::days(spread_days.into());
    let is_too_soon = o.last_seen < from;
    let mut waits = vec![];
    match (more, is_too_soon) {
        (0, false) => {}
        (0, true) => {
            waits.push(format!("a session in which you say it on {} or later", from.format("%-d %B")))
        }
        (_, late) => {
            let sessions = plural(more, "more session", "more sessions");
            let day = if late {
                format!(", the last on {} or later", from.format("%-d %B"))
            } else {
                String::new()
            };
            waits.push(format!("{sessions} in which you say it{day}"));
        }
    }
    // Requirements that further sessions meet anyway are not named twice.
    let seen_later = o.sessions.len().max(needed as usize);
    waits.extend(verify::missing(o.kind(), &o.quality, seen_later).into_iter().map(str::to_owned));
    (!waits.is_empty()).then(|| format!("Waits for {}.", waits.join("; ")))
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
        waits_for(&o, &Thresholds::default())
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
        let day = at(5 * DAY).format("%-d %B").to_string();
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
                Some(format!("Waits for a session in which you say it on {day} or later.")),
            ),
            (Kind::Procedural, 3, 5, good, None),
        ] {
            assert_eq!(waiting(kind, count, days, quality, 1.0), expected, "{kind} {count} {days}");
        }
        let refused = waiting(Kind::Decision, 9, 0, good, 0.3).unwrap();
        assert!(refused.starts_with("You refused it"), "{refused}");
    }
}
