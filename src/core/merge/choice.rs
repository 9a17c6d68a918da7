//! What makes two decisions the same choice, and which of two choices stands.

use std::collections::{BTreeMap, BTreeSet};

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
pub(super) struct Choice<'a> {
    decision: &'a str,
    named: BTreeSet<&'a str>,
}

impl<'a> Choice<'a> {
    pub(super) fn of(details: &'a Details, keys: &'a BTreeSet<String>) -> Option<Self> {
        let Details::Decision { decision, .. } = details else {
            return None;
        };
        let text = format!(" {} ", normalise(decision));
        let is_named = |key: &&str| text.contains(&format!(" {} ", normalise(key)));
        Some(Self {
            decision,
            named: keys.iter().map(String::as_str).filter(is_named).collect(),
        })
    }

    /// Enough alike to count as one more sighting.
    pub(super) fn is_same(&self, other: &Choice<'_>) -> bool {
        if normalise(self.decision) == normalise(other.decision) {
            return true;
        }
        let (a, b) = (words(self.decision), words(other.decision));
        let swapped = self.named.difference(&other.named).next().is_some()
            && other.named.difference(&self.named).next().is_some();
        similarity(&a, &b) >= SAME_CHOICE && !swapped && !may_contradict(&a, &b)
    }

    /// Certainly something else: both name things, and none in common.
    pub(super) fn is_other(&self, other: &Choice<'_>) -> bool {
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
    let standing: Vec<&Observation> = observations.iter().filter(|o| is_standing(o)).collect();
    let mut by_key: BTreeMap<&str, Vec<&Observation>> = BTreeMap::new();
    for observation in &standing {
        for key in &observation.keys {
            by_key.entry(key).or_default().push(observation);
        }
    }
    let newest_rival = |o: &Observation| {
        let near = o
            .keys
            .iter()
            .filter_map(|key| by_key.get(key.as_str()))
            .flatten()
            .copied();
        near.filter(|other| age(other) > age(o) && are_rivals(o, other))
            .max_by_key(|other| age(other))
    };
    standing
        .iter()
        .filter_map(|older| {
            Some(Supersession {
                older: older.id.clone(),
                newer: newest_rival(older)?.id.clone(),
            })
        })
        .collect()
}

fn is_standing(observation: &Observation) -> bool {
    matches!(observation.details, Details::Decision { .. })
        && matches!(observation.status, Status::Ready | Status::Created)
        && observation.superseded_by.is_none()
}

fn age(observation: &Observation) -> (Time, Time, &str) {
    (observation.last_seen, observation.first_seen, &observation.id)
}

fn are_rivals(a: &Observation, b: &Observation) -> bool {
    let choices = (Choice::of(&a.details, &a.keys), Choice::of(&b.details, &b.keys));
    let (Some(a_choice), Some(b_choice)) = choices else {
        return false;
    };
    share_keys(&a.keys, &b.keys) && !a_choice.is_same(&b_choice)
}
