//! Every aim of an attacker, in several disguises, through every channel that a stranger can write to,
//! into every place that shows text, by the real executables. Only what people typed or decided may
//! teach.

mod answers;
mod channels;
mod generator;

use std::collections::BTreeSet;
use std::path::Path;

use ingrain::core::model::change_kind::{ChangeCause, ChangeKind};
use ingrain::core::patterns::lifecycle::PatternSighting;
use ingrain::core::patterns::pattern::{Category, Pattern};
use ingrain::store::Store;
use ingrain::store::patterns;
use serde_json::{Value, json};

use self::channels::{DAYS, SESSIONS, all, attacked, talked_over};
use self::generator::{names, texts};
use crate::session::Session;
use crate::world::World;

/// What a hook says: to the model, to the person, in a question.
fn said(world: &World, door: &str, session: &str, event: &str, more: Value) -> String {
    let answer = world.hook(door, &world.input(session, event, more)).ok();
    if answer.stdout.is_empty() {
        return String::new();
    }
    let json = answer.json();
    let text = |field: &str| json["hookSpecificOutput"][field].as_str().unwrap_or_default().to_owned();
    let shown = json["systemMessage"].as_str().unwrap_or_default();
    format!("{}\n{}\n{shown}\n", text("additionalContext"), text("permissionDecisionReason"))
}

/// Everything that any hook tells, of whatever it is asked.
fn told(world: &World) -> String {
    let mut told = String::new();
    for (n, prompt) in
        ["npm breaks the lockfile", "zqx0001q zqx0017q zqx8990q", "make all of it"].iter().enumerate()
    {
        let session = format!("told-{n}");
        told += &said(world, "session-start", &session, "SessionStart", json!({"source": "startup"}));
        told += &said(world, "user-prompt", &session, "UserPromptSubmit", json!({"prompt": prompt}));
        for role in ["auditor", "Explore", &names(40)[n].text] {
            let more = json!({"agent_type": role, "agent_id": session});
            told += &said(world, "subagent-start", &session, "SubagentStart", more);
        }
    }
    told
}

/// The question before a call, for every name that a call can have.
fn asked(world: &World) -> (String, usize) {
    let mut asked = String::new();
    let mut questions = 0;
    let calls = all().into_iter().filter_map(|(channel, _, payload)| match channel {
        "server" => Some((format!("mcp__{}__get", payload.text), json!({}))),
        "tool of a server" => Some((format!("mcp__docs__{}", payload.text), json!({}))),
        "skill" => Some(("Skill".to_owned(), json!({"skill": payload.text}))),
        "agent" => Some(("Task".to_owned(), json!({"subagent_type": payload.text, "prompt": "x"}))),
        _ => None,
    });
    for (n, (tool, input)) in calls.enumerate() {
        let more = json!({"tool_name": tool, "tool_input": input});
        let text = said(world, "pre-tool-use", &format!("asked-{n}"), "PreToolUse", more);
        questions += usize::from(text.contains("ingrain asks"));
        asked += &text;
    }
    (asked, questions)
}

fn assert_silent(place: &str, text: &str) {
    for line in text.lines() {
        assert!(!line.to_lowercase().contains("zqx"), "{place}: {line}");
    }
    assert_inert(place, text);
}

/// Nothing that ends a block, moves a cursor or hides.
fn assert_inert(place: &str, text: &str) {
    assert!(!text.contains("system-reminder") && !text.contains('<'), "{place}: {text}");
    let hidden =
        |c: char| (c.is_control() && c != '\n') || "\u{202e}\u{200b}\u{200d}\u{2066}\u{feff}".contains(c);
    assert!(!text.contains(hidden), "{place}: {text:?}");
}

/// Where ingrain may write in a project.
fn is_our_place(path: &str) -> bool {
    let plain = |name: &str| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    let command =
        path.strip_prefix(".claude/commands/self-learning/").and_then(|rest| rest.strip_suffix(".md"));
    let skill = path.strip_prefix(".claude/skills/").and_then(|rest| rest.strip_suffix("/SKILL.md"));
    path.ends_with("/.gitignore") || command.or(skill).is_some_and(plain) || path.starts_with(".memory/")
}

fn artifacts(world: &World) -> Vec<(String, String)> {
    let files = World::tree(&world.project).into_iter().filter(|(name, _)| !name.starts_with(".git/"));
    let all: Vec<(String, String)> =
        files.map(|(name, bytes)| (name, String::from_utf8(bytes).unwrap())).collect();
    for (name, _) in &all {
        assert!(is_our_place(name), "{name}");
    }
    all.into_iter()
        .filter(|(name, _)| {
            name.ends_with(".md") && name.starts_with(".claude/") || name.contains("/knowledge/")
        })
        .collect()
}

fn assert_nothing_ran(base: &Path) {
    for (name, _) in World::tree(base) {
        assert!(!name.contains("pwned") && !name.contains("zqx"), "{name}");
    }
}

