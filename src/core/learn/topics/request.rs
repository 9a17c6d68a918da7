//! Requests in a person's own words, cut into clauses: "run the tests and commit" asks for two
//! things.

use super::language::{Language, languages};
use super::sentence::{Sentence, own_sentences};
use crate::core::learn::extract::is_upkeep;
use crate::core::redact::is_masked;

/// The words after the verb that say what it is about.
const MOST_WORDS: usize = 8;
/// A longer clause describes one piece of work.
const MOST_CLAUSE_WORDS: usize = 24;

/// One clause that asks for something to be done.
#[derive(Debug, PartialEq)]
pub struct SpokenRequest<'a> {
    pub text: &'a str,
    /// The stem of what is to be done.
    pub verb: String,
    /// The stems of what it is done to, in their order.
    pub words: Vec<String>,
}

pub fn requests(message: &str) -> Vec<SpokenRequest<'_>> {
    let sentences = own_sentences(message).into_iter();
    let sentences = sentences.filter(|text| !is_masked(text) && !is_upkeep(text));
    sentences.flat_map(|text| languages().iter().flat_map(|language| clauses(text, language))).collect()
}

/// A verb that people ask for any kind of work with.
pub fn is_any_work(verb: &str) -> bool {
    languages().iter().any(|language| language.is_any_work(verb))
}

fn clauses<'a>(text: &'a str, language: &'static Language) -> Vec<SpokenRequest<'a>> {
    let sentence = Sentence::new(text, language);
    let only_asks = text.ends_with('?') && sentence.request == 0;
    if only_asks || language.is_limited(&sentence) || !language.teaches(&sentence) {
        return vec![];
    }
    let mut found = vec![];
    let mut first = sentence.request;
    for at in sentence.request + 1..=sentence.words.len() {
        if at == sentence.words.len() || begins_clause(&sentence, at, language) {
            found.extend(clause(&sentence, first, at, language));
            first = at;
        }
    }
    found
}

/// A verb behind "and", "then" or a comma.
fn begins_clause(sentence: &Sentence<'_>, at: usize, language: &Language) -> bool {
    let is_joined = language.joins(&sentence.words[at - 1].lower) || sentence.is_parted_before(at);
    is_joined && language.is_verb(&sentence.words[at].stem)
}

fn clause<'a>(
    sentence: &Sentence<'a>,
    first: usize,
    end: usize,
    language: &Language,
) -> Option<SpokenRequest<'a>> {
    let joins = |at: &usize| language.joins(&sentence.words[*at].lower);
    let last = (first..end).rev().find(|at| !joins(at))?;
    let verb = &sentence.words[first];
    if !language.is_verb(&verb.stem) || language.steers(&verb.stem) || last - first >= MOST_CLAUSE_WORDS {
        return None;
    }
    let words = telling_words(sentence, first + 1, last, language);
    (!words.is_empty()).then(|| SpokenRequest {
        text: sentence.between(first, last),
        verb: verb.stem.clone(),
        words,
    })
}

/// The words that say what it is about; a path or a name with hyphens is one of them.
fn telling_words(sentence: &Sentence<'_>, first: usize, last: usize, language: &Language) -> Vec<String> {
    let mut words: Vec<String> = vec![];
    let mut was_told = false;
    for at in first..=last {
        let word = &sentence.words[at];
        let is_joined = at > first && sentence.is_joined_before(at);
        match words.last_mut() {
            Some(whole) if is_joined && was_told => {
                whole.push('-');
                whole.push_str(&word.lower);
            }
            _ => {
                was_told = language.is_telling(word);
                words.extend(Some(word.stem.clone()).filter(|_| was_told));
            }
        }
    }
    words.truncate(MOST_WORDS);
    words
}
