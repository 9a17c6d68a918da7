//! The end of a piece of work, from evidence in this order: the person's next prompt, what they
//! refused, the last check, a commit or a deployment, a failed call. If two kinds of evidence
//! contradict each other, the work was neither a success nor a failure.

use super::adapters::culprit;
use super::calls::{Fate, WorkCall};
use super::errors::{WorkError, is_answered};
use super::reaction::{self, Reaction};
use super::refusal::{self, No};
use super::rollback;
use crate::core::entities::commands::Act;
use crate::core::entities::commands::programs::looks;
use crate::core::model::outcome::{FailureDetails, FailureMode, Flaws, RunResult};
use crate::core::session::client_words as client;
use crate::core::session::failure;
use crate::core::session::turns::{Denial, Origin, Turn};

#[derive(Debug, PartialEq)]
pub(super) struct Ending {
    pub result: RunResult,
    pub failure_mode: Option<FailureMode>,
    pub failure_details: Option<FailureDetails>,
    pub flaws: Flaws,
}

pub(super) fn of(turns: &[Turn], calls: &[WorkCall<'_>], faults: &[WorkError], reaction: Reaction) -> Ending {
    let facts = Facts::of(turns, calls, faults, reaction);
    let result = facts.result();
    let failed = matches!(result, RunResult::Failure | RunResult::Partial);
    Ending {
        result,
        failure_mode: failed.then(|| facts.failure_mode()),
        failure_details: dominant(faults, |fault| fault.failure_type)
            .filter(|_| failed)
            .map(|kind| FailureDetails::of(kind.as_str())),
        flaws: facts.flaws(),
    }
}

struct Facts<'a> {
    reaction: Reaction,
    /// Whether the last check passed.
    check: Option<bool>,
    /// The last check was a linter's. What it finds is often older than the work, so it alone makes nothing a failure.
    only_lint: bool,
    /// Work was committed or handed over, and no check failed after it.
    delivered: bool,
    /// Work could not be committed or handed over.
    undeliverable: bool,
    broken: Option<Broken>,
    /// Something was changed.
    worked: bool,
    /// A file was edited.
    edited: bool,
    /// Something was run that does more than look.
    acted: bool,
    /// The prompt asked for a run, and for nothing else.
    is_errand: bool,
    /// The agent ended with a question about what still fails.
    admits_failure: bool,
    no: Option<No>,
    overridden: bool,
    rolled_back: bool,
    /// Changes were taken back, and nothing was changed after that.
    reverted: bool,
    /// The agent replied.
    answered: bool,
    context_full: bool,
    faults: &'a [WorkError],
}

/// A tool failed, and nothing made up for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Broken {
    /// The work continued.
    Midway,
    /// It was the last attempt.
    AtEnd,
}

impl<'a> Facts<'a> {
    fn of(turns: &[Turn], calls: &[WorkCall<'_>], faults: &'a [WorkError], reaction: Reaction) -> Facts<'a> {
        let main: Vec<&WorkCall<'_>> = calls.iter().filter(|call| call.is_main).collect();
        let last_check = main.iter().rposition(|call| call.verdict.is_some());
        let verdict = last_check.and_then(|at| main[at].verdict);
        let check = verdict.map(|verdict| verdict.passed);
        let delivery = main.iter().rposition(|call| is_delivery(call));
        let rollback = rollback::of_own_work(turns, calls);
        Facts {
            reaction,
            check,
            only_lint: verdict.is_some_and(|verdict| verdict.act == Act::Lint),
            delivered: delivery.is_some_and(|at| check != Some(false) || last_check < Some(at)),
            undeliverable: is_undeliverable(&main),
            broken: broken(calls),
            worked: calls.iter().any(changes_something),
            edited: calls.iter().any(WorkCall::is_done_edit),
            acted: calls.iter().any(does_more_than_look),
            is_errand: reaction::is_errand(&turns[0].text),
            admits_failure: reaction::admits_failure(turns),
            no: refusal::at_end(turns, &main),
            overridden: calls.iter().any(is_overridden),
            rolled_back: rollback.is_some(),
            reverted: rollback.is_some_and(|at| !calls[at + 1..].iter().any(changes_something)),
            answered: turns.iter().any(|turn| turn.origin == Origin::Assistant),
            context_full: turns.iter().rev().take(3).any(is_full),
            faults,
        }
    }

