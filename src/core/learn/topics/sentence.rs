//! The sentences that a person wrote themselves, split into words for comparison with phrases.

use super::language::Language;
use super::polarity::Polarity;
use crate::core::learn::extract::dialog;

/// Of a longer message only the beginning and the end are the person's request; the text between
/// them is material.
const LONG_MESSAGE: usize = 600;
const SENTENCES_OF_EACH_END: usize = 3;
/// Rules are not longer than this.
const MOST_WORDS: usize = 30;
/// Signs that begin pasted lines: quotes, tables, diffs and terminal output.
const PASTED: [char; 12] = ['>', '|', '+', '@', '❯', '•', '⨯', '⎿', '⏺', '│', '✓', '✗'];

pub(super) struct Sentence<'a> {
    pub(super) text: &'a str,
    pub(super) words: Vec<Word<'a>>,
    /// Its first word after "can you", "please" and the like.
    pub(super) request: usize,
    pub(super) polarity: Polarity,
    language: &'a Language,
}

pub(super) struct Word<'a> {
    pub(super) raw: &'a str,
    at: usize,
    /// Without its apostrophe.
    pub(super) lower: String,
    pub(super) stem: String,
}

impl<'a> Sentence<'a> {
    pub(super) fn new(text: &'a str, language: &'a Language) -> Sentence<'a> {
        let words = words(text);
        let request = language.after_lead(&words);
        let mut sentence = Sentence { text, words, request, polarity: Polarity::default(), language };
        sentence.polarity = Polarity::of(&sentence, language.polarity_words());
        sentence
    }

    /// Where it may ask for something: also behind a refusal, and behind an answer ("no, …").
    pub(super) fn request_starts(&self) -> impl Iterator<Item = usize> {
        let is_answer = self.words.len() > 1
            && self.language.is_answer(&self.words[0].lower)
            && self.space_before(1).contains(',');
        let starts = [Some(self.request), self.polarity.refused_from(self.request), is_answer.then_some(1)];
        starts.into_iter().flatten()
    }

    /// What stands between a word and the one before it.
    pub(super) fn space_before(&self, at: usize) -> &'a str {
        let before = at.checked_sub(1).map_or(0, |at| self.words[at].at + self.words[at].raw.len());
        self.text.get(before..self.words[at].at).unwrap_or_default()
    }

    /// Whether a word reads like an order: "add", not "adding" or "tests".
    pub(super) fn is_order(&self, at: usize) -> bool {
        let is_bent =
            |word: &str| ["s", "ed", "ing"].iter().any(|it| word.ends_with(it) && !word.ends_with("ss"));
        self.words.get(at).is_some_and(|it| self.language.is_verb(&it.stem) && !is_bent(&it.lower))
    }

    /// The text from one word to another, as it was written.
    pub(super) fn between(&self, first: usize, last: usize) -> &'a str {
        let end = &self.words[last];
        &self.text[self.words[first].at..end.at + end.raw.len()]
    }

    /// A comma, a colon or a bracket stands before this word.
    pub(super) fn is_parted_before(&self, at: usize) -> bool {
        let before = &self.words[at - 1];
        let gap = &self.text[before.at + before.raw.len()..self.words[at].at];
        gap.contains([',', ':', '(', ';'])
    }

    /// Nothing but signs stands between this word and the one before: `src/main.rs`, `pre-commit`.
    pub(super) fn is_joined_before(&self, at: usize) -> bool {
        let before = &self.words[at - 1];
        let gap = &self.text[before.at + before.raw.len()..self.words[at].at];
        !gap.contains(char::is_whitespace) && !gap.contains(',')
    }

    /// A model's name, or a word in the middle of a sentence that begins with a capital letter.
    pub(super) fn is_name(&self, at: usize) -> bool {
        let word = &self.words[at];
        if self.language.is_known_name(&word.lower) {
            return true;
        }
        let before = self.text[..word.at].trim_end();
        let opens = before.is_empty() || before.ends_with(['.', '!', '?', ':', '"', '“', '(']);
        let is_title = word.raw.starts_with(char::is_uppercase) && word.raw.chars().any(char::is_lowercase);
        !opens && is_title && word.raw.len() > 2 && !self.language.is_no_name(&word.lower)
    }

    /// `/like-this`, and the word after it.
    pub(super) fn code_at(&self, at: usize) -> Option<(String, usize)> {
        let start = self.words[at].at;
        let (before, rest) = self.text.split_at(start);
        let opened = before.strip_suffix('/')?.trim_end_matches('`');
        if !opened.chars().next_back().is_none_or(char::is_whitespace) {
            return None;
        }
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ':');
        let length = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        let next = self.words.iter().position(|word| word.at >= start + length).unwrap_or(self.words.len());
        Some((rest[..length].to_owned(), next))
    }
}

