//! Procedures: how something is done here, as in "when X, do Y", "always Y before X", "we use Y".

use std::ops::RangeInclusive;

use super::clause::{arrives, begins_with_key, is_order, point, refuses, tidy, title};
use super::message::Message;
use super::reason::{reason_of, wanted};
use super::standing::is_lasting;
use super::steps::steps_of;
use super::words::{Phrases, fold, words};
use super::{item, quote};
use crate::core::entities::keys::{acts_of, keys_of};
use crate::core::learn::extract::Item;
use crate::core::learn::topics;
use crate::core::model::Details;

/// Opens the situation of a rule that applies wherever its tool is used.
pub(crate) const ANYWHERE: &str = "Work that involves ";
const MOST_SENTENCE_CHARS: usize = 300;
const MOST_NAMES: usize = 3;
const MOST_PLACE_WORDS: usize = 5;
/// Fewer words say nothing, and more are about the work of that day.
const CUSTOM_WORDS: RangeInclusive<usize> = 3..=16;
/// The same for a clause.
const NORM_WORDS: RangeInclusive<usize> = 3..=12;
/// "It's pnpm, not npm" and little more.
const MOST_CONTRAST_WORDS: usize = 6;

pub(super) fn find(message: &Message<'_>) -> Vec<Item> {
    let mut found = vec![];
    for (at, sentence) in message.sentences.iter().enumerate() {
        if sentence.text.chars().count() > MOST_SENTENCE_CHARS || !is_lasting(message, at) {
            continue;
        }
        let evidence = vec![quote(message.id, sentence.text)];
        let rule = (!sentence.asks).then(|| rule_in(sentence.text).or_else(|| custom_in(sentence.text)));
        if let Some(details) = rule.flatten() {
            found.push(item(title(wanted(sentence.text)), details, evidence));
        } else if let Some(norm) = norm_in(sentence.text) {
            let rationale = reason_of(sentence.text).map(|reason| reason.text).unwrap_or_default();
            let norm = wanted(norm);
            let steps = vec![tidy(norm)];
            let details = Details::Procedural { situation: String::new(), steps, rationale };
            found.push(item(title(norm), details, evidence));
        }
    }
    found
}

fn rule_in(sentence: &str) -> Option<Details> {
    let rule = Rule::placed(wanted(sentence)).filter(|rule| !keys_of(rule.action).is_empty())?;
    let steps = steps_of(rule.action).into_iter().map(tidy).collect();
    let rationale = reason_of(sentence).map(|reason| reason.text).unwrap_or_default();
    Some(Details::Procedural { situation: rule.situation, steps, rationale })
}

/// A rule in ordinary words that no topic knows: "We don't use classes here", "use the logger
/// instead of println". It is shown with its date, and written only when it is said again. A
/// refusal waits for the call that it refuses.
fn custom_in(sentence: &str) -> Option<Details> {
    let w = words();
    let text = point(wanted(sentence));
    let (said, lower) = (fold(sentence), fold(text));
    let is_standing = w.always.open(said.trim_start()) || w.always.open(&lower);
    let is_preferred = w.choose.open(&lower) || w.habit.open(&lower);
    let is_rule = w.custom.open(said.trim_start())
        || w.custom.open(&lower)
        || (is_standing && is_order(text) && !refuses(text))
        || (is_preferred && w.instead.stand_in(&lower));
    let is_short = CUSTOM_WORDS.contains(&sentence.split_whitespace().count());
    let is_clear = is_short && !w.pointing.stand_in(&lower);
    let is_topic = || !topics::stated(std::iter::once(sentence)).is_empty();
    if !is_rule || !is_clear || is_topic() {
        return None;
    }
    let rationale = reason_of(sentence).map(|reason| reason.text).unwrap_or_default();
    Some(Details::Procedural { situation: String::new(), steps: vec![tidy(text)], rationale })
}

/// The clause that says how things are in this project, or what is unwanted: "Why did you take npm,
/// we're on pnpm here".
fn norm_in(sentence: &str) -> Option<&str> {
    let is_topic = || !topics::stated(std::iter::once(sentence)).is_empty();
    norm_clause(sentence).filter(|_| !is_topic())
}

/// Whether a sentence says how things are done here, whatever it is about.
pub(crate) fn is_norm(sentence: &str) -> bool {
    norm_clause(sentence).is_some()
}

fn norm_clause(sentence: &str) -> Option<&str> {
    let whole = sentence.trim().trim_end_matches(['.', '!']);
    let lower = fold(whole);
    let only_points = words().pointing.open(&lower) && !words().it_is.open(&lower);
    if whole.ends_with('?') || only_points {
        return None;
    }
    let mut clauses = std::iter::once(whole).chain(whole.split([',', ';', '!']).map(str::trim));
    clauses.find(|clause| has_norm_shape(&fold(clause)) || is_custom(&fold(point(clause)), &lower))
}

