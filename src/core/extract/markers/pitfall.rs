//! The assistant did or proposed something, and the person refused it and named the concrete thing.

use super::clause::{self, is_errand, is_order, only_names, spoken, tidy, title};
use super::language::Language;
use super::message::Message;
use super::phrases::{Phrases, fold_case};
use super::reason::reason_of;
use super::sentence::Sentence;
use super::standing::stands;
use super::{item, quote};
use crate::core::extract::Item;
use crate::core::keys::{as_typed, concerns, keys_of, names_only_paths};
use crate::core::model::Details;
use crate::core::stance::{Stance, stance};

const MOST_MESSAGE_CHARS: usize = 500;
const MOST_SENTENCE_CHARS: usize = 240;
const CLAUSE_ENDS: [char; 5] = [',', ';', '，', '、', '–'];

pub(super) fn find(assistant: &Message<'_>, user: &Message<'_>) -> Option<Item> {
    if user.chars > MOST_MESSAGE_CHARS || user.agrees() {
        return None;
    }
    let mut sentences = user.sentences.iter();
    sentences.find_map(|sentence| {
        is_correction(user, sentence).then(|| from_correction(assistant, user, sentence))?
    })
}

/// The person stopped the agent: every order that names the thing is a correction, whatever its words.
pub(super) fn find_in_override(assistant: &Message<'_>, stopped: &str, user: &Message<'_>) -> Option<Item> {
    let corrects = |sentence: &&Sentence<'_>| {
        directs(sentence, user.language)
            && !asks_for(sentence, stopped)
            && !user.is_question(sentence)
            && stands(user, sentence)
            && sentence.text.chars().count() <= MOST_SENTENCE_CHARS
    };
    let is_short = user.chars <= MOST_MESSAGE_CHARS && !user.asks_something() && !user.agrees();
    let mut orders = user.sentences.iter().filter(corrects).filter(|_| is_short);
    orders.find_map(|sentence| {
        let known = from_correction(assistant, user, sentence);
        known.or_else(|| {
            Some(worded(user, sentence, &named_first(sentence.text)?, assistant.sentences.last()?, assistant))
        })
    })
}

/// The person wants just what was stopped, and only pressed the wrong key.
fn asks_for(sentence: &Sentence<'_>, stopped: &str) -> bool {
    let named = keys_of(sentence.text);
    keys_of(&format!("`{stopped}`")).iter().any(|key| stance(sentence.text, key, &named) == Some(Stance::For))
}

/// It says what is to be done or not to be done; and it refuses, or the whole answer began with a refusal.
fn is_correction(user: &Message<'_>, sentence: &Sentence<'_>) -> bool {
    let language = user.language;
    let refused = user.sentences.first().is_some_and(|first| objects(first, language));
    let refuses = language.refuses(&sentence.lower);
    let begins = user.sentences.first().is_some_and(|first| opens_with(&language.refusal_start, first));
    (refuses || refused)
        && directs(sentence, language)
        && (refuses || begins || !is_errand(sentence.text, language))
        && !language.aside.occur_in(&sentence.lower)
        && !user.is_question(sentence)
        && stands(user, sentence)
        && sentence.text.chars().count() <= MOST_SENTENCE_CHARS
}

fn objects(sentence: &Sentence<'_>, language: &Language) -> bool {
    opens_with(&language.refusal_start, sentence)
        || opens_with(&language.redirect, sentence)
        || language.objection.occur_in(&sentence.lower)
}

fn opens_with(table: &Phrases, sentence: &Sentence<'_>) -> bool {
    table.at_start(&sentence.lower).is_some()
}

/// The clause that names the thing must be the one that says what to do with it; "pnpm, not npm" needs no verb.
fn directs(sentence: &Sentence<'_>, language: &Language) -> bool {
    let mut clauses = sentence.text.split(CLAUSE_ENDS).filter(|clause| !keys_of(clause).is_empty());
    if names_only_paths(sentence.text) {
        return is_habit(&sentence.lower, language) || clauses.any(|clause| forbids(clause, language));
    }
    let wanted = |clause: &str| {
        is_order(clause, language) || (is_told(clause, language) && !only_names(clause, language))
    };
    let contrasts = keys_of(sentence.text).len() > 1 && language.refuses(&sentence.lower);
    (contrasts && (is_told(sentence.text, language) || only_names(sentence.text, language)))
        || clauses.any(wanted)
}

/// It says what is wanted; "Bob uses yarn instead of npm" does not.
fn is_told(text: &str, language: &Language) -> bool {
    language.verbs_come_last() || spoken(text, language).is_some()
}

/// Most of what is said about a file is the work at hand: where the bug is, what its total should be. What stays is what
/// must not be done to it, what always is, and what belongs there.
fn forbids(clause: &str, language: &Language) -> bool {
    let refuses = language.refuses(&fold_case(clause)) && is_order(clause, language);
    refuses && !is_errand(clause, language) && !only_names(clause, language)
}

