//! Decisions: a choice with its reason, in one short message that asks nothing more.

use super::clause::{arrives, begins_with_key, is_errand, is_order, point, spoken, tidy, title};
use super::message::Message;
use super::procedural::is_conditional;
use super::reason::{Reason, reason_of, wanted};
use super::standing::stands;
use super::words::{fold, words};
use super::{item, quote};
use crate::core::entities::keys::{keys_of, names_only_paths};
use crate::core::learn::extract::Item;
use crate::core::model::Details;

/// Longer messages explain something else in passing.
const MOST_MESSAGE_CHARS: usize = 400;
const MOST_CHOICE_CHARS: usize = 200;
const ANSWERED_SENTENCES: usize = 2;
const MOST_NAMES: usize = 3;
const BESIDE_NAMES: [&str; 6] = ["the", "a", "an", "and", "with", "plus"];

pub(super) fn find(assistant: &Message<'_>, message: &Message<'_>) -> Vec<Item> {
    let mut found = vec![];
    // "Why is it so slow? Use `rg` because …" is a choice; with any other question beside it,
    // nothing is decided.
    let asked = message.sentences.iter().rposition(|sentence| sentence.asks);
    let asks_why = |text: &str| words().why.open(&fold(point(text)));
    let is_open = message.sentences.iter().any(|sentence| sentence.asks && !asks_why(sentence.text));
    if message.chars >= MOST_MESSAGE_CHARS || is_open {
        return found;
    }
    for at in asked.map_or(0, |asked| asked + 1)..message.sentences.len() {
        let sentence = &message.sentences[at];
        let is_told = asked.is_some() && !is_order(wanted(sentence.text));
        if !is_told && stands(message, at) && !is_conditional(sentence.text) {
            found.extend(choice(assistant, message, sentence.text));
        }
    }
    found
}

fn choice(assistant: &Message<'_>, message: &Message<'_>, text: &str) -> Option<Item> {
    let Reason { text: rationale, rest } = reason_of(text)?;
    let is_said =
        (!keys_of(rest).is_empty() || names_both(rest)) && rest.chars().count() <= MOST_CHOICE_CHARS;
    // "…, but the team voted for express".
    let is_overruled = rationale.split(',').skip(1).any(|part| words().but.open(fold(part).trim_start()));
    if !is_said || is_overruled {
        return None;
    }
    let was_asked = assistant.sentences.iter().any(|sentence| sentence.text.ends_with('?'));
    let decision = if settles(rest) { rest.to_owned() } else { answer(rest).filter(|_| was_asked)? };
    let details =
        Details::Decision { context: alternatives(assistant, text), decision: tidy(&decision), rationale };
    Some(item(title(&decision), details, vec![quote(message.id, text)]))
}

/// The other options that the person was offered. Names only, in a fixed sentence: the assistant's
/// words teach nothing.
fn alternatives(assistant: &Message<'_>, choice: &str) -> String {
    let chosen = keys_of(choice);
    let last = assistant.sentences.iter().rev().take(ANSWERED_SENTENCES);
    let before = last.map(|sentence| sentence.text).collect::<Vec<_>>().join("\n");
    let others: Vec<String> =
        keys_of(&before).difference(&chosen).take(MOST_NAMES).map(|key| format!("`{key}`")).collect();
    if others.is_empty() { String::new() } else { format!("The agent had named {}", others.join(", ")) }
}

/// "Fix src/a.ts because the tests fail" is work to do. A choice says what is to be used, kept or
/// avoided from here on.
fn settles(clause: &str) -> bool {
    let (w, lower) = (words(), fold(clause));
    let told = spoken(clause).is_some_and(|told| {
        let lower = fold(told);
        let intent = w.intent.at_start(&lower).map_or("", |length| &told[length..]);
        w.habit.open(&lower) || arrives(told) || chooses(told) || chooses(intent)
    });
    let is_placed = w.belong.stand_in(&lower) || (w.set.stand_in(&lower) && !names_only_paths(clause));
    let is_moved = w.shift.open(&fold(point(clause))) && clause.contains(char::is_numeric);
    told || is_done_with(point(clause))
        || (is_placed && !is_errand(clause))
        || (is_moved && !names_only_paths(clause))
}

/// "I need to leave" names nothing that is left.
fn chooses(rest: &str) -> bool {
    let rest = point(rest);
    let choice = rest.split([',', ';']).next().unwrap_or(rest);
    words().choose.open(&fold(rest)) && (!keys_of(choice).is_empty() || names_both(choice))
}

/// "Use httpx instead of requests": the two tell what was chosen, also where neither is a known name.
fn names_both(clause: &str) -> bool {
    let lower = fold(clause);
    words().choose.open(&fold(point(clause)))
        && words().instead.find(&lower).is_some_and(|place| place.start > 0)
}

/// "We write tests with `vitest`" says how something is done; "We struggle with `vitest`" does not.
fn is_done_with(clause: &str) -> bool {
    let lower = fold(clause);
    let verb = words().we.at_start(&lower).map_or("", |length| lower[length..].trim_start());
    let means = words().means.find(&lower).map_or("", |with| clause[with.end..].trim_start());
    words().order.open(verb) && begins_with_key(means) && !names_only_paths(means)
}

/// "X, because …" chooses X if something was asked, and "not X" refuses it.
fn answer(clause: &str) -> Option<String> {
    let name = point(clause).trim_end_matches([',', ';']);
    let lower = fold(name);
    let denial = ["no ", "not ", "never "].iter().find(|denial| lower.starts_with(*denial));
    let bare = name[denial.map_or(0, |denial| denial.len())..].trim_start();
    let is_part = |word: &str| BESIDE_NAMES.contains(&word) || !keys_of(word).is_empty();
    let is_bare =
        !keys_of(bare).is_empty() && fold(bare).split([' ', ',']).filter(|it| !it.is_empty()).all(is_part);
    let verb = if denial.is_some() { "Don't use" } else { "Use" };
    is_bare.then(|| format!("{verb} {bare}"))
}
