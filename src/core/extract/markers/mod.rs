//! The built-in extractor: no model, only the words that people use to order, to give reasons and to refuse.
//!
//! It knows far less than a model, so it speaks only when a message says plainly what it means and names something
//! concrete. Whatever it says is taken from the message word for word; `verify` checks it like any other answer.

mod clause;
mod de;
mod decision;
mod en;
mod es;
mod fr;
mod ja;
mod label;
mod language;
mod message;
mod noise;
mod phrases;
mod pitfall;
mod procedural;
mod pt;
mod reason;
mod script;
mod sentence;
mod standing;
mod steps;
mod workflow;
mod zh;

use std::collections::BTreeSet;

use super::{DialogPair, Item, Quote, Request, Response, is_upkeep};
use crate::core::model::Details;
use message::Message;

pub(crate) use language::gives_reason;

pub fn builtin(request: &Request) -> Response {
    let mut observations = vec![];
    let mut taught = BTreeSet::new();
    for pair in &request.dialog_pairs {
        if let Some(item) = from_pair(pair) {
            taught.insert(pair.user.id.as_str());
            observations.push(item);
        }
    }
    let rest = request.user_signals.iter().filter(|signal| !taught.contains(signal.id.as_str()));
    let messages = rest.filter_map(Message::read);
    observations.extend(
        messages.filter_map(|message| workflow::find(&message).or_else(|| procedural::find(&message))),
    );
    // A sentence that is all reason and no point has nothing to be called by.
    observations.retain(|item| !item.title.is_empty());
    Response { observations }
}

/// One incident gives one lesson: a correction that gives its reason is still a correction.
fn from_pair(pair: &DialogPair) -> Option<Item> {
    let user = Message::read(&pair.user)?;
    let assistant = Message::read_assistant(&pair.assistant);
    let pitfall = assistant.as_ref().and_then(|assistant| pitfall::find(assistant, &user));
    pitfall.or_else(|| decision::find(assistant.as_ref(), &user).filter(|_| !says_how(&user)))
}

/// Does the text begin like an order, in one of the languages that we know?
pub(crate) fn is_order(text: &str) -> bool {
    language::language_of(text).is_some_and(|language| clause::is_order(text, language))
}

pub(crate) fn is_english(text: &str) -> bool {
    language::language_of(text).is_some_and(|language| std::ptr::eq(language, &en::ENGLISH))
}

/// The correction in a message that stopped the agent, where its words alone would not tell. What they do tell is found by
/// `builtin` in its own time. `stopped` is what the agent was doing.
pub(crate) fn corrected_by_override(pair: &DialogPair, stopped: &str) -> Option<Item> {
    let user = Message::read(&pair.user).filter(|_| !is_upkeep(&pair.user.text))?;
    let assistant = Message::read_assistant(&pair.assistant)?;
    let told_by_words = from_pair(pair).is_some() || says_how(&user) || procedural::find(&user).is_some();
    (!told_by_words).then(|| pitfall::find_in_override(&assistant, stopped, &user))?
}

/// A sequence or a "when X, do Y" is how something is done, also when its reason is given.
fn says_how(message: &Message<'_>) -> bool {
    workflow::find(message).is_some() || procedural::is_conditional(message)
}

/// The sentences of one line, as they stand in it.
pub(crate) fn sentences(line: &str) -> impl Iterator<Item = &str> {
    sentence::sentences(line).into_iter().map(|sentence| sentence.text)
}

fn item(title: String, details: Details, evidence: Vec<Quote>) -> Item {
    Item { title, details, matches: None, evidence, quality_ok: true }
}

fn quote(message: &str, text: &str) -> Quote {
    Quote { message: message.to_owned(), quote: text.to_owned() }
}

#[cfg(test)]
mod tests;
