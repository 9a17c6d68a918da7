//! Signs that something learned was used: an entry cited, a command or skill invoked, a knowledge
//! file read.

use std::collections::BTreeSet;

use super::UseOf;
use crate::core::model::artifact_path::cited;
use crate::core::session::client_words::{READ_TOOL, invoked_command};
use crate::core::session::turns::{Origin, ToolCall, Turn};

/// The prefix of our commands, as in `/self-learning:slug`.
const OUR_COMMANDS: &str = "self-learning:";
/// The prefix of pattern ids, and the length of the rest.
const PATTERN: &str = "pat_";
const PATTERN_DIGITS: usize = 12;
const KNOWLEDGE: &str = ".memory/knowledge/";
/// An agent that reads more entries at once is searching, not using them.
const MOST_READ: usize = 3;

/// The learned things that a turn uses.
pub fn of(turn: &Turn) -> BTreeSet<UseOf> {
    match (turn.origin, &turn.action) {
        (Origin::Assistant, _) => citations(&turn.text),
        (Origin::Subagent, None) => patterns(&turn.text),
        (Origin::Wrapper, _) => invoked_command(&turn.text).map(invocation).into_iter().collect(),
        (Origin::AgentAction, Some(action)) => by_agent(action),
        _ => BTreeSet::new(),
    }
}

fn by_agent(action: &ToolCall) -> BTreeSet<UseOf> {
    let invoked = action.skill.as_deref().map(invocation);
    invoked.into_iter().chain(entries_read(action)).collect()
}

/// The entries that a look into a knowledge file was about; none for the whole file.
fn entries_read(action: &ToolCall) -> Vec<UseOf> {
    let of_knowledge =
        action.tool == READ_TOOL && action.path.as_deref().is_some_and(|path| path.contains(KNOWLEDGE));
    let Some(result) = action.result.as_ref().filter(|result| of_knowledge && !result.is_error) else {
        return Vec::new();
    };
    let headings = result.text.match_indices("## ").map(|(at, mark)| &result.text[at + mark.len()..]);
    let entry = |heading: &str| {
        let (anchor, _) = heading.split_once(':')?;
        cited(anchor).find(|found| found == anchor)
    };
    let read: BTreeSet<String> = headings.filter_map(entry).collect();
    if read.len() <= MOST_READ { read.into_iter().map(UseOf::Read).collect() } else { Vec::new() }
}

fn invocation(name: &str) -> UseOf {
    match name.strip_prefix(OUR_COMMANDS) {
        Some(slug) => UseOf::Command(slug.to_owned()),
        None => UseOf::Skill(name.to_owned()),
    }
}

fn citations(text: &str) -> BTreeSet<UseOf> {
    cited(text).map(UseOf::Cited).chain(patterns(text)).collect()
}

/// Every `pat_…` that stands by itself. A turn that names many of them is a list.
fn patterns(text: &str) -> BTreeSet<UseOf> {
    let ids = text.match_indices(PATTERN).filter_map(|(start, _)| {
        let rest = &text[start + PATTERN.len()..];
        let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        let alone = !text[..start].ends_with(is_name_char) && !rest[digits..].starts_with(is_name_char);
        (digits == PATTERN_DIGITS && alone).then(|| text[start..start + PATTERN.len() + digits].to_owned())
    });
    let named: BTreeSet<String> = ids.collect();
    if named.len() <= MOST_READ { named.into_iter().map(UseOf::Pattern).collect() } else { BTreeSet::new() }
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
