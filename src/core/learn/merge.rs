//! Merging of verified candidates into observations: a new one, or one more sighting of a known
//! one.
//!
//! Reading the same session again must change nothing. So sightings are counted by session, a
//! candidate whose quotes are all known is not news, and ids depend only on what was said.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::core::config::Thresholds;
use crate::core::model::{Candidate, Kind, Observation, Quality, ReviewReason, Speaker};
use crate::core::text;
use crate::core::text::words::Words;

mod choice;
mod condition;
mod generalise;
mod lookup;
mod matching;
mod matter;
mod opposites;
pub mod pitfall_key;
mod revocation;
mod sighting;
mod supersession;
#[cfg(test)]
mod tests;

pub use choice::{are_opposites, want_other_things};
use lookup::Lookup;
use matching::{Choices, Matched, MergeSubject, Pool};
pub use revocation::{Revocation, Revocations};
pub use sighting::newest_evidence;
pub use supersession::{Supersession, supersessions};

const ID_HEX: usize = 10;

/// The parts of other rules that merging needs.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    pub thresholds: &'a Thresholds,
    /// Whether the findings of verification, together with the number of all sightings, make an
    /// observation good.
    pub holds: &'a dyn Fn(Kind, &Quality, usize) -> bool,
}

/// An observation that changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    pub before: Option<Observation>,
    pub after: Observation,
    pub cause: String,
}

pub fn merge(existing: &[Observation], candidates: Vec<Candidate>, rules: Rules<'_>) -> Vec<Merged> {
    let titles: Vec<Words> = existing.iter().map(|o| Words::of(&o.title)).collect();
    let mut merger = Merger::new(existing, &titles);
    for candidate in candidates.into_iter().filter(is_said_by_people) {
        merger.add(candidate);
    }
    merger.finish(rules)
}

/// The assistant's words alone teach nothing.
fn is_said_by_people(candidate: &Candidate) -> bool {
    candidate.evidence.iter().any(|e| e.speaker != Speaker::Assistant)
}

struct Merger<'a> {
    existing: &'a [Observation],
    /// The existing ones, followed by the new ones.
    observations: Vec<Cow<'a, Observation>>,
    titles: &'a [Words],
    choices: Choices,
    lookup: Lookup<'a>,
    quotes: HashSet<(Kind, &'a str, &'a str)>,
    sightings: BTreeMap<usize, Vec<(Candidate, Option<Matched>)>>,
    /// Observations whose opposite was said.
    opposed: BTreeSet<usize>,
}

impl<'a> Merger<'a> {
    fn new(existing: &'a [Observation], titles: &'a [Words]) -> Self {
        let quotes = |o: &'a Observation| {
            let kind = o.kind();
            o.evidence.iter().map(move |e| (kind, e.turn.as_str(), e.quote.as_str()))
        };
        Self {
            existing,
            observations: existing.iter().map(Cow::Borrowed).collect(),
            titles,
            choices: existing.iter().map(|_| OnceCell::new()).collect(),
            lookup: Lookup::new(existing, titles),
            quotes: existing.iter().flat_map(quotes).collect(),
            sightings: BTreeMap::new(),
            opposed: BTreeSet::new(),
        }
    }

    fn add(&mut self, candidate: Candidate) {
        if self.is_known(&candidate) {
            return;
        }
        let subject = MergeSubject::new(&candidate, self.pool());
        let (found, opposites) = (subject.find(), subject.opposites());
        let at = match found {
            Some((at, _)) => self.taker_of(at),
            None => self.create(&candidate),
        };
        self.opposed.extend(opposites);
        sighting::see(self.observations[at].to_mut(), &candidate);
        let matched = found.map(|(_, matched)| matched);
        self.sightings.entry(at).or_default().push((candidate, matched));
    }

    fn pool(&self) -> Pool<'_, 'a> {
        Pool {
            observations: &self.observations,
            titles: self.titles,
            choices: &self.choices,
            lookup: &self.lookup,
        }
    }

    /// A sighting of an observation that a person merged counts for the one that took it over.
    fn taker_of(&self, at: usize) -> usize {
        let taker = |at: usize| {
            self.observations[at].review_state.merged_into.as_deref().and_then(|id| self.lookup.id(id))
        };
        let chain = std::iter::successors(Some(at), |at| taker(*at)).take(self.observations.len());
        chain.last().unwrap_or(at)
    }

    /// Whether every quote of it is already evidence of observations of its kind.
    fn is_known(&self, candidate: &Candidate) -> bool {
        let kind = candidate.details.kind();
        candidate.evidence.iter().all(|e| self.quotes.contains(&(kind, e.turn.as_str(), e.quote.as_str())))
    }

    fn create(&mut self, candidate: &Candidate) -> usize {
        let mut observation = sighting::unseen(candidate, self.free_id(candidate));
        // Another choice about the same thing must be known as a rival when it becomes ready.
        let named = self.lookup.named(candidate).map(|at| &self.observations[at]);
        if let Some(rival) = named.filter(|rival| rival.kind() == observation.kind()) {
            observation.keys.extend(rival.keys.iter().cloned());
        }
        self.lookup.add(&observation, &Words::of(&observation.title));
        self.observations.push(Cow::Owned(observation));
        self.choices.push(OnceCell::new());
        self.observations.len() - 1
    }

    /// The same title from the same turn gives the same id; two lessons that share both are
    /// numbered.
    fn free_id(&self, candidate: &Candidate) -> String {
        let first = candidate.evidence.iter().min_by_key(|e| (e.at, &e.turn));
        let turn = first.map_or("", |e| e.turn.as_str());
        let seed = format!("{}\n{turn}\n{}", candidate.details.kind(), candidate.title);
        let id = |n: u32| {
            let seed = if n == 0 { seed.clone() } else { format!("{seed}\n{n}") };
            format!("obs_{}", text::head(&text::hash(&seed), ID_HEX))
        };
        (0..).map(id).find(|id| self.lookup.id(id).is_none()).unwrap_or_default()
    }

    fn finish(mut self, rules: Rules<'_>) -> Vec<Merged> {
        // A newer decision or pitfall replaces the older one; a command or a skill has to be
        // reviewed.
        let asks = |at: &usize| !matches!(self.observations[*at].kind(), Kind::Decision | Kind::Pitfall);
        let opposed: BTreeSet<usize> = std::mem::take(&mut self.opposed).into_iter().filter(asks).collect();
        for at in &opposed {
            self.sightings.entry(*at).or_default();
        }
        let Self { existing, observations, sightings, .. } = self;
        let merged = sightings.into_iter().map(|(at, sightings)| {
            let before = existing.get(at);
            let mut after = observations[at].as_ref().clone();
            sighting::judge(&mut after, &sightings, rules);
            if opposed.contains(&at) {
                after.reviews.insert(ReviewReason::Diverging);
            }
            Merged { before: before.cloned(), after, cause: cause(&sightings) }
        });
        merged.filter(|m| m.before.as_ref() != Some(&m.after)).collect()
    }
}

/// The ways in which it was recognised, without duplicates.
fn cause(sightings: &[(Candidate, Option<Matched>)]) -> String {
    let mut causes: Vec<String> = Vec::new();
    for (_, matched) in sightings {
        let cause = matched.as_ref().map_or_else(|| "first seen".to_owned(), |m| format!("seen again: {m}"));
        if !causes.contains(&cause) {
            causes.push(cause);
        }
    }
    if causes.is_empty() { "the opposite was said".to_owned() } else { causes.join("; ") }
}