fn is_habit(lower: &str, language: &Language) -> bool {
    [&language.always, &language.habits, &language.places].into_iter().any(|table| table.occur_in(lower))
}

fn from_correction(assistant: &Message<'_>, user: &Message<'_>, sentence: &Sentence<'_>) -> Option<Item> {
    let (key, act) = corrected(assistant, sentence, user.language)?;
    Some(worded(user, sentence, &key, act, assistant))
}

fn worded(
    user: &Message<'_>,
    sentence: &Sentence<'_>,
    key: &str,
    act: &Sentence<'_>,
    assistant: &Message<'_>,
) -> Item {
    let language = user.language;
    let reason = reason_of(sentence.text, language);
    let point = without_objection(reason.as_ref().map_or(sentence.text, |reason| reason.rest), language);
    let typed = as_typed(key, &format!("{}\n{}", act.lower, sentence.lower));
    let details = Details::Pitfall {
        area: area_of(key),
        issue: issue_with(&typed, stance(sentence.text, key, &keys_of(sentence.text))),
        impact: reason.as_ref().map(|reason| reason.text.clone()).unwrap_or_default(),
        resolution: resolution(point, language),
    };
    let evidence = vec![quote(assistant.id, act.text), quote(user.id, sentence.text)];
    item(title(point, language), details, evidence)
}

/// The thing that both name, with the assistant's last sentence about it.
fn corrected<'a>(
    assistant: &'a Message<'_>,
    correction: &Sentence<'_>,
    language: &Language,
) -> Option<(String, &'a Sentence<'a>)> {
    let named = keys_of(correction.text);
    // What one of them writes as code the other may write as a plain word.
    let words: Vec<&str> = correction.lower.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let is_named =
        |theirs: &&String| named.iter().any(|key| concerns(theirs, key)) || words.contains(&theirs.as_str());
    let shared = assistant.sentences.iter().rev().find_map(|act| {
        let theirs = keys_of(act.text);
        let key = theirs.iter().find(is_named)?;
        Some((key.clone(), act))
    });
    shared.or_else(|| last_act(assistant, correction, language))
}

/// Often the assistant only says "I'll add it", and the call that it then made is what is refused.
fn last_act<'a>(
    assistant: &'a Message<'_>,
    correction: &Sentence<'_>,
    language: &Language,
) -> Option<(String, &'a Sentence<'a>)> {
    let opened = objects(correction, language);
    let act = assistant.sentences.iter().rev().find(|act| acts(act, assistant.language))?;
    let key = refused_key(correction, language)?;
    opened.then_some((key, act))
}

fn acts(sentence: &Sentence<'_>, language: &Language) -> bool {
    language.acts.at_start(&sentence.lower).is_some()
}

/// Of "use pnpm, not npm" it is `npm`: what stands nearest behind the refusal, or before it where verbs come last.
fn refused_key(correction: &Sentence<'_>, language: &Language) -> Option<String> {
    let refusal = language
        .refusal
        .find(&correction.lower)
        .or_else(|| language.refusal_start.find(&correction.lower))?;
    let (before, after) = (&correction.text[..refusal.start], &correction.text[refusal.end..]);
    let sides = if language.verbs_come_last() { [before, after] } else { [after, before] };
    sides.into_iter().find_map(named_first)
}

fn named_first(text: &str) -> Option<String> {
    let lower = fold_case(text);
    keys_of(text).into_iter().min_by_key(|key| lower.find(key.as_str()))
}

/// "that is not correct, we use …" without its first clause.
fn without_objection<'a>(point: &'a str, language: &Language) -> &'a str {
    match point.split_once(CLAUSE_ENDS) {
        Some((first, rest))
            if language.objection.occur_in(&fold_case(first)) && !keys_of(rest).is_empty() =>
        {
            rest
        }
        _ => point,
    }
}

fn area_of(key: &str) -> String {
    match key.rsplit_once('/') {
        Some((folder, file)) if file.contains('.') && !folder.is_empty() => folder.to_owned(),
        _ => key.split(' ').next().unwrap_or(key).to_owned(),
    }
}

/// A fixed sentence: what the assistant said may repeat what a file or a page told it to say.
fn issue_with(key: &str, stance: Option<Stance>) -> String {
    if stance == Some(Stance::For) {
        return format!("The person asked for `{key}`, and something else was done, or was about to be");
    }
    let act = if key.contains(' ') {
        "run"
    } else if key.contains('/') {
        "touched"
    } else {
        "used"
    };
    format!("`{key}` was {act}, or was about to be, and the person stepped in")
}

/// What to do instead, when it is said; else the correction itself.
fn resolution(point: &str, language: &Language) -> String {
    let positive = point.split(CLAUSE_ENDS).filter(|clause| {
        let refuses = language.refusal.at_start(&fold_case(clause::point(clause, language))).is_some();
        is_order(clause, language) && !refuses && !keys_of(clause).is_empty()
    });
    tidy(positive.last().unwrap_or(point), language)
}
