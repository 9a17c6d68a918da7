//! Somebody chose something and said why, in one short message that asks nothing.

use super::clause::{is_errand, only_names, point, spoken, tidy, title};
use super::language::Language;
use super::message::Message;
use super::phrases::fold_case;
use super::reason::{Reason, reason_of};
use super::sentence::Sentence;
use super::standing::stands;
use super::{item, quote};
use crate::core::extract::Item;
use crate::core::keys::{keys_of, names_only_paths};
use crate::core::model::Details;

/// Longer messages explain something else in passing.
const MOST_MESSAGE_CHARS: usize = 400;
const MOST_CHOICE_CHARS: usize = 200;
const ANSWERED_SENTENCES: usize = 2;
const MOST_NAMES: usize = 3;

pub(super) fn find(assistant: Option<&Message<'_>>, message: &Message<'_>) -> Option<Item> {
    if message.chars >= MOST_MESSAGE_CHARS || message.asks_something() {
        return None;
    }
    let asked = assistant.is_some_and(|assistant| assistant.sentences.iter().any(|sentence| sentence.asks));
    let before = assistant.map(|assistant| last_words(assistant)).unwrap_or_default();
    let usable = |sentence: &&Sentence<'_>| stands(message, sentence);
    let mut sentences = message.sentences.iter().filter(usable);
    sentences.find_map(|sentence| from_sentence(message, sentence, asked, &before))
}

fn from_sentence(message: &Message<'_>, sentence: &Sentence<'_>, asked: bool, before: &str) -> Option<Item> {
    let language = message.language;
    let Reason { text: rationale, rest } = reason_of(sentence.text, language)?;
    let is_said = !keys_of(rest).is_empty() && rest.chars().count() <= MOST_CHOICE_CHARS;
    if !is_said || is_overruled(&rationale, language) {
        return None;
    }
    let decision = match settles(rest, language) {
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

/// "Fix src/a.ts because the tests fail" is work to do. A choice says what is to be used, kept or avoided from here on.
fn settles(clause: &str, language: &Language) -> bool {
    let lower = fold_case(clause);
    if language.verbs_come_last() {
        return language.chooses.occur_in(&lower);
    }
    let told = spoken(clause, language).is_some_and(|told| {
        let lower = fold_case(told);
        let intent = language.intent.at_start(&lower);
        language.habits.at_start(&lower).is_some()
            || chooses(told, language)
            || intent.is_some_and(|length| chooses(&told[length..], language))
    });
    told || (!is_errand(clause, language)
        && (language.places.occur_in(&lower) || sets_a_value(clause, language)))
}

/// "I need to leave" names nothing that is left.
fn chooses(rest: &str, language: &Language) -> bool {
    let rest = point(rest, language);
    let choice = rest.split([',', ';', '，', '；']).next().unwrap_or(rest);
    language.chooses.at_start(&fold_case(rest)).is_some() && !keys_of(choice).is_empty()
}

fn sets_a_value(clause: &str, language: &Language) -> bool {
    language.sets.occur_in(&fold_case(clause)) && !names_only_paths(clause)
}

/// "…, but the team voted for express".
fn is_overruled(rationale: &str, language: &Language) -> bool {
    let mut further = rationale.split([',', '，', '、']).skip(1);
    further.any(|part| language.but.at_start(fold_case(part).trim_start()).is_some())
}

/// "X, because …" chooses X when something was asked.
fn answer(clause: &str, language: &Language) -> Option<String> {
    let name = point(clause, language).trim_end_matches([',', ';', '，', '、']);
    only_names(name, language).then(|| language.choose.replace("{}", name))
}
