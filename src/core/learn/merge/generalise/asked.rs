//! Comparison of what two rules ask, in any words: of what, when and where. "Before committing,
//! always run `make fmt`" and "run `make fmt` before you commit" ask the same; "before you push" is
//! another rule.

use std::collections::BTreeSet;

use super::align::words;
use super::contrast::{is_filler, mean_the_same, tells_reach};
use super::value::masked;
use crate::core::entities::keys::keys_of;
use crate::core::learn::extract::rules::ANYWHERE;
use crate::core::learn::merge::matter::{is_asking, is_light};
use crate::core::model::Details;

/// Words that do not say what to do, or only that something is done.
#[rustfmt::skip]
const SAYING_NOTHING: &[&str] = &[
    "always", "ever", "whenever", "once", "if", "time", "make", "sure", "ensure", "remember", "need", "needs", "have", "has", "want",
    "ok", "okay", "yes", "yourself", "ran", "running", "execute", "soon", "really", "actually", "simply", "directly",
    "something", "anything", "file", "files", "folder", "directory", "code",
];
const CLAUSE_ENDS: [char; 2] = [',', ';'];

/// Only procedures are rules. If both name the same thing in their situation and in their action,
/// the words do not matter: "when you add a file to migrations/", "when migrations/ changes".
pub(in crate::core::learn::merge) fn asks_otherwise(known: &Details, other: &Details) -> bool {
    match (asked(known), asked(other)) {
        (Some(mine), Some(theirs)) => !are_told(&mine, &theirs) && !name_the_same(known, other),
        _ => false,
    }
}

fn name_the_same(known: &Details, other: &Details) -> bool {
    let is_full = |(when, what): &(BTreeSet<String>, BTreeSet<String>)| !when.is_empty() && !what.is_empty();
    named_things(known).filter(is_full).is_some_and(|known| named_things(other) == Some(known))
}

fn named_things(details: &Details) -> Option<(BTreeSet<String>, BTreeSet<String>)> {
    match details {
        Details::Procedural { situation, steps, .. } if !situation.starts_with(ANYWHERE) => {
            Some((places_and_keys(situation), keys_of(&steps.join("\n"))))
        }
        _ => None,
    }
}

/// A folder in a sentence is seldom a key: `migrations/`.
fn places_and_keys(text: &str) -> BTreeSet<String> {
    let places = text.split_whitespace().filter(|word| word.contains('/')).map(bare_place);
    keys_of(text).into_iter().map(|key| bare_place(&key)).chain(places).collect()
}

fn bare_place(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric() && c != '.').to_lowercase()
}

/// Whether two lines say the same apart from words that say nothing. Question words do count.
pub(in crate::core::learn::merge) fn tell_the_same(line: &str, other: &str) -> bool {
    are_told(&telling_words(line), &telling_words(other))
}

fn telling_words(line: &str) -> Vec<String> {
    telling(line).into_iter().filter(|word| !is_asking(word)).collect::<Vec<_>>()
}

/// Each word of either occurs in the other, in some form.
fn are_told(mine: &[String], theirs: &[String]) -> bool {
    mine.iter().all(|word| is_said_by(word, theirs)) && theirs.iter().all(|word| is_said_by(word, mine))
}

fn is_said_by(word: &String, by: &[String]) -> bool {
    by.iter().any(|other| mean_the_same(word, other) || word == other)
}

fn asked(details: &Details) -> Option<Vec<String>> {
    let Details::Procedural { situation, steps, .. } = details else { return None };
    // The situation "wherever its tool is used" was added by us, not said.
    let when = situation.split(CLAUSE_ENDS).next().filter(|_| !situation.starts_with(ANYWHERE));
    let what = steps.iter().flat_map(|step| up_to_the_last_name(step));
    Some(when.into_iter().chain(what).flat_map(telling).collect())
}

/// Text after the last name explains: "never run `make fmt`, the hook does it".
fn up_to_the_last_name(step: &str) -> Vec<&str> {
    let mut clauses: Vec<&str> = step.split(CLAUSE_ENDS).collect();
    while clauses.len() > 1 && clauses.last().is_some_and(|clause| keys_of(clause).is_empty()) {
        clauses.pop();
    }
    clauses
}

fn telling(text: &str) -> Vec<String> {
    let words = words(text).into_iter().map(|word| without_elision(&masked(word.core).to_lowercase()));
    words.filter(|word| tells_reach(word) || !says_nothing(word)).collect()
}

fn says_nothing(word: &str) -> bool {
    is_filler(word) || is_light(word) || SAYING_NOTHING.contains(&word)
}

/// "don't" becomes `don`, "l'api" becomes `api`.
fn without_elision(word: &str) -> String {
    let parts = word.split(['\'', '’']);
    parts.max_by_key(|part| part.chars().count()).unwrap_or(word).to_owned()
}