/// The person's own sentences of a message, as slices of it.
pub(super) fn own_sentences(message: &str) -> Vec<&str> {
    if dialog::is_plan(message) {
        return vec![];
    }
    let lines = message.lines().map(dialog::typed);
    let mut all: Vec<&str> = vec![];
    let mut is_code = false;
    for line in lines.map(str::trim) {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if !is_code && !line.starts_with(PASTED) {
            all.extend(split(without_bullet(line)));
        }
    }
    if message.len() > LONG_MESSAGE && all.len() > 2 * SENTENCES_OF_EACH_END {
        all.drain(SENTENCES_OF_EACH_END..all.len() - SENTENCES_OF_EACH_END);
    }
    // A number alone is an answer only if nothing else was said.
    let is_alone = all.len() == 1;
    let says_something = |sentence: &str| is_alone || sentence.contains(char::is_alphabetic);
    all.retain(|sentence| sentence.split_whitespace().count() <= MOST_WORDS && says_something(sentence));
    all
}

fn without_bullet(line: &str) -> &str {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
    let numbered = || number.strip_prefix(['.', ')']).filter(|_| number.len() < line.len());
    rest.or_else(|| numbered().filter(|rest| rest.starts_with(' '))).unwrap_or(line).trim_start()
}

/// Splits at the end of sentences, at semicolons and at dashes.
fn split(line: &str) -> Vec<&str> {
    let mut sentences = vec![];
    let mut start = 0;
    for (at, space) in line.match_indices(char::is_whitespace) {
        let (before, after) = (&line[start..at], line[at + space.len()..].trim_start());
        let is_dash = after.starts_with("- ") || after.starts_with("– ") || after.starts_with("— ");
        if before.ends_with(['.', '!', '?', ';']) || is_dash {
            sentences.push(before);
            start = at + space.len();
        }
    }
    sentences.push(&line[start..]);
    let is_sign = |c: char| c.is_whitespace() || matches!(c, '-' | '–' | '—' | ';');
    sentences.iter().map(|text| text.trim_matches(is_sign)).filter(|text| !text.is_empty()).collect()
}

/// Letters and digits; the parts of an address are not words.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = vec![];
    let mut is_address = false;
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_part = c.is_alphanumeric() || matches!(c, '\'' | '’');
        if let Some(first) = start.filter(|_| !is_part) {
            is_address |= text[at..].starts_with("://");
            found.extend(Word::new(text, first, at).filter(|_| !is_address));
        }
        start = if is_part { start.or(Some(at)) } else { None };
        is_address &= !c.is_whitespace();
    }
    found
}

impl<'a> Word<'a> {
    fn new(text: &'a str, first: usize, end: usize) -> Option<Word<'a>> {
        let raw = text[first..end].trim_matches(['\'', '’']);
        let at = first + text[first..end].find(raw)?;
        let lower = raw.to_lowercase().replace(['\'', '’'], "");
        (!raw.is_empty()).then(|| Word { raw, at, stem: stem(&lower), lower })
    }
}

/// "tests", "tested" and "testing" have one stem. It is only compared with other stems, so it need
/// not be a word.
pub fn stem(word: &str) -> String {
    // It would become "not".
    if matches!(word, "note" | "notes") {
        return "note".to_owned();
    }
    let ending = |ending: &&&str| word.len() >= ending.len() + 3 && word.ends_with(**ending);
    let plural = !word.ends_with("ss");
    let is_fitting = |it: &&&str| (**it != "s" || plural) && (**it != "es" || !word.ends_with("ees"));
    let cut = ["ing", "ed", "es", "s"].iter().filter(is_fitting).find(ending);
    let mut stem = word[..word.len() - cut.map_or(0, |cut| cut.len())].to_owned();
    let last: Vec<char> = stem.chars().rev().take(2).collect();
    let is_doubled = last.len() == 2 && last[0] == last[1] && !"lsaeiou".contains(last[0]);
    if stem.len() > 3 && (is_doubled || stem.ends_with('e')) {
        stem.pop();
    }
    stem
}
