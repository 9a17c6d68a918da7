//! Sessions with subagents that review and judge, with transcripts as Claude Code writes them.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::session::Session;
use crate::world::{World, write};

pub const FINDING: &str = "`drop` in src/cache.rs never releases the lock";
pub const OTHER: &str = "`fill` in src/cache.rs reads the clock twice";
pub const ELSEWHERE: &str = "`parse` in src/lex.rs keeps a trailing newline";

/// A subagent that runs one command and reports.
pub struct Agent<'a> {
    pub role: &'a str,
    pub prints: &'a str,
    pub report: &'a str,
}

pub fn judge(report: &str) -> Agent<'_> {
    Agent { role: "judge", prints: "test result: ok. 12 passed; 0 failed", report }
}

pub fn inspector(report: &str) -> Agent<'_> {
    Agent { role: "inspector", prints: "nothing to see", report }
}

pub fn verdict(word: &str, false_positives: &[&str]) -> String {
    let body = json!({"verdict": word, "issues": [], "false_positives": false_positives});
    format!("Looked at it.\n\n```verdict-json\n{body}\n```\n")
}

pub fn reviewed() -> World {
    let world = World::new();
    world.write("src/cache.rs", "fn fill() {}\nfn drop() {}\n");
    world
}

/// One session that changes a file and asks these subagents, one after the other. Returns what each was told.
pub fn hold(world: &mut World, id: &str, day: &str, agents: &[Agent<'_>]) -> Vec<String> {
    let session = write_session(world, id, day, agents);
    world.set_now(&session.ended_at().replace("T10:", "T11:"));
    world.start(id, "startup");
    let told = (0..agents.len()).map(|n| start_agent(world, id, n, &agents[n])).collect();
    world.end(id);
    told
}

/// What such a session leaves on disk.
pub fn write_session(world: &World, id: &str, day: &str, agents: &[Agent<'_>]) -> Session {
    let file = world.project.join("src/cache.rs");
    let mut session = Session::new(id, &format!("{day}T10:00:00Z"))
        .user("Please make the cache faster and have it looked at.")
        .tool("Edit", json!({"file_path": file, "old_string": "a", "new_string": "b"}), "ok", false)
        .tool("Bash", json!({"command": "cargo test"}), "test result: ok. 12 passed; 0 failed", false);
    for (n, agent) in agents.iter().enumerate() {
        session = launch(session, agent.role, &format!("{id}a{n}"));
    }
    let session = session.assistant("They are done.");
    write(&world.transcript(id), &session.jsonl(&world.project));
    for (n, agent) in agents.iter().enumerate() {
        write_agent(world, id, day, n, agent);
    }
    session
}

/// The call of a subagent that works in the background.
fn launch(session: Session, role: &str, agent: &str) -> Session {
    let call = json!([{"type": "tool_use", "id": format!("toolu_{agent}"), "name": "Agent",
        "input": {"description": "look", "prompt": "Look at it.", "subagent_type": role}}]);
    let back = json!([{"type": "tool_result", "tool_use_id": format!("toolu_{agent}"),
        "content": [{"type": "text", "text": "Async agent launched successfully."}]}]);
    session.line(json!({"type": "assistant", "message": {"role": "assistant", "content": call}})).line(
        json!({
            "type": "user", "message": {"role": "user", "content": back},
            "toolUseResult": {"isAsync": true, "status": "async_launched", "agentId": agent},
        }),
    )
}

fn folder(world: &World, session: &str) -> PathBuf {
    world.transcript(session).with_extension("").join("subagents")
}

fn write_agent(world: &World, session: &str, day: &str, n: usize, agent: &Agent<'_>) {
    let id = format!("{session}a{n}");
    let call = json!([{"type": "tool_use", "id": format!("bash_{id}"), "name": "Bash", "input": {"command": "cargo test"}}]);
    let back = json!([{"type": "tool_result", "tool_use_id": format!("bash_{id}"), "content": agent.prints, "is_error": false}]);
    let lines = [
        json!({"type": "user", "message": {"role": "user", "content": "Look at it."}}),
        json!({"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "First the tests."}]}}),
        json!({"type": "assistant", "message": {"role": "assistant", "content": call}}),
        json!({"type": "user", "message": {"role": "user", "content": back}}),
        json!({"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": agent.report}]}}),
    ];
    let mut text = String::new();
    for (line, fields) in lines.iter().enumerate() {
        let mut whole = json!({
            "isSidechain": true, "agentId": id, "sessionId": session, "cwd": world.project, "gitBranch": "main",
            "version": "2.1.325", "uuid": format!("{id}-{line}"),
            "timestamp": format!("{day}T10:{:02}:{line:02}.000Z", 10 + n),
        });
        whole.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        text.push_str(&format!("{whole}\n"));
    }
    let meta = json!({"agentType": agent.role, "toolUseId": format!("toolu_{id}"), "spawnDepth": 1});
    write(&folder(world, session).join(format!("agent-{id}.jsonl")), &text);
    write(&folder(world, session).join(format!("agent-{id}.meta.json")), &meta.to_string());
}

fn start_agent(world: &World, session: &str, n: usize, agent: &Agent<'_>) -> String {
    let more = json!({"agent_type": agent.role, "agent_id": format!("{session}a{n}")});
    let answer = world.hook("subagent-start", &world.input(session, "SubagentStart", more)).ok();
    if answer.stdout.is_empty() {
        return String::new();
    }
    answer.json()["hookSpecificOutput"]["additionalContext"].as_str().unwrap().to_owned()
}

pub fn patterns(world: &World) -> Vec<Value> {
    world.run(&["pattern", "list", "--json"]).ok().json().as_array().unwrap().clone()
}

pub fn pattern(world: &World, content: &str) -> Value {
    let all = patterns(world);
    let found: Vec<&Value> = all.iter().filter(|row| row["content"] == content).collect();
    assert_eq!(found.len(), 1, "{content}: {all:#?}");
    found[0].clone()
}

pub fn track(row: &Value) -> [i64; 4] {
    ["seen", "reinforced", "ignored", "skips"].map(|name| row[name].as_i64().unwrap())
}

/// Two sessions in which judges came to these findings.
pub fn found_twice(world: &mut World, findings: &[&str]) {
    let report: String = findings.iter().map(|finding| format!("- {finding}\n")).collect();
    for (id, day) in [("one", "2026-03-02"), ("two", "2026-03-03")] {
        hold(world, id, day, &[judge(&format!("# Review\n\n{report}\nThat is all."))]);
    }
}
