//! The HUD line, alone and in Claude Code's status line below the user's own.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::learning::a_week;
use crate::world::{Answer, World, write};

/// A file that one of the lessons names is not there.
const LEARNED: &str = "Learning: 1 workflows, 1 skills, 1 decisions, 1 pitfalls\n";

fn settings(world: &World) -> PathBuf {
    world.home.join(".claude/settings.json")
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// What the client gives a status line.
fn input(folder: &Path) -> String {
    let workspace = json!({ "current_dir": "/", "project_dir": folder });
    json!({ "cwd": "/", "workspace": workspace, "model": { "display_name": "Opus" } }).to_string()
}

/// Runs the status line that stands in a settings file as the client does, from another folder.
fn shown(world: &World, file: &Path) -> Answer {
    let settings: Value = serde_json::from_str(&text(file)).unwrap();
    let mut shell = world.command("/bin/sh");
    shell.current_dir("/").arg("-c").arg(settings["statusLine"]["command"].as_str().unwrap());
    world.answer(shell, &input(&world.project))
}

#[test]
fn the_line_is_there_once_something_was_learned() {
    let mut world = World::new();
    assert_eq!(world.run(&["hud"]).whole(), "exit 0\n--- stdout\n--- stderr\n");
    a_week(&mut world);
    assert_eq!(world.run(&["hud"]).whole(), format!("exit 0\n--- stdout\n{LEARNED}--- stderr\n"));
    assert_eq!(
        world.run(&["hud", "--json"]).ok().json(),
        json!({"line": LEARNED.trim_end(), "workflow": 1, "procedural": 1, "decision": 1, "pitfall": 1, "needs_review": 0})
    );
    let elsewhere = world.run(&["hud", "--project", "/nowhere"]);
    assert_eq!(elsewhere.whole(), "exit 0\n--- stdout\n--- stderr\n");
}

#[test]
fn what_a_person_set_aside_is_not_counted() {
    let world = World::new();
    world.run(&["remember", "use redis because it is there"]).ok();
    world.run(&["remember", "never edit dist"]).ok();
    let file = ".memory/knowledge/decisions.md";
    world.write(file, &world.read(file).replace("**Status**: Active", "**Status**: Deprecated"));
    world.run(&["reconcile"]).ok();
    assert_eq!(world.run(&["hud"]).stdout, "Learning: 1 pitfalls\n");
}

#[test]
fn what_asks_for_a_look_is_counted() {
    let mut world = World::new();
    a_week(&mut world);
    std::fs::remove_file(world.project.join(".memory/knowledge/decisions.md")).unwrap();
    for now in ["2026-03-20T09:00:00Z", "2026-03-21T09:00:00Z"] {
        world.set_now(now);
        world.run(&["reconcile"]).ok();
    }
    assert_eq!(world.run(&["hud"]).stdout, "Learning: 1 workflows, 1 skills, 1 pitfalls\n");
    write(&world.config(), r#"{"promotion": "inbox"}"#);
    std::fs::remove_dir_all(world.project.join(".claude/commands")).unwrap();
    rusqlite::Connection::open(world.state().join("learning.db"))
        .unwrap()
        .execute_batch("DELETE FROM artifact WHERE anchor IS NULL; UPDATE observation SET status = 'ready' WHERE kind = 'workflow'")
        .unwrap();
    world.run(&["learn"]).ok();
    assert_eq!(world.run(&["hud"]).stdout, "Learning: 1 skills, 1 pitfalls  ⚠ 1 need review\n");
}

#[test]
fn it_has_no_errors() {
    let mut world = World::new();
    a_week(&mut world);
    write(&world.state().join("prepared/hud.json"), "{half");
    assert_eq!(world.run(&["hud"]).whole(), "exit 0\n--- stdout\n--- stderr\n");
    assert!(text(&world.state().join("log")).contains("hud note"), "{}", text(&world.state().join("log")));
    world.run(&["learn"]).ok();
    assert_eq!(world.run(&["hud"]).stdout, LEARNED);
    std::fs::remove_file(world.state().join("learning.db")).unwrap();
    assert_eq!(world.run(&["hud"]).stdout, LEARNED, "no database is opened");
    world.set_now("some day");
    assert_eq!(world.run(&["hud"]).whole(), "exit 0\n--- stdout\n--- stderr\n");
}

#[test]
fn in_the_status_line_it_stands_alone_or_below_what_was_there() {
    let mut world = World::new();
    a_week(&mut world);
    world.run(&["enable", "--statusline"]).ok();
    assert_eq!(
        shown(&world, &settings(&world)).whole(),
        format!("exit 0\n--- stdout\n{LEARNED}--- stderr\n")
    );
    world.run(&["disable"]).ok();
    assert!(!settings(&world).exists());

    let mine = "{\n\t\"statusLine\": {\"type\": \"command\", \"command\": \"printf '\\\\033[31m%s\\\\033[0m' \\\"it's $(wc -c)\\\"\"}\n}";
    write(&settings(&world), mine);
    let told = world.run(&["enable", "--statusline"]).ok();
    assert!(told.stdout.contains("  add to statusLine, below: printf"), "{}", told.stdout);
    assert!(told.stderr.contains("shows  what was learned in the status line\n"), "{}", told.stderr);
    let bytes = input(&world.project).len();
    assert_eq!(
        shown(&world, &settings(&world)).stdout,
        format!("\u{1b}[31mit's {bytes}\u{1b}[0m\n{LEARNED}")
    );
    world.run(&["enable"]).ok();
    assert!(text(&settings(&world)).contains("statusline --wraps"), "a second `enable` keeps it");
    world.run(&["disable"]).ok();
    assert_eq!(text(&settings(&world)), mine);
}

#[test]
fn theirs_does_not_notice_ours() {
    let mut world = World::new();
    a_week(&mut world);
    for (theirs, code, stdout) in [
        ("echo one; echo two", 0, format!("one\ntwo\n{LEARNED}")),
        ("printf half; exit 3", 3, format!("half\n{LEARNED}")),
        ("exit 0", 0, LEARNED.to_owned()),
        ("kill -9 $$", 1, LEARNED.to_owned()),
        ("no-such-program-here 2>/dev/null", 127, LEARNED.to_owned()),
        ("(sleep 60 >/dev/null 2>&1 &) ; echo quick", 0, format!("quick\n{LEARNED}")),
    ] {
        let file = world.home.join("one.json");
        write(&file, &json!({"statusLine": {"type": "command", "command": theirs}}).to_string());
        std::fs::copy(&file, settings(&world)).unwrap();
        world.run(&["enable", "--statusline"]).ok();
        let answer = shown(&world, &settings(&world));
        assert_eq!((answer.code, answer.stdout), (code, stdout), "{theirs}");
        world.run(&["disable"]).ok();
        assert_eq!(text(&settings(&world)), text(&file));
    }
    let mut broken = world.command(env!("CARGO_BIN_EXE_ingrain"));
    broken.args(["statusline", "--wraps", "echo theirs"]).env("INGRAIN_NOW", "some day");
    assert_eq!(world.answer(broken, "no JSON").whole(), "exit 0\n--- stdout\ntheirs\n--- stderr\n");
    world.set_env("INGRAIN_DISABLE", "1");
    let mut off = world.command(env!("CARGO_BIN_EXE_ingrain"));
    off.args(["statusline", "--wraps", "echo theirs"]);
    assert_eq!(world.answer(off, "").stdout, "theirs\n");
}

#[test]
fn one_that_was_changed_meanwhile_is_left_alone() {
    let world = World::new();
    write(&settings(&world), r#"{"statusLine": {"type": "command", "command": "old"}}"#);
    world.run(&["enable", "--statusline"]).ok();
    let mut now: Value = serde_json::from_str(&text(&settings(&world))).unwrap();
    now["statusLine"]["command"] = "new".into();
    write(&settings(&world), &now.to_string());
    world.run(&["disable"]).ok();
    assert_eq!(text(&settings(&world)), r#"{"statusLine":{"type":"command","command":"new"}}"#);
}

#[test]
fn in_a_project_alone_it_shows_the_persons_own_as_well() {
    let mut world = World::new();
    a_week(&mut world);
    write(&settings(&world), r#"{"statusLine": {"type": "command", "command": "echo mine"}}"#);
    world.run(&["enable", "--scope", "local", "--statusline"]).ok();
    let local = world.project.join(".claude/settings.local.json");
    assert_eq!(shown(&world, &local).stdout, format!("mine\n{LEARNED}"));
    assert_eq!(text(&settings(&world)), r#"{"statusLine": {"type": "command", "command": "echo mine"}}"#);
    assert!(world.run(&["status"]).stdout.contains("settings.local.json, with a status line"));
    let doctor = world.run(&["doctor"]);
    assert!(doctor.stdout.contains("shown by `[PROJECT]/.claude/settings.local.json`"), "{}", doctor.stdout);
    world.run(&["disable"]).ok();
    assert!(!local.exists());
}

#[test]
fn with_the_plugin_only_the_status_line_is_added() {
    let world = World::new();
    let mine = "{\n  \"enabledPlugins\": { \"ingrain@ingrain-plugins\": true }\n}\n";
    write(&settings(&world), mine);
    let told = world.run(&["enable", "--statusline"]).ok();
    assert!(!told.stdout.contains("hooks."), "{}", told.stdout);
    assert!(!text(&settings(&world)).contains("\"hooks\""));
    let status = world.run(&["status"]).ok();
    assert!(status.stdout.contains("enabled in the plugin, with a status line"), "{}", status.stdout);
    world.run(&["disable"]).ok();
    assert_eq!(text(&settings(&world)), mine);
}

#[test]
fn gates_stay_when_a_status_line_comes() {
    let world = World::new();
    world.run(&["enable", "--gates"]).ok();
    world.run(&["enable", "--statusline"]).ok();
    assert!(text(&settings(&world)).contains("PreToolUse"));
    world.run(&["disable"]).ok();
    assert!(!settings(&world).exists());
}
