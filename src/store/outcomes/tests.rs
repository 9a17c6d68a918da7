use super::*;
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::outcome::{ErrorType, FailureMode, RiskLevel, Strategy};
use crate::core::model::samples::at;
use crate::core::outcomes::error_log::id_of;
use crate::core::patterns::pattern::{Category, MAIN_ROLE, Pattern};
use crate::core::session::failure_type::FailureType;
use crate::core::session::segments::{Resolution, Segment, WorkError};
use crate::store::segments::{self, UsedSubject};
use crate::store::{Store, millis, patterns};

fn outcome(run_id: &str, seconds: i64) -> Outcome {
    Outcome {
        session: Some("s1".into()),
        result: RunResult::Partial,
        duration_ms: 61_000,
        wall_duration_ms: 90_000,
        error_count: 2,
        raw_error_count: 5,
        retry_count: 1,
        files_touched: vec!["src/a b.rs".into()],
        strategy: Some(Strategy::Feature),
        failure_mode: Some(FailureMode::ToolFailure),
        failure_details: Some(FailureDetails {
            detail: Some("exit 2".into()),
            ..FailureDetails::of("tool_failure")
        }),
        post_execution_score: 0.7,
        rollback_occurred: true,
        human_override: true,
        risk_level: RiskLevel::High,
        adapters_used: vec![AdapterUse {
            failed: true,
            retries: 1,
            confidence: Some(0.9),
            ..AdapterUse::of("bash:git")
        }],
        criteria: vec!["readable".into()],
        branch: Some("main".into()),
        ..Outcome::begun(run_id.into(), at(seconds))
    }
}

fn segment(run_id: &str, errors: Vec<WorkError>) -> Segment {
    Segment {
        outcome: Outcome { source: OutcomeSource::Transcript, session: None, ..outcome(run_id, 0) },
        task: "add a flag".into(),
        errors,
        successes: Default::default(),
        uses: vec![],
        intentions: vec![],
    }
}

fn fault(signature: &str, resolved: Option<Time>) -> WorkError {
    WorkError {
        kind: ErrorType::Conflict,
        failure_type: FailureType::Conflict,
        tool: "git".into(),
        signature: signature.into(),
        message: signature.into(),
        marks: None,
        at: at(5),
        times: 1,
        target: "pull".into(),
        resolved: resolved.map(|at| Resolution { at, by: Some("git pull".into()) }),
    }
}

fn rows(store: &Store) -> Vec<(String, Option<i64>)> {
    let mut find = store.read().prepare("SELECT signature, resolved_at FROM error ORDER BY 1").unwrap();
    find.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(|row| row.unwrap()).collect()
}

#[test]
fn an_outcome_comes_back_as_it_was_stored() {
    let mut store = Store::in_memory().unwrap();
    let given = Outcome { segment: Some(4), ..outcome("r1", 0) };
    let save = |store: &mut Store| store.write(|db| save(db, &given, None)).unwrap();
    assert_eq!(save(&mut store), Saved::New);
    assert_eq!(save(&mut store), Saved::Same);
    assert_eq!(get(store.read(), "r1").unwrap().unwrap().outcome, given);
}

#[test]
fn segments_are_counted_in_their_session_and_never_twice() {
    let mut store = Store::in_memory().unwrap();
    for run_id in ["a", "b", "a", "c"] {
        store.write(|db| segments::save(db, "s1", &segment(run_id, vec![]), &[], &[])).unwrap();
    }
    store.write(|db| segments::save(db, "s2", &segment("d", vec![]), &[], &[])).unwrap();
    let numbers: Vec<(String, Option<u32>)> = newest(store.read(), &Filter::default())
        .unwrap()
        .into_iter()
        .map(|stored| (stored.outcome.run_id, stored.outcome.segment))
        .collect();
    let expected = [("c", 3), ("b", 2), ("a", 1), ("d", 1)].map(|(id, n)| (id.to_owned(), Some(n)));
    assert_eq!(numbers, expected);
}

