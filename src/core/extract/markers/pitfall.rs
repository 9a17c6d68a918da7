//! The assistant did or proposed something, and the person refused it and named the concrete thing.

use std::collections::BTreeSet;

use super::clause::{self, is_errand, is_order, only_names, spoken, tidy, title};
use super::language::Language;
use super::message::Message;
use super::phrases::{Phrases, fold_case};
use super::reason::reason_of;
use super::retraction::{is_kept, with_exception};
use super::sentence::Sentence;
use super::standing::stands;
use super::{Stopped, item, quote};
use crate::core::extract::Item;
use crate::core::keys::{act_of_key, as_typed, concerns, keys_of, names_only_paths};
use crate::core::model::Details;
use crate::core::stance::{Stance, stance};

const MOST_MESSAGE_CHARS: usize = 500;
const MOST_SENTENCE_CHARS: usize = 240;
const LASTING_BRANCHES: [&str; 9] =
    ["main", "master", "trunk", "develop", "production", "prod", "staging", "upstream", "protected"];
const MANNERS: [&str; 4] = ["directly", "force", "direkt", "directement"];
const CLAUSE_ENDS: [char; 5] = [',', ';', '，', '、', '–'];

pub(super) fn find(assistant: &Message<'_>, user: &Message<'_>) -> Vec<Item> {
    if user.chars > MOST_MESSAGE_CHARS || user.agrees() {
        return vec![];
    }
    let corrections = user.sentences.iter().filter(|sentence| is_correction(user, sentence));
    let found = corrections
        .filter_map(|sentence| with_exception(from_correction(assistant, user, sentence)?, user, sentence));
    found.collect()
}

/// The person stopped the agent: every order that names the thing is a correction, whatever its words.
pub(super) fn find_in_override(
    assistant: &Message<'_>,
    stopped: &str,
    user: &Message<'_>,
) -> Option<Stopped> {
    let corrects = |sentence: &&Sentence<'_>| {
        (directs(sentence, user.language) || refuses_call(sentence, stopped, user.language))
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
        let item = with_exception(item, user, sentence)?;
        Some(Stopped { item, by_call: call_named_in(sentence, stopped).is_some() })
    })
}

/// The call that was stopped and the person's words name the same thing: the call is what was done.
fn of_call(
    assistant: &Message<'_>,
    stopped: &str,
    user: &Message<'_>,
    sentence: &Sentence<'_>,
) -> Option<Item> {
    let key = call_named_in(sentence, stopped)?;
    let thing = Corrected { key, act: assistant.sentences.last(), is_seen: true };
    Some(worded(user, sentence, &thing, assistant))
}

fn of_words(assistant: &Message<'_>, user: &Message<'_>, sentence: &Sentence<'_>) -> Option<Item> {
    let (key, act) = (named_first(sentence.text)?, assistant.sentences.last()?);
    Some(worded(user, sentence, &Corrected { key, act: Some(act), is_seen: false }, assistant))
}

/// "don't push to main": an everyday act is named without its program. Alone it says too little, for "don't push that one"
/// is about this push.
fn refuses_call(sentence: &Sentence<'_>, stopped: &str, language: &Language) -> bool {
    let named = keys_of(sentence.text);
    let is_named = |theirs: &String| names_call(&named, theirs);
    language.refuses(&sentence.lower)
        && (keys_of_call(stopped).iter().any(is_named)
            || (call_named_in(sentence, stopped).is_some() && says_which(sentence, language)))
}

/// What the stopped call and the sentence both name.
fn call_named_in(sentence: &Sentence<'_>, stopped: &str) -> Option<String> {
    let named = keys_of(sentence.text);
    let words = words_of(sentence);
    let is_act = |theirs: &str| act_of_key(theirs).is_some_and(|act| words.contains(&act));
    keys_of_call(stopped).into_iter().find(|theirs| names_call(&named, theirs) || is_act(theirs))
}

fn keys_of_call(stopped: &str) -> BTreeSet<String> {
    keys_of(&format!("`{stopped}`"))
}

fn names_call(named: &BTreeSet<String>, theirs: &str) -> bool {
    named.iter().any(|key| concerns(theirs, key))
}

/// Which of all such acts are refused: every one, those to a branch that stays or done in some way, or those without a
/// check; or what is to be done instead.
fn says_which(sentence: &Sentence<'_>, language: &Language) -> bool {
    let lower = &sentence.lower;
    let awaited = [&language.until, &language.when].into_iter().filter_map(|table| table.find(lower));
    language.always.occur_in(lower)
        || language.without.occur_in(lower)
        || words_of(sentence).iter().any(|word| LASTING_BRANCHES.contains(word) || MANNERS.contains(word))
        || has_alternative(lower, language)
        || awaited.into_iter().any(|place| language.checks.occur_in(&lower[place.end..]))
}

/// "don't push, open a PR": another order follows, and it is not the person who carries it out.
fn has_alternative(lower: &str, language: &Language) -> bool {
    let mut clauses = lower.split([',', ';']).skip(1).map(str::trim_start);
    clauses.any(|clause| language.imperatives.at_start(clause).is_some() && !language.refuses(clause))
}

