//! A sequence that somebody wants done in this order: a list of steps, or orders joined by "then".

use super::language;
use std::collections::BTreeSet;

use super::clause::{TELLING, is_order, point, tidy, title};
use super::english;
use super::message::MarkedMessage;
use super::neighbour::is_introduced;
use super::phrases::{Phrases, fold_case};
use super::reason::reason_of;
use super::retraction::is_kept;
use super::sentence::{Sentence, bulleted_item, numbered_item, sentences};
use super::standing::holds_on;
use super::steps::steps_of;
use super::{item, quote};
use crate::core::entities::keys::acts_of;
use crate::core::learn::extract::{Item, ItemQuote};
use crate::core::model::Details;

const MOST_STEPS: usize = 12;
const MOST_STEP_CHARS: usize = 200;
const MOST_GOAL_WORDS: usize = 6;
const GOAL_ENDS: [char; 4] = [':', '：', ',', '，'];

pub(super) fn find(message: &MarkedMessage<'_>) -> Option<Item> {
    from_list(message).or_else(|| from_chain(message))
}

fn from_list(message: &MarkedMessage<'_>) -> Option<Item> {
    let first = message.lines.iter().position(|line| any_item(line).is_some())?;
    let is_numbered = numbered_item(message.lines[first]).is_some();
    let items = listed(&message.lines[first..], if is_numbered { numbered_item } else { bulleted_item });
    let above = message.lines[..first].iter().rfind(|line| !line.trim().is_empty());
    let lead = above.filter(|line| line.trim().ends_with([':', '：']));
    let name = lead.filter(|line| !is_plain_label(line));
    let name = name.map_or_else(|| items.join(", "), |line| (*line).to_owned());
    let evidence = items.iter().map(|item| quote(message.id, item)).collect();
    let stays = !message.is_limited && lead.into_iter().chain(&items).all(|line| lasts(message, line));
    let stays = stays && items.last().is_none_or(|last| is_kept_item(message, last));
    let is_ordered = is_numbered || are_steps(above.copied(), &items);
    (stays && is_ordered && are_orders(&items, is_numbered)).then(|| build(&items, &name, evidence))?
}

/// A number says that an item is a step, so one verb among them may be unknown.
fn are_orders(items: &[&str], is_numbered: bool) -> bool {
    let (orders, others): (Vec<&str>, Vec<&str>) = items.iter().partition(|item| is_order(item));
    let asks = items.iter().any(|item| item.ends_with(['?', '？']));
    let may_be_order = match others[..] {
        [] => true,
        [item] => is_numbered && orders.len() > 1 && opens_with_own_word(item),
        _ => false,
    };
    may_be_order && !asks
}

/// "The build is red" and "login is broken" tell something; "hibernate the workers" does not.
fn opens_with_own_word(item: &str) -> bool {
    let lower = fold_case(point(item));
    let (first, rest) = lower.split_once(' ').unwrap_or((&lower, ""));
    let is_word = !first.is_empty() && first.chars().all(|c| c.is_alphabetic() || c == '-');
    let known = [&english::COMMON, &english::FIRST_PERSON, &english::QUESTION];
    is_word && !known.iter().any(|table| table.has(first)) && TELLING.at_start(rest.trim_start()).is_none()
}

fn lasts(message: &MarkedMessage<'_>, line: &str) -> bool {
    sentences(line).iter().all(|sentence| holds_on(message, sentence))
}

/// No sentence behind the list takes it back.
fn is_kept_item(message: &MarkedMessage<'_>, item: &str) -> bool {
    let holds = |sentence: &&Sentence<'_>| sentence.text.as_bytes().as_ptr_range().contains(&item.as_ptr());
    message.sentences.iter().find(holds).is_none_or(|sentence| is_kept(message, sentence))
}

fn any_item(line: &str) -> Option<&str> {
    numbered_item(line).or_else(|| bulleted_item(line))
}

/// The items of a list. Blank lines and what is indented below an item do not end it.
fn listed<'a>(lines: &[&'a str], item: fn(&str) -> Option<&str>) -> Vec<&'a str> {
    let is_below = |line: &str| line.trim().is_empty() || line.starts_with([' ', '\t']);
    let within = lines.iter().take_while(|line| item(line).is_some() || is_below(line));
    within.filter_map(|line| item(line)).collect()
}

