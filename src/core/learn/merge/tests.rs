use super::*;
use crate::core::learn::readiness::advance;
use crate::core::model::samples::{at, details, observation, said};
use crate::core::model::{Details, Quality, Status};

mod decisions;
mod heard;
mod quality;
mod repetition;
mod ways;

const DAY: i64 = 86_400;

fn keys(names: &[&str]) -> std::collections::BTreeSet<String> {
    names.iter().map(|n| (*n).to_owned()).collect()
}

/// Said once in a session; the turn is the session's own.
fn candidate(kind: Kind, title: &str, session: &str) -> Candidate {
    Candidate {
        title: title.to_owned(),
        details: details(kind, title),
        keys: keys(&[]),
        matches: None,
        credits: Default::default(),
        resent: Default::default(),
        evidence: vec![said(session, &format!("turn of {session}"), title, 0)],
        quality: Quality { attested: true, ..Quality::default() },
    }
}

fn pitfall(area: &str, issue: &str, resolution: &str) -> Details {
    let (area, issue, resolution) = (area.into(), issue.into(), resolution.into());
    Details::Pitfall { area, issue, impact: String::new(), resolution }
}

fn rules(thresholds: &Thresholds) -> Rules<'_> {
    Rules { thresholds, holds: &|_, quality, _| quality.attested }
}

/// The observations after a merge.
fn after(existing: &[Observation], candidates: &[Candidate]) -> Vec<Observation> {
    let changes = merge(existing, candidates.to_vec(), rules(&Thresholds::default()));
    let mut all = existing.to_vec();
    for change in changes {
        match all.iter_mut().find(|o| o.id == change.after.id) {
            Some(known) => *known = change.after,
            None => all.push(change.after),
        }
    }
    all
}

#[test]
fn a_first_sighting_makes_an_observation() {
    let changes = merge(&[], vec![candidate(Kind::Pitfall, "T", "s1")], rules(&Thresholds::default()));
    let [Merged { before: None, after, cause }] = changes.as_slice() else { panic!("{changes:?}") };
    assert_eq!((after.count, after.status, after.quality_ok), (1, Status::Observing, true));
    assert_eq!((after.first_seen, after.last_seen, cause.as_str()), (at(0), at(0), "first seen"));
    assert!(after.id.starts_with("obs_") && after.id.len() == 14, "{}", after.id);
}

#[test]
fn what_is_recognised_and_what_is_not() {
    let known = Observation {
        keys: keys(&["npm test"]),
        ..observation(Kind::Pitfall, "obs_known", "Never skip the Ünit tests")
    };
    let known = Observation { details: pitfall("the test suite", "was skipped", "run it"), ..known };
    let base = candidate(Kind::Pitfall, "Something else entirely", "s1");
    let base = Candidate { details: pitfall("elsewhere", "otherwise", "x"), ..base };
    let with_title = |title: &str| Candidate { title: title.to_owned(), ..base.clone() };
    for (given, expected) in [
        (base.clone(), None),
        (Candidate { matches: Some("obs_known".into()), ..base.clone() }, Some("named by the extractor")),
        (Candidate { matches: Some("obs_gone".into()), ..base.clone() }, None),
        (Candidate { keys: keys(&["npm test", "src/a.rs"]), ..base.clone() }, Some("also about `npm test`")),
        (Candidate { keys: keys(&["npm"]), ..base.clone() }, None),
        (with_title("never  SKIP the ünit-tests!"), Some("the same words")),
        (with_title("Skip the unit tests"), None),
        (
            Candidate { details: pitfall("The test-suite", "Was skipped.", "y"), ..base.clone() },
            Some("the same area and issue"),
        ),
        (Candidate { details: pitfall("the test suite", "something else", "y"), ..base.clone() }, None),
    ] {
        let changes = merge(std::slice::from_ref(&known), vec![given.clone()], rules(&Thresholds::default()));
        assert_eq!(changes.len(), 1);
        let cause = expected.map_or("first seen".to_owned(), |how| format!("seen again: {how}"));
        assert_eq!(changes[0].cause, cause, "{given:?}");
        assert_eq!(changes[0].after.id == "obs_known", expected.is_some());
    }
}

