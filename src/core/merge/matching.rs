//! Which known observation a candidate is about. Concrete keys join what people never word twice in the same way;
//! words come second, and only when they can mean nothing else.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;

use super::choice::{Choice, may_contradict};
use super::lookup::{Lookup, SIMILAR_PERCENT};
use crate::core::model::{Candidate, Kind, Observation, Time};
use crate::core::text::{similarity, words};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Matched {
    Named,
    Key(String),
    Title,
    Similar,
    AreaAndIssue,
}

impl fmt::Display for Matched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Matched::Named => f.write_str("named by the extractor"),
            Matched::Key(key) => write!(f, "also about `{key}`"),
            Matched::Title => f.write_str("the same words"),
            Matched::Similar => f.write_str("nearly the same words"),
            Matched::AreaAndIssue => f.write_str("the same area and issue"),
        }
    }
}

/// A candidate beside all it may be about. Of those only few are looked at closely, so they are taken apart only then.
pub(super) struct Subject<'a, 'p> {
    candidate: &'a Candidate,
    kind: Kind,
    title: BTreeSet<String>,
    choice: Option<Choice>,
    pool: &'a [Cow<'p, Observation>],
    lookup: &'a Lookup,
}

impl<'a, 'p> Subject<'a, 'p> {
    pub(super) fn new(
        candidate: &'a Candidate,
        pool: &'a [Cow<'p, Observation>],
        lookup: &'a Lookup,
    ) -> Self {
        Self {
            candidate,
            kind: candidate.details.kind(),
            title: words(&candidate.title),
            choice: Choice::of(&candidate.details, &candidate.keys),
            pool,
            lookup,
        }
    }

    pub(super) fn find(&self) -> Option<(usize, Matched)> {
        if self.candidate.quality.structural {
            // Its sentences are fixed: titles that differ in one word are about different things.
            return self.by_key();
        }
        let found = |at: Option<usize>, matched: Matched| at.map(|at| (at, matched));
        found(self.named(), Matched::Named)
            .or_else(|| self.by_key())
            .or_else(|| found(self.by_title(), Matched::Title))
            .or_else(|| found(self.by_similar_title(), Matched::Similar))
            .or_else(|| found(self.by_area_and_issue(), Matched::AreaAndIssue))
    }

    fn named(&self) -> Option<usize> {
        let at = self.lookup.named(self.candidate)?;
        (self.pool[at].kind() == self.kind && self.may_be(at)).then_some(at)
    }

    fn by_key(&self) -> Option<(usize, Matched)> {
        let keys = &self.candidate.keys;
        let near = self.lookup.sharing_a_key(self.candidate).into_iter();
        let fits = |at: &usize| {
            share_keys(keys, &self.pool[*at].keys) && self.may_be(*at) && self.is_same_choice(*at)
        };
        let best = self.best(near.filter(fits))?;
        let shared = keys.intersection(&self.pool[best].keys).next()?;
        Some((best, Matched::Key(shared.clone())))
    }

    fn by_title(&self) -> Option<usize> {
        let same = self.lookup.with_title(self.candidate).iter().copied();
        self.best(same.filter(|at| self.may_be(*at)))
    }

    fn by_similar_title(&self) -> Option<usize> {
        let near = self.lookup.sharing_a_rare_word(self.candidate).into_iter();
        self.best(near.filter(|at| self.is_similar(*at) && self.may_be(*at)))
    }

    fn by_area_and_issue(&self) -> Option<usize> {
        self.best(self.lookup.with_area_and_issue(self.candidate).iter().copied())
    }

    fn is_similar(&self, at: usize) -> bool {
        let other = words(&self.pool[at].title);
        similarity(&self.title, &other) >= SIMILAR_PERCENT as f64 / 100.0
            && !may_contradict(&self.title, &other)
    }

    fn is_same_choice(&self, at: usize) -> bool {
        match (&self.choice, self.choice_of(at)) {
            (Some(choice), Some(other)) => choice.is_same(&other),
            _ => true,
        }
    }

    fn choice_of(&self, at: usize) -> Option<Choice> {
        Choice::of(&self.pool[at].details, &self.pool[at].keys)
    }

    /// Not a decision for something else, nor one that was replaced before this was said: then the old choice is a new
    /// one again.
    fn may_be(&self, at: usize) -> bool {
        let is_other = match (&self.choice, self.choice_of(at)) {
            (Some(choice), Some(other)) => choice.is_other(&other),
            _ => false,
        };
        !is_other && !self.is_replaced(&self.pool[at])
    }

    fn is_replaced(&self, other: &Observation) -> bool {
        let newer = other.superseded_by.as_deref().and_then(|id| self.lookup.id(id));
        let said = self.candidate.evidence.iter().map(|e| e.at).min();
        newer.is_some_and(|at| said > Some(self.pool[at].last_seen))
    }

    /// The one with most keys in common, then with the most similar title, then the oldest.
    fn best(&self, of: impl Iterator<Item = usize>) -> Option<usize> {
        of.map(|at| (self.closeness(at), at)).max_by(|(a, _), (b, _)| Closeness::cmp(a, b)).map(|(_, at)| at)
    }

    fn closeness(&self, at: usize) -> Closeness<'_> {
        let other = &self.pool[at];
        Closeness {
            shared: self.candidate.keys.intersection(&other.keys).count(),
            alike: similarity(&self.title, &words(&other.title)),
            age: (other.first_seen, &other.id),
        }
    }
}

struct Closeness<'a> {
    shared: usize,
    alike: f64,
    age: (Time, &'a str),
}

impl Closeness<'_> {
    fn cmp(a: &Self, b: &Self) -> Ordering {
        let by_keys = a.shared.cmp(&b.shared);
        by_keys.then_with(|| a.alike.total_cmp(&b.alike)).then_with(|| b.age.cmp(&a.age))
    }
}

/// About the same thing: at least half of what the one that names less names.
pub(super) fn share_keys(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    let shared = a.intersection(b).count();
    shared > 0 && shared * 2 >= a.len().min(b.len())
}
