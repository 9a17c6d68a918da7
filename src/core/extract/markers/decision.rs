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
const ANSWERED_SENTENCES: usize = 2;
const MOST_NAMES: usize = 3;

pub(super) fn find(assistant: Option<&Message<'_>>, message: &Message<'_>) -> Option<Item> {
    if message.chars >= MOST_MESSAGE_CHARS || message.asks_something() {
        return None;
    }
    let asked = assistant.is_some_and(|assistant| assistant.sentences.iter().any(|sentence| sentence.asks));
    let before = assistant.map(|assistant| last_words(assistant)).unwrap_or_default();
    let usable = |sentence: &&Sentence<'_>| !message.holds_once(&sentence.lower);
    let mut sentences = message.sentences.iter().filter(usable);
    sentences.find_map(|sentence| from_sentence(message, sentence, asked, &before))
}

fn from_sentence(message: &Message<'_>, sentence: &Sentence<'_>, asked: bool, before: &str) -> Option<Item> {
    let language = message.language;
    let Reason { text: rationale, rest } = reason_of(sentence.text, language)?;
    if keys_of(rest).is_empty() || rest.chars().count() > MOST_CHOICE_CHARS {
        return None;
    }
    let decision = match is_wanted(rest, language) {
        true => rest.to_owned(),
        false => answer(rest, language).filter(|_| asked)?,
    };
    let details = Details::Decision {
        context: alternatives(before, sentence.text),
        decision: tidy(&decision, language),
        rationale,
    };
    let evidence = vec![quote(message.id, sentence.text)];
    Some(item(title(&decision, language), details, evidence))
}

/// The end of what the assistant said is what the person answers.
fn last_words(assistant: &Message<'_>) -> String {
    let sentences = assistant.sentences.iter().rev().take(ANSWERED_SENTENCES);
    sentences.map(|sentence| sentence.text).collect::<Vec<_>>().join("\n")
}

/// What else had been named before the choice. Names only, in a fixed sentence: the assistant's words teach nothing.
fn alternatives(before: &str, choice: &str) -> String {
    let chosen = keys_of(choice);
    let others: Vec<String> =
        keys_of(before).difference(&chosen).take(MOST_NAMES).map(|key| format!("`{key}`")).collect();
    if others.is_empty() { String::new() } else { format!("The agent had named {}", others.join(", ")) }
}

fn is_wanted(clause: &str, language: &Language) -> bool {
    is_order(clause, language)
        || language.intent.occur_in(&fold_case(clause))
        || language.chooses.at_start(&fold_case(point(clause, language))).is_some()
}

/// "X, because …" chooses X when something was asked.
fn answer(clause: &str, language: &Language) -> Option<String> {
    let name = point(clause, language).trim_end_matches([',', ';', '，', '、']);
    let is_name = name.split_whitespace().count() <= MOST_NAME_WORDS && !keys_of(name).is_empty();
    is_name.then(|| language.choose.replace("{}", name))
}