#[test]
fn another_kind_is_another_observation_unless_the_extractor_says_it_is_the_same() {
    let known = Observation { keys: keys(&["k"]), ..observation(Kind::Pitfall, "obs_known", "T") };
    let given = candidate(Kind::Workflow, "T", "s1");
    let all = after(std::slice::from_ref(&known), std::slice::from_ref(&given));
    assert_eq!((all.len(), &all[1].keys), (2, &keys(&[])));
    let all = after(&[known], &[Candidate { matches: Some("obs_known".into()), ..given }]);
    assert_eq!(
        (all.len(), all[0].kind(), all[0].count),
        (1, Kind::Pitfall, 2),
        "its kind is a person's to change"
    );
}

#[test]
fn titles_without_words_are_not_the_same_title() {
    let all = after(&[], &[candidate(Kind::Workflow, "!!!", "s1"), candidate(Kind::Workflow, "…", "s2")]);
    assert_eq!(all.len(), 2);
}

#[test]
fn nearly_the_same_words_must_not_mean_the_opposite() {
    let title = "always run the database migrations before starting the local server again";
    for (other, same) in [
        ("always run the database migrations before starting the local server once again", true),
        ("always run the database migrations before not starting the local server again", false),
        ("always run all database seeds before starting the remote server again", false),
    ] {
        let all =
            after(&[], &[candidate(Kind::Workflow, title, "s1"), candidate(Kind::Workflow, other, "s2")]);
        assert_eq!(all.len() == 1, same, "{other}");
    }
    let versions = |n: u8| {
        format!("install node {n} with the version manager before you run any of the build scripts here")
    };
    let all = after(
        &[],
        &[candidate(Kind::Workflow, &versions(18), "s1"), candidate(Kind::Workflow, &versions(20), "s2")],
    );
    assert_eq!(all.len(), 2);
}

#[test]
fn one_more_sighting_is_the_same_work() {
    let told = |kind: Kind, step: &str, session: &str| {
        let steps = ["run `make build`", step, "push"].map(str::to_owned).to_vec();
        let details = match kind {
            Kind::Workflow => Details::Workflow { steps },
            _ => {
                Details::Procedural { situation: "When you ship".to_owned(), steps, rationale: String::new() }
            }
        };
        Candidate {
            details,
            keys: keys(&["make build > push"]),
            evidence: vec![said(session, session, step, 0)],
            ..candidate(kind, "Ship it", session)
        }
    };
    for (kind, step, other, are_one) in [
        (Kind::Workflow, "run the tests", "run all tests", true),
        (Kind::Workflow, "run the tests", "look whether it works", true),
        (Kind::Workflow, "run the tests", "skip the tests", false),
        (Kind::Workflow, "`git push --force`", "`git push --force-with-lease`", false),
        (Kind::Workflow, "run the unit tests", "run the smoke tests", false),
        (Kind::Workflow, "fix the bug", "fix the issue", true),
        (Kind::Procedural, "run the tests", "skip the tests", false),
        (Kind::Procedural, "run the unit tests", "run the smoke tests", true),
        (Kind::Procedural, "reset the db", "reset the whole db", true),
        (Kind::Procedural, "reset the db", "reset the billing db", false),
    ] {
        let all = after(&[], &[told(kind, step, "first"), told(kind, other, "second")]);
        assert_eq!(all.len() == 1, are_one, "{step} / {other}");
    }
}

#[test]
fn of_several_the_closest_is_taken() {
    let known =
        |id: &str, names: &[&str]| Observation { keys: keys(names), ..observation(Kind::Pitfall, id, id) };
    let all = [known("obs_a", &["a"]), known("obs_ab", &["a", "b"]), known("obs_b", &["b"])];
    let given = Candidate { keys: keys(&["a", "b"]), ..candidate(Kind::Pitfall, "new", "s1") };
    assert_eq!(after(&all, &[given])[1].count, 2);
    let barely = Candidate { keys: keys(&["x", "y", "a"]), ..candidate(Kind::Pitfall, "new", "s1") };
    let many = [known("obs_many", &["a", "c", "d"])];
    assert_eq!(after(&many, &[barely]).len(), 2, "one common thing of three is not the same lesson");
}

#[test]
fn a_session_counts_once() {
    let twice = Candidate {
        evidence: vec![said("s1", "t1", "q1", 0), said("s1", "t2", "q2", 60)],
        ..candidate(Kind::Decision, "T", "s1")
    };
    assert_eq!(after(&[], std::slice::from_ref(&twice))[0].count, 1);
    let repeated_in_one_answer = [twice.clone(), twice.clone(), candidate(Kind::Decision, "T", "s1")];
    assert_eq!(after(&[], &repeated_in_one_answer)[0].count, 1);
    let three_sessions = Candidate {
        evidence: vec![said("s1", "t1", "q", 0), said("s2", "t2", "q", 60), said("s3", "t3", "q", 120)],
        ..twice
    };
    assert_eq!(after(&[], &[three_sessions])[0].count, 3, "one batch may hold several sessions");
}

