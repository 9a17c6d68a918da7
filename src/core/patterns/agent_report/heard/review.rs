//! Detection of reviews by the main agent. The person asked for one, nothing was changed, and the
//! last words name several places in files: only all of that together counts as a review.
//! Everything else that an assistant says is talk.

use std::collections::BTreeSet;

use crate::core::patterns::evidence_level::citations;
use crate::core::session::client_words as client;
use crate::core::session::segments;
use crate::core::session::turns::{Origin, Turn};
use crate::core::text::head;
use crate::core::text::words::Words;

const ASKING: [&str; 6] = ["review", "reviews", "reviewing", "audit", "auditing", "critique"];
/// A request for a review says so early; further down the word is the name of something.
const OPENING: usize = 200;
const LEAST_PLACES: usize = 2;

/// The positions of the turns that are reviews.
pub(super) fn find(turns: &[Turn]) -> BTreeSet<usize> {
    let pieces = segments::pieces(turns).into_iter();
    let asked = pieces.filter(|piece| asks_for_review(&turns[piece.start]));
    let unchanged = asked.filter(|piece| !turns[piece.clone()].iter().any(changes_files));
    let last = unchanged.filter_map(|piece| piece.rev().find(|index| is_agents(&turns[*index])));
    last.filter(|index| names_places(&turns[*index])).collect()
}

fn asks_for_review(prompt: &Turn) -> bool {
    match client::invoked_command(&prompt.text) {
        Some(command) => command.contains("review") || command.contains("audit"),
        None => {
            let opening = Words::of(head(&prompt.text, OPENING));
            ASKING.iter().any(|word| opening.contains(word))
        }
    }
}

fn changes_files(turn: &Turn) -> bool {
    turn.action.as_deref().is_some_and(|action| client::EDIT_TOOLS.contains(&&*action.tool))
}

fn is_agents(turn: &Turn) -> bool {
    matches!(turn.origin, Origin::Assistant | Origin::AgentAction)
}

fn names_places(turn: &Turn) -> bool {
    let lines = turn.text.lines().filter(|line| !citations(line).is_empty());
    turn.origin == Origin::Assistant && lines.count() >= LEAST_PLACES
}
