//! Text on one line that stays text, in Markdown and in a prompt file.
//!
//! The client, in versions 2.0.64 and 2.1.325, processes the body of a command or skill as follows:
//! it runs `` !`…` `` and fences that open with `!`, reads in `@path` at the start of a word, and
//! replaces `$ARGUMENTS`, `$1` and some `${CLAUDE_…}`. A backslash prevents none of that in both
//! versions, so a space separates the characters instead.

use crate::core::session::client_tags::without_client_tags;
use crate::core::text::one_line;
use crate::core::text::placeholder::Blank;

/// Text for a line of a knowledge file. `@path` is made inert here, too, because a CLAUDE.md may
/// include the file.
pub(super) fn record_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let line = short_ticks(&one_line(&without_client_tags(text)));
    let mut rest = line.as_str();
    while let Some(c) = rest.chars().next() {
        let length = taken_whole(rest);
        if length > 0 {
            push_code(&mut out, &rest[..length]);
            rest = &rest[length..];
            continue;
        }
        if let Some(blank) = blank_alone(&out, rest) {
            let mark = blank.mark();
            out.extend(["`", &mark, "`"]);
            rest = &rest[mark.len()..];
            continue;
        }
        if opens_markup(rest) || (c == '@' && starts_word(&out)) {
            out.push('\\');
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

/// Text for a line of a command or skill.
pub(super) fn prompt_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // The client passes the text on between tags of its own, where a backslash hides nothing.
    let line = record_line(text).replace("\\<", "‹");
    for (at, c) in line.char_indices() {
        out.push(c);
        let rest = &line[at + c.len_utf8()..];
        if (c == '!' && rest.starts_with('`')) || (c == '$' && is_argument(rest)) {
            out.push(' ');
        }
    }
    out
}

/// A line of a command or skill that begins a paragraph or list item.
pub(super) fn prompt_block(text: &str) -> String {
    let line = prompt_line(text);
    let after_digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = line.len() - after_digits.len();
    if digits > 0 && after_digits.starts_with(['.', ')']) {
        return format!("{}\\{after_digits}", &line[..digits]);
    }
    if opens_block(&line) { format!("\\{line}") } else { line }
}

/// A placeholder that can be written as code: not one next to backticks, which would change the
/// code span.
fn blank_alone(before: &str, rest: &str) -> Option<Blank> {
    let blank = Blank::at_start(rest)?;
    (!before.ends_with('`') && !rest[blank.mark().len()..].starts_with('`')).then_some(blank)
}

/// Three or more backticks could open a fence, so a run of them becomes one.
fn short_ticks(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("```") {
        out.push_str(&rest[..at]);
        out.push('`');
        rest = rest[at..].trim_start_matches('`');
    }
    out.push_str(rest);
    out
}

/// The length of a code span or escaped character at the start, in which nothing is markup.
fn taken_whole(text: &str) -> usize {
    let bytes = text.as_bytes();
    if bytes[0] == b'\\' {
        return if bytes.get(1).is_some_and(u8::is_ascii_punctuation) { 2 } else { 0 };
    }
    let ticks = leading_ticks(text);
    if ticks == 0 { 0 } else { code_span(text, ticks).unwrap_or(ticks) }
}

/// A span ends at the next run of the same number of backticks.
fn code_span(text: &str, ticks: usize) -> Option<usize> {
    let mut at = ticks;
    while let Some(offset) = text[at..].find('`') {
        let closing = leading_ticks(&text[at + offset..]);
        at += offset + closing;
        if closing == ticks {
            return Some(at);
        }
    }
    None
}

fn leading_ticks(text: &str) -> usize {
    text.len() - text.trim_start_matches('`').len()
}

/// The client looks for `@path` in code, too. A shell removes the backslash again.
fn push_code(out: &mut String, code: &str) {
    for c in code.chars() {
        if c == '@' && starts_word(out) {
            out.push('\\');
        }
        out.push(c);
    }
}

fn starts_word(before: &str) -> bool {
    before.chars().next_back().is_none_or(char::is_whitespace)
}

/// A tag, comment or declaration, or an image that a viewer would fetch.
fn opens_markup(text: &str) -> bool {
    let next = |c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?');
    text.strip_prefix('<').is_some_and(|rest| rest.starts_with(next)) || text.starts_with("![")
}

fn is_argument(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        || ["ARGUMENTS", "{CLAUDE_", "{user_config"].iter().any(|name| text.starts_with(name))
}

fn opens_block(line: &str) -> bool {
    let is_bullet =
        line.strip_prefix(['-', '+', '*']).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    let is_rule = ['-', '*', '_', '=']
        .iter()
        .any(|c| line.starts_with(*c) && line.chars().all(|d| d == *c || d == ' '));
    let is_definition = line.starts_with('[') && line.contains("]:");
    is_bullet || is_rule || is_definition || line.starts_with(['#', '>']) || line.starts_with("~~~")
}