/// Bullets have no order of their own: the line above gives it. With nothing above them, things to run are steps; below
/// "available commands:" they are commands. Rules are never steps.
fn are_steps(above: Option<&str>, items: &[&str]) -> bool {
    let is_rule =
        |item: &&str| english::ALWAYS.occur_in(&fold_case(item)) || language::refuses(&fold_case(item));
    let is_act = |item: &&str| !acts_of(item).is_empty();
    let is_led = above.map_or_else(|| items.iter().all(is_act), leads_to_steps);
    !items.iter().any(is_rule) && is_led
}

/// "Steps:", "to release:", "new release 2.3:". "For the frontend:" says where something holds, and "the `make` targets:"
/// what there is.
fn leads_to_steps(above: &str) -> bool {
    let lead = point(above);
    let lower = fold_case(lead);
    let is_goal = english::GOAL.at_start(&lower).is_some() && english::SCOPES.at_end(&lower).is_none();
    let is_heading = above.trim().ends_with([':', '：']) && !above.contains('`');
    let is_moment = english::WHEN.at_start(&lower).is_some() && is_heading;
    is_goal || is_moment || english::SEQUENCES.occur_in(&lower) || (is_heading && !acts_of(lead).is_empty())
}

/// "Steps:" names nothing.
fn is_plain_label(line: &str) -> bool {
    english::LIST_NAMES.has(&fold_case(line.trim().trim_end_matches([':', '：'])))
}

fn from_chain(message: &MarkedMessage<'_>) -> Option<Item> {
    let usable = |sentence: &&Sentence<'_>| {
        (!message.is_question(sentence) || message.is_polite_order(sentence))
            && !message.quotations.hold_start_of(sentence.text)
            && holds_on(message, sentence)
            && is_kept(message, sentence)
            && !is_introduced(message, sentence)
    };
    message.sentences.iter().filter(usable).find_map(|sentence| {
        let text = sentence.text.trim_end_matches(['?', '？']);
        let text = reason_of(text).map_or(text, |reason| reason.rest);
        let evidence = || vec![quote(message.id, sentence.text)];
        let whole = build(&sequence(text)?, text, evidence());
        whole.or_else(|| {
            let (goal, orders) = goal_first(text).filter(|_| !message.asks_something())?;
            build(&sequence(orders)?, goal, evidence())
        })
    })
}

/// "Don't run A, then B": what is said of one step holds for all behind it, and nobody knows which are to be done. "A, then
/// B, but don't C" ends with B, and with what is not wanted of it.
fn sequence(text: &str) -> Option<Vec<&str>> {
    let mut steps = steps_of(text);
    if let [done @ .., last, refused] = &steps[..]
        && is_refused(refused)
    {
        let start = last.as_ptr() as usize - text.as_ptr() as usize;
        steps = [done, &[&text[start..]]].concat();
    }
    (!steps.iter().any(|step| is_refused(step))).then_some(steps)
}

/// Some languages refuse behind the verb.
fn is_refused(step: &str) -> bool {
    let lower = fold_case(point(step));
    let verb = lower.find(' ').map_or(0, |space| space + 1);
    [0, verb].into_iter().any(|start| english::REFUSAL.at_start(&lower[start..]).is_some())
}

/// "to release: first X, then Y" says what the sequence is for, and that is its name.
fn goal_first(text: &str) -> Option<(&str, &str)> {
    let text = point(text);
    let end = text.find(GOAL_ENDS)?;
    let (goal, rest) = text.split_at(end);
    let lower = fold_case(goal);
    let opens = |table: &Phrases| table.at_start(&lower).is_some();
    let is_goal = rest.starts_with([':', '：']) || opens(&english::GOAL) || opens(&english::WHEN);
    let is_short = goal.split_whitespace().count() <= MOST_GOAL_WORDS && !goal.contains('`');
    (is_goal && is_short).then(|| (goal, rest.trim_start_matches(GOAL_ENDS).trim_start()))
}

/// Steps without two different acts are an errand: nothing in them could be recognised when it comes again.
fn build(steps: &[&str], name: &str, evidence: Vec<ItemQuote>) -> Option<Item> {
    let steps: Vec<String> = steps.iter().map(|step| tidy(step)).collect();
    let acts: BTreeSet<String> = steps.iter().flat_map(|step| acts_of(step)).collect();
    let is_short = |step: &String| step.chars().count() <= MOST_STEP_CHARS;
    let fits = (2..=MOST_STEPS).contains(&steps.len()) && steps.iter().all(is_short);
    (fits && acts.len() > 1).then(|| item(title(name), Details::Workflow { steps }, evidence))
}
