//! The lifecycle of a pattern: the states it reaches by itself, and those that only a person can
//! set.

use std::collections::BTreeSet;

use chrono::{NaiveDate, TimeDelta};

use super::pattern::{Lifecycle, Pattern, Track};
use super::prepared_score::ScoreDecay;
use crate::core::model::Time;

const MOST_SKIPS: u32 = 5;
const WEAK_DAYS: i64 = 30;

/// One session in which an agent reached it independently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternSighting {
    pub session: String,
    pub branch: Option<String>,
    /// The folder in which its client was started, if known.
    pub folder: Option<String>,
    pub at: Time,
}

/// The next state. Nothing here leads to active, or out of deprecated.
pub fn next(pattern: &Pattern, sightings: &[PatternSighting], now: Time) -> Lifecycle {
    match pattern.lifecycle {
        Lifecycle::Deprecated => Lifecycle::Deprecated,
        _ if has_aged_out(pattern, now) => Lifecycle::Deprecated,
        Lifecycle::Active => Lifecycle::Active,
        Lifecycle::Verified => Lifecycle::Verified,
        _ if recurs(sightings) => Lifecycle::Verified,
        state => state.max(by_sightings(&pattern.track)),
    }
}

/// The state that sightings alone lead to.
pub fn by_sightings(track: &Track) -> Lifecycle {
    if track.seen >= 2 { Lifecycle::Candidate } else { Lifecycle::Observed }
}

/// A person's promotion, from any state.
pub fn promoted(pattern: &Pattern, now: Time) -> Pattern {
    let mut next = Pattern { lifecycle: Lifecycle::Active, updated_at: now, ..pattern.clone() };
    next.track.disputed = false;
    next.track.regression = false;
    next.track.skips = 0;
    next.track.weak_since = None;
    next.track.last_used = now;
    next
}

/// Several sessions, and not all of them in the same folder on the same day.
fn recurs(sightings: &[PatternSighting]) -> bool {
    let sessions: BTreeSet<&str> = sightings.iter().map(|seen| seen.session.as_str()).collect();
    let branches: BTreeSet<&str> = sightings.iter().filter_map(|seen| seen.branch.as_deref()).collect();
    let folders: BTreeSet<&str> = sightings.iter().filter_map(|seen| seen.folder.as_deref()).collect();
    let days: BTreeSet<NaiveDate> = sightings.iter().map(|seen| seen.at.date_naive()).collect();
    sessions.len() >= 2 && (branches.len() >= 2 || folders.len() >= 2 || days.len() >= 2)
}

fn has_aged_out(pattern: &Pattern, now: Time) -> bool {
    let track = &pattern.track;
    track.skips >= MOST_SKIPS
        || track.weak_since.is_some_and(|since| now - since >= TimeDelta::days(WEAK_DAYS))
}

/// Whether it faded by a clock that was ahead of this one; then it has not faded yet.
pub fn faded_in_the_future(pattern: &Pattern, now: Time) -> bool {
    let is_weak_later = pattern.track.weak_since.is_some_and(|since| since > now);
    pattern.lifecycle == Lifecycle::Deprecated && pattern.track.skips < MOST_SKIPS && is_weak_later
}

