//! Passwords that a sentence keeps apart from the noun: where they are typed, or as the word just
//! mentioned.

use std::ops::Range;

use super::likely::unmistakable;
use super::words::{line_before, listed, words};

/// Words after which comes the text that is typed where the password is asked for.
const TYPING: &str =
    "type typing enter entering give paste answer tippe eingeben gib tape saisis escribe teclea digite";

/// Words that may stand between those and the value.
const FILLERS: &str = "in just simply then einfach";

/// Phrases that refer to a value before them.
const POINTERS: [&str; 8] = [
    "that's the ",
    "that is the ",
    "which is the ",
    "this is the ",
    "it's the ",
    "das ist das ",
    "c'est le ",
    "esa es la ",
];

/// The distance from the noun to the password, in words.
const REACH: usize = 14;

/// "it asks for a password, type …", "it wants the password and '…' is what you type"
pub(super) fn told_apart(text: &str, rest: Range<usize>) -> Option<Range<usize>> {
    let mut is_typed = false;
    for word in words(text, rest).take(REACH) {
        let value = word.start..word.start + word.text.len();
        let told = (is_typed || word.quoted).then(|| unmistakable(text, value)).flatten();
        if told.is_some() {
            return told;
        }
        if word.ends_sentence() {
            return None;
        }
        is_typed = listed(TYPING, word.text) || (is_typed && listed(FILLERS, word.text));
    }
    None
}

/// "run `login …`, that's the password"
pub(super) fn pointed_at(text: &str, noun: usize, rest: Range<usize>) -> Option<Range<usize>> {
    if text[rest].starts_with([' ', '-']) {
        return None;
    }
    let line = line_before(text, noun);
    let said = |pointer: &&&str| {
        let start = noun.checked_sub(pointer.len()).filter(|&start| start >= line.start);
        start.and_then(|start| text.get(start..noun)).is_some_and(|end| end.eq_ignore_ascii_case(pointer))
    };
    let pointer = POINTERS.iter().find(said)?;
    let before = &text[line.start..noun - pointer.len()];
    pieces(before).into_iter().rev().take(REACH).find_map(|piece| {
        let (start, end) = (line.start + piece.start, line.start + piece.end);
        unmistakable(text, start..end)
    })
}

/// The words, including those within quotations.
fn pieces(line: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let pieces = line.split_inclusive(|c| !is_part(c)).map(|piece| {
        let start = at;
        at += piece.len();
        start..start + piece.trim_end_matches(|c| !is_part(c)).len()
    });
    pieces.filter(|piece| !piece.is_empty()).collect()
}

fn is_part(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '"' | '\'' | '`' | ',' | ';' | '(' | ')')
}
