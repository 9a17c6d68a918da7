//! Readiness: whether an observation was seen often enough, over long enough, to become an
//! artifact.

use chrono::TimeDelta;

use super::verify;
use crate::core::config::{Threshold, Thresholds};
use crate::core::model::change_kind::ChangeKind;
use crate::core::model::{Kind, Observation, Quality, Status};
use crate::core::text::plural;

/// Repetition alone never makes certain.
const MOST_PERCENT: u64 = 95;
/// The factor by which confidence shrinks each time a person deletes the artifact. 0.95 × 0.3 is
/// below every default `promote`.
pub const REFUSAL: f64 = 0.3;
/// After this many sightings beyond `required` without promotion, a person is asked.
const LOW_QUALITY_MARGIN: u32 = 2;

impl Thresholds {
    pub fn confidence(&self, observation: &Observation) -> f64 {
        let required = self.of(observation.kind()).required;
        confidence(observation.count, required, observation.penalty)
    }
}

/// `min(floor(count·100/required), 95)/100 × penalty`
pub fn confidence(count: u32, required: u32, penalty: f64) -> f64 {
    let percent = u64::from(count) * 100 / u64::from(required.max(1));
    percent.min(MOST_PERCENT) as f64 / 100.0 * penalty
}

/// Spread is the time between the first and the last sighting, not the age of the first. A person's
/// decision replaces all of it.
pub fn is_ready(observation: &Observation, thresholds: &Thresholds) -> bool {
    let threshold = thresholds.of(observation.kind());
    let spread = observation.last_seen - observation.first_seen;
    let by_evidence = observation.quality_ok
        && thresholds.confidence(observation) >= threshold.promote
        && spread >= TimeDelta::days(threshold.spread_days.into());
    observation.review_state.accepted || by_evidence
}

/// The next status that needs neither an artifact nor a person. Created and deprecated stay.
pub fn advance(observation: &Observation, thresholds: &Thresholds) -> Option<Status> {
    let promoted = observation.status == Status::Observing && is_ready(observation, thresholds);
    promoted.then_some(Status::Ready)
}

/// The reasons for its promotion or non-promotion, in words and numbers. `refusal` is a person's
/// last rejection of it.
pub fn explain(
    observation: &Observation,
    thresholds: &Thresholds,
    refusal: Option<ChangeKind>,
) -> Vec<String> {
    if let Some(why) = observation.certainty() {
        return vec![format!("certain, because {why}")];
    }
    let Threshold { spread_days, promote, .. } = *thresholds.of(observation.kind());
    let apart = observation.last_seen - observation.first_seen;
    // 2 and 4 June are two days apart, whatever the hour; only what is required has to be full.
    let most = if apart.num_days() < spread_days.into() { i64::from(spread_days) - 1 } else { i64::MAX };
    let spread = (apart + TimeDelta::hours(12)).num_days().min(most.max(apart.num_days()));
    let refused = match refusal {
        _ if observation.penalty >= 1.0 => "",
        Some(ChangeKind::Rejected) => ", lowered because you rejected it",
        Some(ChangeKind::Refused) => ", lowered because its file was deleted",
        _ => ", lowered because it was refused",
    };
    let needed = match (sessions_needed(observation.kind(), thresholds), spread_days) {
        (None, _) => String::new(),
        (Some(sessions), 0) => format!("; {sessions} are enough"),
        (Some(sessions), days) => format!("; {sessions} over {days} days are enough"),
    };
    let over = match observation.count {
        0 | 1 => String::new(),
        _ => format!(" over {}", plural(spread.max(0) as usize, "day", "days")),
    };
    let sessions = plural(observation.count as usize, "session", "sessions");
    let mut reasons = vec![
        format!("seen in {sessions}{over}{needed}"),
        format!(
            "confidence {:.2}, it is written from {promote:.2} on{refused}",
            thresholds.confidence(observation)
        ),
    ];
    let missing = verify::missing(observation.kind(), &observation.quality, observation.sessions.len());
    match observation.quality_ok {
        true if observation.quality == Quality::default() => {
            reasons.push("said to be verified where it was imported from; not checked here".to_owned());
        }
        true => reasons.push("verified: what backs it was found".to_owned()),
        // What it waits for says so.
        false if observation.status == Status::Observing && observation.penalty >= 1.0 => {}
        false => reasons.push(format!("not verified, it needs {}", missing.join("; "))),
    }
    reasons
}

/// More sessions than any setting requires.
const MOST_SESSIONS: u32 = 1_000;

/// The sessions after which the confidence suffices, unless it never does.
pub fn sessions_needed(kind: Kind, thresholds: &Thresholds) -> Option<u32> {
    let Threshold { required, promote, .. } = *thresholds.of(kind);
    (1..MOST_SESSIONS).find(|count| confidence(*count, required, 1.0) >= promote)
}

