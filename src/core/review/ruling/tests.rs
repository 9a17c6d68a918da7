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

fn rule(ruling: &Ruling, o: &Observation, stands: bool) -> Result<Observation, Nothing> {
    let facts = BTreeMap::from([
        (ReviewReason::StaleReference, Facts::named(["src/gone.rs".to_owned()])),
        (ReviewReason::Unused, Facts::level(2)),
    ]);
    let case = Case { observation: o, stands, facts: &facts, thresholds: &Thresholds::default(), anew: None };
    plan(ruling, &case).map(|plan| plan.changes[0].after.clone())
}

#[test]
fn every_ruling_on_every_status() {
    use Status::{Created, Deprecated, Observing, Ready};
    let text = || Ruling::Edit("mine".to_owned());
    for (ruling, from, stands, to) in [
        (Ruling::Accept, Observing, false, Some(Ready)),
        (Ruling::Accept, Ready, false, Some(Ready)),
        (Ruling::Accept, Created, true, None),
        (Ruling::Accept, Created, false, Some(Ready)),
        (Ruling::Accept, Deprecated, false, Some(Ready)),
        (Ruling::Reject, Observing, false, Some(Deprecated)),
        (Ruling::Reject, Created, true, Some(Deprecated)),
        (Ruling::Reject, Deprecated, false, Some(Deprecated)),
        (Ruling::Keep, Created, true, Some(Created)),
        (Ruling::Keep, Deprecated, false, None),
        (text(), Observing, false, Some(Ready)),
        (text(), Created, true, Some(Created)),
        (text(), Deprecated, false, None),
        (Ruling::Deprecate, Created, true, Some(Deprecated)),
        (Ruling::Deprecate, Deprecated, false, None),
        (Ruling::Restore, Deprecated, false, Some(Observing)),
        (Ruling::Restore, Created, true, None),
        (Ruling::Restore, Created, false, Some(Ready)),
        (Ruling::Restore, Observing, false, None),
    ] {
        let after = rule(&ruling, &of(from), stands).ok().map(|after| after.status);
        assert_eq!(after, to, "{ruling:?} on {from}, stands: {stands}");
    }
}

#[test]
fn accepted_before_its_time_stays_accepted() {
    let after = rule(&Ruling::Accept, &Observation { penalty: 0.3, ..of(Status::Observing) }, false).unwrap();
    assert!(after.said.accepted && after.penalty == 1.0 && !after.quality_ok);
    assert!(thresholds::is_ready(&after, &Thresholds::default()));
    assert!(!thresholds::is_low_quality(&Observation { count: 99, ..after }, &Thresholds::default()));
}

#[test]
fn what_a_flag_rests_on_is_remembered_and_the_flag_goes() {
    for ruling in [Ruling::Keep, Ruling::Accept] {
        let after = rule(&ruling, &flagged(Status::Created), true).unwrap();
        assert!(after.reviews.is_empty());
        assert_eq!(after.said.kept[&ReviewReason::Unused], Facts::level(2));
        assert_eq!(rule(&Ruling::Keep, &after, true), Err(Nothing::Already("kept")));
    }
}

#[test]
fn a_superseded_decision_is_not_accepted_beside_the_newer_one() {
    let older = Observation { superseded_by: Some("obs_2".to_owned()), ..of(Status::Ready) };
    assert_eq!(rule(&Ruling::Accept, &older, false), Err(Nothing::Superseded("obs_2".to_owned())));
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
        o.said.accepted = accepted;
        let after = rule(&Ruling::Restore, &o, false).unwrap();
        assert_eq!((after.status, after.penalty), (status, 1.0));
    }
}

#[test]
fn what_stood_there_stands_there_again() {
    for (given_up, accepted, before) in [
        (Ruling::Reject, true, Status::Created),
        (Ruling::Reject, false, Status::Created),
        (Ruling::Deprecate, true, Status::Created),
        (Ruling::Reject, true, Status::Ready),
    ] {
        let mut o = of(before);
        o.said.accepted = accepted;
        let gone = rule(&given_up, &o, true).unwrap();
        assert_eq!(gone.status, Status::Deprecated);
        let back = rule(&Ruling::Restore, &gone, false).unwrap();
        assert_eq!((back.status, back.penalty, back.said.accepted), (Status::Ready, 1.0, true));
        assert!(!back.said.stood);
    }
    let gone = rule(&Ruling::Reject, &of(Status::Observing), false).unwrap();
    assert_eq!(rule(&Ruling::Restore, &gone, false).unwrap().status, Status::Observing);
}

