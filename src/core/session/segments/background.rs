//! The ends of commands that continued in the background. Such a check has no result where it was
//! started; the output that is read later, or the client's report, decides for the work that
//! started it.

use std::collections::HashMap;

use crate::core::session::client_words as client;
use crate::core::session::turns::{Origin, ToolCall, Turn};

/// By the client's number for the command.
pub(super) struct Backgrounds<'a>(HashMap<&'a str, Ended<'a>>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ended<'a> {
    /// `None` if only its output was seen.
    pub failed: Option<bool>,
    pub output: &'a str,
}

impl<'a> Backgrounds<'a> {
    pub(super) fn of(turns: &'a [Turn]) -> Backgrounds<'a> {
        let started = turns.iter().filter_map(|turn| started(turn.action.as_deref()?));
        let mut ends: HashMap<&str, Ended<'_>> = started.map(|id| (id, Ended::default())).collect();
        if ends.is_empty() {
            return Backgrounds(ends);
        }
        for turn in turns {
            match turn.action.as_deref() {
                Some(action) => read(action, &mut ends),
                None if turn.origin == Origin::Wrapper => hear(&turn.text, &mut ends),
                None => {}
            }
        }
        Backgrounds(ends)
    }

    /// The end of a command that this call left running.
    pub(super) fn end(&self, call: &ToolCall) -> Option<Ended<'a>> {
        let ended = self.0.get(started(call)?)?;
        (ended.failed.is_some() || !ended.output.is_empty()).then_some(*ended)
    }
}

/// The number of the command that continued in the background.
fn started(call: &ToolCall) -> Option<&str> {
    call.command.as_ref()?;
    let text = &call.result.as_ref()?.text;
    let (_, rest) = client::BACKGROUND.iter().find_map(|words| text.split_once(words))?;
    let id = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
    (!id.is_empty()).then_some(id)
}

/// An agent looked at it: by the client's tool for that, or at the file with its output.
fn read<'a>(action: &'a ToolCall, ends: &mut HashMap<&'a str, Ended<'a>>) {
    let Some(result) = action.result.as_ref().filter(|result| result.denied.is_none()) else { return };
    if client::BACKGROUND_READERS.contains(&&*action.tool) {
        let id = action.task.as_deref().unwrap_or_default();
        let Some(ended) = ends.get_mut(id) else { return };
        let Some(status) = between(&result.text, "<status>", "</status>") else { return };
        if status != "running" {
            ended.failed = between(&result.text, "<exit_code>", "</exit_code>").map(|code| code != "0");
            ended.output = &result.text;
        }
        return;
    }
    let place = action.path.as_deref().or(action.command.as_deref()).unwrap_or_default();
    for (id, ended) in ends.iter_mut() {
        let is_its = place.find(&**id).is_some_and(|at| place[at + id.len()..].starts_with(".output"));
        if is_its && !result.is_error && ended.failed.is_none() {
            ended.output = &result.text;
        }
    }
}

/// The client reported its end.
fn hear<'a>(note: &'a str, ends: &mut HashMap<&'a str, Ended<'a>>) {
    let id = between(note, "<task-id>", "</task-id>").unwrap_or_default();
    let Some(ended) = ends.get_mut(id) else { return };
    let code =
        note.split_once("exit code ").map(|(_, rest)| rest.split(|c: char| !c.is_ascii_digit()).next());
    if let Some(code) = code.flatten().filter(|code| !code.is_empty()) {
        ended.failed = Some(code != "0");
    }
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.split_once(before)?.1.split_once(after).map(|(inside, _)| inside)
}
