//! The interactive review: the real program in a real terminal, driven by keys.

use std::os::unix::fs::PermissionsExt;

use ingrain::os::fsx::Lock;
use serde_json::json;

use crate::learning::a_week;
use crate::terminal::Terminal;
use crate::weather::takes_its_time;
use crate::world::{World, write};

fn inbox() -> World {
    let mut world = World::new();
    world.write("migrations/0001.sql", "");
    world.run(&["configure", "--set", "promotion=inbox"]).ok();
    a_week(&mut world);
    world.set_now("2026-03-10T09:00:00Z");
    world
}

fn status(world: &World, kind: &str) -> String {
    let list = world.list();
    let row = list.iter().find(|row| row["type"] == kind).unwrap();
    row["status"].as_str().unwrap().to_owned()
}

/// An editor that adds a line.
fn with_editor(world: &mut World, line: &str) {
    let editor = world.base().join("editor");
    write(&editor, &format!("#!/bin/sh\nprintf '%s\\n' '{line}' >> \"$2\"\n"));
    std::fs::set_permissions(&editor, std::fs::Permissions::from_mode(0o755)).unwrap();
    world.set_env("VISUAL", &format!("{} -w", editor.display()));
}

#[test]
fn accept_undo_reject_and_leave() {
    let world = inbox();
    let untouched = World::tree(&world.project);
    let terminal = Terminal::start(&world, "review", (80, 24));
    terminal.see("review 1/4 · workflow, ready");
    for words in ["new and ready", "confidence 0.95", "“To release", "would be written to", "a accept"] {
        terminal.see(words);
    }
    terminal.press("a", "review 2/4 · procedural");
    terminal.see("accepted “");
    assert!(world.exists(".claude/commands/self-learning/to-release.md"));

    terminal.press("u", "taken back");
    terminal.see("review 1/4 · workflow, ready");
    assert_eq!(World::tree(&world.project), untouched, "as if nothing had been accepted");
    terminal.press("u", "nothing was ruled");

    terminal.press("r", "review 2/4");
    assert_eq!(status(&world, "workflow"), "deprecated");
    terminal.press("?", "undo the last ruling of this review");
    terminal.press("Escape", "review 2/4");
    // A key that follows an Escape too soon is one key with it.
    terminal.wait("the help goes", |screen| !screen.contains("undo the last ruling of this review"));
    terminal.press("s", "review 3/4 · decision");
    terminal.press("a", "review 4/4 · pitfall");
    assert!(world.read(".memory/knowledge/decisions.md").contains("## ADR-001: "));
    terminal.press("s", "That was the last; 2 are left as they were.");
    terminal.see("1 accepted");
    terminal.see("1 rejected");
    let left = terminal.press("q", "left with 0");
    assert!(left.contains("1 accepted, 1 rejected") && !left.contains("review end"), "{left}");
    assert_eq!(status(&world, "procedural"), "ready");
}

#[test]
fn a_persons_own_words_are_what_is_written() {
    let mut world = inbox();
    with_editor(&mut world, "And ring the bell.");
    let terminal = Terminal::start(&world, "review", (100, 30));
    terminal.see("review 1/4 · workflow");
    terminal.press("e", "edited “");
    let file = ".claude/commands/self-learning/to-release.md";
    assert!(world.read(file).ends_with("And ring the bell.\n"), "{}", world.read(file));
    terminal.press("q", "left with 0");
    world.run(&["learn"]).ok();
    assert!(world.read(file).ends_with("And ring the bell.\n"), "it stays");
    let list = world.run(&["reconcile", "--json"]).ok().json();
    assert_eq!(list["edits"], 0, "{list}");

    let words = world.list().iter().find(|row| row["type"] == "workflow").unwrap()["id"].clone();
    let terminal = Terminal::start(&world, &format!("review {}", words.as_str().unwrap()), (100, 30));
    terminal.see("with your changes");
    terminal.press("End", "+ And ring the bell.");
}

