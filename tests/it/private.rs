//! File permissions under any umask, locks that do not exclude, malformed ids, and control characters
//! on a terminal.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::learning::{a_week, lesson};
use crate::session::Session;
use crate::world::{World, program, write};

/// A program as a person starts it whose files are open to this degree.
fn under(world: &World, umask: &str, program: &str) -> Command {
    let mut command = world.command("/bin/sh");
    command.args(["-c", "umask $0; exec \"$@\"", umask, program]);
    command
}

fn a_week_under(world: &mut World, umask: &str) {
    for (n, day) in ["2026-03-02", "2026-03-05", "2026-03-09"].iter().enumerate() {
        let said = lesson(&format!("week-{n}"), day, n);
        write(&world.transcript(&said.id), &said.jsonl(&world.project));
        world.set_now(&said.ended_at());
        for (door, event) in [("session-start", "SessionStart"), ("session-end", "SessionEnd")] {
            let input = world.input(&said.id, event, json!({})).to_string();
            world.answer(under(world, umask, program(door)), &input).ok();
        }
        world.settle();
    }
}

/// Everything below a folder that others may look at or into.
fn open_to_others(folder: &Path) -> Vec<String> {
    let mut open = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(dir) = folders.pop() {
        for entry in fs::read_dir(&dir).unwrap().flatten() {
            let path = entry.path();
            if path.metadata().unwrap().permissions().mode() & 0o077 != 0 {
                open.push(path.strip_prefix(folder).unwrap().display().to_string());
            }
            if path.is_dir() {
                folders.push(path);
            }
        }
    }
    open.sort();
    open
}

/// The client's folders are as open as the umask says, and nothing of ours is in the others.
fn open_in_project(world: &World) -> Vec<String> {
    let clients = [".claude", ".claude/commands", ".claude/skills"];
    let ours = |name: &String| {
        !name.starts_with(".git/")
            && name != ".git"
            && !name.ends_with(".gitignore")
            && !clients.contains(&name.as_str())
    };
    open_to_others(&world.project).into_iter().filter(ours).collect()
}

#[test]
fn no_other_user_can_read_it_whatever_the_umask() {
    for umask in ["0", "022", "077"] {
        let mut world = World::new();
        a_week_under(&mut world, umask);
        assert!(world.exists(".memory/outcomes.jsonl") && world.exists(".memory/knowledge/decisions.md"));
        assert_eq!(open_in_project(&world), [""; 0], "umask {umask}");
        assert_eq!(open_to_others(&world.data()), [""; 0], "umask {umask}");
        world
            .answer(
                with(
                    under(&world, umask, env!("CARGO_BIN_EXE_ingrain")),
                    &["export", "--out", "learned.jsonl"],
                ),
                "",
            )
            .ok();
        assert_eq!(open_in_project(&world), [""; 0], "umask {umask}");
    }
}

fn with(mut command: Command, args: &[&str]) -> Command {
    command.args(args);
    command
}

#[test]
fn what_is_open_already_is_closed_by_the_next_run_and_what_is_shared_is_opened() {
    let mut world = World::new();
    a_week_under(&mut world, "022");
    for folder in [world.data(), world.project.join(".memory"), world.project.join(".claude")] {
        let opened = Command::new("chmod").args(["-R", "a+rX"]).arg(&folder).status().unwrap();
        assert!(opened.success());
    }
    assert!(open_in_project(&world).len() > 5 && open_to_others(&world.data()).len() > 5);
    world.answer(with(under(&world, "022", env!("CARGO_BIN_EXE_ingrain")), &["learn"]), "").ok();
    assert_eq!((open_in_project(&world), open_to_others(&world.data())), (vec![], vec![]));

    world.run(&["configure", "--set", "share=true"]).ok();
    world.answer(with(under(&world, "022", env!("CARGO_BIN_EXE_ingrain")), &["learn"]), "").ok();
    let open = open_in_project(&world);
    for shared in [".memory", ".memory/knowledge", ".memory/knowledge/decisions.md"] {
        assert!(open.iter().any(|name| name == shared), "{shared} is not open: {open:#?}");
    }
    assert!(open.iter().any(|name| name.ends_with("SKILL.md")), "{open:#?}");
    assert!(open.iter().all(|name| !name.ends_with(".jsonl") && !name.ends_with(".json")), "{open:#?}");
}

/// A file system on which two takers both get the lock.
#[test]
fn where_locks_do_not_exclude_nothing_is_written_and_it_is_said() {
    let mut world = World::new();
    a_week(&mut world);
    let memory = |world: &World| {
        let count = "SELECT (SELECT count(*) FROM turn), (SELECT count(*) FROM history)";
        let db = rusqlite::Connection::open(world.state().join("learning.db")).unwrap();
        db.query_row(count, [], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))).unwrap()
    };
    let before = (memory(&world), World::tree(&world.project));
    world.set_env("INGRAIN_FAULT", "sham:lock");
    let said = lesson("late", "2026-03-12", 1);
    write(&world.transcript("late"), &said.jsonl(&world.project));
    world.set_now(&said.ended_at());
    world.hook("session-end", &world.input("late", "SessionEnd", json!({"reason": "other"}))).ok();
    world.wait("the worker says so", |world| {
        fs::read_to_string(world.state().join("log")).unwrap().contains("worker error locks do not exclude")
    });
    for args in [&["learn"][..], &["clear", "--yes"], &["purge"]] {
        let refused = world.run(args).fails();
        assert!(refused.stderr.contains("error: locks do not exclude on the disk of"), "{}", refused.whole());
        assert!(
            refused.stderr.contains("hint: keep ingrain's memory on a disk with file locks"),
            "{}",
            refused.whole()
        );
    }
    let status = world.run(&["status"]).fails();
    assert!(status.stdout.contains("locks do not exclude"), "{}", status.whole());
    assert_eq!((memory(&world), World::tree(&world.project)), before);

    world.set_env("INGRAIN_FAULT", "");
    world.run(&["learn"]).ok();
    assert!(memory(&world).0 > before.0.0, "what waited is learned where locks exclude");
}

