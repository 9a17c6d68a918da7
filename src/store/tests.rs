use std::collections::BTreeSet;

use chrono::{Duration, TimeZone, Utc};

use super::batches::Waits;
use super::meta::{self, Notice};
use super::sessions::{FoundBy, Note, StoredReading};
use super::{Store, StoreError, batches, history, observations, sessions, stats};
use crate::client::transcript_lines::Cursor;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::{Details, Evidence, Observation, Quality, Signal, Speaker, Status, Time};
use crate::core::session::signals::{SeenTurn, SessionSignals};

fn day(n: i64) -> Time {
    Utc.with_ymd_and_hms(2026, 3, 1, 9, 0, 0).unwrap() + Duration::days(n)
}

fn did(action: ChangeKind) -> ChangeCause<'static> {
    ChangeCause { action, cause: "test", at: day(1) }
}

fn workflow(count: u32) -> Observation {
    Observation {
        id: "obs_1".into(),
        title: "Release".into(),
        details: Details::Workflow { steps: vec!["tag".into(), "push".into()] },
        keys: BTreeSet::from(["git tag".to_owned()]),
        count,
        penalty: 1.0,
        status: Status::Observing,
        quality_ok: false,
        quality: Quality { attested: true, rationale: true, ..Quality::default() },
        first_seen: day(0),
        last_seen: day(1),
        evidence: vec![Evidence {
            session: "s1".into(),
            turn: "t1".into(),
            speaker: Speaker::User,
            quote: "tag, then push".into(),
            at: day(0),
        }],
        reviews: BTreeSet::new(),
        superseded_by: None,
        sessions: BTreeSet::from(["s1".to_owned()]),
        review_state: Default::default(),
    }
}

#[test]
fn an_observation_comes_back_as_it_was_stored() {
    let mut store = Store::in_memory().unwrap();
    store.write(|db| observations::save(db, &workflow(1), did(ChangeKind::Observed))).unwrap();
    assert_eq!(observations::get(store.read(), "obs_1").unwrap(), Some(workflow(1)));
    assert_eq!(observations::all(store.read()).unwrap(), [workflow(1)]);
}

#[test]
fn what_no_row_holds_is_not_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("learning.db");
    let mut store = Store::open(&path, std::time::Duration::ZERO).unwrap();
    let word = "quicksilver-meadow";
    let holds = || std::fs::read(&path).unwrap().windows(word.len()).any(|bytes| bytes == word.as_bytes());
    let set = |text: &str| format!("UPDATE kept SET text = '{text}'");
    store.write(|db| db.execute_batch("CREATE TABLE kept (text)").map_err(StoreError::from)).unwrap();
    store.write(|db| db.execute("INSERT INTO kept VALUES (?1)", [word]).map_err(StoreError::from)).unwrap();
    assert!(holds());
    store.write(|db| db.execute_batch(&set("")).map_err(StoreError::from)).unwrap();
    assert!(!holds());
}

#[test]
fn a_history_of_another_version_is_read() {
    let mut store = Store::in_memory().unwrap();
    store.write(|db| observations::save(db, &workflow(1), did(ChangeKind::Observed))).unwrap();
    store
        .write(|db| db.execute("UPDATE history SET action = 'polished'", []).map_err(StoreError::from))
        .unwrap();
    assert_eq!(history::list(store.read(), None, 10).unwrap()[0].action, ChangeKind::Unknown);
}

#[test]
fn one_notice_takes_the_place_of_no_other() {
    let mut store = Store::in_memory().unwrap();
    store.write(|db| Notice::ALL.iter().try_for_each(|n| meta::notify(db, *n, &format!("{n:?}")))).unwrap();
    store.write(|db| meta::notify(db, Notice::Inbox, "newer")).unwrap();
    let told = meta::notices(store.read()).unwrap().unwrap();
    assert_eq!(
        told,
        "Recovered; Full(Decisions); Full(Pitfalls); newer; Aside; Revoked; Swept; Regressed; Restored; Unknown"
    );
    store.write(|db| meta::withdraw(db, Notice::Recovered)).unwrap();
    assert!(!meta::notices(store.read()).unwrap().unwrap().contains("Recovered"));
    let told = meta::notices(store.read()).unwrap().unwrap();
    store.write(|db| meta::notify(db, Notice::Regressed, "came later")).unwrap();
    store.write(|db| meta::forget_notices(db, &told)).unwrap();
    assert_eq!(meta::notices(store.read()).unwrap().as_deref(), Some("came later"));
    store.write(|db| meta::forget_notices(db, "came later")).unwrap();
    assert_eq!(meta::notices(store.read()).unwrap(), None);
}

