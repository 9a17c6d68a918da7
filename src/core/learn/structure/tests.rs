//! Sessions in a few words each, shaped after real ones.

mod call_forms;
mod conclusions;
mod facts;
mod heard;
mod properties;

use super::{Fact, FactSighting, Frame, sightings};
use crate::core::entities::checkers::silenced_in;
use crate::core::learn::verify::KnownText;
use crate::core::model::samples::at;
use crate::core::model::{Candidate, Details, Time};
use crate::core::redact::Redactor;
use crate::core::session::turns::{ActionResult, Denial, Origin, ToolCall, Turn};

const ROOT: &str = "/work/shop";
const DAY: i64 = 86_400;

/// One session, turn by turn.
#[derive(Clone)]
struct Script {
    session: String,
    start: i64,
    turns: Vec<Turn>,
}

impl Script {
    fn on_day(session: &str, day: i64) -> Script {
        let script = Script { session: session.into(), start: day * DAY, turns: vec![] };
        script.says(Origin::Typed, "please change it")
    }

    fn says(mut self, origin: Origin, text: &str) -> Script {
        let turn = self.turn(origin, text, None);
        self.turns.push(turn);
        self
    }

    fn edits(self, path: &str) -> Script {
        self.writes(path, "")
    }

    fn writes(self, path: &str, code: &str) -> Script {
        let silenced = silenced_in(code).into_iter().collect();
        let path = format!("{ROOT}/{path}");
        self.acts(
            ToolCall { tool: "Edit".into(), path: Some(path), silenced, ..ToolCall::default() },
            false,
            "",
        )
    }

    fn runs(self, command: &str) -> Script {
        self.acts(shell(command), false, "")
    }

    fn prints(self, command: &str, output: &str) -> Script {
        self.acts(shell(command), false, output)
    }

    fn fails(self, command: &str, output: &str) -> Script {
        self.acts(shell(command), true, &format!("Exit code 1\n{output}"))
    }

    fn refuses(mut self, command: &str) -> Script {
        self = self.acts(shell(command), true, "");
        let last = self
            .turns
            .last_mut()
            .and_then(|turn| turn.action.as_mut())
            .and_then(|action| action.result.as_mut());
        last.unwrap().denied = Some(Denial::Person);
        self
    }

    fn acts(mut self, action: ToolCall, is_error: bool, output: &str) -> Script {
        let result = ActionResult { is_error, text: output.into(), ..ActionResult::default() };
        let turn = self.turn(Origin::AgentAction, "", Some(ToolCall { result: Some(result), ..action }));
        self.turns.push(turn);
        self
    }

    fn turn(&self, origin: Origin, text: &str, action: Option<ToolCall>) -> Turn {
        let n = self.turns.len();
        Turn {
            id: format!("{}-{n}", self.session),
            at: Some(at(self.start + n as i64)),
            origin,
            text: text.into(),
            cwd: Some(ROOT.into()),
            branch: None,
            headless: false,
            mid_turn: false,
            action: action.map(Box::new),
        }
    }

    fn seen(&self) -> Vec<FactSighting> {
        self.seen_beside(&|_| false)
    }

    fn seen_beside(&self, is_copy: &dyn Fn(&str) -> bool) -> Vec<FactSighting> {
        let frame = Frame { session: &self.session, root: ROOT, is_copy, now: Time::MAX_UTC };
        sightings(&self.turns, &frame, &Redactor::new(&[]).unwrap())
    }

    /// The facts as they are stored, without those that every call shows.
    fn facts(&self) -> Vec<String> {
        let facts = self.seen().into_iter().map(|sighting| stored(&sighting.fact));
        let usual = ["worked", "added", "acted", "checked", "served", "called"];
        facts.filter(|fact| !usual.iter().any(|kind| fact.starts_with(kind))).collect()
    }

    fn facts_of(&self, kind: &str) -> Vec<String> {
        let facts = self.seen().into_iter().map(|sighting| stored(&sighting.fact));
        facts.filter_map(|fact| Some(fact.strip_prefix(kind)?.strip_prefix(" | ")?.to_owned())).collect()
    }

    fn invokes(self, skill: &str, output: &str, is_error: bool) -> Script {
        let call = ToolCall { tool: "Skill".into(), skill: Some(skill.into()), ..ToolCall::default() };
        self.acts(call, is_error, output)
    }

    fn delegates(self, agent: &str, output: &str, is_error: bool) -> Script {
        let call = ToolCall { tool: "Task".into(), agent_type: Some(agent.into()), ..ToolCall::default() };
        self.acts(call, is_error, output)
    }
}

fn shell(command: &str) -> ToolCall {
    ToolCall { tool: "Bash".into(), command: Some(command.into()), ..ToolCall::default() }
}

fn stored(fact: &Fact) -> String {
    let (kind, key, value) = fact.encode();
    [kind, &key, &value]
        .map(str::to_owned)
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" | ")
}

fn concluded(scripts: &[Script]) -> Vec<Candidate> {
    let seen: Vec<FactSighting> = scripts.iter().flat_map(Script::seen).collect();
    super::conclusions(&seen, &KnownText::default())
}

fn titles(scripts: &[Script]) -> Vec<String> {
    concluded(scripts).into_iter().map(|candidate| candidate.title).collect()
}

fn steps(candidate: &Candidate) -> &[String] {
    match &candidate.details {
        Details::Workflow { steps } | Details::Procedural { steps, .. } => steps,
        _ => &[],
    }
}
