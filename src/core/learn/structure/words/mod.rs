//! Interventions by a person, recognised by their shape and not by their wording: a call refused
//! with words, a message sent while the agent worked, an answer in a dialog, "it fails" after
//! "done". Their lessons are in the person's own words, so they go through the same verification as
//! everything that was said.
//!
//! An approved plan is not an intervention: its words are the agent's, and approving is not saying.
//! It stays a signal for extractors, which read it in its context.

mod answers;
mod claims;
mod overrides;

use crate::core::learn::extract::{DialogMessage, DialogPair, Item, ItemQuote, dialog};
use crate::core::model::{BatchSession, Signal};
use crate::core::session::client_words as client;
use crate::core::session::turns::{Denial, Origin, Turn};

/// The number of turns within which a call may be the one that a person refers to.
const NEAR: usize = 8;

/// An item, and whether its event backs it: an event that the client recorded needs no reason in
/// words and no second side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeardLesson {
    pub item: Item,
    pub recorded: bool,
}

/// The lessons of the person's interventions in one session. `batch` holds the session's new
/// signals.
pub fn heard(turns: &[Turn], batch: &BatchSession) -> Vec<HeardLesson> {
    let signals = (1..).zip(&batch.signals);
    signals.flat_map(|(number, signal)| of_signal(turns, number, signal)).collect()
}

fn of_signal(turns: &[Turn], number: usize, signal: &Signal) -> Vec<HeardLesson> {
    let Some(at) = turns.iter().position(|turn| turn.id == signal.turn) else {
        return vec![];
    };
    if signal.text.lines().any(dialog::is_answer) {
        return answers::find(number, &signal.text);
    }
    if dialog::is_plan(&signal.text) {
        return vec![];
    }
    let pair = pair(number, signal);
    let claim = claims::find(&pair).map(|item| HeardLesson { item, recorded: false });
    let found =
        claim.or_else(|| is_override(turns, at).then(|| overrides::find(&pair, stopped(turns, at)))?);
    found.into_iter().collect()
}

fn pair(number: usize, signal: &Signal) -> DialogPair {
    DialogPair {
        id: format!("s1.p{number}"),
        assistant: DialogMessage { id: format!("s1.a{number}"), text: signal.prior_text().to_owned() },
        user: DialogMessage { id: user_id(number), text: signal.text.clone() },
    }
}

fn user_id(number: usize) -> String {
    format!("s1.u{number}")
}

fn quote(message: &str, text: &str) -> ItemQuote {
    ItemQuote { message: message.to_owned(), quote: text.to_owned() }
}

/// The command or the file that the agent was working on.
fn stopped(turns: &[Turn], at: usize) -> &str {
    let last = turns[..at].iter().rev().take(NEAR).find_map(|turn| turn.action.as_ref());
    last.and_then(|action| action.command.as_deref().or(action.path.as_deref())).unwrap_or_default()
}

/// Refused with words, sent while the agent worked, or the first words after an interrupt.
fn is_override(turns: &[Turn], at: usize) -> bool {
    let before = turns[..at].iter().rev();
    match turns[at].origin {
        Origin::Decided => before.take(NEAR).find_map(|turn| turn.action.as_ref()).is_some_and(|action| {
            action.result.as_ref().is_some_and(|result| result.denied == Some(Denial::Person))
        }),
        Origin::Typed => turns[at].mid_turn || follows_interrupt(before),
        _ => false,
    }
}

fn follows_interrupt<'a>(before: impl Iterator<Item = &'a Turn>) -> bool {
    let mut said = before.take_while(|turn| !turn.origin.teaches());
    said.any(|turn| turn.origin == Origin::System && client::INTERRUPTS.contains(&turn.text.as_str()))
}
