//! Classification of a user line's text: a person's message, or one of the many things that the
//! client puts there.

use std::borrow::Cow;

use super::Origin;
use crate::core::session::client_words as client;
use crate::core::session::transcript::TranscriptLine;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct PromptText {
    pub origin: Origin,
    pub text: String,
}

/// Flags by which the client marks lines that no person wrote.
pub(super) fn is_by_client(entry: &TranscriptLine<'_>) -> bool {
    let origin = entry.origin.as_ref().and_then(|origin| origin.kind.as_deref());
    entry.is_meta
        || entry.turn_companion
        || entry.is_visible_in_transcript_only
        || entry.source_tool_use_id.is_some()
        || entry.plan_content.is_some()
        || entry.has_tool_use_result()
        || entry.prompt_source.as_deref() == Some(client::PROMPT_BY_SYSTEM)
        || origin.is_some_and(|kind| kind != client::HUMAN)
}

/// The text of a user line: the person's parts joined or, without any, its first part.
pub(super) fn read<'a>(parts: impl Iterator<Item = &'a str>) -> Option<PromptText> {
    let (typed, other): (Vec<PromptText>, Vec<PromptText>) =
        parts.filter_map(classify).partition(|said| said.origin == Origin::Typed);
    let joined =
        typed.into_iter().reduce(|all, next| PromptText { text: all.text + "\n" + &next.text, ..all });
    joined.or_else(|| other.into_iter().next())
}

fn classify(part: &str) -> Option<PromptText> {
    let own = without_embedded(part);
    let own = own.trim();
    let begins = |beginnings: &[&str]| beginnings.iter().any(|beginning| own.starts_with(beginning));
    let (origin, text) = if own.is_empty() {
        (Origin::Wrapper, part.trim())
    } else if client::INTERRUPTS.contains(&own) {
        (Origin::System, own)
    } else if own.starts_with(client::COMPACTION) {
        (Origin::Compaction, own)
    } else if begins(&client::WRAPPERS) || client::slash_command(own).is_some() {
        (Origin::Wrapper, own)
    } else {
        (Origin::Typed, own)
    };
    (!text.is_empty()).then(|| PromptText { origin, text: text.to_owned() })
}

/// Queued messages carry no flags: notifications and commands are recognised by how they begin.
pub(super) fn is_queued_by_client(text: &str) -> bool {
    client::QUEUED_BY_CLIENT.iter().any(|beginning| text.trim_start().starts_with(beginning))
}

/// The text without the elements that the client embeds. An unclosed one is the person's own
/// writing.
fn without_embedded(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text.trim());
    for name in client::EMBEDDED {
        while let Some((start, end)) = element(&text, name) {
            text = Cow::Owned(format!("{}{}", &text[..start], &text[end..]));
        }
    }
    text
}

/// The range of an element, whose tag may have attributes. Text quoted in it may contain its tags,
/// too, close it and open it again after words of its own: so it ends with the last closing tag.
fn element(text: &str, name: &str) -> Option<(usize, usize)> {
    let close = format!("</{name}>");
    let start = opening(text, name, 0)?;
    let last = text[start..].rfind(&close)?;
    Some((start, start + last + close.len()))
}

fn opening(text: &str, name: &str, mut from: usize) -> Option<usize> {
    loop {
        let start = from + text[from..].find(&format!("<{name}"))?;
        from = start + 1 + name.len();
        if text[from..].starts_with(['>', ' ', '\n']) {
            return Some(start);
        }
    }
}