#[test]
fn history_holds_what_was_there_before_and_nothing_for_no_change() {
    let mut store = Store::in_memory().unwrap();
    for count in [1, 1, 2] {
        store.write(|db| observations::save(db, &workflow(count), did(ChangeKind::Seen))).unwrap();
    }
    let rows = history::list(store.read(), Some("obs_1"), 10).unwrap();
    assert_eq!(rows.len(), 2);
    assert!(rows[0].before.as_ref().unwrap().contains("\"count\":1"));
    assert!(rows[0].after.as_ref().unwrap().contains("\"count\":2"));
    assert!(rows[1].before.is_none());
}

#[test]
fn a_failed_transaction_leaves_nothing() {
    let mut store = Store::in_memory().unwrap();
    let failed: anyhow::Result<()> = store.write(|db| {
        observations::save(db, &workflow(1), did(ChangeKind::Observed))?;
        anyhow::bail!("no")
    });
    assert!(failed.is_err());
    assert_eq!(observations::count(store.read()).unwrap(), 0);
}

fn note(session: &str) -> Note {
    Note {
        session: session.into(),
        transcript: session.into(),
        cwd: "/p".into(),
        headless: false,
        found_by: FoundBy::Hook,
    }
}

/// A session in which one turn says `text`.
fn read(store: &mut Store, session: &str, turn: &str, text: &str, at: Time) {
    let channels = SessionSignals {
        signals: vec![Signal { turn: turn.into(), at, text: text.into(), prior: None }],
        seen: vec![SeenTurn { id: turn.into(), at, text_hash: Some(crate::core::text::hash(text)) }],
        ..SessionSignals::default()
    };
    let reading = StoredReading {
        session,
        transcript: std::path::Path::new(session),
        channels: &channels,
        cursor: &Cursor { offset: 0, inode: 0, before: String::new() },
        skipped_lines: 0,
        now: day(9),
    };
    store
        .write(|db| {
            sessions::note(db, &note(session), at)?;
            sessions::store_reading(db, &reading)
        })
        .unwrap();
}

#[test]
fn the_same_words_within_a_day_are_credited_to_the_first_session() {
    let mut store = Store::in_memory().unwrap();
    for (n, (hours, expected)) in
        [(0, "s0"), (17, "s0"), (40, "s2"), (64, "s2"), (87, "s4"), (200, "s5"), (190, "s5")]
            .iter()
            .enumerate()
    {
        let (session, turn) = (format!("s{n}"), format!("t{n}"));
        read(&mut store, &session, &turn, "tag, then push", day(0) + Duration::hours(*hours));
        let credited = sessions::credited_session(store.read(), &turn).unwrap();
        assert_eq!(credited.as_deref(), Some(*expected), "after {hours} h");
    }
    let batch = store.write(|db| batches::make(db, Waits::All, 10, day(9))).unwrap();
    let loaded = batches::load(store.read(), batch.id).unwrap();
    let said: Vec<(&str, &str)> =
        loaded.iter().map(|s| (s.session.as_str(), s.signals[0].turn.as_str())).collect();
    let expected =
        [("s0", "t0"), ("s1", "t1"), ("s2", "t2"), ("s3", "t3"), ("s4", "t4"), ("s6", "t6"), ("s5", "t5")];
    assert_eq!(said, expected, "what was said stays where it was said");
}

/// Looking up words that are repeated every day is as fast as looking up rare ones.
#[test]
fn only_sightings_of_a_day_are_looked_at() {
    let store = Store::in_memory().unwrap();
    let sql = format!("EXPLAIN QUERY PLAN {}", sessions::FIRST_SIGHTING_BETWEEN);
    let plan: String = store.read().query_row(&sql, ("", 0, 0), |row| row.get(3)).unwrap();
    assert!(plan.contains("sighting_by_text (text_hash=? AND at>? AND at<?)"), "{plan}");
}

