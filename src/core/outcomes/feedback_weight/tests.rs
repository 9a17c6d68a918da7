use super::*;
use crate::core::config::{Learning, Maturity};
use crate::core::model::outcome::RunResult;
use crate::core::model::samples::at;
use crate::core::outcomes::criteria;
use crate::core::outcomes::maturity::tests::published_state;

/// The published reading of an event: its score is its weight, whatever it says.
/// `feedback_weight::mark` corrects that.
fn published_mark(event: &FeedbackEvent) -> Option<Mark> {
    Mark::new(event.at, event.helpful, event.raw)
}

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

fn events(raws: &[(bool, f64)]) -> Vec<FeedbackEvent> {
    let event = |(n, (helpful, raw)): (usize, &(bool, f64))| FeedbackEvent {
        subject: "pat_1".to_owned(),
        segment: format!("s{n}"),
        at: at(0),
        helpful: *helpful,
        raw: *raw,
    };
    raws.iter().enumerate().map(event).collect()
}

/// (seconds, helpful), each of weight 1.
fn at_times(marks: &[(i64, bool)]) -> Vec<Mark> {
    marks.iter().filter_map(|(seconds, helpful)| Mark::new(at(*seconds), *helpful, 1.0)).collect()
}

fn published(marks: &[Mark], now: Time) -> MaturityState {
    published_state(Sums::of(marks, now, 90), &Maturity::default())
}

fn corrected(marks: &[Mark], now: Time) -> MaturityState {
    evidence(marks, now, &Maturity::default()).state
}

/// In the published formula, the worst failure weighs 0.14 against a success of 1.0, and trust
/// stays at .88.
#[test]
fn a_failure_weighs_as_much_as_a_success() {
    let events = events(&[(true, 1.0), (false, 0.14)]);
    let as_published: Vec<Mark> = events.iter().filter_map(published_mark).collect();
    let weight = |marks: &[Mark]| criteria::weight(Sums::of(marks, at(0), 90));
    assert!((weight(&as_published) - 0.877).abs() < 1e-3);
    assert!((weight(&marks(&events)) - 0.538).abs() < 1e-3);
}

/// In the published formula, one NaN event makes the sums NaN, and NaN counts as full trust.
#[test]
fn what_is_no_score_is_no_event() {
    let poisoned = criteria::weight(Sums { helpful: f64::NAN, harmful: f64::NAN });
    assert_eq!(poisoned, 1.0);
    let events = events(&[(false, 0.14), (true, f64::NAN), (false, f64::INFINITY)]);
    assert_eq!(marks(&events).len(), 1);
    assert_eq!(criteria::weight(Sums::of(&marks(&events), at(0), 90)), 0.1);
}

fn ended(result: RunResult) -> Outcome {
    Outcome { result, duration_ms: 1, ..Outcome::begun("r".to_owned(), at(0)) }
}

/// The published workflow counted everything that was not helpful as a failure.
#[test]
fn what_went_neither_well_nor_badly_says_nothing() {
    let rules = Learning::default();
    let dear =
        Outcome { duration_ms: 3_600_000, error_count: 5, retry_count: 3, ..ended(RunResult::Success) };
    for silent in [dear, ended(RunResult::Partial), ended(RunResult::Unknown)] {
        assert_eq!(opinion(&silent, &rules), None, "{:?}", silent.result);
    }
    assert_eq!(opinion(&ended(RunResult::Success), &rules), Some((true, 1.0)));
    let bad = Outcome { error_count: 5, retry_count: 2, ..ended(RunResult::Failure) };
    assert!(opinion(&bad, &rules).is_some_and(|(helpful, raw)| !helpful && raw < 0.4));
}

/// By the formula alone, a run that fails at once is neutral: any number of such failures of one
/// pattern would teach nothing.
#[test]
fn a_fast_failure_is_a_failure() {
    let rules = Learning::default();
    let failure = ended(RunResult::Failure);
    let score = outcome_score::score(&Work::of(&failure).unwrap(), &rules);
    assert_eq!(outcome_score::class(score), Class::Neutral);
    assert_eq!(opinion(&failure, &rules), Some((false, score)));
    let event = FeedbackEvent { helpful: false, raw: score, ..events(&[(false, score)]).remove(0) };
    assert!(mark(&event).is_some_and(|mark| (mark.weight - 0.4).abs() < 1e-9), "1 less its score");
}

/// In the published formula, three events suffice for ten hours, and what was deprecated is back as
/// a candidate the next morning.
#[test]
fn evidence_does_not_evaporate_over_night() {
    let good = at_times(&[(0, true), (0, true), (0, true)]);
    let bad = at_times(&[(0, false), (0, false), (0, false)]);
    assert_eq!(published(&good, at(10 * HOUR)), MaturityState::Established);
    assert_eq!(published(&good, at(11 * HOUR)), MaturityState::Candidate);
    assert_eq!(published(&bad, at(11 * HOUR)), MaturityState::Candidate);
    assert_eq!(corrected(&good, at(400 * DAY)), MaturityState::Established);
    assert_eq!(corrected(&bad, at(400 * DAY)), MaturityState::Deprecated);
}

/// In the published formula, two good days and one bad one are a third of harm, and that
/// deprecates.
#[test]
fn one_bad_day_does_not_deprecate() {
    let marks = at_times(&[(0, true), (0, true), (0, false)]);
    assert_eq!(published(&marks, at(0)), MaturityState::Deprecated);
    assert_eq!(corrected(&marks, at(0)), MaturityState::Established);
    let two_bad = at_times(&[(0, true), (0, true), (0, false), (0, false)]);
    assert_eq!(corrected(&two_bad, at(0)), MaturityState::Deprecated);
}

/// In the published formula, enough good days bring back what was deprecated, although it should
/// not have been used meanwhile.
#[test]
fn deprecated_stays_deprecated() {
    let mut days = vec![(0, false), (DAY, false), (2 * DAY, false)];
    days.extend((3..40).map(|day| (day * DAY, true)));
    let marks = at_times(&days);
    assert_eq!(published(&marks, at(40 * DAY)), MaturityState::Proven);
    let found = evidence(&marks, at(40 * DAY), &Maturity::default());
    assert_eq!((found.state, found.deprecated_at), (MaturityState::Deprecated, Some(at(2 * DAY))));
}

#[test]
fn the_order_of_arrival_does_not_matter() {
    let mut marks = at_times(&[(0, true), (DAY, false), (2 * DAY, true), (3 * DAY, true), (9 * DAY, true)]);
    let expected = evidence(&marks, at(10 * DAY), &Maturity::default());
    marks.reverse();
    assert_eq!(evidence(&marks, at(10 * DAY), &Maturity::default()), expected);
}

#[test]
fn proven_names_the_day() {
    let days: Vec<(i64, bool)> = (0..8).map(|day| (day * DAY, true)).collect();
    let found = evidence(&at_times(&days), at(8 * DAY), &Maturity::default());
    assert_eq!((found.state, found.proven_at), (MaturityState::Proven, Some(at(5 * DAY))));
}