#[test]
fn an_entry_that_is_none_is_not_taken_and_not_lost() {
    let mut world = inbox();
    with_editor(&mut world, "## ADR-900: another one");
    let terminal = Terminal::start(&world, "review", (80, 24));
    terminal.see("review 1/4");
    terminal.press("s", "review 2/4");
    terminal.press("s", "review 3/4 · decision");
    terminal.press("e", "not taken: it has to be one entry");
    assert!(!world.exists(".memory"));
    terminal.press("q", "left with 0");
}

/// Three commands that wait, two of them for the same thing.
fn three_that_wait() -> World {
    let world = World::new();
    world.run(&["configure", "--set", "promotion=inbox"]).ok();
    let line = |id: &str, title: &str, session: &str, steps: &[&str]| {
        let at = "2026-03-01T09:00:00Z";
        let evidence =
            json!([{"session": session, "turn": session, "speaker": "user", "quote": title, "at": at}]);
        json!({"id": id, "type": "workflow", "pattern": title, "observations": 5, "quality_ok": true,
            "first_seen": "2026-02-01T09:00:00Z", "last_seen": at, "details": {"steps": steps}, "evidence": evidence})
        .to_string()
    };
    let lines = [
        line("obs_a", "Release the package", "s1", &["run `pnpm test`", "run `pnpm publish`"]),
        line("obs_b", "Publish a release", "s2", &["run `pnpm test`", "run `pnpm publish`"]),
        line("obs_c", "Reset the database", "s3", &["run `just db-reset`"]),
    ];
    write(&world.base().join("log.jsonl"), &lines.join("\n"));
    world.run(&["import", world.base().join("log.jsonl").to_str().unwrap()]).ok();
    world
}

/// Rewords what is written, in a program that is made to fail.
fn reword(fault: &str, ends: &str) -> World {
    let mut world = three_that_wait();
    world.run(&["review", "--accept", "obs_a"]).ok();
    with_editor(&mut world, "And ring the bell.");
    world.set_env("INGRAIN_FAULT", &fault.replace("BASE", world.base().to_str().unwrap()));
    let terminal = Terminal::start(&world, "review obs_a", (100, 30));
    terminal.wait("the item, or the end", |screen| screen.contains("review 1/1") || screen.contains(ends));
    terminal.press("e", ends);
    world.set_env("INGRAIN_FAULT", "");
    world
}

