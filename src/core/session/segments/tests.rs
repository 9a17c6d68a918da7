//! Sessions of a few calls, one for each kind of evidence.

mod details;
mod properties;
mod results;

use super::*;
use crate::core::model::samples::at;
use crate::core::session::turns::{ActionResult, Denial, ToolCall};

/// A session that grows by half a minute per turn.
#[derive(Clone, Default)]
struct Told(Vec<Turn>);

impl Told {
    fn turn(mut self, origin: Origin, text: &str, action: Option<ToolCall>) -> Told {
        let n = self.0.len();
        self.0.push(Turn {
            id: format!("t{n}"),
            at: Some(at(30 * n as i64)),
            origin,
            text: text.to_owned(),
            cwd: Some("/w".into()),
            branch: Some("main".into()),
            headless: false,
            mid_turn: false,
            action: action.map(Box::new),
        });
        self
    }

    fn typed(self, text: &str) -> Told {
        self.turn(Origin::Typed, text, None)
    }

    fn said(self, text: &str) -> Told {
        self.turn(Origin::Assistant, text, None)
    }

    fn interrupted(self) -> Told {
        self.turn(Origin::System, client::INTERRUPTS[0], None)
    }

    fn calls(self, tool: &str, input: &str, text: &str, is_error: bool, denied: Option<Denial>) -> Told {
        let at = self.0.last().and_then(|turn| turn.at);
        let result = ActionResult { at, is_error, denied, text: text.to_owned(), ..ActionResult::default() };
        let shell = tool == "Bash";
        let action = ToolCall {
            tool: tool.to_owned(),
            command: shell.then(|| input.to_owned()),
            path: (!shell).then(|| input.to_owned()),
            input_hash: input.len() as u64,
            result: Some(result),
            ..ToolCall::default()
        };
        self.turn(Origin::AgentAction, "", Some(action))
    }

    fn ran(self, command: &str, output: &str) -> Told {
        self.calls("Bash", command, output, false, None)
    }

    fn failed(self, command: &str, output: &str) -> Told {
        self.calls("Bash", command, &format!("Exit code 1\n{output}"), true, None)
    }

    fn mcp_failed(self) -> Told {
        self.calls("mcp__github__create_issue", "", "MCP error -32603: 401 Bad credentials", true, None)
    }

    fn edited(self, path: &str) -> Told {
        self.calls("Edit", path, "ok", false, None)
    }

    fn refused(self, tool: &str, input: &str) -> Told {
        self.calls(tool, input, client::REJECTED, true, Some(Denial::Person))
    }

    fn segments(&self) -> Vec<Segment> {
        segments(&self.0, &Redactor::new(&[]).unwrap(), |text| text.contains("table driven"), at(1_000_000))
    }

    fn first(&self) -> Segment {
        self.segments().remove(0)
    }
}

fn asked(text: &str) -> Told {
    Told::default().typed(text)
}
