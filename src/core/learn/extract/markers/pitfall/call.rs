//! A call that the person stopped.

use crate::core::learn::extract::markers::english;
use crate::core::learn::extract::markers::language;
use std::collections::BTreeSet;

use crate::core::entities::keys::{act_of_key, concerns, is_lasting_branch, keys_of};
use crate::core::entities::negation::{Stance, stance};
use crate::core::learn::extract::markers::sentence::Sentence;

use super::thing::words_of;

const MANNERS: [&str; 4] = ["directly", "force", "direkt", "directement"];

/// "don't push to main": an everyday act is named without its program. Alone it says too little, for "don't push that one"
/// is about this push.
pub(super) fn refuses_call(sentence: &Sentence<'_>, stopped: &str) -> bool {
    let named = keys_of(sentence.text);
    let is_named = |theirs: &String| names_call(&named, theirs);
    language::refuses(&sentence.lower)
        && (keys_of_call(stopped).iter().any(is_named)
            || (call_named_in(sentence, stopped).is_some() && says_which(sentence)))
}

/// What the stopped call and the sentence both name.
pub(super) fn call_named_in(sentence: &Sentence<'_>, stopped: &str) -> Option<String> {
    let named = keys_of(sentence.text);
    let words = words_of(sentence);
    let is_act = |theirs: &str| act_of_key(theirs).is_some_and(|act| words.contains(&act));
    keys_of_call(stopped).into_iter().find(|theirs| names_call(&named, theirs) || is_act(theirs))
}

fn keys_of_call(stopped: &str) -> BTreeSet<String> {
    keys_of(&format!("`{stopped}`"))
}

fn names_call(named: &BTreeSet<String>, theirs: &str) -> bool {
    named.iter().any(|key| concerns(theirs, key))
}

/// Which of all such acts are refused: every one, those to a branch that stays or done in some way, or those without a
/// check; or what is to be done instead.
fn says_which(sentence: &Sentence<'_>) -> bool {
    let lower = &sentence.lower;
    let awaited = [&english::UNTIL, &english::WHEN].into_iter().filter_map(|table| table.find(lower));
    english::ALWAYS.occur_in(lower)
        || english::WITHOUT.occur_in(lower)
        || words_of(sentence).iter().any(|word| is_lasting_branch(word) || MANNERS.contains(word))
        || has_alternative(lower)
        || awaited.into_iter().any(|place| english::CHECKS.occur_in(&lower[place.end..]))
}

/// "don't push, open a PR": another order follows, and it is not the person who carries it out.
fn has_alternative(lower: &str) -> bool {
    let mut clauses = lower.split([',', ';']).skip(1).map(str::trim_start);
    clauses.any(|clause| english::IMPERATIVES.at_start(clause).is_some() && !language::refuses(clause))
}

/// The person wants just what was stopped, and only pressed the wrong key.
pub(super) fn asks_for(sentence: &Sentence<'_>, stopped: &str) -> bool {
    let named = keys_of(sentence.text);
    keys_of_call(stopped).iter().any(|key| stance(sentence.text, key, &named) == Some(Stance::For))
}