/// The shapes in which people say how it is done here without a word such as "always".
fn has_norm_shape(lower: &str) -> bool {
    let w = words();
    let count = lower.split_whitespace().count();
    let named = w.it_is.at_start(lower).map(|length| lower[length..].trim_start());
    let (is_named, points) = (named.is_some(), w.pointing.stand_in(lower));
    if !NORM_WORDS.contains(&count) || w.question.open(lower) || (points && !is_named) {
        return false;
    }
    // "Code comments are english here".
    let is_of_here = w.of_here.at_end(lower).is_some() && w.holds.stand_in(lower);
    // "No blanket try/except please".
    let is_unwanted = w.none_of.open(lower) && w.closer.at_end(lower).is_some() && !w.courtesy.open(lower);
    // "Don't edit dist by hand".
    let is_by_hand = w.refuse.open(lower) && w.by_hand.stand_in(lower);
    // "It's pnpm, not npm".
    let names_both = named.is_some_and(|named| w.instead.stand_in(named) && !w.instead.open(named));
    let is_contrast = names_both && count <= MOST_CONTRAST_WORDS;
    w.custom.open(lower) || is_of_here || is_unwanted || is_by_hand || is_contrast
}

/// Further shapes, of a clause without the words around it.
fn is_custom(lower: &str, sentence: &str) -> bool {
    let w = words();
    if !NORM_WORDS.contains(&lower.split_whitespace().count()) || w.pointing.stand_in(lower) {
        return false;
    }
    let is_act = |text: &str| w.order.open(text.trim_start()) && !w.errand.open(text.trim_start());
    let behind = |table: &Phrases| table.at_start(lower).map_or("", |length| &lower[length..]);
    // "We pin exact versions".
    let is_ours = is_act(behind(&w.we));
    // "Don't touch the vendored code", and not "wait, don't push".
    let refuses =
        w.refusal.open(lower) && (w.choose.open(lower) || w.order.open(behind(&w.refusal).trim_start()));
    let is_refusal = refuses && !w.pause.open(sentence);
    // "Put components in src/ui, not in pages", "log ids, never names".
    let follows = |table: &Phrases| table.places(lower).any(|place| place.start > 0);
    let is_contrast = is_act(lower)
        && !w.refusal.open(lower)
        && !w.instead.open(lower)
        && (follows(&w.instead) || follows(&w.refusal));
    // "Only use the profile for reading".
    let is_restricted = is_act(behind(&w.only));
    // "Keep functions under 40 lines".
    let is_bounded = is_act(lower) && w.bound.stand_in(lower) && lower.contains(char::is_numeric);
    // "Every endpoint needs an entry".
    let is_of_all = w.quantity.open(lower) && (w.needs.stand_in(lower) || w.holds.stand_in(lower));
    // "Business logic goes into services".
    let is_placed = w.belong.stand_in(lower) && !w.order.open(lower) && !w.person.stand_in(lower);
    is_ours
        || is_refusal
        || is_contrast
        || is_restricted
        || is_bounded
        || is_of_all
        || is_placed
        || w.prefer.open(lower)
}

/// Whether it says when it applies; "always do Y" alone may as well be a choice.
pub(super) fn is_conditional(sentence: &str) -> bool {
    let wanted = wanted(sentence);
    let said = point(wanted).split_once(": ").map_or(wanted, |(_, said)| said);
    let rule = when_first(said).or_else(|| when_last(said));
    rule.is_some_and(|rule| !keys_of(rule.action).is_empty())
}

struct Rule<'a> {
    situation: String,
    action: &'a str,
}

impl<'a> Rule<'a> {
    /// "Frontend: when X, do Y" and "in packages/web always run X" apply only there.
    fn placed(sentence: &'a str) -> Option<Self> {
        let text = point(sentence);
        let place = text.split_once(": ").or_else(|| leading_place(text));
        let Some((place, said)) = place else { return Rule::read(sentence) };
        let Some(Rule { situation, action }) = Rule::read(said) else { return Rule::read(sentence) };
        let place = tidy(place);
        let situation = if situation.starts_with(ANYWHERE) { place } else { format!("{place}: {situation}") };
        Some(Rule { situation, action })
    }

    fn read(sentence: &'a str) -> Option<Self> {
        when_first(sentence).or_else(|| when_last(sentence)).or_else(|| always(sentence))
    }
}

