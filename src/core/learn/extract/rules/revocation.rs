//! Revocations: things that a person no longer does, and rules that they take back: "we don't use
//! redis any more", "forget the pnpm rule", "ADR-003 is outdated". Words taken back within the same
//! message or session are in `taken_back`.

use std::collections::BTreeSet;

use super::clause::{arrives, point};
use super::message::Message;
use super::procedural::is_conditional;
use super::reason::wanted;
use super::standing::stands;
use super::words::{fold, words};
use crate::core::entities::keys::place::is_lead;
use crate::core::entities::keys::{is_known_tool, keys_of};
use crate::core::learn::extract;
use crate::core::model::artifact_path::cited;

const CLAUSE_ENDS: [&str; 7] = [", ", "; ", ": ", " – ", " — ", " - ", " ("];

/// A lesson that is no longer shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Revoked {
    pub(crate) things: BTreeSet<String>,
    /// Entries named by their number.
    pub(crate) anchors: BTreeSet<String>,
    /// The words that name the thing and the matter.
    pub(crate) matter: String,
    pub(crate) how: How,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// The things are no longer used: lessons that ask for them do not hold.
    Left,
    /// They are used again: lessons against them, or for a rival, do not hold.
    Returned,
    /// They are used from now on: lessons for a rival do not hold.
    Arrived,
    /// A rule is taken back, whatever it says about the things.
    Rule,
}

/// The sentences of a message that revoke something.
pub(crate) fn revocations(message: &extract::DialogMessage) -> Vec<String> {
    let message = Message::read(message);
    let sentences = message.sentences.iter().enumerate();
    let revoking = sentences.filter(|(at, sentence)| {
        revoked(sentence.text).is_some() && stands(&message, *at) && !is_conditional(sentence.text)
    });
    revoking.map(|(_, sentence)| sentence.text.to_owned()).collect()
}

pub(crate) fn revoked(sentence: &str) -> Option<Revoked> {
    let said = wanted(sentence).trim().trim_end_matches(['.', '!']);
    rule(said).or_else(|| parts(said).find_map(|part| used(point(part))))
}

/// The sentence, and what follows a comma: "it was slow, we don't use redis any more". After "in
/// packages/web," and "if it fails again," it holds only there or then.
fn parts(said: &str) -> impl Iterator<Item = &str> {
    let commas = said.match_indices(", ").filter(move |(at, _)| !is_bound(&said[..*at]));
    std::iter::once(said).chain(commas.map(|(at, comma)| &said[at + comma.len()..]))
}

fn is_bound(lead: &str) -> bool {
    words().when.open(&fold(lead)) || lead.split_once(' ').is_some_and(|(first, _)| is_lead(first))
}

fn used(said: &str) -> Option<Revoked> {
    let (w, lower) = (words(), fold(said));
    if let Some(what) = left(said, &lower) {
        let alone = w.left_for.find(&fold(what)).map_or(what, |next| &what[..next.start]);
        return Revoked::of(alone, what, How::Left);
    }
    let returned = w.returned.at_start(&lower);
    let rest = &said[returned.or_else(|| w.arrived.at_start(&lower))?..];
    // "We switched to bun, but pnpm stays": the rest may take it back.
    if w.but.stand_in(&fold(rest)) || w.then.stand_in(&fold(rest)) {
        return None;
    }
    let what = clause(rest);
    if returned.is_some() {
        // People also go back to files and branches.
        let is_plain = w.we.open(&lower)
            || (point(what).split_whitespace().count() == 1
                && keys_of(what).iter().all(|it| is_known_tool(it)));
        return Revoked::of(what, what, How::Returned).filter(|_| is_plain);
    }
    let what = what.split(" from ").next().unwrap_or(what);
    Revoked::of(what, what, How::Arrived).filter(|_| arrives(said))
}

/// Things that are no longer used, with their replacement.
fn left<'a>(said: &'a str, lower: &str) -> Option<&'a str> {
    let w = words();
    if let Some(length) = w.left.at_start(lower) {
        return Some(clause(&said[length..]));
    }
    if let Some(length) = w.use_not.at_start(lower) {
        let rest = &said[length..];
        return w.any_more.find(&fold(rest)).map(|end| &rest[..end.start]);
    }
    w.is_left.find(lower).map(|end| &said[..end.start])
}

impl Revoked {
    fn of(things: &str, matter: &str, how: How) -> Option<Revoked> {
        let (things, matter) = (keys_of(things), matter.to_owned());
        (!things.is_empty()).then_some(Revoked { things, anchors: BTreeSet::new(), matter, how })
    }
}

/// A rule, named by its subject or its number. "Forget about redis" is also said about work.
fn rule(said: &str) -> Option<Revoked> {
    let w = words();
    let what = match w.recant.at_start(&fold(said)) {
        Some(length) => clause(&said[length..]),
        None => {
            let pointed = if w.drop_rule.open(&fold(said)) { said } else { point(said) };
            let lower = fold(pointed);
            let dropped = w.drop_rule.at_start(&lower).map(|length| clause(&pointed[length..]));
            let what = dropped.or_else(|| w.lapse.find(&lower).map(|end| &pointed[..end.start]))?;
            // "Forget the postgres thing, we go with mysql now".
            let is_replaced =
                || w.thing.stand_in(&fold(what)) && parts(said).skip(1).any(|it| w.habit.open(&fold(it)));
            let is_rule = w.rule.stand_in(&fold(what)) || anchors(what).next().is_some() || is_replaced();
            is_rule.then_some(what)?
        }
    };
    let (things, anchors): (_, BTreeSet<String>) = (keys_of(what), anchors(what).collect());
    let is_named = !things.is_empty() || !anchors.is_empty();
    is_named.then(|| Revoked { things, anchors, matter: w.rule.blanked(&fold(what)), how: How::Rule })
}

fn anchors(text: &str) -> impl Iterator<Item = String> {
    cited(&text.to_uppercase()).collect::<Vec<_>>().into_iter()
}

fn clause(text: &str) -> &str {
    let end = CLAUSE_ENDS.iter().filter_map(|end| text.find(end)).min();
    &text[..end.unwrap_or(text.len())]
}