#[test]
fn a_fork_and_a_transcript_do_not_overrule() {
    let mut store = Store::in_memory().unwrap();
    let mut save_as = |session: &str, errors| {
        store.write(|db| segments::save(db, session, &segment("a", errors), &[], &["Split by file"])).unwrap()
    };
    assert_eq!(save_as("s1", vec![fault("x", None)]), Saved::New);
    assert_eq!(save_as("fork", vec![]), Saved::NotOurs);
    assert_eq!(rows(&store).len(), 1);
    let said = Outcome { result: RunResult::Success, session: None, ..outcome("a", 0) };
    store.write(|db| save(db, &said, None)).unwrap();
    let again = store.write(|db| segments::save(db, "s1", &segment("a", vec![]), &[], &[])).unwrap();
    let stored = get(store.read(), "a").unwrap().unwrap();
    assert_eq!((again, stored.outcome.result), (Saved::NotOurs, RunResult::Success));
    assert_eq!(stored.outcome.session.as_deref(), Some("s1"));
    assert_eq!(stored.prints, WordPrints::of("add a flag"));
}

#[test]
fn errors_follow_the_segment_but_a_persons_word_stays() {
    let mut store = Store::in_memory().unwrap();
    let put = |store: &mut Store, errors: Vec<WorkError>| {
        store.write(|db| segments::save(db, "s1", &segment("a", errors), &[], &[])).unwrap()
    };
    put(&mut store, vec![fault("x", Some(at(9))), fault("y", None), fault("z", None)]);
    let y = id_of("a", Some("git"), "y");
    let sql = "UPDATE error SET resolved_at = 7, by_person = 1 WHERE id = ?1";
    store.write(|db| Ok::<_, crate::store::StoreError>(db.execute(sql, [&y])?)).unwrap();
    put(&mut store, vec![fault("x", None), fault("y", None)]);
    assert_eq!(rows(&store), [("x".to_owned(), None), ("y".to_owned(), Some(7))]);
}

/// A success ends what failed before it on the same target, whichever of the two is read first, and however often.
#[test]
fn later_work_answers_errors_of_earlier_work() {
    let failed = segment("a", vec![fault("x", None)]);
    let succeeded = |run_id: &str, seconds| Segment {
        successes: [("pull".to_owned(), at(seconds))].into(),
        ..segment(run_id, vec![])
    };
    let read = |order: &[(&str, &Segment)]| {
        let mut store = Store::in_memory().unwrap();
        for (session, segment) in order {
            store.write(|db| segments::save(db, session, segment, &[], &[])).unwrap();
        }
        rows(&store)[0].1
    };
    let (before, after, much_later) = (succeeded("b", 4), succeeded("c", 9), succeeded("d", 90));
    assert_eq!(read(&[("s1", &failed), ("s2", &before)]), None);
    assert_eq!(read(&[("s1", &failed), ("s2", &after)]), Some(millis(at(9))));
    assert_eq!(read(&[("s2", &after), ("s1", &failed)]), Some(millis(at(9))));
    let again = [("s1", &failed), ("s2", &after), ("s3", &much_later), ("s1", &failed), ("s2", &after)];
    assert_eq!(read(&again), Some(millis(at(9))));
    let came_back = segment("a", vec![WorkError { at: at(50), times: 2, ..fault("x", None) }]);
    assert_eq!(read(&[("s1", &failed), ("s2", &after), ("s1", &came_back)]), None);
}

