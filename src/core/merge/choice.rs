//! What makes two decisions the same choice, and which of two choices stands.

use std::collections::{BTreeSet, HashMap};

use super::matching::share_keys;
use crate::core::model::{Details, Observation, Status, Time};
use crate::core::text::normalise;
use crate::core::words::Words;

const SAME_CHOICE: f64 = 0.6;

/// Words that turn a sentence into its opposite. `t` is what is left of n't.
#[rustfmt::skip]
const NEGATIONS: &[&str] = &[
    "not", "no", "never", "none", "without", "avoid", "stop", "instead", "cannot", "don", "dont", "t",
    "nicht", "nie", "niemals", "kein", "keine", "ohne", "pas", "jamais", "sans", "nunca", "sin", "não", "nao", "sem",
    "non", "mai", "senza", "niet", "geen", "nooit",
];

/// Whether two texts that share most words may still say the opposite, or another number.
pub(super) fn may_contradict(a: &Words, b: &Words) -> bool {
    let is_negation = |word: &str| NEGATIONS.contains(&word);
    let has_number = |word: &str| word.contains(|c: char| c.is_numeric());
    a.without(b).chain(b.without(a)).any(is_negation)
        || (a.without(b).any(has_number) && b.without(a).any(has_number))
}

/// What was chosen, and the concrete things in it.
pub(super) struct Choice {
    words: Words,
    named: BTreeSet<String>,
}

impl Choice {
    pub(super) fn of(details: &Details, keys: &BTreeSet<String>) -> Option<Self> {
        let Details::Decision { decision, .. } = details else {
            return None;
        };
        let words = Words::of(decision);
        let text = format!(" {} ", words.normalised());
        let is_named = |key: &&String| text.contains(&format!(" {} ", normalise(key)));
        Some(Self { named: keys.iter().filter(is_named).cloned().collect(), words })
    }

    /// Enough alike to count as one more sighting.
    pub(super) fn is_same(&self, other: &Choice) -> bool {
        let is_swapped = !self.named.is_subset(&other.named) && !other.named.is_subset(&self.named);
        let is_alike = self.words.similarity(&other.words) >= SAME_CHOICE;
        self.words.normalised() == other.words.normalised()
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
    let mut standing: Vec<Standing<'_>> = observations.iter().filter_map(Standing::of).collect();
    standing.sort_by(|a, b| b.age.cmp(&a.age));
    let by_key = by_key(&standing);
    let superseded = |(at, older): (usize, &Standing<'_>)| {
        // Lists are in the order of age, so the first rival is the newest.
        let newer = |key: &String| {
            by_key
                .get(key.as_str())?
                .iter()
                .take_while(|other| **other < at)
                .find(|other| older.is_rival(&standing[**other]))
        };
        let newest = older.observation.keys.iter().filter_map(newer).min()?;
        Some(Supersession { older: older.id(), newer: standing[*newest].id() })
    };
    standing.iter().enumerate().filter_map(superseded).collect()
}

/// A decision that holds until another replaces it.
struct Standing<'a> {
    observation: &'a Observation,
    choice: Choice,
    age: (Time, Time, &'a str),
}

impl<'a> Standing<'a> {
    fn of(o: &'a Observation) -> Option<Self> {
        let stands = matches!(o.status, Status::Ready | Status::Created) && o.superseded_by.is_none();
        let choice = stands.then(|| Choice::of(&o.details, &o.keys)).flatten()?;
        Some(Self { observation: o, choice, age: (o.last_seen, o.first_seen, &o.id) })
    }

    fn id(&self) -> String {
        self.observation.id.clone()
    }

    /// Another choice about the same thing.
    fn is_rival(&self, other: &Self) -> bool {
        share_keys(&self.observation.keys, &other.observation.keys) && !self.choice.is_same(&other.choice)
    }
}

fn by_key<'a>(standing: &[Standing<'a>]) -> HashMap<&'a str, Vec<usize>> {
    let mut by_key: HashMap<&str, Vec<usize>> = HashMap::with_capacity(standing.len());
    for (at, decision) in standing.iter().enumerate() {
        for key in &decision.observation.keys {
            by_key.entry(key).or_default().push(at);
        }
    }
    by_key
}
