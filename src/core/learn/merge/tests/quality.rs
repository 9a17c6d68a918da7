use super::*;
use crate::core::model::ReviewReason;

#[test]
fn quality_once_found_stays_and_the_first_good_wording_with_it() {
    let poor = Candidate {
        quality: Quality::default(),
        details: details(Kind::Pitfall, "poor"),
        ..candidate(Kind::Pitfall, "T", "s1")
    };
    let good = Candidate {
        title: "t".into(),
        details: details(Kind::Pitfall, "good"),
        ..candidate(Kind::Pitfall, "T", "s2")
    };
    let other =
        Candidate { details: details(Kind::Pitfall, "other words"), ..candidate(Kind::Pitfall, "T", "s3") };
    let again_poor = Candidate { evidence: candidate(Kind::Pitfall, "T", "s4").evidence, ..poor.clone() };
    let first = after(&[], &[poor]);
    assert!(!first[0].quality_ok);
    let second = after(&first, &[good]);
    assert_eq!((second[0].quality_ok, second[0].title.as_str()), (true, "t"));
    assert_eq!(second[0].details, details(Kind::Pitfall, "good"));
    assert_eq!(second[0].id, first[0].id);
    assert!(second[0].reviews.is_empty());
    let third = after(&second, &[other]);
    assert_eq!(third[0].details, details(Kind::Pitfall, "good"));
    assert!(third[0].reviews.contains(&ReviewReason::Diverging));
    assert!(after(&second, &[again_poor])[0].reviews.is_empty(), "a poor wording has no say");
}

#[test]
fn quality_may_need_the_evidence_of_all_sessions_whatever_their_order() {
    let thresholds = Thresholds::default();
    let two_sessions = |_: Kind, quality: &Quality, sightings: usize| quality.attested && sightings > 1;
    let rules = Rules { thresholds: &thresholds, holds: &two_sessions };
    let good = candidate(Kind::Workflow, "T", "s1");
    let poor = Candidate { quality: Quality::default(), ..candidate(Kind::Workflow, "T", "s2") };
    for order in [vec![good.clone(), poor.clone()], vec![poor, good]] {
        assert!(merge(&[], order, rules)[0].after.quality_ok);
    }
}

/// Sent again in another session on the same day, it is one sighting, and one is not enough.
#[test]
fn what_counts_once_makes_nothing_good() {
    let rules = Rules { thresholds: &Thresholds::default(), holds: &crate::core::learn::verify::holds };
    let seen = |session: &str, credited: &str| {
        let mut seen = candidate(Kind::Workflow, "T", session);
        seen.quality.concrete = true;
        seen.credits = seen.evidence.iter().map(|e| (e.turn.clone(), credited.to_owned())).collect();
        seen
    };
    for (credited, expected) in [("s1", (1, false)), ("s2", (2, true))] {
        let all = merge(&[], vec![seen("s1", "s1"), seen("s2", credited)], rules);
        assert_eq!((all[0].after.count, all[0].after.quality_ok), expected, "{credited}");
    }
}

/// The same words sent again on the third day do not complete three days; a lesson that is ready is
/// confirmed by them.
#[test]
fn what_is_no_sighting_does_not_spread_them() {
    let seen = |session: &str, hours: i64, is_resent: bool| {
        let mut seen = candidate(Kind::Workflow, "T", session);
        seen.evidence[0].at = at(hours * 3600);
        seen.resent.extend(is_resent.then(|| seen.evidence[0].turn.clone()));
        seen.credits.extend(is_resent.then(|| (seen.evidence[0].turn.clone(), "s2".to_owned())));
        seen
    };
    let twice = after(&[], &[seen("s1", 0, false), seen("s2", 60, false)]);
    let again = |status: Status, is_resent: bool| {
        let known = [Observation { status, ..twice[0].clone() }];
        let found = after(&known, &[seen("s3", 80, is_resent)]).remove(0);
        let is_ready = advance(&found, &Thresholds::default()).is_some();
        (found.count, found.evidence.len(), found.last_seen, is_ready)
    };
    assert_eq!(again(Status::Observing, true), (2, 3, at(60 * 3600), false));
    assert_eq!(again(Status::Observing, false), (3, 3, at(80 * 3600), true));
    assert_eq!(again(Status::Created, true).2, at(80 * 3600));
    let mut at_once = seen("s3", 80, true);
    at_once
        .evidence
        .extend([seen("s1", 0, false), seen("s2", 60, false)].map(|mut one| one.evidence.remove(0)));
    assert_eq!(after(&[], &[at_once])[0].last_seen, at(60 * 3600));
}

#[test]
fn other_reasons_for_the_same_advice_are_no_divergence() {
    let decision = |context: &str, decision: &str, rationale: &str| Details::Decision {
        context: context.into(),
        decision: decision.into(),
        rationale: rationale.into(),
    };
    let seen =
        |session: &str, details: Details| Candidate { details, ..candidate(Kind::Decision, "T", session) };
    let first = after(&[], &[seen("s1", decision("the cache", "use sqlite", "no second server"))]);
    for (details, diverging) in [
        (decision("elsewhere", "use sqlite", "backups of its own would be needed"), false),
        (decision("the cache", "", "no second server"), false),
        (decision("the cache", "put everything into files below var", "no second server"), true),
    ] {
        let reviews = &after(&first, &[seen("s2", details.clone())])[0].reviews;
        assert_eq!(reviews.contains(&ReviewReason::Diverging), diverging, "{details:?}");
    }
}

