//! The contract of every hook: exit 0, nothing or exactly one JSON document on stdout, nothing on
//! stderr.

use serde_json::{Value, json};

use crate::world::World;

const DOORS: [&str; 5] = ["session-start", "session-end", "subagent-start", "user-prompt", "pre-tool-use"];

#[track_caller]
fn is_quiet_or_one_document(world: &World, door: &str, input: &str) {
    let answer = world.hook_text(door, input);
    assert_eq!(answer.code, 0, "{door} {input:.80}: {}", answer.whole());
    assert_eq!(answer.stderr, "", "{door} {input:.80}");
    if !answer.stdout.is_empty() {
        serde_json::from_str::<Value>(&answer.stdout).unwrap_or_else(|e| panic!("{e}: {}", answer.stdout));
    }
}

#[test]
fn any_input_is_answered_quietly() {
    let world = World::new();
    let good = world.input("s1", "SessionStart", json!({})).to_string();
    let inputs = [
        String::new(),
        "{}".into(),
        "null".into(),
        "[]".into(),
        "{\"session_id\":".into(),
        "\u{0}\u{0}\u{0}".into(),
        "x".repeat(1_000_000),
        json!({"session_id": 7, "transcript_path": [], "cwd": {}}).to_string(),
        json!({"session_id": "../../etc", "transcript_path": "/nowhere/x.jsonl", "cwd": world.project})
            .to_string(),
        json!({"session_id": "s", "transcript_path": "/nowhere/x.jsonl", "cwd": "/nowhere"}).to_string(),
        json!({"session_id": "s", "transcript_path": "/x", "cwd": world.home}).to_string(),
        json!({"session_id": "s", "transcript_path": "/x", "cwd": "/"}).to_string(),
        format!("{good}{good}"),
        good,
    ];
    for door in DOORS {
        for input in &inputs {
            is_quiet_or_one_document(&world, door, input);
        }
    }
    world.settle();
    assert!(!world.base().join("etc").exists());
}

#[test]
fn a_switched_off_hook_leaves_no_trace() {
    for guard in ["INGRAIN_DISABLE", "INGRAIN_WORKER"] {
        let mut world = World::new();
        world.set_env(guard, "1");
        for door in DOORS {
            assert_eq!(world.hook(door, &world.input("s1", "any", json!({}))).ok().stdout, "");
        }
        assert!(!world.data().exists(), "{guard}");
    }
}

#[test]
fn nothing_is_created_in_a_project_before_something_was_learned() {
    let world = World::new();
    let before = World::tree(&world.project);
    world.start("s1", "startup");
    world.end("s1");
    assert_eq!(World::tree(&world.project), before);
}

#[test]
fn home_and_root_are_no_project() {
    let world = World::new();
    for nowhere in [world.home.to_str().unwrap(), "/"] {
        let input = json!({"session_id": "s", "transcript_path": "/x", "cwd": nowhere});
        assert_eq!(world.hook("session-end", &input).ok().stdout, "");
        assert!(!world.data().join("projects").exists(), "{nowhere}");
    }
}

#[test]
fn an_excluded_project_is_not_even_noted() {
    let world = World::new();
    let config = format!("{{\n  // never here\n  \"exclude\": [{}]\n}}", json!(world.project));
    crate::world::write(&world.config(), &config);
    world.start("s1", "startup");
    world.end("s1");
    assert!(!world.data().join("projects").exists());
}

#[test]
fn state_is_the_users_alone() {
    use std::os::unix::fs::PermissionsExt;
    let world = World::new();
    world.start("s1", "startup");
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&world.state()), 0o700);
    for (file, _) in World::tree(&world.data()) {
        assert_eq!(mode(&world.data().join(&file)), 0o600, "{file}");
    }
}

#[test]
fn a_project_path_may_have_spaces_dots_and_other_letters() {
    let mut world = World::at("my_proj.v2 – ünï 'x\"/日本");
    crate::learning::a_week(&mut world);
    let told = world.start("next", "startup").json();
    let context = told["hookSpecificOutput"]["additionalContext"].as_str().unwrap();
    assert!(
        context.contains(&*world.project.join(".memory/knowledge/decisions.md").to_string_lossy()),
        "{context}"
    );
    assert_eq!(world.list().len(), 4);
}

#[test]
fn worktrees_share_one_memory() {
    let world = World::new();
    let admin = world.project.join(".git/worktrees/feature");
    let linked = world.base().join("feature");
    crate::world::write(&admin.join("commondir"), "../..\n");
    crate::world::write(&admin.join("gitdir"), &format!("{}/.git\n", linked.display()));
    crate::world::write(&linked.join(".git"), &format!("gitdir: {}\n", admin.display()));
    world.start("s1", "startup");
    let input = json!({"session_id": "s2", "transcript_path": "/x.jsonl", "cwd": linked});
    world.hook("session-end", &input).ok();
    world.settle();
    assert!(world.state().is_dir());
}
