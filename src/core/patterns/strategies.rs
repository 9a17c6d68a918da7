//! Strategies for dividing work, recognised in plans and in what is said before subagents start.
//!
//! The published detectors look for their words anywhere, so a plan that rejects a strategy counts
//! as one that takes it. `detect` wants whole words and skips what is negated in its own clause.

use std::sync::LazyLock;

use regex::Regex;

use super::pattern::{Category, MAIN_ROLE, Pattern};
use crate::core::model::Time;
use crate::core::text::normalise;

#[cfg(test)]
mod tests;

/// The tag of patterns that are strategies.
const TAG: &str = "strategy";

/// The names of the strategies, and expressions for them, which are matched as whole words.
const DETECTORS: [(&str, &str); 12] = [
    ("Split by file type", r"split(?:ting)?\s+by\s+file\s+types?"),
    ("Split by component", r"split(?:ting)?\s+by\s+components?"),
    ("Split by layer (UI/logic/data)", r"split(?:ting)?\s+by\s+layers?"),
    ("Split by feature", r"split(?:ting)?\s+by\s+features?"),
    ("One file per subtask", r"one\s+file\s+per\s+(?:sub)?task"),
    ("Handle shared types first", r"shared\s+types?\s+first"),
    ("Separate API routes", r"(?:api(?:\s+routes?)?\s+separate(?:ly)?|separate\s+api\s+routes?)"),
    ("Tests alongside implementation", r"tests?\s+(?:with|alongside)\s+(?:the\s+)?(?:code|implementation)"),
    ("Tests in separate subtask", r"tests?\s+(?:in\s+)?(?:a\s+)?separate\s+(?:sub)?tasks?"),
    ("Maximize parallelization", r"parallel(?:i[sz](?:e|ing))?\s+(?:all|everything)"),
    ("Sequential execution order", r"sequential\s+(?:order|execution)"),
    ("Respect dependency chain", r"dependency\s+(?:chain|order)"),
];

const NEGATIONS: [&str; 9] =
    ["not", "never", "no", "avoid", "avoiding", "without", "cannot", "dont", "reject"];
const NEGATING_PAIRS: [&str; 2] = ["instead of", "rather than"];

static CORRECTED: LazyLock<Vec<(&str, Regex)>> =
    LazyLock::new(|| compiled(&DETECTORS, |words| format!(r"(?i)\b{words}\b")));

/// A strategy as a pattern.
pub fn pattern(label: &str, at: Time) -> Pattern {
    let pattern = Pattern::new(MAIN_ROLE, label, Category::Observation, at);
    Pattern { tags: [TAG.to_owned()].into(), ..pattern }
}

fn compiled(table: &[(&'static str, &str)], source: impl Fn(&str) -> String) -> Vec<(&'static str, Regex)> {
    table.iter().filter_map(|(label, words)| Some((*label, Regex::new(&source(words)).ok()?))).collect()
}

/// The strategy with exactly this name.
pub fn named(text: &str) -> Option<&'static str> {
    DETECTORS.iter().map(|(label, _)| *label).find(|label| normalise(label) == normalise(text))
}

/// The strategies that the text really takes, in the order of the table.
pub fn detect(text: &str) -> Vec<&'static str> {
    let is_meant = |regex: &Regex| regex.find_iter(text).any(|found| !is_negated(&text[..found.start()]));
    CORRECTED.iter().filter(|(_, regex)| is_meant(regex)).map(|(label, _)| *label).collect()
}

/// Whether the text is one of our own names for strategies, and not somebody's words.
pub fn is_label(text: &str) -> bool {
    DETECTORS.iter().any(|(label, _)| *label == text)
}

/// Whether the clause before the match negates it.
fn is_negated(before: &str) -> bool {
    let clause = before.rsplit(['.', '!', '?', ';', ',', '\n']).next().unwrap_or_default().to_lowercase();
    let clause = clause.rsplit(" but ").next().unwrap_or_default();
    let mut words = clause.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
    words.any(|word| NEGATIONS.contains(&word) || word.ends_with("n't") || word.ends_with("n’t"))
        || NEGATING_PAIRS.iter().any(|pair| clause.contains(pair))
}