/// "In packages/web" before a lasting order. Without "always" it may be about the code.
fn leading_place(text: &str) -> Option<(&str, &str)> {
    words().lead_in.at_start(&fold(text)).filter(|_| !words().when.open(&fold(text)))?;
    let ends = text.match_indices(' ').map(|(at, _)| at).take(MOST_PLACE_WORDS);
    let mut cuts = ends.map(|at| (text[..at].trim_end_matches(','), text[at..].trim_start()));
    cuts.find(|(_, said)| words().always.open(&fold(said)))
}

/// "when X, do Y". "When I run it, …" says what happened.
fn when_first(sentence: &str) -> Option<Rule<'_>> {
    let text = point(sentence);
    let lower = fold(text);
    let opening = words().when.at_start(&lower).or_else(|| words().goal.at_start(&lower))?;
    let (situation, action) = text.split_at(situation_end(text)?);
    let is_told = is_order(action) || words().always.stand_in(&lower);
    (is_told && !is_told_of(&lower[opening..], is_order(action)))
        .then(|| Rule { situation: tidy(without_always(situation)), action })
}

/// In "When you push always run X", "always" does not belong to the situation.
fn without_always(situation: &str) -> &str {
    let situation = situation.trim_end();
    let lower = fold(situation);
    let last =
        words().always.places(&lower).last().filter(|place| place.start > 0 && place.end == lower.len());
    last.map_or(situation, |place| &situation[..place.start])
}

/// "always do Y before X"
fn when_last(sentence: &str) -> Option<Rule<'_>> {
    let text = point(sentence);
    let (lower, said) = (fold(text), fold(sentence));
    let when = words().when.places(&lower).filter(|place| place.start > 0).max_by_key(|place| place.start)?;
    let (action, situation) = text.split_at(when.start);
    let insists = words().always.stand_in(&said) || words().must.stand_in(&said) || recurs(action, situation);
    let is_rule = insists && is_order(action) && !is_told_of(&lower[when.end..], true);
    is_rule.then(|| Rule { situation: tidy(situation), action })
}

/// "always do Y" and "we use Y" apply wherever Y's tool is used.
fn always(sentence: &str) -> Option<Rule<'_>> {
    let w = words();
    let text = point(sentence);
    let lower = fold(text);
    // "Always" opens it or follows its verb.
    let behind_verb = w.order.at_start(&lower).map_or("", |length| lower[length..].trim_start());
    let is_standing =
        w.always.open(fold(sentence).trim_start()) || w.always.open(&lower) || w.always.open(behind_verb);
    let says_what = is_order(text) || w.intent.stand_in(&lower);
    let is_new = [sentence.trim_start(), text].into_iter().any(|said| arrives(said) && !goes_on(said));
    let keys: Vec<String> = keys_of(text).iter().take(MOST_NAMES).map(|key| format!("`{key}`")).collect();
    let situation = || without(text).unwrap_or_else(|| format!("{ANYWHERE}{}", keys.join(" or ")));
    let is_rule = is_new || (says_what && is_standing);
    (is_rule && !keys.is_empty()).then(|| Rule { situation: situation(), action: text })
}

/// "We switched to pnpm and now the build fails" reports an event; "to bun and vitest" names two
/// things.
fn goes_on(said: &str) -> bool {
    let lower = fold(said);
    words().but.stand_in(&lower)
        || words().and.places(&lower).any(|and| !begins_with_key(said[and.end..].trim_start()))
}

/// "Run `make check` after every change", "bump `version` before each release": a command is run,
/// or work goes on. A function call is part of the code: "call `refresh()` after every commit".
fn recurs(action: &str, situation: &str) -> bool {
    let lower = fold(situation);
    let is_each = words().each.open(&lower) || words().always.open(&lower);
    let runs = keys_of(action).iter().any(|key| !acts_of(&format!("`{key}`")).is_empty());
    is_each && !action.contains("()") && (runs || !acts_of(situation).is_empty())
}

/// "Never commit without X" applies to commits.
fn without(text: &str) -> Option<String> {
    let lower = fold(text);
    let never = words().refuse.at_start(&lower)?;
    let end = words().without.find(&lower).map(|place| place.start).filter(|end| *end > never)?;
    Some(tidy(&text[never..end]))
}

/// At a comma, or otherwise where an order on something concrete begins: "after X run `y`".
fn situation_end(text: &str) -> Option<usize> {
    let is_order_on_key = |at: &usize| {
        let order = &text[at + 1..];
        words().order.open(&fold(order))
            && order.split_once(' ').is_some_and(|(_, object)| begins_with_key(object))
    };
    text.find([',', ':']).or_else(|| text.match_indices(' ').map(|(at, _)| at).find(is_order_on_key))
}

/// "when I run it, …" says what happened; "when we release, run `make check`" does not.
fn is_told_of(after_when: &str, is_order: bool) -> bool {
    let after = after_when.trim_start();
    words().person.open(after) && !(is_order && words().we.open(after))
}
