//! Corrections by a stopped call.

use std::collections::BTreeSet;

use super::words_of;
use crate::core::entities::keys::{act_of_key, concerns, is_lasting_branch, keys_of};
use crate::core::entities::negation::{Stance, stance};
use crate::core::learn::extract::rules::clause::{is_order, refuses};
use crate::core::learn::extract::rules::message::Sentence;
use crate::core::learn::extract::rules::words::words;

const MANNERS: [&str; 2] = ["directly", "force"];

/// "don't push to main": an everyday act is named without its program. By itself it says too
/// little: "don't push that one" is about this push.
pub(super) fn refuses_call(sentence: &Sentence<'_>, stopped: &str) -> bool {
    let named = keys_of(sentence.text);
    let is_named = keys_of_call(stopped).iter().any(|theirs| names_call(&named, theirs));
    refuses(&sentence.lower)
        && (is_named || (call_named_in(sentence, stopped).is_some() && says_which(sentence)))
}

/// The thing that both the stopped call and the sentence name.
pub(super) fn call_named_in(sentence: &Sentence<'_>, stopped: &str) -> Option<String> {
    let (named, words) = (keys_of(sentence.text), words_of(sentence));
    let is_act = |theirs: &str| act_of_key(theirs).is_some_and(|act| words.contains(&act));
    keys_of_call(stopped).into_iter().find(|theirs| names_call(&named, theirs) || is_act(theirs))
}

fn keys_of_call(stopped: &str) -> BTreeSet<String> {
    keys_of(&format!("`{stopped}`"))
}

fn names_call(named: &BTreeSet<String>, theirs: &str) -> bool {
    named.iter().any(|key| concerns(theirs, key))
}

/// Whether it says which of all such acts are refused: every one, those to a long-lived branch or
/// done in some way, those without a check; or what is to be done instead ("don't push, open a
/// PR").
fn says_which(sentence: &Sentence<'_>) -> bool {
    let (w, lower) = (words(), &sentence.lower);
    let awaited = w.until.find(lower).or_else(|| w.when.find(lower)).map_or("", |place| &lower[place.end..]);
    w.always.stand_in(lower)
        || w.without.stand_in(lower)
        || w.check.stand_in(awaited)
        || words_of(sentence).iter().any(|word| is_lasting_branch(word) || MANNERS.contains(word))
        || lower.split([',', ';']).skip(1).any(|clause| is_order(clause) && !refuses(clause))
}

/// The person wants exactly what was stopped, and only pressed the wrong key.
pub(super) fn asks_for(sentence: &Sentence<'_>, stopped: &str) -> bool {
    let named = keys_of(sentence.text);
    keys_of_call(stopped).iter().any(|key| stance(sentence.text, key, &named) == Some(Stance::For))
}
