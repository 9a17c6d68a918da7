//! Attribution of a segment's outcome to what was used in it. Only use counts: what was merely
//! shown had no part in it.

use std::collections::{BTreeSet, HashMap};

use super::criteria::{self, CriterionWeight, DEFAULT_CRITERIA};
use super::feedback::{FeedbackCounts, FeedbackEvent, Mark, Sums};
use super::feedback_weight;
use crate::core::config::Learning;
use crate::core::model::Time;
use crate::core::model::decay;
use crate::core::model::outcome::Outcome;

/// At most one event per subject; none if the end is unknown or half good, or if a success took its
/// toll.
pub fn events<'a>(
    uses: impl IntoIterator<Item = (&'a str, &'a Outcome)>,
    factors: &HashMap<String, f64>,
    rules: &Learning,
) -> Vec<FeedbackEvent> {
    let scaled = |(subject, outcome): (&str, &Outcome)| {
        let factor = factors.get(&outcome.run_id).copied().unwrap_or(1.0);
        event(subject, outcome, rules).and_then(|event| feedback_weight::scaled(event, factor))
    };
    uses.into_iter().filter_map(scaled).collect()
}

/// The evidence on a question so far. Its weight is a share, and both sides of it decay alike.
#[derive(Default)]
struct Worth {
    sums: Sums,
    counts: FeedbackCounts,
    last: Option<Time>,
}

impl Worth {
    fn factor(&self, rules: &Learning) -> f64 {
        criteria::factor(self.sums, self.counts, rules)
    }

    fn add(&mut self, mark: &Mark, rules: &Learning) {
        let faded = self.last.map_or(1.0, |last| decay::factor(last, mark.at, rules.half_life_days));
        self.sums.helpful *= faded;
        self.sums.harmful *= faded;
        self.sums.add(mark, 1.0);
        *(if mark.helpful { &mut self.counts.helpful } else { &mut self.counts.harmful }) += 1;
        self.last = Some(mark.at);
    }
}

/// The factor of each run that names questions of a review: the mean of what these were worth when
/// it ended, where a deprecated one counts zero. One pass through all outcomes, oldest first.
pub fn factors(outcomes: &[Outcome], rules: &Learning) -> HashMap<String, f64> {
    let mut worth: HashMap<&str, Worth> = HashMap::new();
    let mut factors = HashMap::new();
    for outcome in outcomes {
        if !outcome.criteria.is_empty() {
            let known = |name: &String| worth.get(name.as_str()).map_or(1.0, |worth| worth.factor(rules));
            let sum: f64 = outcome.criteria.iter().map(known).sum();
            factors.insert(outcome.run_id.clone(), sum / outcome.criteria.len() as f64);
        }
        let Some(mark) = event("", outcome, rules).as_ref().and_then(feedback_weight::mark) else { continue };
        for question in questions(outcome) {
            worth.entry(question).or_default().add(&mark, rules);
        }
    }
    factors
}

/// The review questions that an outcome is about: those that it names, otherwise the default ones.
pub fn questions(outcome: &Outcome) -> impl Iterator<Item = &str> {
    let usual = DEFAULT_CRITERIA.into_iter().filter(|_| outcome.criteria.is_empty());
    outcome.criteria.iter().map(String::as_str).chain(usual)
}

/// The feedback that the outcomes give on one question of a review.
pub fn on_criterion<'a>(
    criterion: &str,
    outcomes: impl IntoIterator<Item = &'a Outcome>,
    rules: &Learning,
) -> Vec<FeedbackEvent> {
    let speaks = |outcome: &&Outcome| questions(outcome).any(|question| question == criterion);
    outcomes.into_iter().filter(speaks).filter_map(|outcome| event(criterion, outcome, rules)).collect()
}

/// The weight of every question that the outcomes are about, by name.
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
            // Fast and without an error, it failed all the same.
            (outcome(RunResult::Failure, 1, 0, 0), Some((false, 0.6))),
            (outcome(RunResult::Success, 40, 5, 3), None),
            (outcome(RunResult::Partial, 60, 5, 3), None),
            (outcome(RunResult::Unknown, 60, 5, 3), None),
        ] {
            let found = events([("obs_1", &outcome)], &HashMap::new(), &Learning::default());
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

    #[test]
    fn a_run_counts_as_much_as_the_questions_that_it_names() {
        let run = |n: i64, result, named: &[&str]| Outcome {
            run_id: format!("r{n}"),
            timestamp: at(n),
            criteria: named.iter().map(|name| (*name).to_owned()).collect(),
            ..outcome(
                result,
                if result == RunResult::Success { 1 } else { 60 },
                5 * u32::from(result == RunResult::Failure),
                0,
            )
        };
        let (good, bad) = (RunResult::Success, RunResult::Failure);
        let runs = [
            run(0, good, &[]),
            run(1, good, &["fast"]),
            run(2, bad, &["fast"]),
            run(3, good, &["fast"]),
            run(4, bad, &["fast"]),
            run(5, good, &["fast"]),
            run(6, good, &["fast", "short"]),
        ];
        let factors = factors(&runs, &Learning::default());
        assert_eq!(factors.get("r0"), None, "it names none");
        assert_eq!(factors["r1"], 1.0, "nothing is known of it yet");
        assert!(factors["r3"] > 0.5 && factors["r3"] < 0.7, "{}", factors["r3"]);
        assert_eq!((factors["r5"], factors["r6"]), (0.0, 0.5), "deprecated: two of four were harmful");
        let said =
            |run: &Outcome| events([("p", run)], &factors, &Learning::default()).first().map(|e| e.raw);
        assert_eq!((said(&runs[0]), said(&runs[5]), said(&runs[6])), (Some(1.0), None, Some(0.5)));
    }
}
