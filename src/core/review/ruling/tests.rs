use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::core::model::Kind;
use crate::core::model::samples::{at, observation};

const FLAGS: [ReviewReason; 3] =
    [ReviewReason::StaleReference, ReviewReason::Diverging, ReviewReason::Unused];

fn of(status: Status) -> Observation {
    Observation { status, quality_ok: false, ..observation(Kind::Workflow, "obs_1", "Release") }
}

fn flagged(status: Status) -> Observation {
    Observation { reviews: BTreeSet::from(FLAGS), ..of(status) }
}

fn rule(ruling: &ReviewDecision, o: &Observation, stands: bool) -> Result<Observation, Nothing> {
    let facts = BTreeMap::from([
        (ReviewReason::StaleReference, FlagFacts::named(["src/gone.rs".to_owned()])),
        (ReviewReason::Unused, FlagFacts::level(2)),
    ]);
    let case =
        ReviewCase { observation: o, stands, facts: &facts, thresholds: &Thresholds::default(), anew: None };
    plan(ruling, &case).map(|plan| plan.changes[0].after.clone())
}

#[test]
fn every_ruling_on_every_status() {
    use Status::{Created, Deprecated, Observing, Ready};
    let text = || ReviewDecision::Edit("mine".to_owned());
    for (ruling, from, stands, to) in [
        (ReviewDecision::Accept, Observing, false, Some(Ready)),
        (ReviewDecision::Accept, Ready, false, Some(Ready)),
        (ReviewDecision::Accept, Created, true, None),
        (ReviewDecision::Accept, Created, false, Some(Ready)),
        (ReviewDecision::Accept, Deprecated, false, Some(Ready)),
        (ReviewDecision::Reject, Observing, false, Some(Deprecated)),
        (ReviewDecision::Reject, Created, true, Some(Deprecated)),
        (ReviewDecision::Reject, Deprecated, false, Some(Deprecated)),
        (ReviewDecision::Keep, Created, true, Some(Created)),
        (ReviewDecision::Keep, Deprecated, false, None),
        (text(), Observing, false, Some(Ready)),
        (text(), Created, true, Some(Created)),
        (text(), Deprecated, false, None),
        (ReviewDecision::Deprecate, Created, true, Some(Deprecated)),
        (ReviewDecision::Deprecate, Deprecated, false, None),
        (ReviewDecision::Restore, Deprecated, false, Some(Observing)),
        (ReviewDecision::Restore, Created, true, None),
        (ReviewDecision::Restore, Created, false, Some(Ready)),
        (ReviewDecision::Restore, Observing, false, None),
    ] {
        let after = rule(&ruling, &of(from), stands).ok().map(|after| after.status);
        assert_eq!(after, to, "{ruling:?} on {from}, stands: {stands}");
    }
}

#[test]
fn accepted_before_its_time_stays_accepted() {
    let after =
        rule(&ReviewDecision::Accept, &Observation { penalty: 0.3, ..of(Status::Observing) }, false).unwrap();
    assert!(after.review_state.accepted && after.penalty == 1.0 && !after.quality_ok);
    assert!(readiness::is_ready(&after, &Thresholds::default()));
    assert!(!readiness::is_low_quality(&Observation { count: 99, ..after }, &Thresholds::default()));
}

#[test]
fn what_a_flag_rests_on_is_remembered_and_the_flag_goes() {
    for ruling in [ReviewDecision::Keep, ReviewDecision::Accept] {
        let after = rule(&ruling, &flagged(Status::Created), true).unwrap();
        assert!(after.reviews.is_empty());
        assert_eq!(after.review_state.kept[&ReviewReason::Unused], FlagFacts::level(2));
        assert_eq!(rule(&ReviewDecision::Keep, &after, true), Err(Nothing::Already("kept")));
    }
}

#[test]
fn a_superseded_decision_is_not_accepted_beside_the_newer_one() {
    let older = Observation { superseded_by: Some("obs_2".to_owned()), ..of(Status::Ready) };
    assert_eq!(rule(&ReviewDecision::Accept, &older, false), Err(Nothing::Superseded("obs_2".to_owned())));
}

#[test]
fn a_restored_one_is_what_its_evidence_makes_it() {
    for (quality_ok, count, accepted, status) in [
        (true, 9, false, Status::Ready),
        (false, 9, false, Status::Observing),
        (false, 1, true, Status::Ready),
    ] {
        let mut o =
            Observation { quality_ok, count, penalty: 0.3, ..observation(Kind::Pitfall, "obs_1", "t") };
        o.status = Status::Deprecated;
        o.review_state.accepted = accepted;
        let after = rule(&ReviewDecision::Restore, &o, false).unwrap();
        assert_eq!((after.status, after.penalty), (status, 1.0));
    }
}

