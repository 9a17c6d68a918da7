//! Sessions without a SessionEnd: found at the next start, learned once, and at a cost that does not
//! grow.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::learning::{lesson, quiet_since};
use crate::skipped;
use crate::world::{World, program, write};

/// More than a start looks at.
const MANY: usize = 80;
const QUIET: &str = "2026-03-02T10:10:00Z";

fn sessions(world: &World) -> serde_json::Value {
    world.run(&["status", "--json"]).json()["sessions"].clone()
}

/// The power went in the middle of a line: no note in the spool, a marker, and a transcript that is cut off.
#[test]
fn a_machine_that_went_off_loses_half_a_line_at_most() {
    let mut world = World::new();
    let whole = lesson("cut", "2026-03-02", 0).jsonl(&world.project);
    let (written, rest) = whole.split_at(whole.find("pnpm publish").unwrap());
    world.set_now("2026-03-02T10:00:00Z");
    world.start("cut", "startup");
    write(&world.transcript("cut"), written);
    quiet_since(&world.transcript("cut"), QUIET);

    world.set_now("2026-03-03T09:00:00Z");
    world.start("next", "startup");
    world.until("the session is found", |world| world.list().len() == 3);
    assert_eq!((&sessions(&world)["missed"], &sessions(&world)["captured"]), (&json!(1), &json!(1)));

    // It is resumed, and its last line is whole at last.
    world.start("cut", "resume");
    write(&world.transcript("cut"), &format!("{written}{rest}"));
    world.end("cut");
    world.run(&["learn", "--now"]).ok();
    assert_eq!(world.list().len(), 4);
    assert!(world.list().iter().all(|row| row["count"] == 1), "{:#?}", world.list());
    assert_eq!(sessions(&world)["captured"], 1);
}

/// Start and end both fell on a full disk; one prompt in between did not.
#[test]
fn one_prompt_is_enough_to_be_found() {
    let mut world = World::new();
    world.play(&lesson("known", "2026-03-01", 0));
    let lost = lesson("lost", "2026-03-02", 1);
    write(&world.transcript("lost"), &lost.jsonl(&world.project));
    quiet_since(&world.transcript("lost"), QUIET);
    world.set_now("2026-03-02T10:00:00Z");
    world.set_env("INGRAIN_FAULT", "ENOSPC:write");
    world.start("lost", "startup");
    world.set_env("INGRAIN_FAULT", "");
    world.hook("user-prompt", &world.input("lost", "UserPromptSubmit", json!({"prompt": "go on"}))).ok();
    world.set_env("INGRAIN_FAULT", "ENOSPC:write");
    world.hook("session-end", &world.input("lost", "SessionEnd", json!({"reason": "other"}))).ok();
    world.set_env("INGRAIN_FAULT", "");
    assert_eq!(sessions(&world)["captured"], 1);

    world.set_now("2026-03-03T09:00:00Z");
    world.start("next", "startup");
    world.until("the session is found", |world| sessions(world)["captured"] == 2);
    assert!(world.list().iter().all(|row| row["count"] == 2), "{:#?}", world.list());
}

/// A start that dies before printing the news has not delivered them.
#[test]
fn news_that_died_with_their_session_are_told_to_the_next() {
    let mut world = World::new();
    crate::learning::a_week(&mut world);
    world.set_now("2026-03-10T09:00:00Z");
    let claims = |world: &World| {
        World::tree(&world.state().join("prepared"))
            .iter()
            .filter(|(name, _)| name.starts_with("told-"))
            .count()
    };
    let point = (1..20).find(|n| {
        world.set_env("INGRAIN_FAULT", &format!("crash:{n}"));
        let input = world.input("dead", "SessionStart", json!({"source": "startup"}));
        assert_eq!(world.hook("session-start", &input).stdout, "");
        claims(&world) == 1
    });
    world.set_env("INGRAIN_FAULT", "");
    assert!(point.is_some());
    world.end("dead");
    let told = world.start("next", "startup");
    assert!(
        told.json()["systemMessage"].as_str().unwrap().starts_with("ingrain learned "),
        "{}",
        told.whole()
    );
    world.end("next");
    assert_eq!(world.start("later", "startup").json().get("systemMessage"), None);
}

