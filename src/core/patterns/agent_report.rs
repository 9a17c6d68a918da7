//! Conclusions of an agent, extracted from its report: bullets and sentences that say something
//! definite about something concrete. Remarks about its own work ("let me look at …") are not
//! conclusions.

pub mod heard;
mod known;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use super::pattern::Category;
use crate::core::entities::keys::keys_of;
use crate::core::learn::extract::rules::sentences;
use crate::core::text::{normalise, one_line};

use known::is_negation;
pub use known::{KnownLines, repeats, says_the_same};

const LEAST_CHARS: usize = 20;
const MOST_CHARS: usize = 240;
/// A report with more lines than this lists rather than concludes.
const MOST_LINES: usize = 20;
/// Two lines that share this much of their words say the same.
const SAME_FROM: f64 = 0.8;

const RULE_WORDS: [&str; 3] = ["must", "never", "always"];
const CAUSAL_WORDS: [&str; 6] = ["because", "causes", "caused", "leads to", "led to", "results in"];
/// Words that a line needs outside of code; with fewer it names a thing and says nothing about it.
const LEAST_WORDS: usize = 5;
/// The same for a line with a verb or a denial: "`verify` never checks expiry".
const LEAST_OF_STATEMENT: usize = 3;
/// The client's own trailer on a report, and paths of one machine.
const NO_PROSE: [&str; 6] = ["agentid:", "sendmessage", "taskoutput", "/users/", "/home/", "<usage>"];
/// Openings of remarks about one's own work.
const NARRATION: [&str; 12] =
    ["i ", "i'll", "i'm", "i've", "let me", "let's", "we'll", "now ", "next ", "first ", "done", "here is"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conclusion {
    pub content: String,
    pub category: Category,
}

/// Rules and causes first, then in the order of the report.
pub fn conclusions(report: &str) -> Vec<Conclusion> {
    let mut known = KnownLines::default();
    let mut found = Vec::new();
    for content in
        prose(report).flat_map(pieces).map(|piece| tidy(&piece)).filter(|piece| is_conclusion(piece))
    {
        if known.find(&content).is_none() {
            known.add(&content, &content);
            found.push(Conclusion { category: category(&content), content });
        }
    }
    found.sort_by_key(|conclusion| Reverse(conclusion.category));
    found.truncate(MOST_LINES);
    found
}

pub fn category(content: &str) -> Category {
    let words = format!(" {} ", normalise(content));
    let has = |list: &[&str]| list.iter().any(|word| words.contains(&format!(" {word} ")));
    if has(&RULE_WORDS) {
        Category::Rule
    } else if has(&CAUSAL_WORDS) {
        Category::Causal
    } else {
        Category::Observation
    }
}

/// Lines outside code fences that are not headings, tables or comments.
fn prose(report: &str) -> impl Iterator<Item = &str> {
    let mut in_fence = false;
    report.lines().map(str::trim).filter(move |line| {
        let is_fence = line.starts_with("```") || line.starts_with("~~~");
        in_fence ^= is_fence;
        !in_fence
            && !is_fence
            && !line.starts_with(['#', '|', '>'])
            && !line.starts_with("//")
            && !line.contains("<!--")
    })
}

/// A short bullet is one piece; any other line is split into sentences.
fn pieces(line: &str) -> Vec<String> {
    match bullet(line) {
        Some(item) if item.chars().count() <= MOST_CHARS => vec![item.to_owned()],
        Some(item) => sentences(item).map(str::to_owned).collect(),
        None => sentences(line).map(str::to_owned).collect(),
    }
}

fn bullet(line: &str) -> Option<&str> {
    let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let item = if after_number.len() < line.len() {
        after_number.strip_prefix([')', '.'])?.strip_prefix(' ')
    } else {
        ["- ", "* ", "+ ", "• "].iter().find_map(|mark| line.strip_prefix(mark))
    };
    item.map(|item| item.trim_start_matches("[ ] ").trim_start_matches("[x] ").trim())
}

/// One line without emphasis.
fn tidy(piece: &str) -> String {
    one_line(&piece.replace("**", "").replace("__", ""))
}

fn is_conclusion(piece: &str) -> bool {
    let lower = piece.to_lowercase();
    (LEAST_CHARS..=MOST_CHARS).contains(&piece.chars().count())
        && !piece.ends_with([':', '?'])
        && !NARRATION.iter().any(|opening| lower.starts_with(opening))
        && !NO_PROSE.iter().any(|part| lower.contains(part))
        && says_something(piece)
        && !keys_of(piece).is_empty()
}

/// False for "`src/a.rs` (lines 1-20)" and "File: `src/a.rs`". Scripts without spaces are counted
/// by letters.
fn says_something(piece: &str) -> bool {
    let without_code: String = piece.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let text = without_code.split_once(": ").map_or(without_code.as_str(), |(_, text)| text);
    let ends = |c: char| matches!(c, '.' | ',' | ';' | '(' | ')' | '"' | '\'' | '!');
    let words = text.split_whitespace().map(|word| word.trim_matches(ends));
    let is_plain = |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_alphabetic() || c == '\'');
    let plain: Vec<&str> = words.filter(is_plain).collect();
    let other_letters = text.chars().filter(|c| *c >= '\u{2E80}').count();
    let least = if is_statement(&plain) { LEAST_OF_STATEMENT } else { LEAST_WORDS };
    plain.len() >= least || other_letters >= 2 * LEAST_WORDS
}

/// The thing is code, so that the first plain word is what it does: "lets expired tokens through".
fn is_statement(words: &[&str]) -> bool {
    let acts = |word: &&str| word.len() > 3 && word.ends_with('s') && word.chars().all(char::is_lowercase);
    words.first().is_some_and(acts) || words.iter().any(|word| is_negation(&word.to_lowercase()))
}
