//! Pasted HTML and XML: elements with their content, comments, and single tags.
//!
//! Of one name, everything from the first opening tag to the last closing one is cut: pasted text
//! can close the element it is in, and open it again after words of its own.

use crate::core::session::client_words::EMBEDDED;

/// Elements that are pasted as a whole: an unclosed one includes the rest.
const BLOCKS: [&str; 12] = [
    "details",
    "blockquote",
    "pre",
    "table",
    "html",
    "body",
    "document",
    "instructions",
    "system",
    "review",
    "comment",
    "file",
];

pub(super) fn without(text: &str) -> String {
    let mut text = without_comments(text.to_owned());
    while let Some((start, end)) = element(&text) {
        text = format!("{}{}", &text[..start], &text[end..]);
    }
    text
}

fn without_comments(mut text: String) -> String {
    while let Some(start) = find_outside_code(&text, "<!--") {
        let end = text[start..].find("-->").map_or(text.len(), |at| start + at + 3);
        text.replace_range(start..end, "");
    }
    text
}

fn find_outside_code(text: &str, mark: &str) -> Option<usize> {
    text.match_indices(mark).map(|(at, _)| at).find(|at| !in_code(text, *at))
}

/// The first element with an end, or a block without one.
fn element(text: &str) -> Option<(usize, usize)> {
    for (start, _) in text.match_indices('<') {
        let Some((name, after)) = opening(&text[start..]) else { continue };
        if in_code(text, start) {
            continue;
        }
        let rest = start + after;
        let lower = text[rest..].to_ascii_lowercase();
        let close = format!("</{name}");
        if let Some(at) = lower.rfind(&close) {
            let end = text[rest + at..].find('>').map_or(text.len(), |end| rest + at + end + 1);
            return Some((start, end));
        }
        if is_block(&name) && begins_line(text, start) {
            return Some((start, text.len()));
        }
    }
    None
}

fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name) || EMBEDDED.contains(&name) || name.contains(['-', '_'])
}

/// Name and length of an opening tag: `<details open>`, but not `a < b`, a lone `Vec<T>` or
/// `<br/>`.
fn opening(text: &str) -> Option<(String, usize)> {
    let rest = text.strip_prefix('<')?.trim_start();
    let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || "-_:.".contains(*c)).collect();
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic());
    let end = text.find('>')?;
    (starts && !text[..end].ends_with('/') && !text[1..end].contains('<'))
        .then(|| (name.to_ascii_lowercase(), end + 1))
}

fn begins_line(text: &str, at: usize) -> bool {
    text[..at].rsplit('\n').next().is_none_or(|line| line.trim().is_empty())
}

/// Between backticks on the same line.
fn in_code(text: &str, at: usize) -> bool {
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    let closes = text[at..].split('\n').next().unwrap_or_default().contains('`');
    line.matches('`').count() % 2 == 1 && closes
}