/// The time since when the score is too low, whenever it is computed; stored with the pattern. A
/// rejection may have lowered the score later than its current counts suggest.
pub fn weak_since(pattern: &Pattern, least: f64, now: Time) -> Option<Time> {
    let score_decay = ScoreDecay::of(&pattern.track, pattern.category, least);
    if score_decay.worth(0, now).is_some() {
        return None;
    }
    let fell = score_decay.falls_at().map_or(now, |fell| fell.max(pattern.updated_at).min(now));
    let known = pattern.track.weak_since.filter(|since| *since > pattern.track.last_used);
    Some(known.map_or(fell, |since| since.min(fell)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::at;
    use crate::core::patterns::pattern::Category;

    const DAY: i64 = 86_400;

    fn pattern(lifecycle: Lifecycle, seen: u32) -> Pattern {
        let mut pattern = Pattern::new("judge", "x", Category::Rule, at(0));
        pattern.lifecycle = lifecycle;
        pattern.track.seen = seen;
        pattern
    }

    fn seen(session: &str, branch: &str, folder: &str, seconds: i64) -> PatternSighting {
        let (session, branch, folder) =
            (session.to_owned(), Some(branch.to_owned()), Some(folder.to_owned()));
        PatternSighting { session, branch, folder, at: at(seconds) }
    }

    #[test]
    fn it_comes_as_far_as_verified() {
        use Lifecycle::{Active, Candidate, Deprecated, Observed, Verified};
        let same = vec![seen("s1", "main", "/p", 0), seen("s2", "main", "/p", 60)];
        let days = vec![seen("s1", "main", "/p", 0), seen("s2", "main", "/p", 2 * DAY)];
        let branches = vec![seen("s1", "main", "/p", 0), seen("s2", "fix", "/p", 60)];
        let folders = vec![seen("s1", "main", "/p", 0), seen("s2", "main", "/p/ui", 60)];
        let somewhere = vec![
            seen("s1", "main", "/p", 0),
            PatternSighting { folder: None, ..seen("s2", "main", "/p", 60) },
        ];
        let one_session = vec![seen("s1", "main", "/p", 0), seen("s1", "fix", "/p/ui", 2 * DAY)];
        for (from, count, sightings, expected) in [
            (Observed, 1, &vec![], Observed),
            (Observed, 2, &same, Candidate),
            (Observed, 2, &somewhere, Candidate),
            (Observed, 2, &one_session, Candidate),
            (Candidate, 2, &days, Verified),
            (Candidate, 2, &branches, Verified),
            (Candidate, 2, &folders, Verified),
            (Verified, 99, &days, Verified),
            (Active, 1, &vec![], Active),
            (Deprecated, 99, &days, Deprecated),
        ] {
            assert_eq!(next(&pattern(from, count), sightings, at(9 * DAY)), expected, "{from} {count}");
        }
    }

    #[test]
    fn what_a_clock_ahead_of_its_time_made_of_it_is_not_so_yet() {
        for (lifecycle, skips, weak_since, expected) in [
            (Lifecycle::Deprecated, 0, Some(9 * DAY), true),
            (Lifecycle::Deprecated, 0, Some(-DAY), false),
            (Lifecycle::Deprecated, 0, None, false),
            (Lifecycle::Deprecated, 5, Some(9 * DAY), false),
            (Lifecycle::Active, 0, Some(9 * DAY), false),
        ] {
            let mut pattern = pattern(lifecycle, 3);
            (pattern.track.skips, pattern.track.weak_since) = (skips, weak_since.map(at));
            assert_eq!(faded_in_the_future(&pattern, at(0)), expected, "{lifecycle} {skips} {weak_since:?}");
        }
    }

    #[test]
    fn skips_and_weakness_deprecate() {
        for (skips, weak_days, expected) in [
            (4, None, Lifecycle::Active),
            (5, None, Lifecycle::Deprecated),
            (0, Some(29), Lifecycle::Active),
            (0, Some(30), Lifecycle::Deprecated),
        ] {
            let mut pattern = pattern(Lifecycle::Active, 3);
            pattern.track.skips = skips;
            pattern.track.weak_since = weak_days.map(|days| at(-days * DAY));
            assert_eq!(next(&pattern, &[], at(0)), expected, "{skips} {weak_days:?}");
        }
    }

    #[test]
    fn weakness_begins_once_and_ends() {
        let fell = 35 * DAY + 78_562;
        for (what, last_used, updated, known, today, expected) in [
            ("still told", 0, 0, None, 35, None),
            ("looked at on the day", 0, 0, None, 36, Some(fell)),
            ("looked at much later", 0, 0, None, 90, Some(fell)),
            ("rejected after that", 0, 40, None, 90, Some(40 * DAY)),
            ("rejected again while weak", 0, 60, Some(40), 90, Some(40 * DAY)),
            ("told again since", 30, 30, Some(20), 90, Some(30 * DAY + fell)),
            ("used today", 90, 90, Some(40), 90, None),
        ] {
            let mut pattern = pattern(Lifecycle::Candidate, 2);
            pattern.track.last_used = at(last_used * DAY);
            pattern.track.weak_since = known.map(|day: i64| at(day * DAY));
            pattern.updated_at = at(updated * DAY);
            let found = weak_since(&pattern, 0.1, at(today * DAY)).map(|since| (since - at(0)).num_seconds());
            assert_eq!(found, expected, "{what}");
        }
    }

    #[test]
    fn a_person_answers_everything_against_it() {
        let mut held = pattern(Lifecycle::Deprecated, 2);
        (held.track.disputed, held.track.skips) = (true, 9);
        let found = promoted(&held, at(7));
        assert_eq!((found.lifecycle, found.track.disputed, found.track.skips), (Lifecycle::Active, false, 0));
        assert_eq!(next(&found, &[], at(8)), Lifecycle::Active);
    }
}