fn words_of<'a>(sentence: &'a Sentence<'_>) -> Vec<&'a str> {
    sentence.lower.split(|c: char| !c.is_alphanumeric() && c != '_').collect()
}

/// The person wants just what was stopped, and only pressed the wrong key.
fn asks_for(sentence: &Sentence<'_>, stopped: &str) -> bool {
    let named = keys_of(sentence.text);
    keys_of_call(stopped).iter().any(|key| stance(sentence.text, key, &named) == Some(Stance::For))
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
        && is_kept(user, sentence)
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
    let thing = corrected(assistant, sentence, user.language)?;
    Some(worded(user, sentence, &thing, assistant))
}

/// What is corrected, and what the assistant said when it was.
struct Corrected<'a> {
    key: String,
    act: Option<&'a Sentence<'a>>,
    /// The assistant or its call named it too: it was there, and not only in the person's words.
    is_seen: bool,
}

fn worded(
    user: &Message<'_>,
    sentence: &Sentence<'_>,
    thing: &Corrected<'_>,
    assistant: &Message<'_>,
) -> Item {
    let Corrected { key, act, is_seen } = thing;
    let language = user.language;
    let reason = reason_of(sentence.text, language);
    let point = without_objection(reason.as_ref().map_or(sentence.text, |reason| reason.rest), language);
    let (impact, resolution) = match (reason_for_other(point, sentence.text, language), reason.as_ref()) {
        (Some(whole), _) => (String::new(), tidy(whole, language)),
        (None, reason) => {
            (reason.map(|reason| reason.text.clone()).unwrap_or_default(), resolution(point, language))
        }
    };
    let said = act.map(|act| act.lower.as_str()).unwrap_or_default();
    let typed = as_typed(key, &format!("{said}\n{}", sentence.lower));
    let details = Details::Pitfall {
        area: area_of(key),
        issue: issue_with(&typed, stance(sentence.text, key, &keys_of(sentence.text)), *is_seen),
        impact,
        resolution,
    };
    let both =
        act.map(|act| quote(assistant.id, act.text)).into_iter().chain([quote(user.id, sentence.text)]);
    item(title(point, language), details, both.collect())
}

/// The thing that both name, with the assistant's last sentence about it.
fn corrected<'a>(
    assistant: &'a Message<'_>,
    correction: &Sentence<'_>,
    language: &Language,
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
    shared.or_else(|| last_act(assistant, correction, language))
}

/// Often the assistant only says "I'll add it", and the call that it then made is what is refused.
fn last_act<'a>(
    assistant: &'a Message<'_>,
    correction: &Sentence<'_>,
    language: &Language,
) -> Option<Corrected<'a>> {
    let act = assistant.sentences.iter().rev().find(|act| acts(act, assistant.language))?;
    let key = refused_key(correction, language)?;
    answers(correction, language).then_some(Corrected { key, act: Some(act), is_seen: false })
}

/// "no, …" and "stop adding …" answer what was just done; "never send X" may be said at any time.
fn answers(sentence: &Sentence<'_>, language: &Language) -> bool {
    let opening = language.refusal_start.at_start(&sentence.lower).map(|end| sentence.lower.split_at(end));
    let is_answer = opening.is_some_and(|(refusal, rest)| {
        rest.starts_with(CLAUSE_ENDS)
            || rest.starts_with(['.', '!', '。', '！'])
            || language.intent.at_start(refusal).is_none()
    });
    is_answer || opens_with(&language.redirect, sentence) || language.objection.occur_in(&sentence.lower)
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

/// A fixed sentence: what the assistant said may repeat what a file or a page told it to say. What only the person named is
/// not said to have happened.
fn issue_with(key: &str, stance: Option<Stance>, is_seen: bool) -> String {
    if stance == Some(Stance::For) {
        return format!("The person asked for `{key}`, and something else was done, or was about to be");
    }
    if !is_seen {
        return format!("The person stepped in and refused `{key}`");
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

/// "don't use A, use B because …": the reason speaks for B and is no harm that A did, so it stays with B.
fn reason_for_other<'a>(point: &str, sentence: &'a str, language: &Language) -> Option<&'a str> {
    let (before, wanted) = point.trim_end().trim_end_matches(CLAUSE_ENDS).rsplit_once(CLAUSE_ENDS)?;
    let refuses = |clause: &str| language.refuses(&fold_case(clause));
    let is_other = refuses(before) && !refuses(wanted) && is_order(wanted, language);
    let whole = &sentence[sentence.find(wanted)?..];
    let has_reason = whole.trim_end_matches(['.', '!']).len() > wanted.len();
    (is_other && has_reason && !keys_of(wanted).is_empty()).then_some(whole)
}

/// What to do instead, when it is said; else the correction itself.
fn resolution(point: &str, language: &Language) -> String {
    let positive = point.split(CLAUSE_ENDS).filter(|clause| {
        let refuses = language.refusal.at_start(&fold_case(clause::point(clause, language))).is_some();
        is_order(clause, language) && !refuses && !keys_of(clause).is_empty()
    });
    tidy(positive.last().unwrap_or(point), language)
}
