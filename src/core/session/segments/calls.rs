//! Tool calls and their results. Only a call that really ran and failed counts as failed: a refusal
//! is the person's, a malformed call is the agent's mistake, a call that was cancelled with its
//! neighbour is a consequence, and `grep` without results has done its work.

use std::collections::HashSet;

use super::background::Backgrounds;
use crate::core::entities::commands::programs::SEARCHERS;
use crate::core::entities::commands::{self, Act, ShellStep};
use crate::core::model::Time;
use crate::core::session::check_result;
use crate::core::session::check_result::CheckVerdict;
use crate::core::session::client_words as client;
use crate::core::session::tool_call;
use crate::core::session::turns::{Denial, Origin, ToolCall, Turn};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// The transcript does not contain its result.
    Open,
    Denied(Denial),
    /// It never reached a tool.
    NotRun,
    Done,
    Failed,
}

#[derive(Debug)]
pub(super) struct WorkCall<'a> {
    pub turn: usize,
    pub at: Time,
    pub action: &'a ToolCall,
    pub fate: Fate,
    pub steps: Vec<ShellStep>,
    pub verdict: Option<CheckVerdict>,
    /// The same call again, after it failed.
    pub is_retry: bool,
    /// The main agent's, not a subagent's.
    pub is_main: bool,
}

impl WorkCall<'_> {
    pub(super) fn output(&self) -> &str {
        self.action.result.as_ref().map_or("", |result| &result.text)
    }

    pub(super) fn is_error(&self) -> bool {
        self.action.result.as_ref().is_some_and(|result| result.is_error)
    }

    pub(super) fn is_edit(&self) -> bool {
        tool_call::is_edit(self.action)
    }

    /// Other tools may change anything.
    pub(super) fn is_foreign(&self) -> bool {
        client::is_of_server(&self.action.tool)
    }

    pub(super) fn is_done_edit(&self) -> bool {
        self.is_edit() && self.fate == Fate::Done
    }

    /// Whether it did this successfully. A line can contain several acts; if it failed, none of
    /// them is certain.
    pub(super) fn did(&self, act: Act) -> bool {
        self.fate == Fate::Done && self.steps.iter().any(|step| step.act == Some(act))
    }
}

/// The calls of these turns, in order.
pub(super) fn of<'a>(turns: &'a [Turn], times: &[Time], backgrounds: &Backgrounds<'_>) -> Vec<WorkCall<'a>> {
    let mut failed: HashSet<(&str, Input<'_>)> = HashSet::new();
    let mut calls = Vec::new();
    for (index, turn) in turns.iter().enumerate() {
        let Some(action) = turn.action.as_deref() else { continue };
        let mut call = read(index, times[index], action, backgrounds);
        let key = (&*action.tool, input(action));
        call.is_retry = failed.remove(&key);
        call.is_main = turn.origin == Origin::AgentAction;
        if call.fate == Fate::Failed {
            failed.insert(key);
        }
        calls.push(call);
    }
    calls
}

#[derive(PartialEq, Eq, Hash)]
enum Input<'a> {
    /// The command for a shell; its description is worded anew each time, so it is ignored.
    Command(&'a str),
    Other(u64),
}

fn input(action: &ToolCall) -> Input<'_> {
    action.command.as_deref().map_or(Input::Other(action.input_hash), Input::Command)
}

fn read<'a>(turn: usize, at: Time, action: &'a ToolCall, backgrounds: &Backgrounds<'_>) -> WorkCall<'a> {
    let steps = action.command.as_deref().map(commands::steps).unwrap_or_default();
    let verdict = action.command.as_deref().zip(action.result.as_ref()).and_then(|(command, result)| {
        let ran = result.denied.is_none() && !is_not_run(&result.text);
        let verdict = match backgrounds.end(action) {
            Some(end) => check_result::later_verdict(command, end.failed, end.output),
            None => check_result::verdict(command, result.is_error, &result.text),
        };
        verdict.filter(|_| ran)
    });
    let fate = fate(action, &steps, verdict);
    WorkCall { turn, at, action, fate, steps, verdict, is_retry: false, is_main: true }
}

fn fate(action: &ToolCall, steps: &[ShellStep], verdict: Option<CheckVerdict>) -> Fate {
    let Some(result) = &action.result else { return Fate::Open };
    match (result.denied, result.is_error) {
        (Some(denial), _) => Fate::Denied(denial),
        (None, true) if is_not_run(&result.text) => Fate::NotRun,
        (None, true) if found_nothing(steps, &result.text) => Fate::Done,
        (None, true) => Fate::Failed,
        (None, false) if verdict.is_some_and(|verdict| !verdict.passed) => Fate::Failed,
        (None, false) => Fate::Done,
    }
}

/// Calls that the person stopped or refused are reported as errors, too.
fn is_not_run(text: &str) -> bool {
    text.starts_with(client::CALL_ERROR)
        || text.starts_with(client::REJECTED.trim_end())
        || text.lines().any(|line| client::INTERRUPTS.contains(&line.trim()))
        || client::is_stopped_by_hook(text)
        || client::is_denied_by_guard(text)
        || client::is_denied_by_rule(text)
        || client::CALL_ERRORS.iter().any(|words| text.starts_with(words))
        || client::CASCADES.iter().any(|words| text.contains(words))
}

fn found_nothing(steps: &[ShellStep], text: &str) -> bool {
    let rest = text.strip_prefix(client::EXIT_CODE).and_then(|code| code.strip_prefix('1')).map(str::trim);
    let searched = steps.last().is_some_and(|step| SEARCHERS.contains(&&*step.program));
    searched && rest.is_some_and(str::is_empty)
}