    fn result(&self) -> RunResult {
        let red = self.undeliverable || (self.check == Some(false) && !self.only_lint && !self.delivered);
        let green = self.check == Some(true) || self.delivered;
        // Nothing was done here that could be taken back or could have helped: what was said is about earlier work.
        let reaction = match self.reaction {
            Reaction::TakesBack if !self.acted => Reaction::Nothing,
            Reaction::Persists if !self.acted => Reaction::Corrects,
            reaction => reaction,
        };
        match (reaction, self.no) {
            (Reaction::TakesBack | Reaction::Persists, _) => RunResult::Failure,
            (Reaction::Accepts, Some(No::Refused)) => RunResult::Partial,
            (Reaction::Accepts, _) if red => RunResult::Partial,
            (Reaction::Accepts, _) => RunResult::Success,
            (Reaction::Resumes, Some(No::Refused | No::Interrupted)) => RunResult::Unknown,
            (_, Some(No::Refused)) if self.delivered => RunResult::Partial,
            (_, Some(No::Refused)) => RunResult::Failure,
            (Reaction::Corrects | Reaction::Doubts, _) | (_, Some(No::Objected)) if red => RunResult::Failure,
            (Reaction::Corrects, _) if self.broken == Some(Broken::AtEnd) => RunResult::Failure,
            (_, None) if self.reverted && !green => RunResult::Failure,
            (Reaction::Corrects | Reaction::Doubts, None) if self.is_errand && !self.worked && green => {
                RunResult::Success
            }
            // "Commit!": what is said next is about the next thing.
            (Reaction::Doubts, None) if self.is_errand && !self.edited && green => RunResult::Success,
            (Reaction::Corrects | Reaction::Doubts, _) | (_, Some(No::Objected)) if self.worked || green => {
                RunResult::Partial
            }
            (Reaction::Corrects, _) if self.broken.is_some() => RunResult::Failure,
            (Reaction::Corrects, Some(No::Interrupted)) => RunResult::Partial,
            (Reaction::Corrects, None) if self.answered => RunResult::Partial,
            (Reaction::Corrects, _) | (_, Some(_)) => RunResult::Unknown,
            _ if red => RunResult::Failure,
            _ if green && self.admits_failure => RunResult::Partial,
            _ if green => RunResult::Success,
            (Reaction::CarriesOut, None) if self.answered && !self.worked => RunResult::Success,
            _ => RunResult::Unknown,
        }
    }

    fn failure_mode(&self) -> FailureMode {
        if self.no.is_some() {
            FailureMode::UserCancelled
        } else if self.context_full {
            FailureMode::ContextOverflow
        } else if self.faults.iter().any(|fault| fault.resolved.is_none() && is_blocked(fault)) {
            FailureMode::DependencyBlocked
        } else if let Some(kind) = dominant(self.faults, |fault| fault.kind) {
            kind.as_failure_mode()
        } else if self.check == Some(false) {
            FailureMode::Validation
        } else {
            FailureMode::Unknown
        }
    }

    fn flaws(&self) -> Flaws {
        Flaws {
            rollback: self.rolled_back || (self.reaction == Reaction::TakesBack && self.acted),
            human_override: self.overridden,
            unresolved_error: self.faults.iter().any(|fault| fault.resolved.is_none()),
            corrected: match self.reaction {
                Reaction::Corrects | Reaction::TakesBack | Reaction::Persists => true,
                Reaction::Doubts => self.worked,
                _ => false,
            },
        }
    }
}

