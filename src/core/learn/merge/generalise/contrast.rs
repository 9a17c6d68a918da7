//! Contrasts between steps that share most of their words and still want something else: "run the
//! tests" and "skip the tests", "copy it from prod to dev" and "copy it from dev to prod".

use std::collections::BTreeSet;

use super::align::{AlignedWord, words};
use super::value::masked;
use crate::core::entities::keys::words_as_keys;
use crate::core::entities::negation::{is_negation, stances, waits_for_something};
use crate::core::learn::merge::opposites::opposite_words;
use crate::core::text::words::Words;

/// Words that may come, go and change without changing the meaning.
#[rustfmt::skip]
const FILLERS: &[&str] = &[
    "a", "an", "the", "this", "that", "these", "those", "it", "them", "its", "my", "our", "your", "all", "any", "every",
    "everything", "please", "now", "then", "also", "just", "again", "finally", "first", "next", "so", "and", "or", "in",
    "on", "at", "for", "of", "with", "is", "are", "be", "will", "should", "must", "let", "us", "you", "we", "i",
];
#[rustfmt::skip]
const SYNONYMS: &[&[&str]] = &[
    &["run", "execute", "launch", "rerun"], &["check", "verify", "ensure", "validate", "confirm"],
    &["fix", "repair", "resolve", "correct"], &["fails", "breaks", "fail", "break", "failing", "broken", "failed", "broke", "red"],
    &["delete", "remove"], &["change", "modify", "edit", "adjust", "touch"], &["open", "create", "make"], &["tell", "show", "give"],
    &["write", "draft"], &["pr", "mr"], &["to", "into", "onto", "against"],
    &["bug", "issue", "problem"], &["number", "id"], &["no", "without"], &["suite", "tests"],
    &["clear", "good", "descriptive", "meaningful", "proper"], &["when", "once", "if"], &["green", "pass", "passes"],
    &["bump", "raise", "increase"], &["upload", "send"], &["wait", "hold"], &["finish", "complete"], &["look", "see"], &["build", "compile"],
];
/// Words for the extent: if only one step has one, the other has another extent. "Reset the db" is
/// not "reset the prod db".
#[rustfmt::skip]
const REACHES: &[&str] = &[
    "prod", "production", "live", "staging", "dev", "local", "locally", "remote", "upstream", "only", "staged", "unstaged",
    "untracked", "force", "hard", "soft", "dry", "except",
];
/// Verbs that remove or stop what the step names, so that every word of it counts.
#[rustfmt::skip]
const TAKING_AWAY: &[&str] = &[
    "reset", "delete", "drop", "remove", "restart", "revert", "wipe", "truncate", "roll", "rollback", "kill", "stop", "purge",
    "clean", "clear", "destroy", "erase", "discard", "undo", "shut", "disable",
];
/// Words that say little between a determiner and its noun: "reset the whole db".
#[rustfmt::skip]
const SAYING_LITTLE: &[&str] = &[
    "whole", "entire", "full", "complete", "new", "latest", "current", "same", "own", "relevant", "resulting",
];
#[rustfmt::skip]
const DETERMINERS: &[&str] = &[
    "a", "an", "the", "this", "that", "these", "those", "its", "my", "our", "your", "all", "any", "every",
];
/// Prepositions before the object of the action: "run the migrations on a copy".
const DONE_TO: &[&str] = &["on", "against", "from"];
/// One thing is not all of them.
const ALL_OF_THEM: &[&str] = &["everything"];
/// Endings of the forms of one word.
const ENDINGS: &[&str] = &["", "s", "es", "d", "ed", "ing", "e", "r", "er"];
const DOCUMENTS: &[&str] = &[".md", ".txt", ".rst", ".adoc"];
const LEADS_TO: &[&str] = &["to", "into", "onto"];
const LEADS_FROM: &[&str] = &["from"];

/// A step, parsed once for all comparisons.
pub(super) struct ReadStep<'a> {
    text: &'a str,
    keys: Vec<String>,
    is_denial: bool,
    is_waiting: bool,
    words: Words,
    to: Option<String>,
    from: Option<String>,
}

impl<'a> ReadStep<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let keys = words_as_keys(text);
        Self {
            text,
            is_denial: keys.iter().any(|word| is_negation(word)),
            is_waiting: keys.iter().any(|word| waits_for_something(word)),
            keys,
            words: Words::of(text),
            to: led_by(LEADS_TO, text),
            from: led_by(LEADS_FROM, text),
        }
    }

    /// Whether one wants what the other does not, of things that both name.
    pub(super) fn contrasts(&self, other: &ReadStep<'_>) -> bool {
        self.text != other.text
            && (self.denies(other)
                || opposite_words(&self.words, &other.words).next().is_some()
                || self.leads_elsewhere(other))
    }

    /// "push and tag it" and "push but don't tag it", also if they are not the same step of both.
    pub(super) fn denies(&self, other: &ReadStep<'_>) -> bool {
        if !(self.is_denial || other.is_denial) || self.is_waiting || other.is_waiting {
            return false;
        }
        let says_something = |word: &&String| !is_filler(word) && !is_negation(word);
        let shared: Vec<&String> =
            self.keys.iter().filter(says_something).filter(|word| other.keys.contains(word)).collect();
        stances(self.text, shared.iter().copied()) != stances(other.text, shared)
    }

    /// From one to the other here and the reverse there, or to it here and from it there.
    fn leads_elsewhere(&self, other: &ReadStep<'_>) -> bool {
        let is_swapped =
            self.to != other.to && names_end(self.text, &other.to) && names_end(other.text, &self.to);
        is_swapped || both_same(&self.to, &other.from) || both_same(&self.from, &other.to)
    }
}

