//! Segments of a session: its pieces of work, and how each of them ended. No model is needed:
//! results of tools, checks, commits, refusals and the person's next prompt are evidence enough,
//! and without evidence the result is `unknown`, which never becomes feedback.

mod adapters;
mod background;
mod calls;
mod cut;
mod ending;
mod errors;
mod reaction;
mod refusal;
mod rollback;
#[cfg(test)]
mod tests;
mod work;

use std::collections::BTreeMap;

use super::client_words as client;
use super::signals::{UseOf, uses_of};
use super::tool_call;
use super::turns::{Origin, Turn};
use crate::core::model::Time;
use crate::core::model::outcome::{Outcome, OutcomeSource};
use crate::core::redact::Redactor;

pub use errors::{Resolution, WorkError, signature};

/// One piece of work: from a prompt to the next one.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// Its `run_id` is the prompt's turn.
    pub outcome: Outcome,
    /// The beginning of the prompt, redacted, which says what the work was about.
    pub task: String,
    pub errors: Vec<WorkError>,
    /// The targets of successful calls, which resolve errors of earlier work.
    pub successes: BTreeMap<String, Time>,
    /// The learned things that were used, and when, without duplicates.
    pub uses: Vec<(UseOf, Time)>,
    /// Approved plans, and what the agent said and asked for when it started subagents. For
    /// detectors, not for storage.
    pub intentions: Vec<String>,
}

/// Whether a message says how work should be done. After work is done, it is criticism.
pub type StatesRule = fn(&str) -> bool;

/// The pieces of work in these turns, in order. Prompts without any work after them give none.
pub fn segments(turns: &[Turn], redactor: &Redactor, states_rule: StatesRule, now: Time) -> Vec<Segment> {
    let times = super::signals::times(turns, now);
    let pieces = cut::pieces(turns);
    let backgrounds = background::Backgrounds::of(turns);
    let read = |piece: &cut::Piece| {
        Reading { turns, times: &times, piece, backgrounds: &backgrounds, redactor, states_rule }.segment()
    };
    pieces.iter().map(read).collect()
}

/// The turns of each piece of work, the prompt first.
pub(crate) fn pieces(turns: &[Turn]) -> Vec<std::ops::Range<usize>> {
    cut::pieces(turns).into_iter().map(|piece| piece.turns).collect()
}

struct Reading<'a> {
    turns: &'a [Turn],
    times: &'a [Time],
    piece: &'a cut::Piece,
    backgrounds: &'a background::Backgrounds<'a>,
    redactor: &'a Redactor,
    states_rule: StatesRule,
}

impl Reading<'_> {
    fn segment(&self) -> Segment {
        let turns = &self.turns[self.piece.turns.clone()];
        let times = &self.times[self.piece.turns.clone()];
        let calls = calls::of(turns, times, self.backgrounds);
        let branch = turns.iter().rev().find_map(|turn| turn.branch.as_deref());
        let errors = errors::distinct(&calls, branch.unwrap_or_default(), self.redactor);
        let prompt = &turns[0];
        let next = self.piece.next.map(|next| &self.turns[next]);
        let reacts = next.and_then(|next| what_is_new(prompt, next));
        let reaction = reaction::to(reacts.as_ref(), ends_with_question(turns), self.states_rule);
        let ending = ending::of(turns, &calls, &errors, reaction);
        let spent = work::time_spent(turns, times);
        let outcome = Outcome {
            source: OutcomeSource::Transcript,
            result: ending.result,
            duration_ms: spent.active_ms,
            wall_duration_ms: spent.wall_ms,
            error_count: errors.len() as u32,
            raw_error_count: calls.iter().filter(|call| call.is_error()).count() as u32,
            retry_count: calls.iter().filter(|call| call.is_retry).count() as u32,
            files_touched: work::files(turns, &calls),
            strategy: work::strategy(&calls),
            failure_mode: ending.failure_mode,
            failure_details: ending.failure_details,
            post_execution_score: ending.flaws.quality(),
            rollback_occurred: ending.flaws.rollback,
            human_override: ending.flaws.human_override,
            risk_level: work::risk(&calls),
            adapters_used: adapters::used(&calls, ending.result),
            branch: branch.map(str::to_owned),
            ..Outcome::begun(prompt.id.clone(), times[0])
        };
        Segment {
            outcome,
            task: work::task(prompt, self.redactor),
            errors,
            successes: errors::successes(&calls, branch.unwrap_or_default()),
            uses: uses(turns, times),
            intentions: intentions(turns),
        }
    }
}

/// A person who sends the same prompt again has not seen any result yet: only what they add to it can be about the
/// work.
fn what_is_new(prompt: &Turn, next: &Turn) -> Option<Turn> {
    const LEAST_WORDS: usize = 5;
    let (before, after) = (prompt.text.trim(), next.text.trim());
    let is_one = after == before || before.split_whitespace().count() >= LEAST_WORDS;
    let added = after.strip_prefix(before).filter(|_| is_one).unwrap_or(after);
    (!added.is_empty()).then(|| Turn { text: added.to_owned(), ..next.clone() })
}

fn ends_with_question(turns: &[Turn]) -> bool {
    let said = turns.iter().rev().find(|turn| turn.origin == Origin::Assistant);
    said.is_some_and(|turn| {
        turn.text.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '?').ends_with('?')
    })
}

fn uses(turns: &[Turn], times: &[Time]) -> Vec<(UseOf, Time)> {
    let mut uses: Vec<(UseOf, Time)> = Vec::new();
    for (turn, at) in turns.iter().zip(times) {
        for of in uses_of(turn) {
            if uses.iter().all(|(known, _)| *known != of) {
                uses.push((of, *at));
            }
        }
    }
    uses
}

/// Plans that a person approved, and the words before and in the start of a subagent.
fn intentions(turns: &[Turn]) -> Vec<String> {
    let mut said = "";
    let mut found = Vec::new();
    for turn in turns {
        match (turn.origin, turn.action.as_deref()) {
            (Origin::Assistant, _) => said = &turn.text,
            (Origin::AgentAction, Some(action)) if action.tool == client::PLAN_TOOL => {
                let approved = action.result.as_ref().is_some_and(|result| !result.is_error);
                found.extend(approved.then(|| turn.text.clone()));
            }
            (Origin::AgentAction, Some(action)) if tool_call::is_subagent(action) => {
                found.push(format!("{said}\n{}", turn.text));
                said = "";
            }
            _ => {}
        }
    }
    found.retain(|text| !text.trim().is_empty());
    found
}