fn does_more_than_look(call: &WorkCall<'_>) -> bool {
    let ran = matches!(call.fate, Fate::Done | Fate::Failed);
    ran && (call.is_edit() || call.is_foreign() || !call.steps.iter().all(looks))
}

fn changes_something(call: &WorkCall<'_>) -> bool {
    call.fate == Fate::Done && (call.is_edit() || is_delivery(call))
}

/// The failures that the main agent's calls left behind.
fn broken(calls: &[WorkCall<'_>]) -> Option<Broken> {
    let ran = |call: &WorkCall<'_>| call.is_main && matches!(call.fate, Fate::Done | Fate::Failed);
    let last = calls.iter().rposition(ran)?;
    let left =
        |index: usize| calls[index].is_main && culprit(&calls[index]).is_some() && !is_answered(calls, index);
    if left(last) { Some(Broken::AtEnd) } else { (0..last).any(left).then_some(Broken::Midway) }
}

/// The last attempt to commit, push or deploy failed, no check passed after it, and there was still something to
/// deliver.
fn is_undeliverable(calls: &[&WorkCall<'_>]) -> bool {
    let failed = |acts: &[Act]| {
        let tries = |call: &&&WorkCall<'_>| {
            call.steps.iter().any(|step| step.act.is_some_and(|act| acts.contains(&act)))
        };
        let Some(attempt) = calls.iter().rposition(|call| tries(&call)) else { return false };
        let passed = |call: &&WorkCall<'_>| call.verdict.is_some_and(|verdict| verdict.passed);
        let is_settled = calls[attempt + 1..].iter().any(|call| passed(call) || has_nothing_to_deliver(call));
        is_blocked_delivery(calls[attempt]) && !is_settled
    };
    failed(&[Act::Commit, Act::Push]) || failed(&[Act::Deploy])
}

/// A hook or the remote refused. Having nothing to deliver is not a failure.
fn is_blocked_delivery(call: &WorkCall<'_>) -> bool {
    call.fate == Fate::Failed && !has_nothing_to_deliver(call)
}

fn has_nothing_to_deliver(call: &WorkCall<'_>) -> bool {
    const NOTHING: [&str; 4] =
        ["nothing to commit", "nothing added to commit", "no changes added to commit", "nothing to add"];
    NOTHING.iter().any(|words| call.output().contains(words))
}

fn is_delivery(call: &WorkCall<'_>) -> bool {
    call.fate == Fate::Done && call.steps.iter().any(|step| step.act.is_some_and(Act::is_delivery))
}

/// A closed plan is not an override: the line does not say whether it was refused.
fn is_overridden(call: &WorkCall<'_>) -> bool {
    call.fate == Fate::Denied(Denial::Person)
        || call.action.result.as_ref().is_some_and(|result| result.changed_by_person)
}

fn is_full(turn: &Turn) -> bool {
    turn.origin == Origin::System && client::CONTEXT_FULL.iter().any(|words| turn.text.contains(words))
}

/// An obstacle that the agent cannot remove.
fn is_blocked(fault: &WorkError) -> bool {
    const SIGNS: [&str; 9] = [
        "command not found",
        "could not resolve host",
        "econnrefused",
        "connection refused",
        "not logged in",
        "unauthorized",
        "authentication failed",
        "rate limit",
        "no space left",
    ];
    let message = fault.message.to_lowercase();
    failure::mode(&message) == FailureMode::DependencyBlocked
        || SIGNS.iter().any(|sign| message.contains(sign))
}

/// The type of most unresolved errors, otherwise of most errors; ties go to the later one.
fn dominant<T: Copy + Eq>(faults: &[WorkError], kind: impl Fn(&WorkError) -> T) -> Option<T> {
    let open: Vec<T> = faults.iter().filter(|fault| fault.resolved.is_none()).map(&kind).collect();
    let kinds = if open.is_empty() { faults.iter().map(kind).collect() } else { open };
    kinds.iter().copied().max_by_key(|kind| kinds.iter().filter(|other| *other == kind).count())
}
