//! Backfill: learning from sessions from before ingrain was installed.

use serde_json::json;

use crate::learning::lesson;
use crate::world::{World, write};

const DAYS: [&str; 3] = ["2026-03-02", "2026-03-05", "2026-03-09"];

/// A week of sessions that no hook saw, one of another project, one that a program held, and one of a subagent.
fn past() -> World {
    let mut world = World::new();
    world.set_now("2026-03-20T10:00:00Z");
    for (n, day) in DAYS.iter().enumerate() {
        let id = format!("past-{n}");
        write(&world.transcript(&id), &lesson(&id, day, n).jsonl(&world.project));
    }
    let elsewhere = world.base().join("elsewhere");
    std::fs::create_dir_all(&elsewhere).unwrap();
    write(&world.transcript("other"), &lesson("other", DAYS[0], 0).jsonl(&elsewhere));
    let script = lesson("script", DAYS[1], 1).jsonl(&world.project);
    let script =
        script.replace("\"userType\":\"external\"", "\"userType\":\"external\",\"entrypoint\":\"sdk-cli\"");
    write(&world.transcript("script"), &script);
    write(&world.transcript("agent-1"), &lesson("agent-1", DAYS[2], 2).jsonl(&world.project));
    world
}

#[test]
fn a_dry_run_says_what_there_is_and_changes_nothing() {
    let world = past();
    let found = world.run(&["backfill", "--dry-run", "--json"]).ok().json();
    assert_eq!((&found["sessions"], &found["headless"], &found["known"]), (&json!(3), &json!(1), &json!(0)));
    assert!(found["model_usd"].as_f64().unwrap() > 0.0 && found["typed_chars"].as_u64().unwrap() > 500);
    let said = world.run(&["backfill", "--dry-run"]).ok().stderr;
    assert!(
        said.starts_with("3 past sessions to learn from, 0 known already, 1 run by programs are left out\n")
    );
    assert_eq!(world.list(), Vec::<serde_json::Value>::new());
    assert!(!world.exists(".memory"));
}

#[test]
fn past_sessions_are_learned_once() {
    let world = past();
    let done = world.run(&["backfill"]).ok();
    assert!(done.stdout.contains(".claude/commands/self-learning/"), "{}", done.whole());
    let learned = world.list();
    let kinds: Vec<&str> =
        learned.iter().filter(|o| o["status"] == "created").map(|o| o["type"].as_str().unwrap()).collect();
    for kind in ["workflow", "procedural", "decision", "pitfall"] {
        assert!(kinds.contains(&kind), "{kind} in {kinds:?}");
    }
    let again = world.run(&["backfill"]).ok();
    assert_eq!(
        again.stderr,
        "0 past sessions to learn from, 3 known already, 1 run by programs are left out\n"
    );
    assert_eq!(world.list(), learned);
}

#[test]
fn a_script_is_told_what_came_of_it_in_one_document() {
    let world = past();
    let done = world.run(&["backfill", "--json"]).ok().json();
    assert_eq!((&done["sessions"], &done["known"]), (&json!(3), &json!(0)));
    let written: Vec<&str> =
        done["written"].as_array().unwrap().iter().map(|p| p.as_str().unwrap()).collect();
    assert!(written.contains(&".memory/knowledge/decisions.md"), "{done:#}");
    assert!(done["observed"].as_u64().unwrap() >= 4, "{done:#}");
    let again = world.run(&["backfill", "--json"]).ok().json();
    assert_eq!((&again["known"], &again["written"]), (&json!(3), &json!([])));
}

#[test]
fn an_interrupted_backfill_goes_on_with_the_rest() {
    let world = past();
    // As it is after an interrupt between two sessions: all are noted, one is read.
    world.run(&["learn", "--now", world.transcript("past-0").to_str().unwrap()]).ok();
    let rest = world.run(&["backfill", "--dry-run", "--json"]).ok().json();
    assert_eq!((&rest["sessions"], &rest["known"]), (&json!(2), &json!(1)));
    world.run(&["backfill"]).ok();
    let counts = world.list().iter().map(|o| o["count"].as_u64().unwrap()).max();
    assert_eq!(counts, Some(3), "no session counts twice");
}

#[test]
fn sessions_of_a_removed_worktree_are_found_by_their_folder() {
    let world = World::new();
    let gone = world.project.join("worktrees/gone");
    write(&world.transcript("gone"), &lesson("gone", DAYS[0], 0).jsonl(&gone));
    let found = world.run(&["backfill", "--dry-run", "--json"]).ok().json();
    assert_eq!(found["sessions"], 1);
}

#[test]
fn a_session_of_another_project_is_refused() {
    let world = World::new();
    let other = world.base().join("other");
    std::fs::create_dir_all(other.join(".git")).unwrap();
    write(&world.transcript("theirs"), &lesson("theirs", DAYS[0], 0).jsonl(&other));
    let refused = world.run(&["learn", world.transcript("theirs").to_str().unwrap()]).fails().stderr;
    assert!(
        refused.contains("is a session of another project") && refused.contains("--project"),
        "{refused}"
    );
    assert_eq!(world.list(), Vec::<serde_json::Value>::new());
}

#[test]
fn the_last_failure_is_told_with_its_reason() {
    let mut world = World::new();
    world.play(&lesson("fine", "2026-03-02", 0));
    let fine = world.run(&["status", "--json"]).ok().json();
    assert_eq!(fine["last_failure"], serde_json::Value::Null);
    std::fs::create_dir_all(world.transcript("folder")).unwrap();
    world.end("folder");
    let status = world.run(&["status", "--json"]).ok().json();
    assert_eq!(
        (&status["sessions"]["failed"], &status["last_failure"]["session"]),
        (&json!(1), &json!("folder"))
    );
    let why = status["last_failure"]["why"].as_str().unwrap();
    let page = world.run(&["status"]).ok().stdout;
    assert!(!why.is_empty() && page.contains(&format!("session folder: {why}")), "{page}");
}

#[test]
fn what_came_of_it_is_what_the_list_shows() {
    let world = World::new();
    let mut transcripts = Vec::new();
    for n in 0..3 {
        let session = lesson(&format!("past-{n}"), &format!("2026-03-0{}", n + 2), n);
        write(&world.transcript(&session.id), &session.jsonl(&world.project));
        transcripts.push(world.transcript(&session.id).to_string_lossy().into_owned());
    }
    let said = world.run(&["learn", &transcripts[0], &transcripts[1]]).ok().stderr;
    let listed = world.list().len();
    assert!(said.contains(&format!("{listed} new observations came of it")), "{said}");
    let said = world.run(&["learn", &transcripts[2]]).ok().stderr;
    assert_eq!(world.list().len(), listed);
    assert!(said.contains("0 new observations came of it"), "{said}");
}