#[test]
fn of_two_that_are_one_the_other_goes_with_a_note() {
    let (one, other) = (of(Status::Created), Observation { id: "obs_2".to_owned(), ..of(Status::Ready) });
    let facts = BTreeMap::new();
    let thresholds = Thresholds::default();
    let case = Case { observation: &one, stands: true, facts: &facts, thresholds: &thresholds, anew: None };
    let merge = |other: &Observation| plan(&Ruling::Merge(Box::new(other.clone())), &case);
    let done = merge(&other).unwrap();
    let [took, went] = done.changes.as_slice() else { panic!("{done:?}") };
    assert_eq!((took.after.id.as_str(), took.after.status), ("obs_1", Status::Created));
    assert_eq!(
        (went.after.status, went.after.said.merged_into.as_deref()),
        (Status::Deprecated, Some("obs_1"))
    );
    assert_eq!(went.cause, "obs_1 took it over");
    assert_eq!(merge(&went.after), Err(Nothing::Already("merged")));
    assert_eq!(merge(&one), Err(Nothing::Itself));
    let pitfall = observation(Kind::Pitfall, "obs_3", "t");
    assert_eq!(merge(&pitfall), Err(Nothing::OtherKind(Kind::Workflow, Kind::Pitfall)));
}

/// Answering the flag alone would leave it hidden without a word.
#[test]
fn who_wants_a_harmful_one_told_has_it_counted_anew() {
    use Status::{Created, Deprecated};
    let anew = maturity::Ruling { counted_from: Some(at(9)), ..Default::default() };
    let facts = BTreeMap::from([(ReviewReason::Harmful, Facts::level(3))]);
    let asked = BTreeSet::from([ReviewReason::Harmful]);
    let edit = Ruling::Edit("mine".to_owned());
    for (ruling, status, reviews, is_told) in [
        (Ruling::Keep, Created, &asked, true),
        (Ruling::Accept, Created, &asked, true),
        (Ruling::Restore, Created, &asked, true),
        (edit, Created, &asked, true),
        (Ruling::Keep, Created, &BTreeSet::new(), true),
        (Ruling::Restore, Deprecated, &BTreeSet::new(), true),
        (Ruling::Reject, Created, &asked, false),
        (Ruling::Deprecate, Created, &asked, false),
    ] {
        let o = Observation { reviews: reviews.clone(), ..of(status) };
        let thresholds = Thresholds::default();
        let stands = status == Created;
        let case = Case {
            observation: &o,
            stands,
            facts: &facts,
            thresholds: &thresholds,
            anew: Some(anew.clone()),
        };
        let done = plan(&ruling, &case).unwrap();
        assert_eq!(done.anew.is_some(), is_told, "{ruling:?} on {status}");
        let after = &done.changes[0].after;
        assert!(after.reviews.is_empty() && after.said.kept.is_empty(), "{ruling:?}: {after:?}");
    }
}

proptest! {
    #[test]
    fn what_was_rejected_cannot_promote_itself(count: u32, quality_ok: bool, which in 0usize..4, from in 0usize..4) {
        let o = Observation { count, quality_ok, ..observation(Kind::ALL[which], "obs_1", "t") };
        let after = rule(&Ruling::Reject, &Observation { status: Status::ALL[from], ..o }, false).unwrap();
        prop_assert_eq!(thresholds::advance(&after, &Thresholds::default()), None);
        let seen_again = Observation { status: Status::Observing, ..after };
        prop_assert!(!thresholds::is_ready(&seen_again, &Thresholds::default()));
    }

    #[test]
    fn ruling_twice_is_ruling_once(from in 0usize..4, which in 0usize..4, stands: bool) {
        let ruling = [Ruling::Reject, Ruling::Keep, Ruling::Deprecate, Ruling::Restore][which].clone();
        if let Ok(after) = rule(&ruling, &flagged(Status::ALL[from]), stands) {
            let again = rule(&ruling, &after, stands);
            prop_assert!(again.is_err() || again == Ok(after), "{:?}", ruling);
        }
    }
}
