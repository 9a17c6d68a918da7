//! Transcripts of the demo's sessions in Claude Code's format.

use std::path::Path;

use chrono::{Duration, SecondsFormat};
use serde_json::{Value, json};

use super::days::{DemoDay, DemoPrompt};
use crate::core::model::Time;

/// Time between two lines of a session.
const PAUSE_SECONDS: i64 = 40;

pub(super) struct DemoTranscript {
    pub(super) jsonl: String,
    pub(super) ends: Time,
}

impl DemoTranscript {
    pub(super) fn of(day: &DemoDay, begins: Time, cwd: &Path) -> DemoTranscript {
        let messages: Vec<Value> = day.talk.iter().flat_map(messages).collect();
        let at = |n: usize| begins + Duration::seconds(PAUSE_SECONDS * n as i64);
        let ends = at(messages.len());
        let lines = messages.into_iter().enumerate().map(|(n, message)| {
            let line = Line { session: &day.session(), n, at: at(n), cwd };
            format!("{}\n", line.of(message))
        });
        DemoTranscript { jsonl: lines.collect(), ends }
    }
}

/// Common fields of every message.
struct Line<'a> {
    session: &'a str,
    n: usize,
    at: Time,
    cwd: &'a Path,
}

impl Line<'_> {
    fn of(&self, message: Value) -> Value {
        let uuid = |n: usize| format!("{}-{n:04}", self.session);
        let mut line = json!({
            "parentUuid": self.n.checked_sub(1).map(uuid),
            "isSidechain": false,
            "userType": "external",
            "cwd": self.cwd,
            "sessionId": self.session,
            "gitBranch": "main",
            "type": message["role"],
            "uuid": uuid(self.n),
            "timestamp": self.at.to_rfc3339_opts(SecondsFormat::Millis, true),
        });
        line["message"] = message;
        line
    }
}

fn messages(said: &DemoPrompt) -> Vec<Value> {
    let message = |role: &str, content: Value| json!({ "role": role, "content": content });
    match said {
        DemoPrompt::Person(text) | DemoPrompt::Lesson(text) => vec![message("user", json!(text))],
        DemoPrompt::Agent(text) => vec![message("assistant", json!([{ "type": "text", "text": text }]))],
        DemoPrompt::Ran { command, printed } => {
            let id = format!("toolu_{}", &crate::core::text::hash(command)[..20]);
            let call =
                json!({ "type": "tool_use", "id": id, "name": "Bash", "input": { "command": command } });
            let result = json!({ "type": "tool_result", "tool_use_id": id, "content": printed });
            vec![message("assistant", json!([call])), message("user", json!([result]))]
        }
    }
}
