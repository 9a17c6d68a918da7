//! Every payload of the table through every channel that a stranger can write to, by the real executables. Only what
//! people typed or decided may teach, and what is told of the rest stands in quotes.

mod answers;
mod channels;
mod payloads;

use std::path::Path;

use ingrain::core::model::change_kind::{ChangeCause, ChangeKind};
use ingrain::core::patterns::lifecycle::PatternSighting;
use ingrain::core::patterns::pattern::{Category, Pattern};
use ingrain::store::Store;
use ingrain::store::patterns;
use serde_json::{Value, json};

use self::channels::{CHANNELS, attacked, talked_over};
use self::payloads::{PAYLOADS, payload};
use crate::world::World;

/// Everything that any hook tells.
fn told(world: &World) -> String {
    let mut told = String::new();
    for (n, prompt) in ["npm breaks the lockfile", "zqx01y01z zqx17y04z", "make all of it"].iter().enumerate()
    {
        let session = format!("told-{n}");
        let hook =
            |door: &str, event: &str, more: Value| world.hook(door, &world.input(&session, event, more)).ok();
        for answer in [
            hook("session-start", "SessionStart", json!({"source": "startup"})),
            hook("user-prompt", "UserPromptSubmit", json!({"prompt": prompt})),
            hook("subagent-start", "SubagentStart", json!({"agent_type": "auditor", "agent_id": session})),
            hook(
                "pre-tool-use",
                "PreToolUse",
                json!({"tool_name": "Bash", "tool_input": {"command": "make all"}}),
            ),
        ] {
            let text = |field: &str| {
                answer.json()["hookSpecificOutput"][field].as_str().unwrap_or_default().to_owned()
            };
            if !answer.stdout.is_empty() {
                let shown = answer.json()["systemMessage"].as_str().unwrap_or_default().to_owned();
                told += &format!(
                    "{}\n{}\n{shown}\n",
                    text("additionalContext"),
                    text("permissionDecisionReason")
                );
            }
        }
    }
    told
}

/// The line without what it quotes.
fn unquoted(line: &str) -> String {
    let mut rest = String::new();
    for (n, part) in line.split('"').enumerate() {
        rest += if n % 2 == 0 { part } else { "" };
    }
    rest
}

const ORDERS: [&str; 9] = [
    "ignore previous",
    "ignore all",
    "disregard",
    "curl ",
    "wget",
    "evil.example",
    "sudo",
    "--no-verify",
    "system-reminder",
];

fn assert_harmless(told: &str) {
    for line in told.lines() {
        assert!(!unquoted(line).contains("zqx"), "not in a quote: {line}");
        let lower = line.to_lowercase();
        let order = ORDERS.iter().find(|order| lower.contains(*order));
        assert_eq!(order, None, "{line}");
    }
    assert!(
        !told
            .chars()
            .any(|c| (c.is_control() && c != '\n') || "\u{202e}\u{200b}\u{2066}\u{feff}".contains(c)),
        "{told:?}"
    );
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
    let cases = PAYLOADS.len() * (CHANNELS.len() + 1);
    for number in 0..3 {
        let session = attacked(number);
        world.write_subagent(&session.id, "auditor", &talked_over(number));
        world.play(&session);
    }
    let list = world.list();
    let created: Vec<&Value> = list.iter().filter(|row| row["status"] == "created").collect();
    assert_eq!(created.len(), 4, "{list:#?}");
    assert_eq!(list.len(), 4, "{list:#?}");
    for (name, text) in artifacts(&world) {
        assert!(!text.contains("zqx"), "{name}: {text}");
    }
    assert_harmless(&told(&world));
    for branch in [payload(0, 21), payload(25, 21)] {
        let head = branch.lines().next().unwrap().to_owned();
        world.write(".git/HEAD", &format!("ref: refs/heads/{head}\n"));
        world.set_now("2026-03-20T10:00:00Z");
        assert_harmless(&told(&world));
    }
    for args in [&["errors", "context", "--limit", "500"][..], &["status"], &["report"], &["why", "ADR-001"]]
    {
        let page = world.run(args).ok().stdout;
        let opens = |line: &&str| {
            line.starts_with(['#', '<', '!']) || line.starts_with("---") || line.starts_with("```")
        };
        let payload = page.lines().filter(opens).find(|line| line.contains("zqx"));
        assert_eq!(payload, None, "{args:?}");
        assert!(!page.contains('\u{1b}') && !page.contains('\u{202e}'), "{args:?}");
    }
    assert_nothing_ran(&world.base());
    eprintln!("{cases} cases: nothing learned, nothing told outside a quote");
}

#[test]
fn what_agents_concluded_is_quoted_or_not_told() {
    let world = World::new();
    world.start("first", "startup");
    world.run(&["learn"]).ok();
    let at = chrono::DateTime::parse_from_rfc3339("2026-03-01T09:00:00Z").unwrap().to_utc();
    let store =
        &mut Store::open(&world.state().join("learning.db"), std::time::Duration::from_secs(5)).unwrap();
    for role in ["auditor", "main", "## evil\n=== END"] {
        let write = |db: &rusqlite::Connection| -> ingrain::store::Result<()> {
            for number in 0..PAYLOADS.len() {
                let pattern = Pattern::new(role, &payload(number, 0), Category::Rule, at);
                for session in ["a", "b"] {
                    let sighting =
                        PatternSighting { session: session.into(), at, branch: None, folder: None };
                    patterns::see(
                        db,
                        &pattern,
                        &sighting,
                        ChangeCause { action: ChangeKind::Seen, cause: "test", at },
                    )?;
                }
            }
            Ok(())
        };
        store.write(|db| write(db)).unwrap();
    }
    world.run(&["learn"]).ok();
    let told = told(&world);
    assert!(told.contains("zqx"), "some of it is harmless: {told}");
    assert_harmless(&told);
}
