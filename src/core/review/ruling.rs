//! Decisions of a person on observations. A plan says how observations change; files are derived
//! from the stored observations, so the next run completes what a crash left undone.

use std::collections::BTreeMap;

use super::merging::united;
use crate::core::config::Thresholds;
use crate::core::guards::guard::GuardLevel;
use crate::core::learn::readiness::{self, REFUSAL};
use crate::core::model::change_kind::{ChangeCause, ChangeKind, RULED};
use crate::core::model::review_state::FlagFacts;
use crate::core::model::{Kind, Observation, ReviewReason, Status, Time};
use crate::core::outcomes::maturity;

#[derive(Clone, Debug, PartialEq)]
pub enum ReviewDecision {
    /// Write it now, whatever the thresholds say.
    Accept,
    /// Never write it again.
    Reject,
    /// The flag is answered, and nothing changes.
    Keep,
    /// The person's own version of the artifact.
    Edit(String),
    /// Takes over the sightings of the other, which is removed.
    Merge(Box<Observation>),
    Deprecate,
    Restore,
    /// The new level of a guard.
    Guard(GuardLevel),
}

impl ReviewDecision {
    /// The kind of change for the history and the screen.
    pub fn done(&self) -> ChangeKind {
        match self {
            ReviewDecision::Accept => ChangeKind::Accepted,
            ReviewDecision::Reject => ChangeKind::Rejected,
            ReviewDecision::Keep => ChangeKind::Kept,
            ReviewDecision::Edit(_) => ChangeKind::Edited,
            ReviewDecision::Merge(_) => ChangeKind::Merged,
            ReviewDecision::Deprecate => ChangeKind::Deprecated,
            ReviewDecision::Restore => ChangeKind::Restored,
            ReviewDecision::Guard(_) => ChangeKind::Set,
        }
    }

    /// Whether the decision means that sessions should be shown it.
    fn vouches(&self) -> bool {
        matches!(
            self,
            ReviewDecision::Accept | ReviewDecision::Keep | ReviewDecision::Edit(_) | ReviewDecision::Restore
        )
    }
}

/// An observation as a person sees it.
#[derive(Clone, Debug)]
pub struct ReviewCase<'a> {
    pub observation: &'a Observation,
    /// Its artifact was written and exists.
    pub stands: bool,
    /// The current facts behind its flags.
    pub facts: &'a BTreeMap<ReviewReason, FlagFacts>,
    pub thresholds: &'a Thresholds,
    /// The maturity ruling that shows it again, if work that used it ended badly.
    pub anew: Option<maturity::MaturityRuling>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DecidedChange {
    pub after: Observation,
    pub action: ChangeKind,
    pub cause: String,
}

