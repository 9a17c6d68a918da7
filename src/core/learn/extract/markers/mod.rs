//! The built-in extractor: no model, only the words that people use to order, to give reasons and to refuse.
//!
//! It knows far less than a model, so it speaks only when a message says plainly what it means and names something
//! concrete. Whatever it says is taken from the message word for word; `verify` checks it like any other answer.

mod chat;
mod clause;
mod decision;
mod english;
mod heading;
mod label;
mod language;
mod lead;
mod leading;
mod message;
mod neighbour;
mod noise;
mod outline;
mod phrases;
mod pitfall;
mod procedural;
mod quotation;
mod reason;
mod retraction;
mod revocation;
mod sentence;
mod standing;
mod steps;
mod struck;
mod unmarked;
mod unsaid;
mod workflow;

use std::collections::BTreeSet;

use super::{DialogPair, Item, ItemQuote, Request, Response, is_upkeep};
use crate::core::entities::keys::defining;
use crate::core::model::{Details, Kind};
use message::MarkedMessage;
use sentence::Sentence;
use unmarked::Marked;
use unsaid::Unsaid;

pub(crate) use language::{is_english, reasons_in};
pub(crate) use procedural::ANYWHERE;
pub(crate) use revocation::{How, Revoked, revocations, revoked};

const MOST_LESSONS: usize = 5;

pub fn builtin(request: &Request) -> Response {
    let mut observations: Vec<Item> = request.dialog_pairs.iter().flat_map(from_pair).collect();
    let mut procedures = vec![];
    for message in request.user_signals.iter().filter_map(MarkedMessage::read) {
        let taught: Vec<&Item> = observations
            .iter()
            .filter(|item| item.evidence.iter().any(|quote| quote.message == message.id))
            .collect();
        procedures.extend(how(&message, &taught));
    }
    observations.extend(procedures);
    let unsaid = Unsaid::in_order(&request.user_signals);
    // A sentence that is all reason and no point has nothing to be called by.
    observations.retain(|item| !item.title.is_empty() && !unsaid.has(item));
    Response { observations }
}

/// One incident gives one lesson: a correction that gives its reason is still a correction. Rules that stand beside each
/// other are one lesson each.
fn from_pair(pair: &DialogPair) -> Vec<Item> {
    let marked = Marked::new(pair);
    from_marked(&marked.pair).into_iter().map(|item| marked.unmarked(item)).collect()
}

fn from_marked(pair: &DialogPair) -> Vec<Item> {
    let Some(user) = MarkedMessage::read(&pair.user) else {
        return vec![];
    };
    let assistant = MarkedMessage::read_assistant(&pair.assistant);
    let pitfalls = assistant.as_ref().map(|assistant| pitfall::find(assistant, &user)).unwrap_or_default();
    if !pitfalls.is_empty() || workflow::find(&user).is_some() {
        return distinct(pitfalls);
    }
    distinct(decision::find(assistant.as_ref(), &user))
}

/// A sequence, or what else the message says of how something is done, beside what it taught already.
fn how(message: &MarkedMessage<'_>, taught: &[&Item]) -> Vec<Item> {
    if taught.iter().any(|item| item.details.kind() == Kind::Pitfall) {
        return vec![];
    }
    if let Some(sequence) = workflow::find(message).filter(|_| taught.is_empty()) {
        return vec![sequence];
    }
    let is_new = |item: &Item| !taught.iter().any(|known| known.evidence.contains(&item.evidence[0]));
    distinct(procedural::find(message).into_iter().filter(is_new).collect())
}

/// Two sentences on one thing are one lesson, and a message of very many rules is a document.
fn distinct(items: Vec<Item>) -> Vec<Item> {
    let mut named: BTreeSet<String> = BTreeSet::new();
    let is_new = |item: &Item| {
        let keys = defining(&item.title, &item.details);
        let is_new = named.is_disjoint(&keys);
        named.extend(keys);
        is_new
    };
    items.into_iter().filter(is_new).take(MOST_LESSONS).collect()
}

/// Does the text begin like an order?
pub(crate) fn is_order(text: &str) -> bool {
    is_english(text) && clause::is_order(text)
}

/// What an answer chooses, as a line of its own, and why. "Neither, use X because …" chooses X.
pub(crate) fn choice_and_reason(answer: &str) -> Option<(String, String)> {
    let reason::Reason { text, rest } = is_english(answer).then(|| reason::reason_of(answer))??;
    let mut orders = rest.split([',', ';']).filter(|clause| clause::is_order(clause));
    let choice = clause::tidy(orders.next_back().unwrap_or(rest));
    (!choice.is_empty() && !reason::denies_a_reason(answer)).then_some((choice, text))
}

/// Does it hold beyond the work at hand? What no table can read may.
pub(crate) fn holds_beyond_the_task(text: &str) -> bool {
    let text = super::DialogMessage { id: String::new(), text: text.to_owned() };
    let message = MarkedMessage::read_assistant(&text);
    message.is_none_or(|message| message.sentences.iter().all(|it| standing::holds_on(&message, it)))
}

/// A correction of what the agent was stopped at.
pub(crate) struct Stopped {
    pub(crate) item: Item,
    /// The call that was stopped names the thing, too.
    pub(crate) by_call: bool,
}

/// The correction in a message that stopped the agent, where its words alone would not tell. What they do tell is found by
/// `builtin` in its own time. `stopped` is what the agent was doing.
pub(crate) fn corrected_by_override(pair: &DialogPair, stopped: &str) -> Option<Stopped> {
    let user = MarkedMessage::read(&pair.user).filter(|_| !is_upkeep(&pair.user.text))?;
    let assistant = MarkedMessage::read_assistant(&pair.assistant)?;
    let told_by_words = !from_pair(pair).is_empty() || !how(&user, &[]).is_empty();
    (!told_by_words).then(|| pitfall::find_in_override(&assistant, stopped, &user))?
}

/// The sentences of one line, as they stand in it.
pub(crate) fn sentences(line: &str) -> impl Iterator<Item = &str> {
    sentence::sentences(line).into_iter().map(|sentence| sentence.text)
}

/// With all that belongs to it and stands elsewhere in the message.
fn completed(item: Item, message: &MarkedMessage<'_>, sentence: &Sentence<'_>) -> Option<Item> {
    let item = retraction::with_exception(item, message, sentence)?;
    outline::with_place(item, message, sentence)
}

fn item(title: String, details: Details, evidence: Vec<ItemQuote>) -> Item {
    Item { title, details, matches: None, evidence, quality_ok: true }
}

fn quote(message: &str, text: &str) -> ItemQuote {
    ItemQuote { message: message.to_owned(), quote: text.to_owned() }
}

#[cfg(test)]
mod tests;
