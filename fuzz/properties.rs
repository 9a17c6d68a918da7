//! Properties that hold for every input. The fuzz targets search for one that breaks them; `cargo test`
//! tries the inputs that were found, and seeds of every kind.
#![allow(dead_code, reason = "every target uses one of them")]

use std::sync::LazyLock;

use ingrain::core::config::client_settings as editor;
use ingrain::core::config::client_settings::{HookEntry, Wanted};
use ingrain::core::knowledge::entries::{self as book, EntryStatus, Section};
use ingrain::core::learn::extract::response as extractor;
use ingrain::core::model::artifact_path::Ledger;
use ingrain::core::patterns::verdict as judge;
use ingrain::core::redact::Redactor;
use ingrain::core::session::segments::segments;
use ingrain::core::session::signals::channels;
use ingrain::core::session::transcript as lines;
use ingrain::core::session::turns::{Turn, TurnReader};
use ingrain::hook::{event, wire::Wire};

pub type Property = fn(&[u8]);

pub const ALL: [(&str, Property); 7] = [
    ("hook_input", hook_input),
    ("transcript", transcript),
    ("secrets", secrets),
    ("response", response),
    ("settings", settings),
    ("knowledge", knowledge),
    ("verdict", verdict),
];

/// Any id from outside becomes a valid file name.
pub fn hook_input(data: &[u8]) {
    let Ok(wire) = Wire::read(data) else { return };
    let sessions = [
        event::start(&wire).map(|start| start.session),
        event::end(&wire).map(|end| end.session),
        event::agent(&wire).map(|agent| agent.session),
        event::prompt(&wire).map(|prompt| prompt.session),
        event::call(&wire).map(|call| call.session),
    ];
    for session in sessions.into_iter().flatten() {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        assert!(!session.id.is_empty() && session.id.len() <= 64 && session.id.chars().all(plain));
    }
}

/// Reading any lines twice gives the same result, and what is learned from them is redacted.
pub fn transcript(data: &[u8]) {
    static REDACTOR: LazyLock<Redactor> = LazyLock::new(redactor);
    let turns = read(data);
    assert_eq!(turns, read(data));
    let now = chrono::DateTime::from_timestamp(1_900_000_000, 0).expect("a time");
    let learned = channels(&turns, &REDACTOR, &|_| true, true, now);
    for signal in &learned.signals {
        assert_eq!(REDACTOR.redact(&signal.text), signal.text.as_str(), "redacted once is redacted");
    }
    for segment in segments(&turns, &REDACTOR, ingrain::core::learn::topics::states_rule, now) {
        assert!(segment.outcome.timestamp <= now, "nothing ends later than now");
    }
}

/// A person's pattern that a longer text does not match, so that the place of a cut matters.
fn redactor() -> Redactor {
    let extra = [r"\bkey_[a-z0-9]{4,9}\b".into()];
    #[cfg(fuzzing)]
    let built = Redactor::without_table(&extra);
    #[cfg(not(fuzzing))]
    let built = Redactor::new(&extra);
    built.expect("a pattern")
}

/// Masking is idempotent, and the surrounding text stays.
pub fn secrets(data: &[u8]) {
    static REDACTOR: LazyLock<Redactor> = LazyLock::new(|| Redactor::new(&[]).expect("built-in detectors"));
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (call, output) = text.split_once('\0').unwrap_or((text, text));
    let masked = REDACTOR.redact(call);
    assert_eq!(REDACTOR.has_secret(call), masked != call, "what is masked is what was seen");
    assert_eq!(REDACTOR.redact(&masked), masked, "redacted once is redacted");
    if let Some(quiet) = REDACTOR.without_echo(call, output) {
        assert_ne!(quiet, output, "something was taken out");
    }
}

fn read(data: &[u8]) -> Vec<Turn> {
    let mut reader = TurnReader::new(false);
    for line in data.split(|byte| *byte == b'\n') {
        if let Ok(Some(entry)) = lines::parse(line) {
            reader.push(&entry);
        }
    }
    reader.finish()
}

/// The number of items is limited, and dropped text is not repeated.
pub fn response(data: &[u8]) {
    const SECRET: &str = "hunter2hunter2";
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(parsed) = extractor::parse(text) else { return };
    assert!(parsed.items.len() <= 100);
    assert!(parsed.dropped.iter().all(|line| !line.contains(SECRET)));
}

/// An edited settings file stays valid, can be restored byte for byte, and a second edit changes nothing.
pub fn settings(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let hook = |event: &str| HookEntry { event: event.into(), command: "/x/ingrain-session-start".into() };
    let wanted = Wanted { hooks: vec![hook("SessionStart"), hook("SessionEnd")], status_line: None };
    let (Ok(without), Ok(edit)) =
        (editor::plan_disable(text, None), editor::plan_enable(Some(text), None, &wanted))
    else {
        return;
    };
    let again =
        editor::plan_enable(Some(&edit.after), edit.undo.as_ref(), &wanted).expect("it is still JSON");
    assert!(again.changes.is_empty() && again.after == edit.after, "the second time changes nothing");
    if let Some(undo) = &edit.undo {
        assert_eq!(undo.restore(&edit.after).as_deref(), Some(without.after.as_str()));
    }
    let cut = editor::plan_disable(&edit.after, None).expect("it is still JSON");
    let left = editor::plan_disable(&cut.after, None).expect("it is still JSON");
    assert!(left.changes.is_empty(), "none of our entries is left");
}

/// Every edit keeps every other byte of a person's file.
pub fn knowledge(data: &[u8]) {
    let Ok(file) = std::str::from_utf8(data) else { return };
    let sections = book::parse(file);
    assert!(sections.is_sorted_by(|a, b| a.span.end <= b.span.start));
    for ledger in Ledger::ALL {
        let number = book::next_number(file, ledger, 0);
        let taken = sections.iter().any(|s| s.ledger == ledger && s.number == number && number < u32::MAX);
        assert!(!taken, "a number is never given twice");
        let section = format!("## {}: Title\n\n- **Status**: Active\n", ledger.anchor(number));
        assert!(book::append(Some(file), ledger, &section).starts_with(file));
    }
    for section in &sections {
        retire(file, &sections, section);
    }
}

fn retire(file: &str, sections: &[Section], section: &Section) {
    let Some(after) = book::set_status(file, &section.anchor, "Deprecated") else { return };
    let found = book::parse(&after);
    let anchors = |sections: &[Section]| sections.iter().map(|s| s.anchor.clone()).collect::<Vec<_>>();
    assert_eq!(anchors(&found), anchors(sections), "no entry comes or goes");
    let marked = book::find(&found, &section.anchor, None).expect("it is still there");
    assert_eq!(marked.standing(), EntryStatus::Deprecated);
    for (old, new) in sections.iter().zip(&found).filter(|(_, new)| new.span != marked.span) {
        assert_eq!(old.text(file), new.text(&after), "the others are as they were");
    }
}

/// The last readable block counts.
pub fn verdict(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = judge::find(text);
    let last = format!("{text}\n-->\n```verdict-json\n{{\"verdict\":\"FAIL\",\"issues\":[\"one\"]}}\n```\n");
    assert!(judge::find(&last).is_some_and(|verdict| !verdict.passed && verdict.issues.len() == 1));
}