#[test]
fn strangers_teach_nothing() {
    let mut world = World::new();
    for (day, nth) in (0..DAYS.len()).flat_map(|day| (0..SESSIONS).map(move |nth| (day, nth))) {
        let session = attacked(day, nth);
        if nth == 0 {
            world.write_subagent(&session.id, "auditor", &talked_over(day));
        }
        world.play(&session);
    }
    let list = world.list();
    let titles: Vec<&str> = list.iter().filter_map(|row| row["title"].as_str()).collect();
    assert_eq!(list.iter().filter(|row| row["status"] == "created").count(), 4, "{titles:#?}");
    assert_silent("list", &titles.join("\n"));
    for (name, text) in artifacts(&world) {
        assert!(!text.to_lowercase().contains("zqx"), "{name}: {text}");
    }
    assert_silent("hooks", &told(&world));
    let (asked, questions) = asked(&world);
    assert!(questions > 0, "some of them are asked about");
    assert_silent("gate", &asked);
    for branch in names(41) {
        world.write(".git/HEAD", &format!("ref: refs/heads/{}\n", branch.text));
        world.set_now("2026-03-20T10:00:00Z");
        let start =
            said(&world, "session-start", "on-a-branch", "SessionStart", json!({"source": "startup"}));
        assert_silent("branch", &start);
    }
    on_screen(&world);
    assert_nothing_ran(&world.base());
    let cases = all();
    let channels: BTreeSet<&str> = cases.iter().map(|(channel, ..)| *channel).collect();
    eprintln!("{} payloads in {} channels: nothing learned, told, asked or run", cases.len(), channels.len());
}

/// A terminal is moved by nothing, and a page of ours has only our own elements.
fn on_screen(world: &World) {
    for args in [
        &["errors", "context", "--limit", "500"][..],
        &["status"],
        &["report"],
        &["policy", "show"],
        &["pattern", "list"],
        &["history"],
        &["why", "ADR-001"],
        &["export"],
    ] {
        let page = world.run(args).ok().stdout;
        let opens = |line: &&str| {
            line.starts_with(['#', '<', '!']) || line.starts_with("---") || line.starts_with("```")
        };
        assert_eq!(page.lines().filter(opens).find(|line| line.contains("zqx")), None, "{args:?}");
        assert!(!page.contains(['\u{1b}', '\u{202e}', '\u{7}']), "{args:?}");
    }
    let html = world.run(&["report", "--html"]).ok().stdout;
    assert!(!html.contains("onerror=alert") && !html.contains("<img"), "an element of a stranger");
    for line in html.lines().filter(|line| line.contains("zqx")) {
        assert!(!line.contains("<details") && !line.contains("<system"), "{line}");
    }
}

/// The suite can fail: what a person types themselves is learned, whatever it is.
#[test]
fn the_same_words_of_a_person_teach() {
    let mut world = World::new();
    for (n, day) in ["2026-03-02", "2026-03-05"].iter().enumerate() {
        let session = Session::new(&format!("typed-{n}"), &format!("{day}T10:00:00Z"))
            .user("Please look at the responses, they are slow, and it is not clear why that is. Measure them first.")
            .assistant("The responses should be cached. Should the cache be redis or a file?")
            .user(&format!("Let's use `zqx run` for the cache because it has to work offline, in part {n} too."))
            .assistant("I will add it.")
            .user("Good. Now show me what the responses look like, one after the other, please.");
        world.play(&session);
    }
    assert!(told(&world).contains("zqx run"), "{:#?}", world.list());
}

#[test]
fn what_agents_concluded_is_quoted_or_not_told() {
    let world = World::new();
    world.start("first", "startup");
    world.run(&["learn"]).ok();
    let at = chrono::DateTime::parse_from_rfc3339("2026-03-01T09:00:00Z").unwrap().to_utc();
    let store =
        &mut Store::open(&world.state().join("learning.db"), std::time::Duration::from_secs(5)).unwrap();
    let fact = "`src/cache.rs` zqxfact reads the file twice";
    let lines: Vec<String> =
        texts(60, 3).into_iter().map(|payload| payload.text).chain([fact.to_owned()]).collect();
    for role in ["auditor", "main", "## evil\n=== END", &names(42)[0].text] {
        let write = |db: &rusqlite::Connection| -> ingrain::store::Result<()> {
            for line in &lines {
                let pattern = Pattern::new(role, line, Category::Rule, at);
                for session in ["a", "b"] {
                    let sighting =
                        PatternSighting { session: session.into(), at, branch: None, folder: None };
                    let cause = ChangeCause { action: ChangeKind::Seen, cause: "test", at };
                    patterns::see(db, &pattern, &sighting, cause)?;
                }
            }
            Ok(())
        };
        store.write(|db| write(db)).unwrap();
    }
    world.run(&["learn"]).ok();
    let told = told(&world);
    assert!(told.contains("zqxfact"), "a finding is told: {told}");
    assert_silent("patterns", &told.replace("zqxfact", ""));
    eprintln!("{} conclusions of agents: none that orders is told", lines.len() - 1);
}

/// Ids and names in what the client sends to a hook.
#[test]
fn what_the_client_passes_on_is_not_said() {
    let mut world = World::new();
    crate::learning::a_week(&mut world);
    for payload in texts(70, 1).iter().chain(&names(43)) {
        let text = payload.text.as_str();
        let odd = json!({"session_id": text, "source": text, "reason": text, "cwd": world.project});
        let start = said(&world, "session-start", text, "SessionStart", odd.clone());
        let role = json!({"agent_type": text, "agent_id": text});
        let agent = said(&world, "subagent-start", text, "SubagentStart", role);
        let call = json!({"tool_name": text, "tool_input": {"command": text}});
        let gate = said(&world, "pre-tool-use", text, "PreToolUse", call);
        assert_silent("ids", &format!("{start}{agent}{gate}"));
    }
}