fn names_end(text: &str, end: &Option<String>) -> bool {
    end.as_ref().is_some_and(|end| words(text).iter().any(|word| word.core.eq_ignore_ascii_case(end)))
}

fn both_same(a: &Option<String>, b: &Option<String>) -> bool {
    a.is_some() && a == b
}

pub(super) fn read_all(steps: &[String]) -> Vec<ReadStep<'_>> {
    steps.iter().map(|step| ReadStep::of(step)).collect()
}

/// Another form of it, a synonym, or words that say nothing.
pub(super) fn mean_the_same(word: &str, other: &str) -> bool {
    let (word, other) = (word.to_lowercase(), other.to_lowercase());
    let are_synonyms = |row: &[&str]| row.contains(&word.as_str()) && row.contains(&other.as_str());
    is_filler(&word) && is_filler(&other)
        || SYNONYMS.iter().any(|row| are_synonyms(row))
        || are_forms(&word, &other)
        || document(&word) == document(&other)
}

/// "the changelog", `changelog.md` and `@CHANGELOG.md`: people name a document with and without its
/// extension.
fn document(word: &str) -> &str {
    let name = word.strip_prefix('@').unwrap_or(word);
    DOCUMENTS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

pub(super) fn is_filler(word: &str) -> bool {
    FILLERS.contains(&word.to_lowercase().as_str()) || !word.contains(char::is_alphanumeric)
}

pub(super) fn tells_reach(word: &str) -> bool {
    REACHES.contains(&word.to_lowercase().as_str())
}

pub(super) fn takes_away(step: &str) -> bool {
    words(step).iter().any(|word| is_one_of(TAKING_AWAY, word))
}

/// Whether words that only one has are about the object of the step. `before` is the word before
/// them, if another follows them.
pub(super) fn narrows(more: &[AlignedWord<'_>], before: Option<&AlignedWord<'_>>) -> bool {
    let says = |word: &AlignedWord<'_>| !is_filler(word.core) && !is_one_of(SAYING_LITTLE, word);
    let is_inside = before.is_some_and(|before| is_one_of(DETERMINERS, before));
    let is_behind = more.first().is_some_and(|first| is_one_of(DONE_TO, first));
    more.iter().any(|word| says(word) && !word.is_code) && (is_inside || is_behind)
}

/// Words with meaning, opposite which there may only be a filler.
pub(super) fn says_something(words: &[AlignedWord<'_>]) -> bool {
    words.iter().any(|word| !is_filler(word.core) && !is_one_of(SAYING_LITTLE, word))
}

pub(super) fn means_all(words: &[AlignedWord<'_>]) -> bool {
    words.iter().any(|word| is_one_of(ALL_OF_THEM, word))
}

/// "commit the lockfile" and "commit everything".
pub(super) fn is_one_of_all(step: &str, other: &str) -> bool {
    let (mine, theirs) = (words(step), words(other));
    means_all(&mine) && names_one(&theirs) || means_all(&theirs) && names_one(&mine)
}

fn names_one(words: &[AlignedWord<'_>]) -> bool {
    words.get(1).is_some_and(|word| is_one_of(DETERMINERS, word))
}

fn is_one_of(table: &[&str], word: &AlignedWord<'_>) -> bool {
    table.contains(&word.core.to_lowercase().as_str())
}

/// The extent of a step, if it names one.
pub(super) fn reaches(step: &str) -> BTreeSet<String> {
    let words = words(step).into_iter().filter(|word| tells_reach(word.core));
    words.map(|word| word.core.to_lowercase()).collect()
}

/// `test` and `tests`.
fn are_forms(word: &str, other: &str) -> bool {
    let same = word.char_indices().zip(other.chars()).take_while(|((_, a), b)| a == b);
    let stem = same.last().map_or(0, |((at, c), _)| at + c.len_utf8());
    // "commit" and "committing"
    let doubled = word[..stem].chars().last();
    let is_ending = |word: &str| {
        let ending = &word[stem..];
        ENDINGS.contains(&ending)
            || doubled.and_then(|last| ending.strip_prefix(last)).is_some_and(|rest| ENDINGS.contains(&rest))
    };
    stem > 2 && is_ending(word) && is_ending(other)
}

/// "push to main" and "push to the hotfix branch".
pub(super) fn lead_to_others(step: &str, other: &str) -> bool {
    let (to, other_to) = (led_by(LEADS_TO, step), led_by(LEADS_TO, other));
    to.is_some() && other_to.is_some() && to.map(|to| masked(&to)) != other_to.map(|to| masked(&to))
}

/// The first word with meaning after one of these.
fn led_by(leads: &[&str], text: &str) -> Option<String> {
    let mut words = words(text).into_iter().map(|word| word.core.to_lowercase());
    words.find(|word| leads.contains(&word.as_str()))?;
    words.find(|word| !is_filler(word))
}
