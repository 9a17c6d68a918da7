//! Workflows: a sequence that a person wants done in this order, as a list of steps or as orders
//! joined by "then".

use std::collections::BTreeSet;

use super::clause::{is_order, point, refuses, tidy, title};
use super::message::{Message, Sentence, bulleted_item, numbered_item, sentences};
use super::own::is_own_label;
use super::reason::wanted;
use super::standing::{holds_on, stands};
use super::steps::steps_of;
use super::words::{fold, words};
use super::{item, quote};
use crate::core::entities::keys::acts_of;
use crate::core::learn::extract::{Item, ItemQuote};
use crate::core::model::Details;

const MOST_STEPS: usize = 12;
const MOST_STEP_CHARS: usize = 200;
const MOST_GOAL_WORDS: usize = 6;

pub(super) fn find(message: &Message<'_>) -> Option<Item> {
    from_list(message).or_else(|| from_chain(message))
}

fn from_list(message: &Message<'_>) -> Option<Item> {
    let lines: Vec<&str> = message.lines.iter().map(|line| line.text).collect();
    let first = lines.iter().position(|line| numbered_item(line).or(bulleted_item(line)).is_some())?;
    let is_numbered = numbered_item(lines[first]).is_some();
    let item_of = if is_numbered { numbered_item } else { bulleted_item };
    let mut items = vec![];
    let mut rest = lines[first..].iter();
    for line in rest.by_ref() {
        match item_of(line) {
            Some(item) => items.push(item),
            // Blank lines and lines indented below an item do not end the list.
            None if line.trim().is_empty() || line.starts_with([' ', '\t']) => {}
            None => break,
        }
    }
    let above = lines[..first].iter().rfind(|line| !line.trim().is_empty()).map(|line| line.trim());
    let lead = above.filter(|line| line.ends_with(':'));
    let is_ordered = is_numbered || are_steps(above, &items);
    let lasts = |line: &&str| sentences(line).all(|text| holds_on(&Sentence::new(text)));
    let is_taken_back =
        message.sentences.iter().any(|it| it.is_limited || words().unsay.open(words().sigh.skip(&it.lower)));
    if !is_ordered
        || is_taken_back
        || !are_orders(&items, is_numbered)
        || !items.iter().chain(&lead).all(lasts)
    {
        return None;
    }
    let is_plain = |line: &&str| words().label.has(&fold(line.trim_end_matches(':')));
    let name = lead.filter(|line| !is_plain(line)).map_or_else(|| items.join(", "), str::to_owned);
    build(&items, &name, items.iter().map(|item| quote(message.id, item)).collect())
}

/// A number makes an item a step, so one unknown verb is allowed. "The build is red" is a
/// statement.
fn are_orders(items: &[&str], is_numbered: bool) -> bool {
    let others: Vec<&&str> = items.iter().filter(|item| !is_order(item)).collect();
    let is_fine =
        others.is_empty() || (is_numbered && items.len() > 2 && others.len() == 1 && may_be_order(others[0]));
    is_fine && !items.iter().any(|item| item.ends_with('?'))
}

fn may_be_order(item: &str) -> bool {
    let lower = fold(point(item));
    let (first, rest) = lower.split_once(' ').unwrap_or((&lower, ""));
    let w = words();
    let is_known = [&w.small, &w.person, &w.question].iter().any(|table| table.has(first));
    first.chars().all(|c| c.is_alphabetic() || c == '-') && !is_known && !w.tell.open(rest)
}

/// Bullets are ordered only by the line above them. With nothing above, things to run are steps;
/// below "available commands:" they are commands. Rules are never steps.
fn are_steps(above: Option<&str>, items: &[&str]) -> bool {
    let is_rule = |item: &&str| words().always.stand_in(&fold(item)) || refuses(&fold(item));
    let is_led = match above {
        None => items.iter().all(|item| !acts_of(item).is_empty()),
        Some(above) => {
            let lead = fold(point(above));
            let is_heading = above.ends_with(':') && !above.contains('`');
            let is_goal = words().goal.open(&lead) && words().scope.at_end(&lead).is_none();
            let is_moment = is_heading && words().when.open(&lead);
            is_goal
                || is_moment
                || words().sequence.stand_in(&lead)
                || (is_heading && !acts_of(&lead).is_empty())
        }
    };
    is_led && !items.iter().any(is_rule)
}

fn from_chain(message: &Message<'_>) -> Option<Item> {
    message.sentences.iter().enumerate().find_map(|(at, sentence)| {
        let is_polite = sentence.asks && sentence.is_polite_order();
        let is_said = stands(message, at) || (is_polite && holds_on(sentence) && !sentence.is_quoted);
        let text = wanted(sentence.text.trim_end_matches('?'));
        let evidence = || vec![quote(message.id, sentence.text)];
        let (goal, orders) = goal_first(text).unwrap_or((text, text));
        let whole = || build(&sequence(text)?, text, evidence());
        let named = || build(&sequence(orders)?, goal, evidence()).filter(|_| !sentence.asks);
        is_said.then(|| whole().or_else(named)).flatten()
    })
}

/// In "Don't run A, then B" it is unclear which of them are to be done. "A, then B, but don't C"
/// ends with B and its restriction.
fn sequence(text: &str) -> Option<Vec<&str>> {
    let mut steps = steps_of(text);
    if steps.len() > 2 && steps.last().is_some_and(is_refused) {
        steps.pop();
        let last = steps.pop()?;
        steps.push(&text[last.as_ptr() as usize - text.as_ptr() as usize..]);
    }
    (!steps.iter().any(is_refused)).then_some(steps)
}

fn is_refused(step: &&str) -> bool {
    words().refuse.open(&fold(point(step)))
}

/// "to release: first X, then Y" says what the sequence is for, which becomes its name.
fn goal_first(text: &str) -> Option<(&str, &str)> {
    let text = point(text);
    let (goal, rest) = text.split_at(text.find([':', ','])?);
    let lower = fold(goal);
    let is_own = rest.starts_with(':') && is_own_label(goal);
    let is_goal = is_own || words().goal.open(&lower) || words().when.open(&lower);
    let is_short = goal.split_whitespace().count() <= MOST_GOAL_WORDS && !goal.contains('`');
    (is_goal && is_short).then(|| (goal, rest[1..].trim_start()))
}

/// Steps without two different acts are an errand: nothing in them could be recognised the next
/// time.
fn build(steps: &[&str], name: &str, evidence: Vec<ItemQuote>) -> Option<Item> {
    let steps: Vec<String> = steps.iter().map(|step| tidy(step)).collect();
    let acts: BTreeSet<String> = steps.iter().flat_map(|step| acts_of(step)).collect();
    let is_short = |step: &String| step.chars().count() <= MOST_STEP_CHARS;
    let fits = (2..=MOST_STEPS).contains(&steps.len()) && steps.iter().all(is_short);
    (fits && acts.len() > 1).then(|| item(title(name), Details::Workflow { steps }, evidence))
}
