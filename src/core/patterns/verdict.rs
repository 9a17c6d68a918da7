//! A validator's verdict on another agent's findings: the block in its report, and the pattern that
//! each false positive refers to.

#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use super::agent_report::{KnownLines, says_the_same};
use super::pattern::Pattern;
use crate::core::text::normalise;
use crate::core::text::words::Words;

const NAME: &str = "verdict-json";
/// The share of an entry's words that a pattern has to contain.
const OVERLAP_FROM: f64 = 0.6;
const LISTS: [&str; 2] = ["issues", "false_positives"];
/// Entries with fewer words than this match too much.
const LEAST_WORDS: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub passed: bool,
    pub issues: Vec<Issue>,
    /// Ids or texts, as written.
    pub false_positives: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Issue {
    pub id: String,
    pub summary: String,
    pub location: String,
}

/// The last readable block of the text. A broken one is ignored.
pub fn find(text: &str) -> Option<Verdict> {
    let named = text.match_indices(NAME).map(|(at, _)| &text[at + NAME.len()..]);
    named.filter_map(body).filter_map(parse).last()
}

/// The text from the opening brace to the end of the block. The name has to open a fence or a
/// comment.
fn body(after_name: &str) -> Option<&str> {
    let body = after_name.trim_start();
    let end = ["```", "~~~", "-->"].iter().filter_map(|end| body.find(end)).min()?;
    body.starts_with('{').then(|| body[..end].trim())
}

/// Parses the block alone.
pub fn parse(body: &str) -> Option<Verdict> {
    let value: Value = serde_json::from_str(body).ok()?;
    let passed = match value["verdict"].as_str()?.trim().to_uppercase().as_str() {
        "PASS" => true,
        "FAIL" => false,
        _ => return None,
    };
    // Taken as empty, a list that is none would let a PASS confirm what was called wrong.
    if LISTS.iter().any(|name| !value[name].is_null() && !value[name].is_array()) {
        return None;
    }
    Some(Verdict {
        passed,
        issues: items(&value["issues"]).filter_map(issue).collect(),
        false_positives: items(&value["false_positives"]).map(entry).collect(),
    })
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn issue(value: &Value) -> Option<Issue> {
    match value {
        Value::String(summary) => Some(Issue { summary: summary.clone(), ..Issue::default() }),
        Value::Object(map) => Some(Issue {
            id: text(map, "id"),
            summary: text(map, "summary"),
            location: text(map, "location"),
        }),
        _ => None,
    }
}

/// What says nothing stays as it was written: it matches no line, and is reported like any other entry that does not.
fn entry(value: &Value) -> String {
    let said = match value {
        Value::String(text) => Some(text.clone()),
        Value::Object(map) => {
            ["id", "summary", "text"].iter().map(|key| text(map, key)).find(|text| !text.is_empty())
        }
        _ => None,
    };
    let said = said.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    said.unwrap_or_else(|| value.to_string())
}

/// A number is an id, too.
fn text(map: &Map<String, Value>, key: &str) -> String {
    match map.get(key) {
        Some(Value::String(text)) => text.clone(),
        Some(number @ Value::Number(_)) => number.to_string(),
        _ => String::new(),
    }
}

/// The text that an entry refers to: the summary of the issue it names, in the validator's own list
/// or the other's, or the entry itself.
pub fn meaning<'a>(entry: &'a str, lists: &'a [&'a [Issue]]) -> &'a str {
    let named = lists.iter().flat_map(|list| list.iter()).find(|issue| issue.id.eq_ignore_ascii_case(entry));
    named.map(|issue| issue.summary.as_str()).filter(|summary| !summary.is_empty()).unwrap_or(entry)
}

/// The one line of the report that the entry refers to, as every role has it. If none or several
/// match, no pattern is penalised.
pub fn meant<'a>(entry: &str, report: &str, patterns: &'a [Pattern]) -> Vec<&'a Pattern> {
    let said: Vec<&Pattern> = said_in(report, patterns);
    let quoted: Vec<&Pattern> = said.iter().filter(|pattern| quotes(entry, pattern)).copied().collect();
    let fitting = if quoted.is_empty() {
        said.iter().filter(|pattern| overlap(entry, &pattern.content) >= OVERLAP_FROM).copied().collect()
    } else {
        quoted
    };
    let Some(line) = fitting.first() else { return vec![] };
    let is_it = |pattern: &&Pattern| says_the_same(&line.content, &pattern.content);
    if fitting.iter().all(is_it) { said.into_iter().filter(is_it).collect() } else { vec![] }
}

/// The patterns that the report states, word for word or nearly so.
fn said_in<'a>(report: &str, patterns: &'a [Pattern]) -> Vec<&'a Pattern> {
    let text = format!(" {} ", normalise(report));
    let mut lines = KnownLines::default();
    report.lines().for_each(|line| lines.add(line, line));
    let is_said = |pattern: &&Pattern| {
        let content = normalise(&pattern.content);
        !content.is_empty()
            && (text.contains(&format!(" {content} ")) || lines.find(&pattern.content).is_some())
    };
    patterns.iter().filter(is_said).collect()
}

/// Whether one contains the other, in whole words.
fn quotes(entry: &str, pattern: &Pattern) -> bool {
    let (entry, content) = (normalise(entry), normalise(&pattern.content));
    let enough = |text: &str| text.split(' ').count() >= LEAST_WORDS;
    let holds = |text: &str, part: &str| enough(part) && format!(" {text} ").contains(&format!(" {part} "));
    holds(&content, &entry) || holds(&entry, &content)
}

/// The share of the entry's words that the content contains, too.
pub(super) fn overlap(entry: &str, content: &str) -> f64 {
    let (entry, content) = (Words::of(entry), Words::of(content));
    if entry.len() < LEAST_WORDS { 0.0 } else { entry.shared(&content) as f64 / entry.len() as f64 }
}
