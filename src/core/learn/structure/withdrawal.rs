//! Withdrawal of conclusions that no longer hold: a form that worked after all, a rule that later
//! sessions contradict. They are given up like everything else that is wrong, and a person can
//! restore them.

use std::collections::{BTreeSet, HashSet};

use super::{FactSighting, holding};
use crate::core::model::{Candidate, Observation, Speaker, Status};

/// The observations that rest on structure alone and that it no longer supports, as they are to be
/// stored.
pub fn withdrawals(
    observations: &[Observation],
    sightings: &[FactSighting],
    concluded: &[Candidate],
) -> Vec<Observation> {
    let drawn: BTreeSet<&String> = concluded.iter().flat_map(|candidate| &candidate.keys).collect();
    let doubtful = |o: &&Observation| is_only_structural(o) && !o.keys.iter().any(|key| drawn.contains(key));
    let doubtful: Vec<&Observation> = observations.iter().filter(doubtful).collect();
    if doubtful.is_empty() {
        return vec![];
    }
    let turns: HashSet<&str> = sightings.iter().map(|sighting| sighting.turn.as_str()).collect();
    let holding = holding(sightings);
    // Imported conclusions, and those from forgotten facts, cannot be computed again here.
    let is_known = |o: &Observation| o.evidence.iter().any(|one| turns.contains(one.turn.as_str()));
    let wrong = doubtful.into_iter().filter(|o| is_known(o) && o.keys.is_disjoint(&holding));
    wrong.map(given_up).collect()
}

fn is_only_structural(o: &Observation) -> bool {
    let by_structure = |one: &crate::core::model::Evidence| one.speaker == Speaker::Structure;
    o.status != Status::Deprecated
        && !o.review_state.accepted
        && !o.is_held()
        && !o.evidence.is_empty()
        && o.evidence.iter().all(by_structure)
}

fn given_up(o: &Observation) -> Observation {
    let mut after = Observation { status: Status::Deprecated, ..o.clone() };
    after.reviews.clear();
    after.review_state.text = None;
    after.review_state.stood |= o.status == Status::Created;
    after
}
