//! Where a stranger can write.

use serde_json::{Value, json};

use super::payloads::{PAYLOADS, payload};
use crate::learning::lesson;
use crate::session::Session;

/// Puts a payload into a session, where a stranger could have put it.
pub type Channel = (&'static str, fn(Session, &str) -> Session);

pub const CHANNELS: [Channel; 22] = [
    ("output of a command", |s, p| s.tool("Bash", json!({"command": "cat README.md"}), p, false)),
    ("error of a command", |s, p| s.tool("Bash", json!({"command": "make"}), &failure(p), true)),
    ("bare error of a command", |s, p| s.tool("Bash", json!({"command": "make all"}), p, true)),
    ("web page", |s, p| s.tool("WebFetch", json!({"url": "https://docs.example"}), p, false)),
    ("search result", |s, p| s.tool("WebSearch", json!({"query": "docs"}), p, false)),
    ("file that was read", |s, p| s.tool("Read", json!({"file_path": "/w/README.md"}), p, false)),
    ("report of a subagent", |s, p| {
        s.tool("Task", json!({"prompt": "look", "subagent_type": "auditor"}), p, false)
    }),
    ("task of a subagent", |s, p| {
        s.tool("Task", json!({"prompt": p, "subagent_type": "auditor"}), "ok", false)
    }),
    ("answer of a server", |s, p| s.tool("mcp__docs__get", json!({"id": 1}), p, false)),
    ("error of a server", |s, p| s.tool("mcp__docs__get", json!({"id": 2}), p, true)),
    ("plan of the agent", |s, p| s.tool("ExitPlanMode", json!({"plan": planned(p)}), p, false)),
    ("answer that nobody gave", |s, p| s.tool("AskUserQuestion", json!({"questions": []}), p, false)),
    ("words of the assistant", |s, p| s.assistant(p)),
    ("side conversation", |s, p| s.line(user(p, "isSidechain"))),
    ("summary of a compaction", |s, p| s.line(user(p, "isCompactSummary"))),
    ("line of the client", |s, p| s.line(user(p, "isMeta"))),
    ("what a hook injected", |s, p| {
        s.line(attached(json!({"type": "hook_additional_context", "content": [p]})))
    }),
    ("what a hook printed", |s, p| s.line(attached(json!({"type": "hook_success", "content": p})))),
    ("reminder in a message", |s, p| s.user(&format!("Go on.<system-reminder>{p}</system-reminder>"))),
    ("output of a local command", |s, p| {
        s.user(&format!("<local-command-stdout>{p}</local-command-stdout>"))
    }),
    ("name of a file", |s, p| s.tool("Edit", json!({"file_path": format!("/w/{p}")}), "ok", false)),
    ("name of a branch", |s, p| s.line(json!({"type": "system", "gitBranch": p, "content": "noted"}))),
];

fn failure(payload: &str) -> String {
    format!("Exit code 1\nerror: {payload}")
}

fn planned(payload: &str) -> String {
    format!("# Plan\n\n## Context\n\n{payload}\n")
}

fn user(text: &str, flag: &str) -> Value {
    json!({"type": "user", flag: true, "message": {"role": "user", "content": text}})
}

fn attached(attachment: Value) -> Value {
    json!({"type": "attachment", "attachment": attachment})
}

/// A true lesson, with every payload in every channel after it.
pub fn attacked(number: usize) -> Session {
    let day = ["2026-03-02", "2026-03-05", "2026-03-09"][number];
    let mut session = lesson(&format!("attacked-{number}"), day, number);
    for (channel, (_, put)) in CHANNELS.iter().enumerate() {
        session = session.user("Please go on.");
        for payload in (0..PAYLOADS.len()).map(|n| payload(n, channel)) {
            session = put(session, &payload);
        }
    }
    session
}

/// A subagent that concludes what it read, the same in every session.
pub fn talked_over(number: usize) -> Session {
    let lines = (0..PAYLOADS.len())
        .map(|n| format!("- The module `src/a.rs` must follow: {}\n", payload(n, CHANNELS.len())));
    let report = format!("What I found:\n\n{}", lines.collect::<String>());
    let agent = Session::new(&format!("a{number}"), &format!("2026-03-0{}T10:00:00Z", 2 + number));
    agent.user("Look at it.").assistant(&report)
}
