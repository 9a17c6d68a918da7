//! The built-in extractor, which uses no model, only the words that people use to order, to give
//! reasons and to refuse.
//!
//! It knows far less than a model, so it only acts if a message says plainly what it means and
//! names something concrete. Its output is taken from the message word for word, and `verify`
//! checks it like any other. The words of a language are in that language's data file, with its
//! topics.

mod clause;
mod decision;
mod message;
mod names;
mod own;
mod pitfall;
mod procedural;
mod reason;
mod revocation;
mod standing;
mod steps;
mod taken_back;
#[cfg(test)]
mod tests;
mod words;
mod workflow;

use std::collections::BTreeSet;

use super::{DialogPair, Item, ItemQuote, Request, Response, is_upkeep};
use crate::core::entities::keys::defining;
use crate::core::model::{Details, Kind};
use message::{Message, Sentence};

pub(crate) use clause::title;
pub(crate) use message::sentences;
pub(crate) use pitfall::Stopped;
pub(crate) use procedural::{ANYWHERE, is_norm};
pub(crate) use reason::reasons_in;
pub(crate) use revocation::{How, Revoked, revocations, revoked};

const MOST_LESSONS: usize = 5;
/// This many words without a small one among them are another language.
const FEWEST_UNREAD: usize = 4;

pub fn builtin(request: &Request) -> Response {
    let mut observations: Vec<Item> = request.dialog_pairs.iter().flat_map(from_pair).collect();
    for signal in &request.user_signals {
        let is_of_it = |item: &&Item| item.evidence.iter().any(|quote| quote.message == signal.id);
        let taught: Vec<&Item> = observations.iter().filter(is_of_it).collect();
        let found = how(&Message::read(signal), &taught);
        observations.extend(found);
    }
    // A sentence that is only a reason has nothing to serve as a title.
    observations.retain(|item| !item.title.is_empty());
    taken_back::without_taken_back(&mut observations, &request.user_signals);
    Response { observations }
}

/// One incident gives one lesson: a correction with a reason is still a correction. Rules that
/// stand beside each other are one lesson each.
fn from_pair(pair: &DialogPair) -> Vec<Item> {
    let marked = names::marked(pair);
    let said = marked.as_ref().unwrap_or(pair);
    let (assistant, user) = (Message::read_assistant(&said.assistant), Message::read(&said.user));
    let mut found = pitfall::find(&assistant, &user);
    if found.is_empty() && workflow::find(&user).is_none() {
        found = decision::find(&assistant, &user);
    }
    for quote in found.iter_mut().flat_map(|item| &mut item.evidence).filter(|_| marked.is_some()) {
        quote.quote = quote.quote.replace('`', "");
    }
    distinct(found)
}

/// A sequence, or other statements of how something is done, in addition to what the message taught
/// already.
fn how(message: &Message<'_>, taught: &[&Item]) -> Vec<Item> {
    if taught.iter().any(|item| item.details.kind() == Kind::Pitfall) {
        return vec![];
    }
    if let Some(sequence) = workflow::find(message).filter(|_| taught.is_empty()) {
        return vec![sequence];
    }
    let is_new = |item: &Item| !taught.iter().any(|known| known.evidence.contains(&item.evidence[0]));
    distinct(procedural::find(message).into_iter().filter(is_new).collect())
}

/// Two sentences on one thing are one lesson, and a message with very many rules is a document.
fn distinct(items: Vec<Item>) -> Vec<Item> {
    let mut named: BTreeSet<String> = BTreeSet::new();
    let mut kept = vec![];
    for item in items {
        let keys = defining(&item.title, &item.details);
        if named.is_disjoint(&keys) && kept.len() < MOST_LESSONS {
            named.extend(keys);
            kept.push(item);
        }
    }
    kept
}

/// Whether the text begins like an order.
pub(crate) fn is_order(text: &str) -> bool {
    clause::is_order(text)
}

/// Whether enough of its words are known to understand it.
pub(crate) fn is_read(text: &str) -> bool {
    let prose: String = text.split('`').step_by(2).collect();
    let lower = words::fold(&prose);
    let (known, other): (Vec<&str>, Vec<&str>) = lower
        .split_whitespace()
        .partition(|word| words::words().small.has(word.trim_end_matches([',', '.'])));
    let is_plain = prose.is_ascii() && (known.len() * 8 >= other.len() || other.len() <= FEWEST_UNREAD);
    is_plain || known.len() * 3 >= other.len()
}

/// The choice in an answer, as a line of its own, and its reason. "Neither, use X because …"
/// chooses X.
pub(crate) fn choice_and_reason(answer: &str) -> Option<(String, String)> {
    let reason::Reason { text, rest } = reason::reason_of(answer)?;
    let order = rest.split([',', ';']).rfind(|clause| clause::is_order(clause));
    let choice = clause::tidy(order.unwrap_or(rest));
    (!choice.is_empty() && !reason::denies_its_reason(answer)).then_some((choice, text))
}

/// The wish and its reason.
pub(crate) fn parted(said: &str) -> Option<(String, String)> {
    let reason::Reason { text, rest } = reason::reason_of(said).or_else(|| reason::effect_of(said))?;
    (!rest.trim().is_empty() && !reason::denies_its_reason(said)).then(|| (rest.to_owned(), text))
}

/// Whether it holds beyond the work at hand.
pub(crate) fn holds_beyond_the_task(text: &str) -> bool {
    text.lines().flat_map(sentences).all(|text| standing::holds_on(&Sentence::new(text)))
}

/// The correction in a message that stopped the agent, if its words alone would not tell. If they
/// do, `builtin` finds it. `stopped` is what the agent was doing.
pub(crate) fn corrected_by_override(pair: &DialogPair, stopped: &str) -> Option<Stopped> {
    let (user, assistant) = (Message::read(&pair.user), Message::read_assistant(&pair.assistant));
    // A bare refusal says more together with the call that it refuses.
    let is_refusal = |item: &Item| words::words().refusal.open(&words::fold(&item.title));
    let told_by_words = !from_pair(pair).is_empty() || !how(&user, &[]).iter().all(is_refusal);
    let is_told = told_by_words || is_upkeep(&pair.user.text);
    (!is_told).then(|| pitfall::find_in_override(&assistant, stopped, &user)).flatten()
}

fn item(title: String, details: Details, evidence: Vec<ItemQuote>) -> Item {
    Item { title, details, matches: None, evidence, quality_ok: true }
}

fn quote(message: &str, text: &str) -> ItemQuote {
    ItemQuote { message: message.to_owned(), quote: text.to_owned() }
}
