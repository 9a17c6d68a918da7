//! The slash commands in Claude Code: where `enable` places them, and what they do.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::learning::a_week;
use crate::session::Session;
use crate::world::{Answer, World, write};

const NAMES: [&str; 8] =
    ["status", "review", "remember", "forget", "undo", "why", "off-record", "apply-knowledge"];

fn prompt(world: &World, session: &str, text: &str) -> Answer {
    world.hook("user-prompt", &world.input(session, "UserPromptSubmit", json!({"prompt": text}))).ok()
}

fn seen(answer: &Answer) -> String {
    answer.json()["systemMessage"].as_str().unwrap_or_default().to_owned()
}

fn commands(world: &World) -> PathBuf {
    world.home.join(".claude/commands/ingrain")
}

fn there(folder: &std::path::Path) -> Vec<String> {
    World::tree(folder).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn enable_places_the_commands_and_disable_takes_them_away() {
    let world = World::new();
    let would = world.run(&["enable", "--dry-run"]).ok();
    assert!(would.stdout.contains("add /ingrain:status, /ingrain:review"), "{}", would.whole());
    assert!(!commands(&world).exists());
    world.run(&["enable"]).ok();
    let mut names = NAMES.map(|name| format!("{name}.md")).to_vec();
    names.sort();
    assert_eq!(there(&commands(&world)), names);
    let receipt = std::fs::read_to_string(world.data().join("receipt.json")).unwrap();
    assert!(NAMES.iter().all(|name| receipt.contains(&format!("commands/ingrain/{name}.md"))), "{receipt}");
    let off = world.run(&["disable"]).ok();
    assert!(off.stdout.contains("remove /ingrain:status"), "{}", off.whole());
    assert!(!world.home.join(".claude/commands").exists(), "the folder was ours");
    assert!(!std::fs::read_to_string(world.data().join("receipt.json")).unwrap().contains("status.md"));
    world.run(&["undo", "u2"]).ok();
    assert_eq!(there(&commands(&world)), names, "taken back");
    world.run(&["undo", "u1"]).ok();
    assert!(!commands(&world).exists(), "and again");
}

#[test]
fn without_what_was_noted_the_commands_go_all_the_same() {
    let world = World::new();
    world.run(&["enable"]).ok();
    std::fs::remove_dir_all(world.data()).unwrap();
    world.run(&["disable"]).ok();
    assert!(!commands(&world).exists(), "{:?}", there(&world.home.join(".claude")));
}

#[test]
fn what_is_not_ours_is_neither_written_nor_removed() {
    let world = World::new();
    let (mine, changed) = (commands(&world).join("status.md"), commands(&world).join("why.md"));
    write(&mine, "my own status");
    let told = world.run(&["enable"]).ok();
    assert!(told.stderr.contains("commands/ingrain/status.md` is not ours"), "{}", told.whole());
    write(&changed, "changed by me");
    let again = world.run(&["enable"]).ok();
    assert!(again.stderr.contains("why.md` is not ours"), "{}", again.whole());
    let off = world.run(&["disable"]).ok();
    assert!(off.stderr.contains("why.md` was changed since it was placed"), "{}", off.whole());
    assert_eq!(there(&commands(&world)), ["status.md", "why.md"]);
    assert_eq!(std::fs::read_to_string(mine).unwrap(), "my own status");
    assert_eq!(std::fs::read_to_string(changed).unwrap(), "changed by me");
}

#[test]
fn a_file_that_vanished_is_placed_again_and_uninstall_takes_all() {
    let world = World::new();
    world.run(&["enable"]).ok();
    std::fs::remove_file(commands(&world).join("why.md")).unwrap();
    let again = world.run(&["enable"]).ok();
    assert!(again.stdout.contains("add /ingrain:why\n"), "{}", again.whole());
    world.run(&["uninstall", "--yes"]).ok();
    assert!(!world.home.join(".claude/commands").exists(), "{:?}", there(&world.home.join(".claude")));
}

#[test]
fn a_projects_own_commands_are_kept_out_of_git() {
    let world = World::new();
    world.run(&["enable", "--scope", "local"]).ok();
    assert!(!commands(&world).exists());
    assert_eq!(world.read(".claude/commands/ingrain/.gitignore"), "*\n");
    assert!(world.read(".claude/commands/ingrain/remember.md").contains("argument-hint"));
    world.run(&["disable"]).ok();
    assert!(!world.exists(".claude/commands"));
}

#[test]
fn commands_are_answered_by_the_hook() {
    let mut world = World::new();
    a_week(&mut world);
    world.start("s9", "startup");
    let status = seen(&prompt(&world, "s9", "/ingrain:status"));
    assert!(status.starts_with("ingrain: ") && status.contains("observations"), "{status}");
    let why = prompt(&world, "s9", "/ingrain:why ADR-001");
    assert!(seen(&why).contains("quotes"), "{}", seen(&why));
    let context = why.json()["hookSpecificOutput"]["additionalContext"].as_str().unwrap().to_owned();
    assert!(context.contains("nothing is left to do for it") && context.contains("quotes"), "{context}");
    let line = seen(&prompt(&world, "s9", "/ingrain:remember we don't use `npm`; $(touch pwned) \"here\""));
    assert!(line.contains("remembered as the") && !world.exists("pwned"), "{line}");
    let line = seen(&prompt(&world, "s9", "/ingrain:remember --everywhere be brief"));
    assert!(line.contains("remembered in all projects: “be brief”"), "{line}");
    let line = seen(&prompt(&world, "s9", "/ingrain:forget brief"));
    assert!(line.contains("forgotten: “be brief”"), "{line}");
    let line = seen(&prompt(&world, "s9", "/ingrain:remember"));
    assert!(line.contains("error: say what to remember"), "{line}");
    assert_eq!(prompt(&world, "s9", "/ingrain:unknown thing").stdout, "");
}

/// What the person types decides; what an agent runs waits.
#[test]
fn a_review_takes_the_persons_own_words() {
    let world = World::new();
    world.start("s1", "startup");
    prompt(&world, "s1", "remember: use postgres because transactions matter");
    prompt(&world, "s1", "forget the postgres thing, we go with mysql now because of the host");
    let list = seen(&prompt(&world, "s1", "/ingrain:review"));
    assert!(list.contains("We go with mysql now"), "{list}");
    let id = list.split_whitespace().find(|word| word.starts_with("obs_")).unwrap().to_owned();
    let mut agent = world.command(env!("CARGO_BIN_EXE_ingrain"));
    agent.args(["review", "--accept", &id]).env("CLAUDECODE", "1").env("CLAUDE_CODE_SESSION_ID", "s1");
    assert_eq!(world.answer(agent, "").code, 1);
    let line = seen(&prompt(&world, "s1", &format!("/ingrain:review accept {id}")));
    assert!(line.starts_with("ingrain: accepted “We go with mysql now”"), "{line}");
    assert!(line.contains("\ntake it back: `undo: "), "{line}");
    assert!(world.read(".memory/knowledge/decisions.md").contains("We go with mysql now"));
}

#[test]
fn off_the_record_nothing_is_learned_and_nothing_kept() {
    let mut world = World::new();
    let rule = "Use `zeroc` for rpc, because grpc was too slow for us.";
    let talk = |id: &str, day: &str| {
        Session::new(id, &format!("{day}T10:00:00Z")).user(rule).assistant("ok").user("thanks")
    };
    for (id, day) in [("s1", "2026-03-02"), ("s2", "2026-03-04")] {
        let session = talk(id, day);
        write(&world.transcript(id), &session.jsonl(&world.project));
        world.set_now(&session.ended_at());
        world.start(id, "startup");
        let line = seen(&prompt(&world, id, "/ingrain:off-record"));
        assert!(line.contains("this session teaches nothing and is not kept"), "{line}");
        world.end(id);
    }
    world.run(&["learn", "--now"]).ok();
    assert_eq!(world.list(), Vec::<Value>::new());
    let sessions = world.run(&["status", "--json"]).json()["sessions"].clone();
    assert_eq!((&sessions["captured"], &sessions["waiting"]), (&json!(0), &json!(0)), "{sessions}");
    world.run(&["backfill"]).ok();
    assert_eq!(world.list(), Vec::<Value>::new(), "nor later");
    for (name, bytes) in World::tree(&world.data()) {
        assert!(!String::from_utf8_lossy(&bytes).contains("zeroc"), "{name}");
    }
    // Another session with the same words teaches them; one that was let back on the record does, too.
    let session = talk("s3", "2026-03-06");
    write(&world.transcript("s3"), &session.jsonl(&world.project));
    world.set_now(&session.ended_at());
    world.start("s3", "startup");
    prompt(&world, "s3", "/ingrain:off-record");
    let line = seen(&prompt(&world, "s3", "/ingrain:off-record off"));
    assert!(line.contains("on record again"), "{line}");
    world.end("s3");
    world.run(&["learn", "--now"]).ok();
    assert_eq!(world.list().len(), 1);
}

#[test]
fn a_session_can_be_asked_what_it_was_told() {
    let mut world = World::new();
    assert_eq!(world.run(&["told"]).ok().stderr, "no session of the last 30 days is known here\n");
    world.run(&["remember", "use postgres for login sessions because transactions matter"]).ok();
    world.run(&["remember", "--everywhere", "be brief"]).ok();
    world.set_now("2026-03-02T10:00:00Z");
    let start = world.start("s1", "startup").json();
    assert_eq!(start["systemMessage"], "ingrain learned ADR-001 “Use postgres for login sessions”");
    let context = start["hookSpecificOutput"]["additionalContext"].as_str().unwrap();
    assert!(context.contains("`applies ADR-NNN`, `avoids PF-NNN`"), "{context}");
    let told = world.run(&["told"]).ok().whole();
    let tokens = json!(world.run(&["told", "--json"]).ok().json()["tokens"]).to_string();
    // The paths of this machine are among them.
    insta::assert_snapshot!(told.replace(&tokens, "[N]"), @r"
    exit 0
    --- stdout
    s1 of 2026-03-02 10:00 was told [N] tokens, 1 time
    2026-03-02 10:00  at its start (SessionStart): [N] tokens
      ADR-001  Use postgres for login sessions
      everywhere  be brief
    --- stderr
    ");
    let json = world.run(&["told", "--json", "s1"]).ok().json();
    assert_eq!(json["tokens"], json["told"][0]["tokens"], "{json}");
    assert!(json["tokens"].as_u64().unwrap() > 100, "{json}");
    assert_eq!(json["told"][0]["hook"], "SessionStart");
    assert_eq!(json["told"][0]["items"][0]["name"], "ADR-001");
    world.set_now("2026-03-03T10:00:00Z");
    world.start("s2", "startup");
    prompt(&world, "s2", "where do the login sessions of postgres live?");
    assert!(world.run(&["told"]).ok().stdout.starts_with("s2 of "));
    assert!(world.run(&["told", "unknown"]).fails().stderr.contains("no session `unknown`"));
}

/// What `enable` places tells agents what ingrain does, and is no instruction of the project.
#[test]
fn what_enable_places_says_nothing_that_would_be_learned() {
    let mut world = World::new();
    world.run(&["enable"]).ok();
    let said = ["never touch the french texts, a translator does them", "we never change the french texts"];
    for (n, words) in said.into_iter().enumerate() {
        let session = Session::new(&format!("s{n}"), &format!("2026-03-0{}T10:00:00Z", n * 3 + 2));
        world.play(
            &session.user("fix the cart").assistant("I changed the texts.").user(words).assistant("ok"),
        );
    }
    for lesson in world.list() {
        let why = world.run(&["why", lesson["id"].as_str().unwrap()]).ok().stdout;
        assert!(!why.contains("the project's instructions say it already"), "{why}");
    }
    assert!(!world.list().is_empty());
}
