//! The subject of a tool call, taken from the few fields of its input that tools share.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Deserialize;

use super::{ToolCall, keep};
use crate::core::entities::checkers::{LintRule, may_silence, silenced_in};
use crate::core::session::client_words::{INVOKING_TOOLS, REPLACE_TOOL, slash_command};
use crate::core::session::transcript::{ContentBlock, Text};

#[derive(Default, Deserialize)]
struct Input<'a> {
    #[serde(borrow)]
    command: Option<Text<'a>>,
    file_path: Option<Text<'a>>,
    notebook_path: Option<Text<'a>>,
    path: Option<Text<'a>>,
    skill: Option<Text<'a>>,
    subagent_type: Option<Text<'a>>,
    task_id: Option<Text<'a>>,
    bash_id: Option<Text<'a>>,
    prompt: Option<Text<'a>>,
    plan: Option<Text<'a>>,
}

#[derive(Default, Deserialize)]
struct Replacement<'a> {
    #[serde(borrow)]
    old_string: Option<Text<'a>>,
    new_string: Option<Text<'a>>,
}

/// The action of a `tool_use` block, with the plan or the subagent's task in it.
pub(super) fn read(block: &ContentBlock<'_>) -> (ToolCall, String) {
    let raw = block.input.map_or("{}", |raw| raw.get());
    let (mut action, text) = of(block.name.as_deref().unwrap_or_default(), raw);
    action.id = kept(block.id.as_deref().unwrap_or_default());
    if action.tool == REPLACE_TOOL {
        action.silenced = silenced(raw);
    }
    (action, text)
}

/// The same from the tool's name and its input alone. Hooks use it, too, so nothing here compiles a
/// regular expression.
pub(super) fn of(tool: &str, raw: &str) -> (ToolCall, String) {
    let input: Input<'_> = serde_json::from_str(raw).unwrap_or_default();
    let tool = kept(tool);
    let invokes = INVOKING_TOOLS.contains(&&*tool);
    let text = input.plan.or(input.prompt).map_or_else(String::new, |text| keep::clip(&text, keep::PLAN));
    let command = input.command.as_deref();
    let action = ToolCall {
        skill: input.skill.as_deref().or(command.filter(|_| invokes)).and_then(bare_name),
        command: command.filter(|_| !invokes).map(|command| keep::clip(command, keep::COMMAND)),
        path: input.file_path.or(input.notebook_path).or(input.path).map(|path| kept(&path)),
        agent_type: input.subagent_type.map(|kind| kept(&kind)),
        task: input.task_id.or(input.bash_id).map(|id| kept(&id)),
        silenced: vec![],
        input_hash: hash(raw),
        id: String::new(),
        result: None,
        tool,
    };
    (action, text)
}

/// Only comments that the edit adds: earlier ones are somebody else's.
fn silenced(raw: &str) -> Vec<LintRule> {
    if !may_silence(raw) {
        return vec![];
    }
    let replacement: Replacement<'_> = serde_json::from_str(raw).unwrap_or_default();
    let rules = |text: Option<Text<'_>>| silenced_in(text.as_deref().unwrap_or_default());
    rules(replacement.new_string).difference(&rules(replacement.old_string)).cloned().collect()
}

fn kept(name: &str) -> String {
    keep::clip(name, keep::NAME)
}

/// `/name args` and `name` are the same invocation.
fn bare_name(invocation: &str) -> Option<String> {
    let name = slash_command(invocation).or(invocation.split_whitespace().next())?;
    Some(kept(name))
}

pub(super) fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