/// How many system calls one SessionStart makes, without the worker that it may start.
fn system_calls(world: &World, session: &str) -> Option<usize> {
    let list = world.base().join("calls");
    if !can_trace() {
        return None;
    }
    let mut traced = world.command("strace");
    traced.args(["-qq", "-o"]).arg(&list).arg(program("session-start"));
    let input = world.input(session, "SessionStart", json!({"source": "startup"}));
    let answer = world.answer(traced, &input.to_string());
    answer.ok();
    Some(fs::read_to_string(list).unwrap().lines().count())
}

/// Is there `strace`, and may it look?
pub fn can_trace() -> bool {
    let mut look = Command::new("strace");
    look.args(["-qq", "-o", "/dev/null", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
    look.status().is_ok_and(|status| status.success())
}

/// Whatever lies about, a start looks at a few things only.
#[test]
fn a_start_does_bounded_work() {
    let mut world = World::new();
    world.play(&lesson("one", "2026-03-01", 0));
    world.set_now("2026-03-02T10:00:00Z");
    let Some(usual) = system_calls(&world, "usual") else {
        return skipped::say("system calls are counted by `strace`");
    };
    world.settle();
    let state = world.state();
    for n in 0..10_000 {
        let session = format!("left-{n:05}");
        let marker = json!({"session": session, "transcript": world.transcript(&session), "cwd": world.project,
            "started_at": "2026-03-02T09:00:00Z"});
        write(&state.join("open").join(format!("{session}.json")), &marker.to_string());
        write(&world.transcript(&session), "");
    }
    let crowded = system_calls(&world, "crowded").unwrap();
    world.settle();
    eprintln!("system calls of a SessionStart: {usual}, among 10,000 markers and transcripts {crowded}");
    // Each of the few markers that it looks at costs a look at it, its reading and a look at its transcript.
    assert!(crowded < usual + 64 * 9, "{usual} → {crowded}");
}

/// The worker looks at every marker, and closes those of sessions that are over: the next start has few to look at.
#[test]
fn among_many_markers_none_is_overlooked() {
    let mut world = World::new();
    world.set_now("2026-03-02T10:00:00Z");
    for n in 0..MANY {
        let id = format!("left-{n:03}");
        world.start(&id, "startup");
        write(&world.transcript(&id), &lesson(&id, "2026-03-02", n).jsonl(&world.project));
        quiet_since(&world.transcript(&id), QUIET);
    }
    world.settle();
    world.set_now("2026-03-03T10:00:00Z");
    world.start("next", "startup");
    world.until("all are read", |world| sessions(world)["learned"] == MANY);
    assert_eq!(sessions(&world)["missed"], MANY);
    let open = World::tree(&world.state().join("open"));
    assert_eq!(open.len(), 1, "only the running one is open: {open:?}");
    let before = world.list();
    world.start("later", "startup");
    world.settle();
    assert_eq!(world.list(), before);
}

/// Claude Code writes such a line when a session is opened and left.
#[test]
fn a_session_in_which_nothing_happened_teaches_nothing() {
    let world = World::new();
    world.run(&["enable"]).ok();
    world.start("s1", "startup");
    write(&world.transcript("s1"), "{\"type\":\"mode\",\"mode\":\"normal\",\"sessionId\":\"s1\"}\n");
    world.end("s1");
    let sessions = world.run(&["status", "--json"]).ok().json()["sessions"].clone();
    assert_eq!((&sessions["learned"], &sessions["empty"]), (&0.into(), &1.into()), "{sessions}");
}
