//! Signs that something learned was used: an entry cited, a command or skill invoked, a knowledge file read.

use std::collections::BTreeSet;

use super::UseOf;
use crate::core::client_words::invoked_command;
use crate::core::turns::{Action, Origin, Turn};

/// How our commands are called: `/self-learning:slug`.
const OUR_COMMANDS: &str = "self-learning:";
const KNOWLEDGE: &str = ".memory/knowledge/";

pub(super) fn of(turn: &Turn) -> BTreeSet<UseOf> {
    match (turn.origin, &turn.action) {
        (Origin::Assistant, _) => citations(&turn.text),
        (Origin::Wrapper, _) => invoked_command(&turn.text).map(invocation).into_iter().collect(),
        (Origin::AgentAction, Some(action)) => by_agent(action),
        _ => BTreeSet::new(),
    }
}

fn by_agent(action: &Action) -> BTreeSet<UseOf> {
    let invoked = action.skill.as_deref().map(invocation);
    let path = action
        .path
        .as_deref()
        .filter(|path| action.tool == "Read" && path.contains(KNOWLEDGE));
    invoked
        .into_iter()
        .chain(path.map(|path| UseOf::Read(path.to_owned())))
        .collect()
}

fn invocation(name: &str) -> UseOf {
    match name.strip_prefix(OUR_COMMANDS) {
        Some(slug) => UseOf::Command(slug.to_owned()),
        None => UseOf::Skill(name.to_owned()),
    }
}

/// Every `ADR-NNN` and `PF-NNN` that stands by itself: `ADR-1234` does not cite `ADR-123`.
fn citations(text: &str) -> BTreeSet<UseOf> {
    ["ADR-", "PF-"]
        .into_iter()
        .flat_map(|prefix| anchors(text, prefix))
        .map(UseOf::Cited)
        .collect()
}

fn anchors<'a>(text: &'a str, prefix: &'a str) -> impl Iterator<Item = String> + 'a {
    text.match_indices(prefix).filter_map(move |(start, _)| {
        let rest = &text[start + prefix.len()..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let joined_before = text[..start].ends_with(|c: char| is_part(c) || c == '-');
        let joined_after = rest[digits..].starts_with(is_part);
        (digits >= 3 && !joined_before && !joined_after).then(|| format!("{prefix}{}", &rest[..digits]))
    })
}