/// Seen again and again, and still held back by its quality or by a rejection: a person should
/// decide.
pub fn is_low_quality(observation: &Observation, thresholds: &Thresholds) -> bool {
    let many = thresholds.of(observation.kind()).required.saturating_add(LOW_QUALITY_MARGIN);
    let held_back = !observation.quality_ok || observation.penalty < 1.0;
    observation.count >= many && held_back && !observation.review_state.accepted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::model::samples::{at, observation};

    fn seen(kind: Kind, count: u32, seconds: i64) -> Observation {
        Observation { count, last_seen: at(seconds), ..observation(kind, "obs_1", "t") }
    }

    #[test]
    fn confidence_is_the_published_formula() {
        for (count, required, expected) in [
            (1, 3, 0.33),
            (2, 3, 0.66),
            (3, 3, 0.95),
            (1, 4, 0.25),
            (3, 4, 0.75),
            (4, 4, 0.95),
            (1, 2, 0.50),
            (2, 2, 0.95),
            (0, 2, 0.0),
            (4_000_000_000, 3, 0.95),
            (1, 0, 0.95),
        ] {
            assert_eq!(confidence(count, required, 1.0), expected, "{count}/{required}");
        }
        assert_eq!(confidence(9, 2, 0.3), 0.95 * 0.3);
    }

    #[test]
    fn ready_at_the_counts_and_spreads_of_the_table() {
        let day = 86_400;
        for (kind, count, seconds, ready) in [
            (Kind::Workflow, 1, 30 * day, false),
            (Kind::Workflow, 2, 3 * day, true),
            (Kind::Workflow, 2, 3 * day - 1, false),
            (Kind::Procedural, 2, 30 * day, false),
            (Kind::Procedural, 3, 5 * day, true),
            (Kind::Procedural, 3, 5 * day - 1, false),
            (Kind::Decision, 1, 0, false),
            (Kind::Decision, 2, 0, true),
            (Kind::Pitfall, 1, 9 * day, false),
            (Kind::Pitfall, 2, 0, true),
        ] {
            let observation = seen(kind, count, seconds);
            assert_eq!(is_ready(&observation, &Thresholds::default()), ready, "{kind} {count} {seconds}");
        }
    }

    #[test]
    fn the_words_say_who_refused_it_and_count_days() {
        let told = |penalty, refusal| {
            let observation = Observation { penalty, ..seen(Kind::Decision, 2, 86_400) };
            explain(&observation, &Thresholds::default(), refusal)
        };
        for (penalty, refusal, words) in [
            (1.0, Some(ChangeKind::Rejected), "confidence 0.95, it is written from 0.65 on"),
            (REFUSAL, Some(ChangeKind::Rejected), "lowered because you rejected it"),
            (REFUSAL, Some(ChangeKind::Refused), "lowered because its file was deleted"),
            (REFUSAL, None, "lowered because it was refused"),
        ] {
            assert!(told(penalty, refusal)[1].ends_with(words), "{words}: {:?}", told(penalty, refusal));
        }
        assert_eq!(told(1.0, None)[0], "seen in 2 sessions over 1 day; 2 are enough");
        let over = |kind, hours: i64| {
            explain(&seen(kind, 2, hours * 3_600), &Thresholds::default(), None).swap_remove(0)
        };
        assert!(over(Kind::Decision, 47).starts_with("seen in 2 sessions over 2 days;"));
        assert!(
            over(Kind::Procedural, 119).starts_with("seen in 2 sessions over 4 days;"),
            "five are needed"
        );
    }

    #[test]
    fn no_count_replaces_quality() {
        let observation = Observation { quality_ok: false, ..seen(Kind::Pitfall, 50, 999_999) };
        assert_eq!(advance(&observation, &Thresholds::default()), None);
    }

    #[test]
    fn thresholds_can_be_set_per_kind() {
        let mut thresholds = Thresholds::default();
        thresholds.decision.required = 1;
        assert!(is_ready(&seen(Kind::Decision, 1, 0), &thresholds));
        assert!(!is_ready(&seen(Kind::Pitfall, 1, 0), &thresholds));
    }

    #[test]
    fn only_observing_moves_by_itself() {
        for &status in Status::ALL {
            let observation = Observation { status, ..seen(Kind::Decision, 9, 0) };
            let expected = (status == Status::Observing).then_some(Status::Ready);
            assert_eq!(advance(&observation, &Thresholds::default()), expected, "{status}");
        }
    }

    #[test]
    fn many_sightings_without_promotion_ask_for_a_look() {
        for (count, quality_ok, penalty, expected) in
            [(3, false, 1.0, false), (4, false, 1.0, true), (4, true, 1.0, false), (4, true, 0.3, true)]
        {
            let observation = Observation { quality_ok, penalty, ..seen(Kind::Pitfall, count, 0) };
            assert_eq!(is_low_quality(&observation, &Thresholds::default()), expected);
        }
    }

    proptest! {
        /// In the system this one learns from, a deleted artifact came back at its next sighting.
        #[test]
        fn a_refused_artifact_never_promotes_itself(count: u32, days in 0i64..10_000, which in 0usize..4) {
            let kind = Kind::ALL[which];
            let refused = Observation { penalty: REFUSAL, ..seen(kind, count, days * 86_400) };
            prop_assert!(!is_ready(&refused, &Thresholds::default()));
        }

        #[test]
        fn more_sightings_never_mean_less_confidence(count in 0u32..1_000_000, required in 1u32..50) {
            let now = confidence(count, required, 1.0);
            prop_assert!(now <= confidence(count + 1, required, 1.0) && now <= 0.95);
        }
    }
}