#[test]
fn uses_and_labels_are_replaced_with_the_segment() {
    let mut store = Store::in_memory().unwrap();
    let used = |subject: &str| UsedSubject { subject: subject.into(), how: "cited", at: at(3) };
    for uses in [vec![used("obs_1"), used("obs_2")], vec![used("obs_2"), used("obs_2")]] {
        store.write(|db| segments::save(db, "s1", &segment("a", vec![]), &uses, &["One"])).unwrap();
    }
    let uses: (String, String, i64) = store
        .read()
        .query_row("SELECT subject, how, at FROM segment_use", [], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .unwrap();
    assert_eq!(uses, ("obs_2".into(), "cited".into(), millis(at(3))));
    let labels: u32 =
        store.read().query_row("SELECT count(*) FROM segment_strategy", [], |row| row.get(0)).unwrap();
    assert_eq!(labels, 1);
}

/// A record takes back what it said before, and nothing that a session cited, whichever of the two came first.
#[test]
fn a_record_says_anew_what_its_run_followed() {
    let mut store = Store::in_memory().unwrap();
    let did = ChangeCause { action: ChangeKind::OutcomeRecorded, cause: "a test", at: at(0) };
    let [said, cited, cited_later] = ["said", "cited", "cited later"]
        .map(|words| Pattern::new(MAIN_ROLE, words, Category::Observation, at(0)));
    let given = outcome("r1", 0);
    let ids = |patterns: &[&Pattern]| patterns.iter().map(|pattern| pattern.id.clone()).collect::<Vec<_>>();
    let told = store.write(|db| -> Result<[bool; 3]> {
        [&said, &cited, &cited_later].iter().try_for_each(|pattern| patterns::save(db, pattern, did))?;
        save(db, &given, None)?;
        segments::cite(db, "r1", &cited.id, at(1), OutcomeSource::Transcript)?;
        let all = ids(&[&said, &cited, &cited_later]);
        let first = segments::follow(db, &given, &all, did)?;
        segments::cite(db, "r1", &cited_later.id, at(2), OutcomeSource::Transcript)?;
        Ok([first, segments::follow(db, &given, &all, did)?, segments::follow(db, &given, &[], did)?])
    });
    assert_eq!(told.unwrap(), [true, false, true]);
    let mut find = store.read().prepare("SELECT subject FROM segment_use").unwrap();
    let left: Vec<String> = find.query_map([], |row| row.get(0)).unwrap().map(|id| id.unwrap()).collect();
    let mut expected = ids(&[&cited, &cited_later]);
    expected.sort_unstable();
    assert_eq!(left, expected);
}

#[test]
fn lists_are_filtered_and_the_mirror_gets_what_changed() {
    let mut store = Store::in_memory().unwrap();
    for (n, result) in [RunResult::Success, RunResult::Failure, RunResult::Success].into_iter().enumerate() {
        let outcome = Outcome { result, ..outcome(&format!("r{n}"), n as i64) };
        store.write(|db| save(db, &outcome, None)).unwrap();
    }
    let ids = |filter: Filter| -> Vec<String> {
        newest(store.read(), &filter).unwrap().into_iter().map(|stored| stored.outcome.run_id).collect()
    };
    assert_eq!(ids(Filter::default()), ["r2", "r1", "r0"]);
    assert_eq!(ids(Filter { result: Some(RunResult::Success), ..Filter::default() }), ["r2", "r0"]);
    assert_eq!(ids(Filter { limit: Some(1), ..Filter::default() }), ["r2"]);
    assert_eq!(ids(Filter { session: Some("other".into()), ..Filter::default() }), Vec::<String>::new());
    assert_eq!(to_mirror(store.read(), false).unwrap().len(), 3);
    store.write(|db| mark_mirrored(db)).unwrap();
    store.write(|db| save(db, &outcome("r1", 1), None)).unwrap();
    store.write(|db| save(db, &Outcome { result: RunResult::Success, ..outcome("r2", 2) }, None)).unwrap();
    let waiting: Vec<String> =
        to_mirror(store.read(), false).unwrap().into_iter().map(|outcome| outcome.run_id).collect();
    assert_eq!(waiting, ["r1"]);
    assert_eq!(to_mirror(store.read(), true).unwrap().len(), 3);
}
