//! The wording of a correction as a pitfall.

use super::Corrected;
use crate::core::entities::keys::{as_typed, is_lasting_branch, keys_of};
use crate::core::entities::negation::{Stance, stance};
use crate::core::learn::extract::Item;
use crate::core::learn::extract::rules::clause::{CLAUSE_ENDS, is_order, point, refuses, tidy, title};
use crate::core::learn::extract::rules::message::{Message, Sentence};
use crate::core::learn::extract::rules::reason::reason_of;
use crate::core::learn::extract::rules::words::{fold, words};
use crate::core::learn::extract::rules::{item, quote};
use crate::core::model::Details;

/// Fewer words say nothing about the consequences.
const FEWEST_WORDS: usize = 3;

pub(super) fn worded(
    user: &Message<'_>,
    sentence: &Sentence<'_>,
    thing: &Corrected<'_>,
    assistant: &Message<'_>,
) -> Item {
    let Corrected { key, act, is_seen } = thing;
    let reason = reason_of(sentence.text);
    let said = without_objection(reason.as_ref().map_or(sentence.text, |reason| reason.rest));
    let (impact, resolution) = match (reason_for_other(said, sentence.text), reason) {
        (Some(whole), _) => (String::new(), tidy(whole)),
        (None, Some(reason)) => (reason.text, resolution(said)),
        (None, None) => match harm(said) {
            Some((refusal, harm)) => (tidy(harm), resolution(refusal)),
            None => (String::new(), resolution(said)),
        },
    };
    let named = format!("{}\n{}", act.map_or("", |act| &act.lower), sentence.lower);
    let issue = issue(&as_typed(key, &named), sentence, key, *is_seen);
    let details = Details::Pitfall { area: area_of(key), issue, impact, resolution };
    let act = act.map(|act| quote(assistant.id, act.text));
    item(title(said), details, act.into_iter().chain([quote(user.id, sentence.text)]).collect())
}

/// "that is not correct, we use …" without its first clause.
fn without_objection(said: &str) -> &str {
    match said.split_once(CLAUSE_ENDS) {
        Some((first, rest)) if words().object.stand_in(&fold(first)) && !keys_of(rest).is_empty() => rest,
        _ => said,
    }
}

fn area_of(key: &str) -> String {
    match key.rsplit_once('/') {
        Some((folder, file)) if file.contains('.') && !folder.is_empty() => folder.to_owned(),
        _ => key.split(' ').next().unwrap_or(key).to_owned(),
    }
}

/// A fixed sentence, because the assistant's words may repeat what a file or a page told it to say.
/// A thing that only the person named is not said to have happened, and a thing they asked for is
/// not called the mistake.
fn issue(typed: &str, sentence: &Sentence<'_>, key: &str, is_seen: bool) -> String {
    let is_wanted = stance(sentence.text, key, &keys_of(sentence.text)) == Some(Stance::For);
    let clause =
        sentence.text.split(CLAUSE_ENDS).find(|clause| fold(clause).contains(key)).unwrap_or_default();
    let is_asked_for = is_order(clause) && !refuses(fold(clause).split(key).next().unwrap_or_default());
    let act = match typed {
        _ if is_wanted && is_asked_for => {
            return format!(
                "The person asked for `{typed}`, and something else was done, or was about to be"
            );
        }
        _ if is_wanted || is_lasting_branch(typed) => {
            return format!("The person stepped in over something about `{typed}`");
        }
        _ if !is_seen => return format!("The person stepped in and refused `{typed}`"),
        _ if typed.contains(' ') => "run",
        _ if typed.contains('/') => "touched",
        _ => "used",
    };
    format!("`{typed}` was {act}, or was about to be, and the person stepped in")
}

/// "don't use A, use B because …": the reason speaks for B and is not a harm of A, so it stays with
/// B.
fn reason_for_other<'a>(said: &str, sentence: &'a str) -> Option<&'a str> {
    let (before, wanted) = said.trim_end().trim_end_matches(CLAUSE_ENDS).rsplit_once(CLAUSE_ENDS)?;
    let is_other = refuses(&fold(before)) && !refuses(&fold(wanted)) && is_order(wanted);
    let whole = &sentence[sentence.find(wanted)?..];
    let has_reason = whole.trim_end_matches(['.', '!']).len() > wanted.len();
    (is_other && has_reason && !keys_of(wanted).is_empty()).then_some(whole)
}

/// "don't edit X, the build overwrites it": the consequence is given without a "because". What is
/// asked for instead is not one.
fn harm(said: &str) -> Option<(&str, &str)> {
    let (refusal, rest) = point(said).split_once(CLAUSE_ENDS)?;
    let is_refused = refuses(&fold(refusal)) && is_order(refusal);
    let is_statement = |clause: &str| !is_order(clause) && !refuses(&fold(clause));
    let is_harm =
        rest.split_whitespace().count() >= FEWEST_WORDS && rest.split(CLAUSE_ENDS).all(is_statement);
    (is_refused && is_harm).then_some((refusal, rest))
}

/// What to do instead, if it was said; otherwise the correction itself.
fn resolution(said: &str) -> String {
    tidy(said.split(CLAUSE_ENDS).rfind(is_positive_order).unwrap_or(said))
}

fn is_positive_order(clause: &&str) -> bool {
    is_order(clause) && !words().refuse.open(&fold(point(clause))) && !keys_of(clause).is_empty()
}