#[test]
fn reading_again_adds_nothing() {
    let mut store = Store::in_memory().unwrap();
    read(&mut store, "s1", "t1", "tag, then push", day(0));
    read(&mut store, "s1", "t1", "tag, then push", day(0));
    assert_eq!(batches::waiting(store.read(), Waits::All).unwrap().sessions, 1);
    assert_eq!(batches::waiting(store.read(), Waits::All).unwrap().chars, 14);
}

#[test]
fn a_batch_is_tried_three_times_then_kept_as_failed() {
    let mut store = Store::in_memory().unwrap();
    read(&mut store, "s1", "t1", "tag, then push", day(0));
    let batch = store.write(|db| batches::make(db, Waits::All, 1, day(0))).unwrap();
    for _ in 0..crate::core::learn::batching::MAX_TRIES {
        assert_eq!(batches::next(store.read(), Waits::All).unwrap().map(|b| b.id), Some(batch.id));
        let run = store.write(|db| batches::begin_run(db, batch.id, "claude", "2026-03-01", day(0))).unwrap();
        let record =
            batches::RunRecord { run, batch: batch.id, at: day(0), cost_usd: 0.25, items: 0, dropped: 0 };
        store.write(|db| batches::fail_run(db, &record, "overloaded")).unwrap();
    }
    assert_eq!(batches::next(store.read(), Waits::All).unwrap(), None);
    assert_eq!(stats::spend_on(store.read(), "2026-03-01").unwrap(), 0.75);
    let counts = stats::session_counts(store.read()).unwrap();
    assert_eq!((counts.captured, counts.failed, counts.waiting, counts.learned), (1, 1, 0, 0));
    assert_eq!(stats::failed_batches(store.read()).unwrap(), [(1, "overloaded".to_owned())]);
    store.write(|db| batches::retry_failed(db)).unwrap();
    assert_eq!(batches::load(store.read(), batch.id).unwrap().len(), 1);
}

#[test]
fn a_crash_during_the_call_gives_the_batch_back() {
    let mut store = Store::in_memory().unwrap();
    read(&mut store, "s1", "t1", "tag, then push", day(0));
    let batch = store.write(|db| batches::make(db, Waits::All, 1, day(0))).unwrap();
    store.write(|db| batches::begin_run(db, batch.id, "claude", "2026-03-01", day(0))).unwrap();
    assert_eq!(batches::next(store.read(), Waits::All).unwrap(), None);
    assert_eq!(store.write(|db| batches::recover(db)).unwrap(), 1);
    assert_eq!(batches::next(store.read(), Waits::All).unwrap().map(|b| b.tries), Some(1));
}

#[test]
fn what_was_learned_leaves_no_transcript_text_behind() {
    let mut store = Store::in_memory().unwrap();
    read(&mut store, "s1", "t1", "tag, then push", day(0));
    let batch = store.write(|db| batches::make(db, Waits::All, 1, day(0))).unwrap();
    let run = store.write(|db| batches::begin_run(db, batch.id, "builtin", "2026-03-01", day(0))).unwrap();
    let record = batches::RunRecord { run, batch: batch.id, at: day(0), cost_usd: 0.0, items: 1, dropped: 0 };
    store.write(|db| batches::finish_run(db, &record)).unwrap();
    assert_eq!(
        batches::waiting(store.read(), Waits::All).unwrap(),
        crate::core::learn::batching::Waiting::default()
    );
    let counts = stats::session_counts(store.read()).unwrap();
    assert_eq!((counts.learned, counts.waiting), (1, 0));
    assert!(sessions::Owners::new(store.read()).of("t1").is_some());
}

#[test]
fn what_is_no_database_and_what_is_nowhere_are_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("learning.db");
    crate::os::fsx::write_private(&path, &[b'x'; 8192]).unwrap();
    let garbage = Store::open(&path, std::time::Duration::ZERO).unwrap_err();
    assert!(matches!(garbage, super::StoreError::NotADatabase), "{garbage}");
    let nowhere = Store::open(&dir.path().join("no/learning.db"), std::time::Duration::ZERO).unwrap_err();
    assert!(matches!(nowhere, super::StoreError::CannotOpen(_)), "{nowhere}");
}
