//! Transcripts in Claude Code's format, built from a few words each.

use std::path::Path;

use chrono::{DateTime, Duration, SecondsFormat, Utc};
use serde_json::{Value, json};

pub struct Session {
    pub id: String,
    start: DateTime<Utc>,
    lines: Vec<Value>,
    branch: String,
}

impl Session {
    /// A session that begins at this moment; every line comes half a minute after the one before.
    pub fn new(id: &str, start: &str) -> Session {
        let start = DateTime::parse_from_rfc3339(start).unwrap().to_utc();
        Session { id: id.into(), start, lines: Vec::new(), branch: "main".into() }
    }

    pub fn user(self, text: &str) -> Session {
        self.line(json!({"type": "user", "message": {"role": "user", "content": text}}))
    }

    pub fn assistant(self, text: &str) -> Session {
        let content = json!([{"type": "text", "text": text}]);
        self.line(json!({"type": "assistant", "message": {"role": "assistant", "content": content}}))
    }

    pub fn tool(self, name: &str, input: Value, result: &str, is_error: bool) -> Session {
        let id = format!("toolu_{}_{}", self.id, self.lines.len());
        let call = json!([{"type": "tool_use", "id": id, "name": name, "input": input}]);
        let back =
            json!([{"type": "tool_result", "tool_use_id": id, "content": result, "is_error": is_error}]);
        self.line(json!({"type": "assistant", "message": {"role": "assistant", "content": call}})).line(
            json!({"type": "user", "message": {"role": "user", "content": back}, "toolUseResult": result}),
        )
    }

    /// Any line; what every line has is filled in.
    pub fn line(mut self, line: Value) -> Session {
        self.lines.push(line);
        self
    }

    fn at(&self, n: usize) -> DateTime<Utc> {
        self.start + Duration::seconds(30 * n as i64)
    }

    pub fn began_at(&self) -> String {
        self.start.to_rfc3339_opts(SecondsFormat::Secs, true)
    }

    pub fn ended_at(&self) -> String {
        self.at(self.lines.len()).to_rfc3339_opts(SecondsFormat::Secs, true)
    }

    pub fn jsonl(&self, cwd: &Path) -> String {
        let mut text = String::new();
        for (n, line) in self.lines.iter().enumerate() {
            let mut whole = json!({
                "parentUuid": n.checked_sub(1).map(|p| self.uuid(p)),
                "isSidechain": false,
                "userType": "external",
                "cwd": cwd,
                "sessionId": self.id,
                "version": "2.1.119",
                "gitBranch": self.branch,
            });
            let fields = whole.as_object_mut().unwrap();
            fields.extend(line.as_object().unwrap().clone());
            fields.entry("uuid").or_insert_with(|| self.uuid(n).into());
            let at = self.at(n).to_rfc3339_opts(SecondsFormat::Millis, true);
            fields.entry("timestamp").or_insert_with(|| at.into());
            // The client writes it last.
            if let Some(result) = fields.shift_remove("toolUseResult") {
                fields.insert("toolUseResult".into(), result);
            }
            text.push_str(&format!("{whole}\n"));
        }
        text
    }

    /// The transcript of a subagent that says the same.
    pub fn subagent_jsonl(&self, cwd: &Path) -> String {
        self.jsonl(cwd).replace("\"isSidechain\":false", "\"isSidechain\":true")
    }

    pub fn uuid(&self, n: usize) -> String {
        format!("{}-{n:04}", self.id)
    }
}
