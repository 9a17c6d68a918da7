//! Somebody chose something and said why, in one short message that asks nothing.

use super::clause::{is_order, point, tidy, title};
use super::language::Language;
use super::message::Message;
use super::phrases::fold_case;
use super::reason::{Reason, reason_of};
use super::sentence::Sentence;
use super::{item, quote};
use crate::core::extract::Item;
use crate::core::keys::keys_of;
use crate::core::model::Details;

/// Longer messages explain something else in passing.
const MOST_MESSAGE_CHARS: usize = 400;
const MOST_CHOICE_CHARS: usize = 200;
const MOST_NAME_WORDS: usize = 3;

pub(super) fn find(assistant: Option<&Message<'_>>, message: &Message<'_>) -> Option<Item> {
    if message.chars >= MOST_MESSAGE_CHARS || message.asks_something() {
        return None;
    }
    let asked = assistant.is_some_and(|assistant| assistant.sentences.iter().any(|sentence| sentence.asks));
    let usable = |sentence: &&Sentence<'_>| !message.holds_once(&sentence.lower);
    let mut sentences = message.sentences.iter().filter(usable);
    sentences.find_map(|sentence| from_sentence(message, sentence, asked))
}

fn from_sentence(message: &Message<'_>, sentence: &Sentence<'_>, asked: bool) -> Option<Item> {
    let language = message.language;
    let Reason {
        text: rationale,
        rest,
    } = reason_of(sentence.text, language)?;
    let choice = choice(rest, language, asked)?;
    let details = Details::Decision {
        context: String::new(),
        decision: tidy(&choice, language),
        rationale,
    };
    Some(item(
        title(&choice, language),
        details,
        vec![quote(message.id, sentence.text)],
    ))
}

/// What was chosen, as an order. An answer may be no more than the name: "gRPC, because …".
fn choice(clause: &str, language: &Language, asked: bool) -> Option<String> {
    if keys_of(clause).is_empty() || clause.chars().count() > MOST_CHOICE_CHARS {
        return None;
    }
    let name = point(clause, language);
    if is_order(clause, language) || language.intent.occur_in(&fold_case(clause)) {
        Some(name.to_owned())
    } else if asked && name.split_whitespace().count() <= MOST_NAME_WORDS {
        Some(language.choose.replace("{}", name))
    } else {
        None
    }
}
