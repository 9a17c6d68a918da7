//! What a person refused or stopped at the end of a piece of work.

use super::calls::{Fate, WorkCall};
use crate::core::entities::commands::Act;
use crate::core::session::client_words as client;
use crate::core::session::turns::{Denial, Origin, Turn};

/// A person's refusal at the end of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum No {
    /// A change was refused, and the agent stopped there.
    Refused,
    /// A change was refused with a reason, and the agent still answered.
    Objected,
    /// The agent was stopped while it looked around or wrote.
    Interrupted,
}

/// The person's refusal, if it is the last thing that happened.
pub(super) fn at_end(turns: &[Turn], calls: &[&WorkCall<'_>]) -> Option<No> {
    let mut denied = calls.iter().rev().take_while(is_denied);
    let last = calls.last().filter(|call| is_denied(call)).map(|call| call.turn);
    let of_change = denied.any(|call| call.is_edit() || call.is_foreign() || would_change(call));
    let answered = last.is_some_and(|last| turns[last..].iter().any(|turn| turn.origin == Origin::Assistant));
    let stopped = is_interrupted(turns);
    match (last, of_change) {
        (Some(_), true) if stopped || !answered => Some(No::Refused),
        (Some(_), true) => Some(No::Objected),
        _ if stopped => Some(No::Interrupted),
        _ => None,
    }
}

fn is_denied(call: &&&WorkCall<'_>) -> bool {
    call.fate == Fate::Denied(Denial::Person)
}

/// A look or a check may be refused because the person wants something else first.
fn would_change(call: &WorkCall<'_>) -> bool {
    let changes = |act: Act| act.is_delivery() || matches!(act, Act::Rollback | Act::Delete);
    call.steps.iter().any(|step| step.act.is_some_and(changes))
}

/// The person stopped the agent, and it did nothing after that.
fn is_interrupted(turns: &[Turn]) -> bool {
    let last = turns.iter().rev().find(|turn| {
        let agents = matches!(turn.origin, Origin::Assistant | Origin::AgentAction);
        agents || (turn.origin == Origin::System && client::INTERRUPTS.contains(&&*turn.text))
    });
    last.is_some_and(|turn| turn.origin == Origin::System)
}
