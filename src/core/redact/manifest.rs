//! Values of a Kubernetes `Secret`, whatever its keys are named.

use std::ops::Range;

use super::value::{is_placeholder, is_reference};
use super::words::floor;

/// The distance from the kind to the data, and the shortest value.
const REACH: usize = 2000;
const SHORTEST: usize = 8;

/// The values below `data:` or `stringData:` of the manifest whose kind is at this position.
pub(super) fn values(text: &str, kind: usize) -> Vec<Range<usize>> {
    let from = floor(text, kind.saturating_sub(REACH));
    let start = text[from..kind].rfind("---").map_or(from, |at| from + at);
    let to = floor(text, (kind + REACH).min(text.len()));
    let end = text[kind..to].find("\n---").map_or(to, |at| kind + at);
    let mut found = Vec::new();
    let mut depth = None;
    let mut at = start;
    for line in text[start..end].split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        let bare = line.trim();
        let is_head = matches!(bare, "data:" | "stringData:");
        match depth {
            _ if is_head => depth = Some(indent),
            Some(head) if indent > head => {
                found.extend(value(line).map(|range| at + range.start..at + range.end))
            }
            Some(_) if !bare.is_empty() => depth = None,
            _ => {}
        }
        at += line.len();
    }
    found
}

/// The value on a line, or the block below `key: |`.
fn value(line: &str) -> Option<Range<usize>> {
    let marks = |c: char| c.is_whitespace() || matches!(c, '"' | '\'');
    let from = line.find(": ").map_or(0, |at| at + 2);
    let value = line[from..].trim_matches(marks);
    let start = from + line[from..].find(value)?;
    let solid = value.len() >= SHORTEST && !value.contains(char::is_whitespace) && !value.ends_with(':');
    (solid && !is_placeholder(value) && !is_reference(value, true)).then_some(start..start + value.len())
}