/// What is told of files.
fn told(world: &World) -> Vec<String> {
    let db = rusqlite::Connection::open(world.state().join("learning.db")).unwrap();
    let mut find = db.prepare("SELECT action FROM history WHERE thing = 'file'").unwrap();
    find.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

#[test]
fn words_that_were_cut_short_are_written_once_or_not_at_all() {
    let calm = reword("count:BASE/points", "edited “");
    let points = std::fs::read_to_string(calm.base().join("points")).unwrap().lines().count();
    let mut written = 0;
    for n in (1..=points).step_by(if takes_its_time() { 1 } else { 4 }) {
        let world = reword(&format!("crash:{n}"), "left with 137");
        world.run(&["learn"]).ok();
        let file = world.read(".claude/commands/self-learning/release-the-package.md");
        let times = file.matches("And ring the bell.").count();
        let expected = [vec!["wrote"], vec!["reworded"; times]].concat();
        assert_eq!(told(&world), expected, "killed at {n} of {points}");
        assert!(times < 2, "{file}");
        written += times;
    }
    eprintln!("own words: {points} points");
    assert!(written > 0, "most points come after the person's word");
}

#[test]
fn all_of_a_kind_after_one_question() {
    let world = three_that_wait();
    let terminal = Terminal::start(&world, "review", (80, 24));
    terminal.see("review 1/3");
    terminal.press("A", "accept all 3 like this one (workflow, ready)? y means yes");
    terminal.press("n", "nothing was changed");
    terminal.press("A", "accept all 3");
    terminal.press("y", "3 accepted");
    assert!(world.list().iter().all(|row| row["status"] == "created"));
    terminal.press("u", "taken back");
    assert!(world.list().iter().all(|row| row["status"] == "ready") && !world.exists(".claude"));
    terminal.press("q", "left with 0");
}

#[test]
fn two_that_are_one_are_merged() {
    let world = three_that_wait();
    let terminal = Terminal::start(&world, "review obs_a", (80, 24));
    terminal.see("review 1/1");
    terminal.press("m", "Merge with which one?");
    // The most alike first.
    terminal.see("› obs_b ready Publish a release");
    terminal.press("Enter", "obs_a took over obs_b");
    terminal.press("q", "left with 0");
    let row = |id: &str| world.list().into_iter().find(|row| row["id"] == id).unwrap();
    assert_eq!((&row("obs_a")["count"], &row("obs_b")["status"]), (&json!(10), &json!("deprecated")));
    let why = world.run(&["review", "--json"]).ok().json();
    assert_eq!(why.as_array().unwrap().len(), 2, "{why:#}");
}

#[test]
fn what_is_given_up_on_the_screen_can_be_restored_there() {
    let mut world = World::new();
    a_week(&mut world);
    world.set_now("2026-03-10T09:00:00Z");
    let terminal = Terminal::start(&world, "review ADR-001 PF-001", (80, 24));
    terminal.see("review 1/2 · decision, created");
    terminal.press("D", "review 2/2 · pitfall");
    assert!(world.read(".memory/knowledge/decisions.md").contains("**Status**: Deprecated"));
    terminal.press("Left", "restore");
    terminal.press("t", "restored “");
    assert!(world.read(".memory/knowledge/decisions.md").contains("**Status**: Active"));
    terminal.press("q", "left with 0");
}

#[test]
fn however_it_ends_the_terminal_is_given_back() {
    let world = inbox();
    for (end, code) in [("C-c", "left with 0"), ("Escape", "left with 0"), ("", "left with 0")] {
        let terminal = Terminal::start(&world, "review", (80, 24));
        terminal.see("review 1/4");
        match end {
            "" => {
                let child = terminal.child().to_string();
                assert!(std::process::Command::new("kill").arg(&child).status().unwrap().success());
                terminal.see(code);
            }
            key => drop(terminal.press(key, code)),
        }
        let after = terminal.screen();
        assert!(!after.contains("review 1/4"), "{after}");
        // What is typed is echoed again.
        terminal.press("x", "x");
    }
}

#[test]
fn a_review_ends_with_its_terminal() {
    let world = inbox();
    let terminal = Terminal::start(&world, "review", (80, 24));
    terminal.see("review 1/4");
    let stat = format!("/proc/{}/stat", terminal.child());
    // In a container there may be no process that reaps orphans.
    let runs = || std::fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z "));
    assert!(runs());
    drop(terminal);
    world.wait("the review ends with its terminal", |_| !runs());
    assert_eq!(status(&world, "workflow"), "ready", "and decides nothing");
}

#[test]
fn any_size_and_no_lock_while_somebody_thinks() {
    let world = inbox();
    let terminal = Terminal::start(&world, "review", (120, 40));
    terminal.see("review 1/4");
    assert!(Lock::try_take(&world.state().join("lock")).unwrap().is_some(), "nothing is locked");
    for (width, height) in [(40, 10), (20, 5), (10, 3), (80, 24)] {
        terminal.resize(width, height);
        terminal.wait("a screen of its size", |screen| screen.lines().count() <= usize::from(height));
    }
    terminal.see("review 1/4");
    // Another process was faster.
    let first = world.run(&["review", "--json"]).ok().json()[0]["id"].as_str().unwrap().to_owned();
    world.run(&["review", "--reject", &first]).ok();
    terminal.press("a", "it changed in the meantime");
    assert_eq!(status(&world, "workflow"), "deprecated");
    terminal.see("t restore");
    terminal.press("q", "left with 0");
}
