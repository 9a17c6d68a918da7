//! How a correction is written down.

use crate::core::entities::keys::{as_typed, is_lasting_branch, keys_of};
use crate::core::entities::negation::{Stance, stance};
use crate::core::learn::extract::Item;
use crate::core::learn::extract::markers::clause::{self, is_order, tidy, title};
use crate::core::learn::extract::markers::english;
use crate::core::learn::extract::markers::language;
use crate::core::learn::extract::markers::message::MarkedMessage;
use crate::core::learn::extract::markers::phrases::fold_case;
use crate::core::learn::extract::markers::reason::reason_of;
use crate::core::learn::extract::markers::sentence::Sentence;
use crate::core::learn::extract::markers::{item, quote};
use crate::core::model::Details;

use super::CLAUSE_ENDS;
use super::thing::Corrected;

pub(super) fn worded(
    user: &MarkedMessage<'_>,
    sentence: &Sentence<'_>,
    thing: &Corrected<'_>,
    assistant: &MarkedMessage<'_>,
) -> Item {
    let Corrected { key, act, is_seen } = thing;
    let reason = reason_of(sentence.text);
    let point = without_objection(reason.as_ref().map_or(sentence.text, |reason| reason.rest));
    let (impact, resolution) = match (reason_for_other(point, sentence.text), reason.as_ref()) {
        (Some(whole), _) => (String::new(), tidy(whole)),
        (None, reason) => (reason.map(|reason| reason.text.clone()).unwrap_or_default(), resolution(point)),
    };
    let said = act.map(|act| act.lower.as_str()).unwrap_or_default();
    let typed = as_typed(key, &format!("{said}\n{}", sentence.lower));
    let details = Details::Pitfall {
        area: area_of(key),
        issue: issue_with(&typed, wish(sentence, key), *is_seen),
        impact,
        resolution,
    };
    let both =
        act.map(|act| quote(assistant.id, act.text)).into_iter().chain([quote(user.id, sentence.text)]);
    item(title(point), details, both.collect())
}

/// "that is not correct, we use …" without its first clause.
fn without_objection(point: &str) -> &str {
    match point.split_once(CLAUSE_ENDS) {
        Some((first, rest))
            if english::OBJECTION.occur_in(&fold_case(first)) && !keys_of(rest).is_empty() =>
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wish {
    For,
    Against,
    /// Something is refused that has to do with it: "don't bump the version in package.json".
    Beside,
}

/// Whether it is asked for or refused. A refusal may reach further than one can tell, and not every sentence asks.
fn wish(sentence: &Sentence<'_>, key: &str) -> Wish {
    let names = |clause: &&str| fold_case(clause).contains(key);
    let asks = |clause: &str| {
        let lower = fold_case(clause);
        let is_beside = lower.split(key).next().is_some_and(language::refuses);
        is_order(clause) && !is_beside
    };
    match stance(sentence.text, key, &keys_of(sentence.text)) {
        Some(Stance::For) if sentence.text.split(CLAUSE_ENDS).find(names).is_some_and(asks) => Wish::For,
        Some(Stance::For) => Wish::Beside,
        _ => Wish::Against,
    }
}

/// A fixed sentence: what the assistant said may repeat what a file or a page told it to say. What only the person named is
/// not said to have happened.
fn issue_with(key: &str, wish: Wish, is_seen: bool) -> String {
    if wish == Wish::For {
        return format!("The person asked for `{key}`, and something else was done, or was about to be");
    }
    if wish == Wish::Beside || is_lasting_branch(key) {
        return format!("The person stepped in over something about `{key}`");
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
fn reason_for_other<'a>(point: &str, sentence: &'a str) -> Option<&'a str> {
    let (before, wanted) = point.trim_end().trim_end_matches(CLAUSE_ENDS).rsplit_once(CLAUSE_ENDS)?;
    let refuses = |clause: &str| language::refuses(&fold_case(clause));
    let is_other = refuses(before) && !refuses(wanted) && is_order(wanted);
    let whole = &sentence[sentence.find(wanted)?..];
    let has_reason = whole.trim_end_matches(['.', '!']).len() > wanted.len();
    (is_other && has_reason && !keys_of(wanted).is_empty()).then_some(whole)
}

/// What to do instead, when it is said; else the correction itself.
fn resolution(point: &str) -> String {
    let mut positive = point.split(CLAUSE_ENDS).filter(|clause| {
        let refuses = english::REFUSAL.at_start(&fold_case(clause::point(clause))).is_some();
        is_order(clause) && !refuses && !keys_of(clause).is_empty()
    });
    tidy(positive.next_back().unwrap_or(point))
}
