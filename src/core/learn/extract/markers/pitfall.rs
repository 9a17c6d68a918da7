//! The assistant did or proposed something, and the person refused it and named the concrete thing.

mod call;
mod thing;
mod wording;

use super::clause::{is_errand, is_order, only_names, spoken};
use super::english;
use super::language;
use super::message::MarkedMessage;
use super::phrases::{Phrases, fold_case};
use super::retraction::is_kept;
use super::sentence::Sentence;
use super::standing::stands;
use super::{Stopped, completed};
use crate::core::entities::keys::{keys_of, names_only_paths};
use crate::core::learn::extract::Item;
use call::{asks_for, call_named_in, refuses_call};
use thing::{Corrected, corrected, named_first};
use wording::worded;

const MOST_MESSAGE_CHARS: usize = 500;
const MOST_SENTENCE_CHARS: usize = 240;
const CLAUSE_ENDS: [char; 5] = [',', ';', '，', '、', '–'];

pub(super) fn find(assistant: &MarkedMessage<'_>, user: &MarkedMessage<'_>) -> Vec<Item> {
    if user.chars > MOST_MESSAGE_CHARS || user.agrees() {
        return vec![];
    }
    let corrections = user.sentences.iter().filter(|sentence| is_correction(user, sentence));
    let found = corrections
        .filter_map(|sentence| completed(from_correction(assistant, user, sentence)?, user, sentence));
    found.collect()
}

/// The person stopped the agent: every order that names the thing is a correction, whatever its words.
pub(super) fn find_in_override(
    assistant: &MarkedMessage<'_>,
    stopped: &str,
    user: &MarkedMessage<'_>,
) -> Option<Stopped> {
    let corrects = |sentence: &&Sentence<'_>| {
        (directs(sentence) || refuses_call(sentence, stopped))
            && !asks_for(sentence, stopped)
            && !user.is_question(sentence)
            && stands(user, sentence)
            && is_kept(user, sentence)
            && sentence.text.chars().count() <= MOST_SENTENCE_CHARS
    };
    let is_short = user.chars <= MOST_MESSAGE_CHARS && !user.asks_something() && !user.agrees();
    let mut orders = user.sentences.iter().filter(corrects).filter(|_| is_short);
    orders.find_map(|sentence| {
        let item = of_call(assistant, stopped, user, sentence)
            .or_else(|| from_correction(assistant, user, sentence))
            .or_else(|| of_words(assistant, user, sentence))?;
        let item = completed(item, user, sentence)?;
        Some(Stopped { item, by_call: call_named_in(sentence, stopped).is_some() })
    })
}

/// The call that was stopped and the person's words name the same thing: the call is what was done.
fn of_call(
    assistant: &MarkedMessage<'_>,
    stopped: &str,
    user: &MarkedMessage<'_>,
    sentence: &Sentence<'_>,
) -> Option<Item> {
    let key = call_named_in(sentence, stopped)?;
    let thing = Corrected { key, act: assistant.sentences.last(), is_seen: true };
    Some(worded(user, sentence, &thing, assistant))
}

fn of_words(
    assistant: &MarkedMessage<'_>,
    user: &MarkedMessage<'_>,
    sentence: &Sentence<'_>,
) -> Option<Item> {
    let (key, act) = (named_first(sentence.text)?, assistant.sentences.last()?);
    Some(worded(user, sentence, &Corrected { key, act: Some(act), is_seen: false }, assistant))
}

/// It says what is to be done or not to be done; and it refuses, or the whole answer began with a refusal.
fn is_correction(user: &MarkedMessage<'_>, sentence: &Sentence<'_>) -> bool {
    let refused = user.sentences.first().is_some_and(|first| objects(first));
    let refuses = language::refuses(&sentence.lower);
    let begins = user.sentences.first().is_some_and(|first| opens_with(&english::REFUSAL_START, first));
    (refuses || refused)
        && directs(sentence)
        && (refuses || begins || !is_errand(sentence.text))
        && !english::ASIDE.occur_in(&sentence.lower)
        && !user.is_question(sentence)
        && stands(user, sentence)
        && is_kept(user, sentence)
        && sentence.text.chars().count() <= MOST_SENTENCE_CHARS
}

fn objects(sentence: &Sentence<'_>) -> bool {
    opens_with(&english::REFUSAL_START, sentence)
        || opens_with(&english::REDIRECT, sentence)
        || english::OBJECTION.occur_in(&sentence.lower)
}

fn opens_with(table: &Phrases, sentence: &Sentence<'_>) -> bool {
    table.at_start(&sentence.lower).is_some()
}

/// The clause that names the thing must be the one that says what to do with it; "pnpm, not npm" needs no verb.
fn directs(sentence: &Sentence<'_>) -> bool {
    let mut clauses = sentence.text.split(CLAUSE_ENDS).filter(|clause| !keys_of(clause).is_empty());
    if names_only_paths(sentence.text) {
        return is_habit(&sentence.lower) || clauses.any(forbids);
    }
    let wanted = |clause: &str| is_order(clause) || (is_told(clause) && !only_names(clause));
    let contrasts = keys_of(sentence.text).len() > 1 && language::refuses(&sentence.lower);
    (contrasts && (is_told(sentence.text) || only_names(sentence.text))) || clauses.any(wanted)
}

/// It says what is wanted; "Bob uses yarn instead of npm" does not.
fn is_told(text: &str) -> bool {
    spoken(text).is_some()
}

/// Most of what is said about a file is the work at hand: where the bug is, what its total should be. What stays is what
/// must not be done to it, what always is, and what belongs there.
fn forbids(clause: &str) -> bool {
    let refuses = language::refuses(&fold_case(clause)) && is_order(clause);
    refuses && !is_errand(clause) && !only_names(clause)
}

fn is_habit(lower: &str) -> bool {
    [&english::ALWAYS, &english::HABITS, &english::PLACES].into_iter().any(|table| table.occur_in(lower))
}

fn from_correction(
    assistant: &MarkedMessage<'_>,
    user: &MarkedMessage<'_>,
    sentence: &Sentence<'_>,
) -> Option<Item> {
    let thing = corrected(assistant, sentence)?;
    Some(worded(user, sentence, &thing, assistant))
}