impl DecidedChange {
    pub fn did(&self, at: Time) -> ChangeCause<'_> {
        ChangeCause { action: self.action, cause: &self.cause, at }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ReviewPlan {
    /// The observation that was decided on comes first.
    pub changes: Vec<DecidedChange>,
    /// Restarts the count of its outcomes, so that it is shown again.
    pub anew: Option<maturity::MaturityRuling>,
}

/// The reason why a decision changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Nothing {
    #[error("it is {0} already")]
    Already(&'static str),
    #[error("it is set to {0} already")]
    Set(&'static str),
    #[error("nothing about it is up for review")]
    NotAsked,
    #[error("it was given up; restore it first")]
    GivenUp,
    #[error("{0} took its place; reject that one first")]
    Superseded(String),
    #[error("a {0} cannot be merged with a {1}")]
    OtherKind(Kind, Kind),
    #[error("it cannot be merged with itself")]
    Itself,
}

pub fn plan(ruling: &ReviewDecision, case: &ReviewCase<'_>) -> Result<ReviewPlan, Nothing> {
    let o = case.observation;
    let found = match ruling {
        ReviewDecision::Accept => accepted(case),
        ReviewDecision::Reject => rejected(o),
        ReviewDecision::Keep => kept(case),
        ReviewDecision::Edit(text) => edited(case, text),
        ReviewDecision::Merge(other) => return merged(case, other),
        ReviewDecision::Deprecate => deprecated(o),
        ReviewDecision::Restore => restored(case),
        ReviewDecision::Guard(_) => Err(Nothing::NotAsked),
    };
    let anew = case.anew.clone().filter(|_| ruling.vouches());
    let after = match found {
        // The only thing left to do is to show it again.
        Err(Nothing::Already(_) | Nothing::NotAsked) if anew.is_some() => told_again(o),
        found => found?,
    };
    let cause = RULED.to_owned();
    Ok(ReviewPlan { changes: vec![DecidedChange { after, action: ruling.done(), cause }], anew })
}

fn accepted(case: &ReviewCase<'_>) -> Result<Observation, Nothing> {
    let o = case.observation;
    if let Some(newer) = &o.superseded_by {
        return Err(Nothing::Superseded(newer.clone()));
    }
    match o.status {
        Status::Created if case.stands && o.reviews.is_empty() => Err(Nothing::Already("written")),
        Status::Created if case.stands => kept(case),
        _ => Ok(wanted(o)),
    }
}

/// To be written at the next step.
fn wanted(o: &Observation) -> Observation {
    let mut after = Observation { status: Status::Ready, penalty: 1.0, ..o.clone() };
    after.reviews.clear();
    after.review_state.accepted = true;
    after.review_state.stood = false;
    after.review_state.merged_into = None;
    after
}

fn rejected(o: &Observation) -> Result<Observation, Nothing> {
    if o.status == Status::Deprecated && o.penalty < 1.0 {
        return Err(Nothing::Already("rejected"));
    }
    let mut after = given_up(o);
    after.penalty *= REFUSAL;
    after.review_state.accepted = false;
    Ok(after)
}

fn deprecated(o: &Observation) -> Result<Observation, Nothing> {
    if o.status == Status::Deprecated {
        return Err(Nothing::Already("deprecated"));
    }
    Ok(given_up(o))
}

fn given_up(o: &Observation) -> Observation {
    let mut after = Observation { status: Status::Deprecated, ..o.clone() };
    after.reviews.clear();
    after.review_state.text = None;
    after.review_state.stood |= o.status == Status::Created || o.review_state.accepted;
    after
}

fn kept(case: &ReviewCase<'_>) -> Result<Observation, Nothing> {
    let o = case.observation;
    if o.status == Status::Deprecated {
        return Err(Nothing::GivenUp);
    }
    let mut after = o.clone();
    // Harm is answered by a new count, not by getting used to it.
    let kept = case.facts.iter().filter(|(reason, _)| **reason != ReviewReason::Harmful);
    after.review_state.kept.extend(kept.map(|(reason, facts)| (*reason, facts.clone())));
    // An observation that was taken back stays so until it is accepted or rejected.
    after.reviews.retain(|reason| *reason == ReviewReason::TakenBack);
    if after == *o {
        return Err(if o.review_state.kept.is_empty() {
            Nothing::NotAsked
        } else {
            Nothing::Already("kept")
        });
    }
    Ok(after)
}

fn told_again(o: &Observation) -> Observation {
    let mut after = o.clone();
    after.reviews.remove(&ReviewReason::Harmful);
    after
}

fn edited(case: &ReviewCase<'_>, text: &str) -> Result<Observation, Nothing> {
    let o = case.observation;
    let mut after = match (o.status, case.stands) {
        (Status::Deprecated, _) => return Err(Nothing::GivenUp),
        // The artifact is rewritten, and flags on its former text are answered.
        (Status::Created, true) => kept(case).unwrap_or_else(|_| o.clone()),
        _ => accepted(case)?,
    };
    after.review_state.text = Some(text.to_owned());
    Ok(after)
}

fn restored(case: &ReviewCase<'_>) -> Result<Observation, Nothing> {
    let o = case.observation;
    match o.status {
        Status::Created if case.stands => return Err(Nothing::Already("written")),
        // Its file is gone, and it is wanted back.
        Status::Created => return Ok(wanted(o)),
        Status::Observing | Status::Ready => return Err(Nothing::Already(o.status.as_str())),
        Status::Deprecated => {}
    }
    if o.review_state.stood {
        return Ok(wanted(o));
    }
    let mut after = Observation { status: Status::Observing, penalty: 1.0, ..o.clone() };
    after.review_state.merged_into = None;
    if readiness::is_ready(&after, case.thresholds) {
        after.status = Status::Ready;
    }
    Ok(after)
}

fn merged(case: &ReviewCase<'_>, other: &Observation) -> Result<ReviewPlan, Nothing> {
    let o = case.observation;
    if o.id == other.id {
        return Err(Nothing::Itself);
    }
    if o.kind() != other.kind() {
        return Err(Nothing::OtherKind(o.kind(), other.kind()));
    }
    if o.status == Status::Deprecated {
        return Err(Nothing::GivenUp);
    }
    if other.review_state.merged_into.as_ref() == Some(&o.id) {
        return Err(Nothing::Already("merged"));
    }
    let mut gone = given_up(other);
    gone.review_state.merged_into = Some(o.id.clone());
    let took = DecidedChange {
        after: united(o, other),
        action: ChangeKind::Merged,
        cause: format!("a person merged {} into it", other.id),
    };
    let went = DecidedChange {
        after: gone,
        action: ChangeKind::Deprecated,
        cause: format!("{} took it over", o.id),
    };
    Ok(ReviewPlan { changes: vec![took, went], anew: None })
}

#[cfg(test)]
mod tests;
