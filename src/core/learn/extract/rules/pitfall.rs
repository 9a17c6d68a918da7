//! Pitfalls: the assistant did or proposed something, and the person refused it and named the
//! concrete thing.

mod call;
mod wording;

use super::clause::{CLAUSE_ENDS, is_errand, is_order, only_names, refuses, spoken};
use super::message::{Message, Sentence};
use super::reason::wanted;
use super::standing::stands;
use super::words::{fold, words};
use crate::core::entities::keys::{concerns, keys_of, names_only_paths};
use crate::core::learn::extract::Item;
use call::{asks_for, call_named_in, refuses_call};
use wording::worded;

const MOST_MESSAGE_CHARS: usize = 500;
const MOST_SENTENCE_CHARS: usize = 240;

/// A correction after the agent was stopped.
pub(crate) struct Stopped {
    pub(crate) item: Item,
    /// The stopped call names the thing, too.
    pub(crate) by_call: bool,
}

/// The corrected thing, and what the assistant had said about it.
struct Corrected<'a> {
    key: String,
    act: Option<&'a Sentence<'a>>,
    /// The assistant or its call named it, too, and not only the person.
    is_seen: bool,
}

pub(super) fn find(assistant: &Message<'_>, user: &Message<'_>) -> Vec<Item> {
    let mut found = vec![];
    if !may_correct(user) {
        return found;
    }
    for (at, sentence) in user.sentences.iter().enumerate() {
        let corrected = is_correction(user, at).then(|| corrected(assistant, sentence)).flatten();
        let item = corrected.map(|thing| worded(user, sentence, &thing, assistant));
        found.extend(item);
    }
    found
}

/// If the person stopped the agent, every order that names the thing is a correction, whatever its
/// words.
pub(super) fn find_in_override(
    assistant: &Message<'_>,
    stopped: &str,
    user: &Message<'_>,
) -> Option<Stopped> {
    if !may_correct(user) || user.sentences.iter().any(|sentence| sentence.asks) {
        return None;
    }
    user.sentences.iter().enumerate().find_map(|(at, sentence)| {
        let corrects = (directs(sentence.text) || refuses_call(sentence, stopped))
            && !asks_for(sentence, stopped)
            && is_short(sentence)
            && stands(user, at);
        let by_call = call_named_in(sentence, stopped);
        let act = assistant.sentences.last();
        let thing = match by_call.clone().filter(|_| corrects) {
            Some(key) => Some(Corrected { key, act, is_seen: true }),
            None if corrects => corrected(assistant, sentence).or_else(|| {
                Some(Corrected { key: named_first(sentence.text)?, act: Some(act?), is_seen: false })
            }),
            None => None,
        };
        let item = worded(user, sentence, &thing?, assistant);
        Some(Stopped { item, by_call: by_call.is_some() })
    })
}

/// It is short, and the person does not give in.
fn may_correct(user: &Message<'_>) -> bool {
    let agrees = user.sentences.iter().any(|sentence| words().agree.stand_in(&sentence.lower));
    user.chars <= MOST_MESSAGE_CHARS && !agrees
}

fn is_short(sentence: &Sentence<'_>) -> bool {
    sentence.text.chars().count() <= MOST_SENTENCE_CHARS
}

/// It says what is to be done or not to be done; and it refuses, or the whole answer began with a
/// refusal. A refusal within a reason is not a correction: "use sqlite, because we don't want a
/// server".
fn is_correction(user: &Message<'_>, at: usize) -> bool {
    let (w, sentence) = (words(), &user.sentences[at]);
    let first = &user.sentences[0].lower;
    let begins_with_no = w.no.open(first);
    let objects = begins_with_no || w.redirect.open(first) || w.object.stand_in(first);
    let refuses = refuses(&fold(wanted(sentence.text)));
    let is_refused = refuses || (objects && (begins_with_no || !is_errand(sentence.text)));
    is_refused && directs(wanted(sentence.text)) && is_short(sentence) && stands(user, at)
}

/// The clause that names the thing must say what to do with it; "pnpm, not npm" needs no verb. Most
/// remarks about a file are the work at hand; what remains is what must not be done to it, and what
/// belongs there.
fn directs(text: &str) -> bool {
    let (w, lower) = (words(), fold(text));
    let mut clauses = text.split(CLAUSE_ENDS).filter(|clause| !keys_of(clause).is_empty());
    if names_only_paths(text) {
        let is_habit = [&w.always, &w.habit, &w.belong].iter().any(|table| table.stand_in(&lower));
        return is_habit || clauses.any(forbids);
    }
    let is_told = |text: &str| spoken(text).is_some();
    let contrasts = keys_of(text).len() > 1 && refuses(&lower);
    (contrasts && (is_told(text) || only_names(text)))
        || clauses.any(|clause| is_order(clause) || (is_told(clause) && !only_names(clause)))
}

fn forbids(clause: &str) -> bool {
    refuses(&fold(clause)) && is_order(clause) && !is_errand(clause) && !only_names(clause)
}

/// The thing that both name, with the assistant's last sentence about it; or the thing that was
/// refused in answer to something the assistant said that it did.
fn corrected<'a>(assistant: &'a Message<'_>, correction: &Sentence<'_>) -> Option<Corrected<'a>> {
    let named = keys_of(correction.text);
    let plain = words_of(correction);
    for act in assistant.sentences.iter().rev() {
        // One of them may write as code what the other writes as a plain word.
        let is_named = |theirs: &&String| {
            named.iter().any(|key| concerns(theirs, key)) || plain.contains(&theirs.as_str())
        };
        if let Some(key) = keys_of(act.text).iter().find(is_named) {
            return Some(Corrected { key: key.clone(), act: Some(act), is_seen: true });
        }
    }
    let act = assistant.sentences.iter().rev().find(|act| words().did.open(&act.lower))?;
    let refusal = words().refuse.find(&correction.lower).or_else(|| words().no.find(&correction.lower))?;
    let (before, after) = (&correction.text[..refusal.start], &correction.text[refusal.end..]);
    let key = named_first(after).or_else(|| named_first(before))?;
    answers(correction).then_some(Corrected { key, act: Some(act), is_seen: false })
}

/// "no, …" and "stop adding …" answer what was just done; "never send X" may be said at any time.
fn answers(sentence: &Sentence<'_>) -> bool {
    let is_answer = words().no.at_start(&sentence.lower).is_some_and(|end| {
        let (refusal, rest) = sentence.lower.split_at(end);
        rest.starts_with(CLAUSE_ENDS) || rest.starts_with(['.', '!']) || !words().intent.open(refusal)
    });
    is_answer || words().redirect.open(&sentence.lower) || words().object.stand_in(&sentence.lower)
}

fn named_first(text: &str) -> Option<String> {
    let lower = fold(text);
    keys_of(text).into_iter().min_by_key(|key| lower.find(key.as_str()))
}

fn words_of<'a>(sentence: &'a Sentence<'_>) -> Vec<&'a str> {
    sentence.lower.split(|c: char| !c.is_alphanumeric() && c != '_').collect()
}
