//! The guards that a person could have set before a session, and the calls of a session that they are tried on.

use std::ops::Range;

use super::known_then::KnownThen;
use crate::core::guards::guard::GuardLevel;
use crate::core::guards::matcher::Matcher;
use crate::core::guards::propose;
use crate::core::guards::replay::{CatchVerdict, replay};
use crate::core::learn::structure::FactSighting;
use crate::core::model::Observation;

/// A guard that a person could have set by then, with the lesson behind it.
pub(super) struct GuardThen {
    pub(super) matcher: Matcher,
    pub(super) observation: Option<String>,
}

impl<'a> KnownThen<'a> {
    pub(super) fn calls_of(&self, session: usize) -> &'a [FactSighting] {
        let Range { start, end } = self.ends.calls[session]..self.ends.calls[session + 1];
        &self.input.calls[start..end]
    }

    /// Guards that were set by then, and proposals that the review would have shown.
    pub(super) fn guards(&self) -> Vec<GuardThen> {
        let (calls, ends) = (&self.input.calls[..self.ends.calls[self.over]], self.input.work_ends);
        let set = self
            .input
            .guards
            .iter()
            .filter(|guard| guard.level.speaks() && guard.set_at.is_some_and(|at| at <= self.now));
        let mut found: Vec<GuardThen> = set
            .map(|guard| GuardThen { matcher: guard.matcher.clone(), observation: guard.observation.clone() })
            .collect();
        let lessons: Vec<Observation> =
            self.observations.iter().filter(|o| self.is_there(o)).cloned().collect();
        for proposal in propose::proposals(&lessons, calls, ends) {
            let is_ruled = self
                .input
                .guards
                .iter()
                .any(|guard| guard.level != GuardLevel::Proposed && guard.matcher == proposal.matcher);
            let past = replay(&proposal.matcher, calls, ends);
            let confirmed = past.count(CatchVerdict::Confirmed);
            if !is_ruled && confirmed > past.count(CatchVerdict::Contradicted) {
                found.push(GuardThen { matcher: proposal.matcher, observation: proposal.observation });
            }
        }
        found
    }
}