#[test]
fn what_was_merged_counts_for_the_one_that_took_it_over() {
    let mut taken =
        Observation { status: Status::Deprecated, ..observation(Kind::Workflow, "obs_b", "Ship it") };
    taken.review_state.merged_into = Some("obs_a".to_owned());
    let taker = observation(Kind::Workflow, "obs_a", "Release the package");
    let seen = after(&[taker, taken], &[candidate(Kind::Workflow, "Ship it", "s9")]);
    let count = |id: &str| seen.iter().find(|o| o.id == id).map(|o| o.count);
    assert_eq!((count("obs_a"), count("obs_b")), (Some(2), Some(1)));
}

#[test]
fn a_forks_copy_is_no_sighting() {
    let all = after(
        &[],
        &[Candidate { evidence: vec![said("s1", "t1", "q", 0)], ..candidate(Kind::Decision, "T", "s1") }],
    );
    let copy =
        Candidate { evidence: vec![said("fork", "t1", "q", 0)], ..candidate(Kind::Decision, "T", "fork") };
    assert!(merge(&all, vec![copy], rules(&Thresholds::default())).is_empty());
    let other_quote = Candidate {
        evidence: vec![said("fork", "t1", "other", 0)],
        ..candidate(Kind::Decision, "T", "fork")
    };
    assert_eq!(after(&all, &[other_quote])[0].count, 1);
}

#[test]
fn an_assistants_words_alone_teach_nothing() {
    let mut given = candidate(Kind::Pitfall, "T", "s1");
    given.evidence[0].speaker = Speaker::Assistant;
    assert!(after(&[], &[given.clone()]).is_empty());
    given.evidence.push(said("s2", "t2", "the person", 0));
    let all = after(&[], &[given]);
    assert_eq!((all[0].count, all[0].sessions.len()), (1, 1));
}

#[test]
fn times_are_those_of_the_evidence() {
    let seen = |session: &str, seconds| Candidate {
        evidence: vec![said(session, session, "q", seconds)],
        ..candidate(Kind::Workflow, "T", session)
    };
    let all = after(&[], &[seen("s2", 5 * DAY), seen("s1", 0), seen("s3", 2 * DAY)]);
    assert_eq!((all[0].first_seen, all[0].last_seen, all[0].count), (at(0), at(5 * DAY), 3));
    assert_eq!(advance(&all[0], &Thresholds::default()), Some(Status::Ready));
}

#[test]
fn the_newest_ten_quotes_are_kept() {
    let seen = |n: i64| Candidate {
        evidence: vec![said(&format!("s{n}"), &format!("t{n}"), "q", n)],
        ..candidate(Kind::Workflow, "T", "s")
    };
    let all = after(&[], &(0..15).map(seen).collect::<Vec<_>>());
    let kept: Vec<_> = all[0].evidence.iter().map(|e| e.at).collect();
    assert_eq!(kept, (5..15).rev().map(at).collect::<Vec<_>>());
    assert_eq!((all[0].count, all[0].first_seen), (15, at(0)));
    let older = after(&all, &[seen(3)]);
    assert_eq!(older, all, "what was dropped is not new again");
}

#[test]
fn ids_depend_on_what_was_said_and_are_never_shared() {
    let a = candidate(Kind::Decision, "Same title", "s1");
    let id = |given: &Candidate| after(&[], std::slice::from_ref(given))[0].id.clone();
    assert_eq!(id(&a), id(&Candidate { keys: keys(&["k"]), ..a.clone() }));
    assert_ne!(id(&a), id(&candidate(Kind::Pitfall, "Same title", "s1")));
    assert_ne!(id(&a), id(&candidate(Kind::Decision, "Same title", "s2")));
    let choice = |name: &str| Details::Decision {
        context: String::new(),
        decision: format!("use {name}"),
        rationale: String::new(),
    };
    let one = Candidate { details: choice("pnpm"), keys: keys(&["pnpm"]), ..a.clone() };
    let two = Candidate { details: choice("yarn"), keys: keys(&["yarn"]), ..a };
    let all = after(&[], &[one, two]);
    assert_eq!(all.len(), 2);
    assert_ne!(all[0].id, all[1].id);
}
