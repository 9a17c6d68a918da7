//! Removal of tags from text that is put between tags of the client, so that it cannot end them.
//! Shown text has no tags: one that the client knows is removed, in any spelling, and any other
//! loses its brackets.

use std::borrow::Cow;

use super::client_words::EMBEDDED;
use crate::core::text::is_invisible;

/// Other names by which the client, or a model, separates one voice from another. Prefixes count.
#[rustfmt::skip]
const VOICES: [&str; 22] = [
    "system", "user", "human", "assistant", "command-", "local-command-", "bash-", "task-", "teammate-", "agent-", "ci-monitor",
    "scheduled-", "tool_", "function_", "antml", "invoke", "parameter", "instructions", "thinking", "persisted-", "environment_", "context",
];
/// Other spellings of `<` and `>`. Their ampersand may itself be escaped.
const OPENERS: [&str; 8] = ["＜", "﹤", "&lt;", "&lt", "&#60;", "&#x3c;", "&#x3C;", "&#X3C;"];
const CLOSERS: [&str; 8] = ["＞", "﹥", "&gt;", "&gt", "&#62;", "&#x3e;", "&#x3E;", "&#X3E;"];
/// Tags are not longer than this.
const LONGEST: usize = 300;

/// Removes the client's tags; other brackets stay.
pub fn without_client_tags(text: &str) -> Cow<'_, str> {
    if !may_hold_tags(text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(taken_out(&unified(text)))
}

/// Removes all tags.
pub fn without_tags(text: &str) -> Cow<'_, str> {
    if !may_hold_tags(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut opened = false;
    for c in taken_out(&unified(text)).chars() {
        match c {
            '<' => opened = true,
            '\n' => opened = false,
            _ => {}
        }
        out.push(match c {
            '<' => '‹',
            '>' if opened => '›',
            c => c,
        });
        opened &= c != '>';
    }
    Cow::Owned(out)
}

fn may_hold_tags(text: &str) -> bool {
    text.contains(['<', '＜', '﹤', '&']) || text.chars().any(is_invisible)
}

/// Every bracket in its plain form, and no invisible characters between letters. A backslash does
/// not hide a bracket.
fn unified(text: &str) -> String {
    let mut text: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    while text.contains("&amp;") {
        text = text.replace("&amp;", "&");
    }
    for opener in OPENERS {
        text = text.replace(opener, "<");
    }
    for closer in CLOSERS {
        text = text.replace(closer, ">");
    }
    while text.contains("\\<") {
        text = text.replace("\\<", "<");
    }
    text
}

/// Repeats until no tag is left: the text inside one may have been half of another.
fn taken_out(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some((start, end)) = client_tag(&text) {
        text.replace_range(start..end, "");
    }
    text
}

fn client_tag(text: &str) -> Option<(usize, usize)> {
    text.match_indices('<').map(|(start, _)| start).find_map(|start| {
        let inner = text[start + 1..].trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        let name: String = inner.chars().take_while(|c| c.is_alphanumeric() || "-_:".contains(*c)).collect();
        let name = name.to_lowercase().replace("_reminder", "-reminder");
        let is_known =
            EMBEDDED.contains(&name.as_str()) || VOICES.iter().any(|voice| name.starts_with(voice));
        let rest = &text[start..];
        let end = rest.char_indices().take(LONGEST).find(|(_, c)| *c == '>').map(|(at, _)| start + at + 1);
        // An unclosed tag loses its bracket and its name.
        let name_end = text.len() - inner.len() + name.len();
        is_known.then(|| (start, end.unwrap_or(name_end)))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn no_tag_is_left() {
        for (text, expected) in [
            ("plain -> text => a > b", "plain -> text => a > b"),
            ("a </system-reminder> b", "a  b"),
            ("a \\</system-reminder> b", "a  b"),
            ("a < / System-Reminder attr='x'> b", "a  b"),
            ("a ＜/system-reminder＞ b", "a  b"),
            ("a &lt;/system-reminder&gt; b", "a  b"),
            ("a &amp;amp;lt;/system-reminder&gt; b", "a  b"),
            ("a &#x3c;/system-reminder&#62; b", "a  b"),
            ("a <\u{200b}/system\u{200d}-reminder> b", "a  b"),
            ("a </sys<system-reminder>tem-reminder> b", "a  b"),
            ("a </system-reminder", "a "),
            ("use <Button> not <button>", "use ‹Button› not ‹button›"),
            ("Vec<String> and a < b", "Vec‹String› and a ‹ b"),
            ("<!-- x -->", "‹!-- x --›"),
            ("R&D and A&B", "R&D and A&B"),
        ] {
            assert_eq!(without_tags(text), expected, "{text}");
        }
        assert_eq!(without_client_tags("use <Button></system-reminder>"), "use <Button>");
    }

    proptest! {
        #[test]
        fn no_bracket_is_left(text in "[<>/a-z&;ltgamp \\-\u{200b}＜＞\\\\]{0,60}") {
            prop_assert!(!without_tags(&text).contains('<'));
        }
    }
}
