//! Boundaries between pieces of work. A prompt that a person typed or a program sent begins one; so
//! does a command they invoked and a plan they handed over, which the client writes for them.
//! Messages sent while the agent works steer the current work.

use std::ops::Range;

use crate::core::session::client_words as client;
use crate::core::session::turns::{Origin, Turn};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The prompt and everything up to the next one.
    pub turns: Range<usize>,
    /// The next prompt.
    pub next: Option<usize>,
}

pub(super) fn pieces(turns: &[Turn]) -> Vec<Piece> {
    let starts: Vec<usize> = (0..turns.len()).filter(|i| begins_work(&turns[*i])).collect();
    let ends = starts.iter().skip(1).map(|next| Some(*next)).chain([None]);
    let pieces = starts.iter().zip(ends);
    let pieces = pieces.map(|(start, next)| Piece { turns: *start..next.unwrap_or(turns.len()), next });
    pieces.filter(|piece| turns[piece.turns.clone()].iter().any(is_agents)).collect()
}

fn begins_work(turn: &Turn) -> bool {
    match turn.origin {
        Origin::Typed => !turn.mid_turn,
        Origin::Wrapper => {
            client::invoked_command(&turn.text).is_some() || turn.text.starts_with(client::PLAN_HANDED_OVER)
        }
        _ => false,
    }
}

fn is_agents(turn: &Turn) -> bool {
    matches!(turn.origin, Origin::Assistant | Origin::AgentAction)
}
