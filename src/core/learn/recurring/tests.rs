use chrono::TimeDelta;

use super::*;
use crate::core::model::samples::{at, observation};
use crate::core::model::{Kind, Signal};

const DAY: i64 = 86_400;

/// One message a day, each in a session of its own.
fn said(messages: &[&str]) -> Vec<Request> {
    let sessions: Vec<BatchSession> = (0..).zip(messages).map(|(day, text)| session(day, text)).collect();
    requests_in(&sessions)
}

fn session(day: i64, text: &str) -> BatchSession {
    let signal = Signal { turn: format!("t{day}"), at: at(day * DAY), text: (*text).to_owned(), prior: None };
    BatchSession { session: format!("s{day}"), signals: vec![signal], injected: vec![] }
}

fn titles(messages: &[&str]) -> Vec<String> {
    recurring(&said(messages), &[]).into_iter().map(|it| it.title).collect()
}

#[test]
fn what_is_asked_for_again_and_again_is_one_lesson_in_the_persons_words() {
    for (messages, title) in [
        (
            &[
                "record a short demo clip of the map page",
                "yes. please record the demo clip in dark colours",
                "can you record another demo clip?",
            ][..],
            "Record another demo clip",
        ),
        (
            &[
                "ok, send three sample invoices through the importer and show me the totals",
                "can you send a few sample invoices through the importer?",
                "now send some sample invoices through the importer again",
            ],
            "Send three sample invoices through the importer",
        ),
        (
            &[
                "fix eslint and stylelint",
                "run eslint, stylelint please",
                "check that eslint and stylelint pass",
            ],
            "Run eslint, stylelint",
        ),
    ] {
        assert_eq!(titles(messages), [title], "{messages:?}");
    }
}

#[test]
fn other_requests_are_no_lesson() {
    for messages in [
        // Two sessions are chance.
        &["record the demo clip", "record the demo clip again please"][..],
        // Nothing but the verb, or a word that any work is asked for with.
        &["render the map", "render invoices in blue", "render a chart of sales"],
        &["add a type to the parser", "add the type of the car", "add type names to the export"],
        // One task, tried again.
        &["make the header blue", "make the header blue", "make the header blue"],
        // Questions want to know, and a refusal asks for nothing.
        &["is the harbour page cached?", "is the harbour page cached now?", "why is the harbour page cached"],
        &["don't record the demo clip", "never record demo clips", "no demo clips please"],
        // It steers the session.
        &["go ahead with the plan", "go on with the plan", "continue with the plan"],
        // For the moment.
        &[
            "record the demo clip for now",
            "for now record the demo clip",
            "record the demo clip just this once",
        ],
        // A topic says it better.
        &["write a test for the parser", "please write a test for that too", "write tests for the totals"],
    ] {
        assert_eq!(titles(messages), Vec::<String>::new(), "{messages:?}");
    }
}

#[test]
fn one_day_is_no_habit_and_the_same_words_again_count_once() {
    let mut kept = said(&["record the demo clip", "record demo clips", "record all demo clips"]);
    assert_eq!(recurring(&kept, &[]).len(), 1);
    for request in &mut kept {
        request.at = at(0);
    }
    assert_eq!(recurring(&kept, &[]).len(), 0);
    let mut resent = said(&["record the demo clip", "record demo clips", "record all demo clips"]);
    resent[2].counts_for = resent[1].counts_for.clone();
    assert_eq!(recurring(&resent, &[]).len(), 0);
}

#[test]
fn a_lesson_keeps_its_key_while_its_group_grows() {
    let first = said(&["record the demo clip", "record demo clips", "record all demo clips"]);
    let known = recurring(&first, &[]).remove(0);
    let observation = Observation {
        keys: BTreeSet::from(["asked:an older name".to_owned()]),
        evidence: known.evidence.clone(),
        ..observation(Kind::Procedural, "obs_1", &known.title)
    };
    let grown: Vec<Request> = first.into_iter().chain(later("now record a demo clip for the fair")).collect();
    let again = recurring(&grown, std::slice::from_ref(&observation)).remove(0);
    assert_eq!(again.keys, observation.keys);
    assert_eq!(again.evidence.len(), 4);
    let other = Observation { evidence: vec![], ..observation };
    assert_ne!(recurring(&grown, std::slice::from_ref(&other)).remove(0).keys, other.keys);
}

fn later(text: &str) -> Vec<Request> {
    let mut more = said(&[text]);
    for request in &mut more {
        request.at += TimeDelta::days(9);
        (request.turn, request.session, request.counts_for) = ("t9".into(), "s9".into(), "s9".into());
    }
    more
}