/// Shapes that any alphabet for ids would let through.
const KEYS: [&str; 3] =
    ["ghp_0123456789abcdefghijABCDEFGHIJ012345", "AKIAIOSFODNN7EXAMPLQ", "sk_live_4eC39HqLyjWDarjtT1zdp7dc"];

#[test]
fn a_secret_in_the_place_of_an_id_reaches_no_file() {
    for key in KEYS {
        let mut world = World::new();
        a_week(&mut world);
        world.set_now("2026-03-12T10:00:00Z");
        let prompt = "Let's use `sqlite` for the queue because the tool has to work offline.";
        let call = json!([{"type": "tool_use", "id": key, "name": format!("mcp__{key}__get"), "input": {"query": "x"}}]);
        let back = json!([{"type": "tool_result", "tool_use_id": key, "content": "error: no such thing", "is_error": true}]);
        let said = Session::new("odd", "2026-03-12T10:00:00Z")
            .assistant("Where should the queue be?")
            .line(json!({"type": "user", "uuid": key, "gitBranch": key, "message": {"role": "user", "content": prompt}}))
            .line(json!({"type": "assistant", "uuid": format!("{key}-2"), "message": {"role": "assistant", "content": call}}))
            .line(json!({"type": "user", "message": {"role": "user", "content": back}, "toolUseResult": "Error"}));
        write(&world.transcript("odd"), &said.jsonl(&world.project));
        world.write(".git/HEAD", &format!("ref: refs/heads/{key}\n"));
        let mut input = world.input("odd", "", json!({
            "source": key, "reason": format!("because of {key}"), "agent_type": key, "agent_id": key, "tool_name": key,
            "tool_input": {"command": key}, "prompt": key, "permission_mode": key, "hook_event_name": key,
        }));
        for session in ["odd", key] {
            input["session_id"] = session.into();
            for door in ["session-start", "subagent-start", "user-prompt", "pre-tool-use", "session-end"] {
                world.hook(door, &input).ok();
            }
            world.settle();
        }
        world.hook_text("session-end", &json!(key).to_string()).ok();
        world.hook_text("session-end", &format!("{{\"session_id\": {key}")).ok();
        let holds = |bytes: &[u8]| bytes.windows(12).any(|window| window == &key.as_bytes()[..12]);
        let found = |(name, bytes): &(String, Vec<u8>)| holds(name.as_bytes()) || holds(bytes);
        let all = World::tree(&world.data()).into_iter().chain(World::tree(&world.project.join(".memory")));
        let found: Vec<String> = all.filter(found).map(|(name, _)| name).collect();
        assert_eq!(found, [""; 0], "{key}");
    }
}

/// What a terminal obeys or hides: C1, direction marks, zero width, escapes.
#[test]
fn no_output_drives_a_terminal() {
    let mut world = World::new();
    a_week(&mut world);
    let evil = "a\u{9b}31mb\u{202e}c\u{200b}d\u{2066}e\u{85}f\u{e0041}g\u{7f}h\u{1b}]0;x\u{7}i";
    let db = rusqlite::Connection::open(world.state().join("learning.db")).unwrap();
    db.execute("UPDATE observation SET title = title || ?1", [evil]).unwrap();
    db.execute("UPDATE evidence SET quote = quote || ?1", [evil]).unwrap();
    db.execute("UPDATE history SET cause = cause || ?1", [evil]).unwrap();
    db.execute("UPDATE outcome SET branch = ?1, files = json_array(?1)", [evil]).unwrap();
    drop(db);
    let id = world.list()[0]["id"].as_str().unwrap().to_owned();
    let commands: [&[&str]; 19] = [
        &["export"],
        &["list"],
        &["list", "--json"],
        &["show", &id],
        &["show", &id, "--json"],
        &["why", &id],
        &["why", &id, "--json"],
        &["history", "--all"],
        &["history", "--json"],
        &["status"],
        &["status", "--json"],
        &["outcome", "list"],
        &["outcome", "list", "--json"],
        &["review", "--json"],
        &["knowledge", "index", "--json"],
        &["report", "--json"],
        &["report"],
        &["context", "--task", "sqlite cache"],
        &["hud"],
    ];
    for args in commands {
        let answer = world.run(args);
        let is_plain = |c: char| {
            c == '\n' || c == '\t' || !(c.is_control() || "\u{202e}\u{200b}\u{2066}\u{e0041}".contains(c))
        };
        assert!(
            answer.stdout.chars().chain(answer.stderr.chars()).all(is_plain),
            "{args:?} {:?}",
            answer.whole()
        );
    }
    let line: Value =
        serde_json::from_str(world.run(&["export"]).ok().stdout.lines().next().unwrap()).unwrap();
    assert!(line["pattern"].as_str().unwrap().ends_with(evil), "JSON says the same, escaped: {line}");
}
