//! Decisions in a dialog: a person's choice that is more than the next entry of a menu.

use super::{HeardLesson, quote, user_id};
use crate::core::entities::keys::keys_of;
use crate::core::learn::extract::rules::{choice_and_reason, holds_beyond_the_task};
use crate::core::learn::extract::{Item, dialog};
use crate::core::model::Details;

const RECOMMENDED: &str = "(Recommended)";
const MOST_CHARS: usize = 300;
/// Questions about the course of the session, not about the project.
const MENUS: [&str; 12] = [
    "what would you like",
    "what next",
    "next step",
    "how should we proceed",
    "how should i proceed",
    "proceed",
    "ready to",
    "do you want me to",
    "should i ",
    "shall i",
    "what should i",
    "start with",
];
/// The person leaves it to the agent.
const UNDECIDED: [&str; 5] = ["you decide", "up to you", "your choice", "not sure", "skip"];

/// One decision per answer that names something. The recommended answer is the agent's own choice.
pub(super) fn find(number: usize, text: &str) -> Vec<HeardLesson> {
    let decided = text.lines().filter_map(dialog::question_and_answer).filter(|(q, a)| is_decision(q, a));
    let lasting = decided.filter(|(q, a)| holds_beyond_the_task(&format!("{q}?\n{a}")));
    let items = lasting.map(|(question, answer)| decision(number, question, answer));
    items.map(|item| HeardLesson { item, recorded: true }).collect()
}

/// Without its question an answer may be about anything.
fn decision(number: usize, question: &str, answer: &str) -> Item {
    let reasoned = choice_and_reason(answer).filter(|(choice, _)| !keys_of(choice).is_empty());
    let (decision, rationale) = reasoned.unwrap_or_else(|| (answer.to_owned(), String::new()));
    let title = format!("{decision} ({})", question.trim_end_matches('?'));
    Item {
        title,
        details: Details::Decision { context: format!("{question}?"), decision, rationale },
        matches: None,
        evidence: vec![quote(&user_id(number), answer)],
        quality_ok: true,
    }
}

fn is_decision(question: &str, answer: &str) -> bool {
    let (asked, chosen) = (question.to_lowercase(), answer.to_lowercase());
    let is_menu = MENUS.iter().any(|words| asked.contains(words))
        || UNDECIDED.iter().any(|words| chosen.contains(words));
    let is_short = answer.chars().count() <= MOST_CHARS;
    !is_menu
        && is_short
        && !answer.contains(RECOMMENDED)
        && !answer.contains('?')
        && !keys_of(answer).is_empty()
}