#[test]
fn a_reason_within_the_advice_is_no_other_advice() {
    let seen = |session: &str, resolution: &str| {
        let mut seen = candidate(Kind::Pitfall, "T", session);
        seen.details = match seen.details {
            Details::Pitfall { area, issue, impact, .. } => {
                Details::Pitfall { area, issue, impact, resolution: resolution.into() }
            }
            other => other,
        };
        seen
    };
    let first = after(&[], &[seen("s1", "change `schema/station.json`")]);
    let refused = "Don't edit src/generated by hand, the build overwrites it and your change is lost";
    let refused = after(&[], &[seen("s1", refused)]);
    for (resolution, diverging) in [
        ("Don't edit src/generated by hand, it gets overwritten. change schema/api.json", false),
        ("never edit src/generated yourself, your work is gone with the next build", false),
        ("take whatever the release branch says about it", true),
    ] {
        let reviews = &after(&refused, &[seen("s2", resolution)])[0].reviews;
        assert_eq!(reviews.contains(&ReviewReason::Diverging), diverging, "{resolution}");
    }
    for (resolution, diverging) in [
        ("change `schema/station.json`, because `just generate` writes over what stands there", false),
        ("regenerate everything with `just generate` and commit what comes out of it", true),
    ] {
        let reviews = &after(&first, &[seen("s2", resolution)])[0].reviews;
        assert_eq!(reviews.contains(&ReviewReason::Diverging), diverging, "{resolution}");
    }
}

/// Named as the same by an extractor, or said under the same title.
#[test]
fn steps_that_say_something_else_are_worth_a_look() {
    let workflow = |session: &str, step: &str| Candidate {
        details: Details::Workflow { steps: vec![step.to_owned(), "push".to_owned()] },
        ..candidate(Kind::Workflow, "Ship", session)
    };
    for (known, seen, is_named, are_one, diverging) in [
        ("bump to 1.2.0", "bump to 1.3.0", false, true, false),
        ("run the tests in src/api", "now run the tests in src/web", false, true, false),
        ("deploy it all before others merge", "release what you have and look at it", true, true, true),
        ("deploy it all before others merge", "release what you have and look at it", false, false, false),
        ("`psql -f up.sql`", "`psql -f down.sql`", true, false, false),
        ("run `make test` twice", "run `npm test -w web`", true, false, false),
        ("run the e2e tests", "run the i18n tests", true, false, false),
    ] {
        let all = after(&[], &[workflow("s1", known)]);
        let matches = is_named.then(|| all[0].id.clone());
        let all = after(&all, &[Candidate { matches, ..workflow("s2", seen) }]);
        assert_eq!(all.len() == 1, are_one, "{known}");
        assert_eq!(all[0].reviews.contains(&ReviewReason::Diverging), diverging, "{known} / {seen}");
    }
}

/// The findings of two batches, the second with another wording: whether it is good, and which
/// wording stays.
#[test]
fn what_one_batch_attested_another_may_complete() {
    let none = Quality::default();
    let worded = Quality { attested: true, concrete: true, ..none };
    let reason = Quality { rationale: true, ..none };
    let answer = Quality { both_sides: true, ..none };
    for (kind, first, second, wording) in [
        (Kind::Decision, worded, reason, Some("first")),
        (Kind::Decision, reason, worded, Some("second")),
        (Kind::Decision, worded, answer, None),
        (Kind::Pitfall, worded, answer, Some("first")),
        (Kind::Pitfall, answer, worded, Some("second")),
        (Kind::Workflow, worded, none, Some("first")),
        (Kind::Procedural, none, worded, Some("second")),
        (
            Kind::Decision,
            Quality { attested: true, ..none },
            Quality { concrete: true, ..reason },
            Some("first"),
        ),
        (Kind::Decision, Quality { attested: true, ..reason }, worded, Some("second")),
        (Kind::Decision, worded, Quality { redundant: true, ..reason }, None),
        (Kind::Decision, Quality { redundant: true, ..worded }, reason, Some("first")),
    ] {
        let seen = |session: &str, quality, words: &str| Candidate {
            quality,
            details: details(kind, words),
            ..candidate(kind, "T", session)
        };
        let rules = Rules { thresholds: &Thresholds::default(), holds: &crate::core::learn::verify::holds };
        let one = merge(&[], vec![seen("s1", first, "first")], rules).remove(0).after;
        let again = Candidate { matches: Some(one.id.clone()), ..seen("s2", second, "second") };
        let two = merge(&[one], vec![again], rules).remove(0).after;
        let stands = two.quality_ok.then_some(two.details);
        assert_eq!(stands, wording.map(|words| details(kind, words)), "{kind} {first:?} {second:?}");
    }
}

#[test]
fn what_a_person_refused_takes_sightings_and_stays_refused() {
    let mut all = after(&[], &[candidate(Kind::Decision, "T", "s0")]);
    all[0].status = Status::Deprecated;
    all[0].penalty = 0.3;
    for n in 1..6 {
        all = after(&all, &[candidate(Kind::Decision, "T", &format!("s{n}"))]);
    }
    assert_eq!((all.len(), all[0].count, all[0].status), (1, 6, Status::Deprecated));
    assert_eq!(advance(&all[0], &Thresholds::default()), None);
    assert!(
        all[0].reviews.contains(&ReviewReason::LowQuality),
        "said so often that a person should look again"
    );
}

#[test]
fn low_quality_is_flagged_and_unflagged() {
    let seen = |n: u32, attested| Candidate {
        quality: Quality { attested, ..Quality::default() },
        ..candidate(Kind::Pitfall, "T", &format!("s{n}"))
    };
    let many = after(&[], &(0..4).map(|n| seen(n, false)).collect::<Vec<_>>());
    assert!(many[0].reviews.contains(&ReviewReason::LowQuality));
    assert!(after(&many, &[seen(9, true)])[0].reviews.is_empty());
}
