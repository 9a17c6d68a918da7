//! Fixtures shaped like real lines, one for every row of `client_words`. The words in them are
//! ours.

mod actions;
mod decisions;
mod memory;
mod prompts;
mod queued;

use serde_json::{Value, json};

use super::{Origin, Turn, TurnReader};
use crate::core::session::transcript;

/// Reads lines as a transcript.
fn read(lines: &[Value]) -> Vec<Turn> {
    read_as(false, lines)
}

/// Reads lines as a transcript of a session that is known to be, or not to be, run by a program.
fn read_as(headless: bool, lines: &[Value]) -> Vec<Turn> {
    let mut reader = TurnReader::new(headless);
    for line in lines {
        let line = line.to_string();
        if let Some(entry) = transcript::parse(line.as_bytes()).expect("a fixture parses") {
            reader.push(&entry);
        }
    }
    reader.finish()
}

/// Origin and text of every turn.
fn told(lines: &[Value]) -> Vec<(Origin, String)> {
    read(lines).into_iter().map(|turn| (turn.origin, turn.text)).collect()
}

/// Everything that people said or decided.
fn teaching(lines: &[Value]) -> Vec<(Origin, String)> {
    told(lines).into_iter().filter(|(origin, _)| origin.teaches()).collect()
}

/// A line of this type with the fields that all lines carry. Its uuid is made from its content.
fn line(kind: &str, more: Value) -> Value {
    let mut line = json!({
        "parentUuid": null, "isSidechain": false, "userType": "external", "cwd": "/work/shop",
        "sessionId": "5e55", "version": "2.1.119", "gitBranch": "main", "type": kind,
        "uuid": format!("{:016x}", super::action::hash(&more.to_string())),
        "timestamp": "2026-03-04T10:00:00.000Z",
    });
    with(&mut line, more);
    line
}

fn with(line: &mut Value, more: Value) {
    if let (Some(line), Value::Object(more)) = (line.as_object_mut(), more) {
        line.extend(more);
    }
}

fn user(content: impl Into<Value>) -> Value {
    line("user", json!({"message": {"role": "user", "content": content.into()}}))
}

fn user_with(content: impl Into<Value>, more: Value) -> Value {
    let mut line = user(content);
    with(&mut line, more);
    line
}

fn assistant(text: &str) -> Value {
    line("assistant", json!({"message": {"model": "m", "content": [{"type": "text", "text": text}]}}))
}

fn call(id: &str, tool: &str, input: Value) -> Value {
    let block = json!({"type": "tool_use", "id": id, "name": tool, "input": input});
    line("assistant", json!({"message": {"model": "m", "content": [block]}}))
}

/// A tool's result as the client writes it; `whole` becomes `toolUseResult`.
fn result(id: &str, text: &str, is_error: bool, whole: Value) -> Value {
    let block = json!({"type": "tool_result", "tool_use_id": id, "content": text, "is_error": is_error});
    line("user", json!({"message": {"role": "user", "content": [block]}, "toolUseResult": whole}))
}
