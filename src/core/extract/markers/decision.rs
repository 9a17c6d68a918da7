//! Somebody chose something and said why, in one short message that asks nothing.

use super::clause::{is_order, tidy, title};
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

pub(super) fn find(message: &Message<'_>) -> Option<Item> {
    if message.chars >= MOST_MESSAGE_CHARS || message.asks_something() {
        return None;
    }
    let usable = |sentence: &&Sentence<'_>| !message.holds_once(&sentence.lower);
    message
        .sentences
        .iter()
        .filter(usable)
        .find_map(|sentence| from_sentence(message, sentence))
}

fn from_sentence(message: &Message<'_>, sentence: &Sentence<'_>) -> Option<Item> {
    let language = message.language;
    let Reason {
        text: rationale,
        rest,
    } = reason_of(sentence.text, language)?;
    if !is_choice(rest, language) {
        return None;
    }
    let details = Details::Decision {
        context: String::new(),
        decision: tidy(rest, language),
        rationale,
    };
    Some(item(
        title(rest, language),
        details,
        vec![quote(message.id, sentence.text)],
    ))
}

fn is_choice(clause: &str, language: &Language) -> bool {
    let wanted = is_order(clause, language) || language.intent.occur_in(&fold_case(clause));
    wanted && !keys_of(clause).is_empty() && clause.chars().count() <= MOST_CHOICE_CHARS
}
