//! What makes two decisions the same choice, and which of two choices stands.

use std::collections::{BTreeSet, HashMap};

use super::matching::share_keys;
use crate::core::model::{Details, Observation, Status, Time};
use crate::core::text::{normalise, similarity, words};

const SAME_CHOICE: f64 = 0.6;

/// Words that turn a sentence into its opposite. `t` is what is left of n't.
#[rustfmt::skip]
const NEGATIONS: &[&str] = &[
    "not", "no", "never", "none", "without", "avoid", "stop", "instead", "cannot", "don", "dont", "t",
    "nicht", "nie", "niemals", "kein", "keine", "ohne", "pas", "jamais", "sans", "nunca", "sin", "não", "nao", "sem",
    "non", "mai", "senza", "niet", "geen", "nooit",
];

/// Whether two texts that share most words may still say the opposite, or another number.
pub(super) fn may_contradict(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    let is_negation = |word: &String| NEGATIONS.contains(&word.as_str());
    let has_number = |word: &String| word.contains(|c: char| c.is_numeric());
    a.symmetric_difference(b).any(is_negation)
        || (a.difference(b).any(has_number) && b.difference(a).any(has_number))
}

/// What was chosen, and the concrete things in it.
pub(super) struct Choice {
    normalised: String,
    words: BTreeSet<String>,
    named: BTreeSet<String>,
}

impl Choice {
    pub(super) fn of(details: &Details, keys: &BTreeSet<String>) -> Option<Self> {
        let Details::Decision { decision, .. } = details else {
            return None;
        };
        let normalised = normalise(decision);
        let text = format!(" {normalised} ");
        let is_named = |key: &&String| text.contains(&format!(" {} ", normalise(key)));
        Some(Self {
            words: words(decision),
            named: keys.iter().filter(is_named).cloned().collect(),
            normalised,
        })
    }

    /// Enough alike to count as one more sighting.
    pub(super) fn is_same(&self, other: &Choice) -> bool {
        let is_swapped = !self.named.is_subset(&other.named) && !other.named.is_subset(&self.named);
        let is_alike = similarity(&self.words, &other.words) >= SAME_CHOICE;
        self.normalised == other.normalised
            || (is_alike && !is_swapped && !may_contradict(&self.words, &other.words))
    }

    /// Certainly something else: both name things, and none in common.
    pub(super) fn is_other(&self, other: &Choice) -> bool {
        !self.named.is_empty() && !other.named.is_empty() && self.named.is_disjoint(&other.named)
    }
}

/// One decision that another has replaced, by their ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supersession {
    pub older: String,
    pub newer: String,
}

/// Of decisions about the same thing that are ready or created, only the one last confirmed stands. To be asked after
/// every promotion: an older choice that becomes ready late is replaced at once.
pub fn supersessions(observations: &[Observation]) -> Vec<Supersession> {
    let standing: Vec<(&Observation, Choice)> = observations
        .iter()
        .filter(|o| matches!(o.status, Status::Ready | Status::Created) && o.superseded_by.is_none())
        .filter_map(|o| Some((o, Choice::of(&o.details, &o.keys)?)))
        .collect();
    let mut by_key: HashMap<&str, Vec<&(&Observation, Choice)>> = HashMap::new();
    for decision in &standing {
        for key in &decision.0.keys {
            by_key.entry(key).or_default().push(decision);
        }
    }
    let newest_rival = |(o, choice): &(&Observation, Choice)| {
        let near = o.keys.iter().filter_map(|key| by_key.get(key.as_str())).flatten();
        near.filter(|(other, _)| age(other) > age(o) && share_keys(&o.keys, &other.keys))
            .filter(|(_, other)| !choice.is_same(other))
            .map(|(other, _)| *other)
            .max_by_key(|other| age(other))
    };
    let superseded = |decision: &(&Observation, Choice)| {
        let newer = newest_rival(decision)?.id.clone();
        Some(Supersession { older: decision.0.id.clone(), newer })
    };
    standing.iter().filter_map(superseded).collect()
}

fn age(observation: &Observation) -> (Time, Time, &str) {
    (observation.last_seen, observation.first_seen, &observation.id)
}
