//! What a segment's end says about what was used in it. Only use counts: what was merely shown had no part in it.

use std::collections::BTreeSet;

use super::criteria::{self, CriterionWeight, DEFAULT_CRITERIA};
use super::feedback::FeedbackEvent;
use super::feedback_weight;
use crate::core::config::Learning;
use crate::core::model::Time;
use crate::core::model::outcome::Outcome;

/// At most one event per subject: none where the end is unknown, half good, or neither good nor bad.
pub fn events<'a>(
    uses: impl IntoIterator<Item = (&'a str, &'a Outcome)>,
    rules: &Learning,
) -> Vec<FeedbackEvent> {
    uses.into_iter().filter_map(|(subject, outcome)| event(subject, outcome, rules)).collect()
}

/// The questions of a review that an outcome speaks about: those that it names, else the usual ones.
pub fn questions(outcome: &Outcome) -> impl Iterator<Item = &str> {
    let usual = DEFAULT_CRITERIA.into_iter().filter(|_| outcome.criteria.is_empty());
    outcome.criteria.iter().map(String::as_str).chain(usual)
}

/// What the outcomes say about one question of a review.
pub fn on_criterion<'a>(
    criterion: &str,
    outcomes: impl IntoIterator<Item = &'a Outcome>,
    rules: &Learning,
) -> Vec<FeedbackEvent> {
    let speaks = |outcome: &&Outcome| questions(outcome).any(|question| question == criterion);
    outcomes.into_iter().filter(speaks).filter_map(|outcome| event(criterion, outcome, rules)).collect()
}

/// The record of every question that the outcomes speak about, by name.
pub fn criteria<'a>(
    outcomes: impl IntoIterator<Item = &'a Outcome> + Clone,
    rules: &Learning,
    now: Time,
) -> Vec<CriterionWeight> {
    let named = outcomes.clone().into_iter().flat_map(|outcome| &outcome.criteria).map(String::as_str);
    let all: BTreeSet<&str> = named.chain(DEFAULT_CRITERIA).collect();
    let record = |criterion: &str| {
        let events = on_criterion(criterion, outcomes.clone(), rules);
        (!events.is_empty())
            .then(|| criteria::record(criterion, &feedback_weight::marks(&events), now, rules))
    };
    all.into_iter().filter_map(record).collect()
}

fn event(subject: &str, outcome: &Outcome, rules: &Learning) -> Option<FeedbackEvent> {
    let (helpful, raw) = feedback_weight::opinion(outcome, rules)?;
    let (subject, segment) = (subject.to_owned(), outcome.run_id.clone());
    Some(FeedbackEvent { subject, segment, at: outcome.timestamp, helpful, raw })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::outcome::RunResult;
    use crate::core::model::samples::at;

    fn outcome(result: RunResult, minutes: u64, error_count: u32, retry_count: u32) -> Outcome {
        let duration_ms = minutes * 60_000;
        Outcome { result, duration_ms, error_count, retry_count, ..Outcome::begun("t1".into(), at(0)) }
    }

    #[test]
    fn only_a_clear_end_has_a_say() {
        for (outcome, expected) in [
            (outcome(RunResult::Success, 1, 0, 0), Some((true, 1.0))),
            (outcome(RunResult::Failure, 60, 5, 3), Some((false, 0.14))),
            // Failed, but fast and without an error: nobody can tell why.
            (outcome(RunResult::Failure, 1, 0, 0), None),
            (outcome(RunResult::Success, 40, 5, 3), None),
            (outcome(RunResult::Partial, 60, 5, 3), None),
            (outcome(RunResult::Unknown, 60, 5, 3), None),
        ] {
            let found = events([("obs_1", &outcome)], &Learning::default());
            let said = found.first().map(|event| (event.helpful, (event.raw * 100.0).round() / 100.0));
            assert_eq!(said, expected, "{outcome:?}");
        }
    }

    #[test]
    fn an_outcome_speaks_about_what_it_names() {
        let usual = outcome(RunResult::Success, 1, 0, 0);
        let named = Outcome { criteria: vec!["accessible".into()], ..usual.clone() };
        let about = |criterion| on_criterion(criterion, [&usual, &named], &Learning::default()).len();
        assert_eq!((about("readable"), about("accessible"), about("fast")), (1, 1, 0));
    }
}