#[test]
fn what_stood_there_stands_there_again() {
    for (given_up, accepted, before) in [
        (ReviewDecision::Reject, true, Status::Created),
        (ReviewDecision::Reject, false, Status::Created),
        (ReviewDecision::Deprecate, true, Status::Created),
        (ReviewDecision::Reject, true, Status::Ready),
    ] {
        let mut o = of(before);
        o.review_state.accepted = accepted;
        let gone = rule(&given_up, &o, true).unwrap();
        assert_eq!(gone.status, Status::Deprecated);
        let back = rule(&ReviewDecision::Restore, &gone, false).unwrap();
        assert_eq!((back.status, back.penalty, back.review_state.accepted), (Status::Ready, 1.0, true));
        assert!(!back.review_state.stood);
    }
    let gone = rule(&ReviewDecision::Reject, &of(Status::Observing), false).unwrap();
    assert_eq!(rule(&ReviewDecision::Restore, &gone, false).unwrap().status, Status::Observing);
}

#[test]
fn of_two_that_are_one_the_other_goes_with_a_note() {
    let (one, other) = (of(Status::Created), Observation { id: "obs_2".to_owned(), ..of(Status::Ready) });
    let facts = BTreeMap::new();
    let thresholds = Thresholds::default();
    let case =
        ReviewCase { observation: &one, stands: true, facts: &facts, thresholds: &thresholds, anew: None };
    let merge = |other: &Observation| plan(&ReviewDecision::Merge(Box::new(other.clone())), &case);
    let done = merge(&other).unwrap();
    let [took, went] = done.changes.as_slice() else { panic!("{done:?}") };
    assert_eq!((took.after.id.as_str(), took.after.status), ("obs_1", Status::Created));
    assert_eq!(
        (went.after.status, went.after.review_state.merged_into.as_deref()),
        (Status::Deprecated, Some("obs_1"))
    );
    assert_eq!(went.cause, "obs_1 took it over");
    assert_eq!(merge(&went.after), Err(Nothing::Already("merged")));
    assert_eq!(merge(&one), Err(Nothing::Itself));
    let pitfall = observation(Kind::Pitfall, "obs_3", "t");
    assert_eq!(merge(&pitfall), Err(Nothing::OtherKind(Kind::Workflow, Kind::Pitfall)));
}

/// Answering the flag alone would leave it hidden without notice.
#[test]
fn who_wants_a_harmful_one_told_has_it_counted_anew() {
    use Status::{Created, Deprecated};
    let anew = maturity::MaturityRuling { counted_from: Some(at(9)), ..Default::default() };
    let facts = BTreeMap::from([(ReviewReason::Harmful, FlagFacts::level(3))]);
    let asked = BTreeSet::from([ReviewReason::Harmful]);
    let edit = ReviewDecision::Edit("mine".to_owned());
    for (ruling, status, reviews, is_told) in [
        (ReviewDecision::Keep, Created, &asked, true),
        (ReviewDecision::Accept, Created, &asked, true),
        (ReviewDecision::Restore, Created, &asked, true),
        (edit, Created, &asked, true),
        (ReviewDecision::Keep, Created, &BTreeSet::new(), true),
        (ReviewDecision::Restore, Deprecated, &BTreeSet::new(), true),
        (ReviewDecision::Reject, Created, &asked, false),
        (ReviewDecision::Deprecate, Created, &asked, false),
    ] {
        let o = Observation { reviews: reviews.clone(), ..of(status) };
        let thresholds = Thresholds::default();
        let stands = status == Created;
        let case = ReviewCase {
            observation: &o,
            stands,
            facts: &facts,
            thresholds: &thresholds,
            anew: Some(anew.clone()),
        };
        let done = plan(&ruling, &case).unwrap();
        assert_eq!(done.anew.is_some(), is_told, "{ruling:?} on {status}");
        let after = &done.changes[0].after;
        assert!(after.reviews.is_empty() && after.review_state.kept.is_empty(), "{ruling:?}: {after:?}");
    }
}

proptest! {
    #[test]
    fn what_was_rejected_cannot_promote_itself(count: u32, quality_ok: bool, which in 0usize..4, from in 0usize..4) {
        let o = Observation { count, quality_ok, ..observation(Kind::ALL[which], "obs_1", "t") };
        let after = rule(&ReviewDecision::Reject, &Observation { status: Status::ALL[from], ..o }, false).unwrap();
        prop_assert_eq!(readiness::advance(&after, &Thresholds::default()), None);
        let seen_again = Observation { status: Status::Observing, ..after };
        prop_assert!(!readiness::is_ready(&seen_again, &Thresholds::default()));
    }

    #[test]
    fn ruling_twice_is_ruling_once(from in 0usize..4, which in 0usize..4, stands: bool) {
        let ruling = [ReviewDecision::Reject, ReviewDecision::Keep, ReviewDecision::Deprecate, ReviewDecision::Restore][which].clone();
        if let Ok(after) = rule(&ruling, &flagged(Status::ALL[from]), stands) {
            let again = rule(&ruling, &after, stands);
            prop_assert!(again.is_err() || again == Ok(after), "{:?}", ruling);
        }
    }
}
