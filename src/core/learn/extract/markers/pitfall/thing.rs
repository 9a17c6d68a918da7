//! What a correction is about.

use crate::core::entities::keys::{concerns, keys_of};
use crate::core::learn::extract::markers::english;
use crate::core::learn::extract::markers::message::MarkedMessage;
use crate::core::learn::extract::markers::phrases::fold_case;
use crate::core::learn::extract::markers::sentence::Sentence;

use super::{CLAUSE_ENDS, opens_with};

/// What is corrected, and what the assistant said when it was.
pub(super) struct Corrected<'a> {
    pub(super) key: String,
    pub(super) act: Option<&'a Sentence<'a>>,
    /// The assistant or its call named it too: it was there, and not only in the person's words.
    pub(super) is_seen: bool,
}

/// The thing that both name, with the assistant's last sentence about it.
pub(super) fn corrected<'a>(
    assistant: &'a MarkedMessage<'_>,
    correction: &Sentence<'_>,
) -> Option<Corrected<'a>> {
    let named = keys_of(correction.text);
    // What one of them writes as code the other may write as a plain word.
    let words = words_of(correction);
    let is_named =
        |theirs: &&String| named.iter().any(|key| concerns(theirs, key)) || words.contains(&theirs.as_str());
    let shared = assistant.sentences.iter().rev().find_map(|act| {
        let theirs = keys_of(act.text);
        let key = theirs.iter().find(is_named)?;
        Some(Corrected { key: key.clone(), act: Some(act), is_seen: true })
    });
    shared.or_else(|| last_act(assistant, correction))
}

/// Often the assistant only says "I'll add it", and the call that it then made is what is refused.
fn last_act<'a>(assistant: &'a MarkedMessage<'_>, correction: &Sentence<'_>) -> Option<Corrected<'a>> {
    let act = assistant.sentences.iter().rev().find(|act| acts(act))?;
    let key = refused_key(correction)?;
    answers(correction).then_some(Corrected { key, act: Some(act), is_seen: false })
}

/// "no, …" and "stop adding …" answer what was just done; "never send X" may be said at any time.
fn answers(sentence: &Sentence<'_>) -> bool {
    let opening = english::REFUSAL_START.at_start(&sentence.lower).map(|end| sentence.lower.split_at(end));
    let is_answer = opening.is_some_and(|(refusal, rest)| {
        rest.starts_with(CLAUSE_ENDS)
            || rest.starts_with(['.', '!', '。', '！'])
            || english::INTENT.at_start(refusal).is_none()
    });
    is_answer || opens_with(&english::REDIRECT, sentence) || english::OBJECTION.occur_in(&sentence.lower)
}

fn acts(sentence: &Sentence<'_>) -> bool {
    english::ACTS.at_start(&sentence.lower).is_some()
}

/// Of "use pnpm, not npm" it is `npm`: what stands nearest behind the refusal.
fn refused_key(correction: &Sentence<'_>) -> Option<String> {
    let refusal = english::REFUSAL
        .find(&correction.lower)
        .or_else(|| english::REFUSAL_START.find(&correction.lower))?;
    let (before, after) = (&correction.text[..refusal.start], &correction.text[refusal.end..]);
    [after, before].into_iter().find_map(named_first)
}

pub(super) fn named_first(text: &str) -> Option<String> {
    let lower = fold_case(text);
    keys_of(text).into_iter().min_by_key(|key| lower.find(key.as_str()))
}

pub(super) fn words_of<'a>(sentence: &'a Sentence<'_>) -> Vec<&'a str> {
    sentence.lower.split(|c: char| !c.is_alphanumeric() && c != '_').collect()
}
