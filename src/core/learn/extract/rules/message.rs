//! A message as the rules see it: the person's own lines and sentences.

use std::ops::Range;

use super::clause::{is_command, is_order, point};
use super::own::{OwnLine, own_lines};
use super::reason::before_unwanted;
use super::words::{fold, words};
use crate::core::entities::keys::keys_of;
use crate::core::learn::extract;

const MOST_LIMIT_WORDS: usize = 8;
/// Fewer quoted words are a name.
const FEWEST_QUOTED_WORDS: usize = 3;

pub(super) struct Message<'a> {
    pub(super) id: &'a str,
    pub(super) chars: usize,
    pub(super) lines: Vec<OwnLine<'a>>,
    pub(super) sentences: Vec<Sentence<'a>>,
}

/// A piece of the original text, so that quotes from it can be found again.
pub(super) struct Sentence<'a> {
    pub(super) text: &'a str,
    pub(super) lower: String,
    pub(super) asks: bool,
    pub(super) is_quoted: bool,
    /// Another sentence of the message limits it to this task.
    pub(super) is_limited: bool,
}

impl<'a> Message<'a> {
    pub(super) fn read(message: &'a extract::DialogMessage) -> Self {
        Self::of(&message.id, &message.text, own_lines(&message.text))
    }

    /// The assistant's text is its own, whatever it looks like.
    pub(super) fn read_assistant(message: &'a extract::DialogMessage) -> Self {
        let lines = message.text.lines().map(|text| OwnLine { text, is_step: false });
        Self::of(&message.id, &message.text, lines.collect())
    }

    fn of(id: &'a str, text: &'a str, lines: Vec<OwnLine<'a>>) -> Self {
        let quoted = quotations(text);
        let mut sentences = vec![];
        for line in lines.iter().filter(|line| !line.is_step) {
            for text_of in super::sentences(list_item(line.text).unwrap_or(line.text)) {
                let start = text_of.as_ptr() as usize - text.as_ptr() as usize;
                let is_quoted = quoted.iter().any(|it| it.start < start + text_of.len() && start < it.end);
                sentences.push(Sentence { is_quoted, ..Sentence::new(text_of) });
            }
        }
        mark_limited(&mut sentences);
        Message { id, chars: text.chars().count(), lines, sentences }
    }
}

impl<'a> Sentence<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let lower = fold(text);
        let has_mark = text.trim_end_matches(['"', ')', '!', ' ']).ends_with('?');
        let asks = has_mark || words().question.open(&lower) || words().question.open(&fold(point(text)));
        Sentence { text, lower, asks, is_quoted: false, is_limited: false }
    }

    /// "can you run it and commit?" asks for work, not for an answer.
    pub(super) fn is_polite_order(&self) -> bool {
        let length = words().question.at_start(&self.lower);
        length.is_some() && length == words().filler.at_start(&self.lower)
    }
}

/// A sentence that limits the rest may also come first; then it does not limit what is always to be
/// done.
fn mark_limited(sentences: &mut [Sentence<'_>]) {
    let Some(last) = sentences.iter().rposition(limits_the_rest) else { return };
    for (at, sentence) in sentences.iter_mut().enumerate() {
        sentence.is_limited = at <= last || !words().always.stand_in(&sentence.lower);
    }
}

/// "For now.", "(until Friday)", "We'll switch back soon": not an order, but a limit on what was
/// said.
fn limits_the_rest(sentence: &Sentence<'_>) -> bool {
    let lower = words().not_once.blanked(&sentence.lower);
    let said = words().sigh.skip(lower.trim_start_matches(|c: char| !c.is_alphanumeric()));
    let is_short = said.split_whitespace().count() <= MOST_LIMIT_WORDS;
    let opens = [&words().once, &words().now, &words().until].iter().any(|table| table.open(said));
    let is_fragment = is_short && opens && !is_order(said) && keys_of(said).is_empty();
    // "Use sqlite, I don't want a server just for this" limits its reason, not its wish.
    let wish = words().not_once.blanked(&fold(before_unwanted(sentence.text)));
    is_fragment || (words().limit_all.stand_in(&wish) && list_item(sentence.text).is_none())
}

/// The quotations of a message, by position. A command in quotation marks is a name.
fn quotations(text: &str) -> Vec<Range<usize>> {
    let mut found = vec![];
    let mut opened: Option<(usize, char)> = None;
    for (at, c) in text.char_indices() {
        let (before, after) = (&text[..at], &text[at + c.len_utf8()..]);
        let is_open = !before.ends_with(|c: char| c.is_alphanumeric() || c == '`')
            && !after.starts_with(char::is_whitespace);
        match (c, opened) {
            (c, Some((start, close))) if c == close && !after.starts_with(char::is_alphanumeric) => {
                let said = &text[start..at];
                if said.split_whitespace().count() >= FEWEST_QUOTED_WORDS && !is_command(&fold(said.trim())) {
                    found.push(start..at);
                }
                opened = None;
            }
            ('“', _) => opened = Some((at + c.len_utf8(), '”')),
            ('"', _) if is_open => opened = Some((at + 1, c)),
            _ => {}
        }
    }
    found
}

/// The sentences of one line. A dot inside `a.b`, after a list's number or in "e.g." does not end
/// one, and neither does anything between backticks.
pub(crate) fn sentences(line: &str) -> impl Iterator<Item = &str> {
    let mut found = vec![];
    let (mut start, mut in_code) = (0, false);
    for (at, c) in line.char_indices() {
        in_code ^= c == '`';
        let after = &line[at + c.len_utf8()..];
        let is_end = match c {
            '!' | '?' => after.is_empty() || after.starts_with(char::is_whitespace),
            '.' => after.starts_with(char::is_whitespace) && !is_abbreviation(&line[start..at]),
            _ => false,
        };
        if is_end && !in_code {
            found.push(line[start..=at].trim());
            start = at + 1;
        }
    }
    found.push(line[start..].trim());
    found.into_iter().filter(|text| text.contains(char::is_alphanumeric))
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(char::is_whitespace).next().unwrap_or(before);
    word.chars().all(|c| c.is_ascii_digit())
        || matches!(fold(word).as_str(), "e.g" | "i.e" | "etc" | "vs" | "cf")
}

/// The text after the number of a list item.
pub(super) fn numbered_item(line: &str) -> Option<&str> {
    let line = line.trim();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let item = rest.strip_prefix(['.', ')'])?.trim();
    ((1..=2).contains(&(line.len() - rest.len())) && !item.is_empty()).then_some(item)
}

/// The text after the bullet of a list item.
pub(super) fn bulleted_item(line: &str) -> Option<&str> {
    let item = ["- ", "* ", "• "].iter().find_map(|mark| line.strip_prefix(mark))?.trim();
    (!item.is_empty()).then_some(item)
}

pub(super) fn list_item(line: &str) -> Option<&str> {
    numbered_item(line).or_else(|| bulleted_item(line.trim_start()))
}
