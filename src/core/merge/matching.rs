//! Which known observation a candidate is about. Concrete keys join what people never word twice in the same way;
//! words come second, and only when they can mean nothing else.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;

use super::choice::may_contradict;
use super::lookup::{Lookup, Read, SIMILAR_PERCENT};
use crate::core::model::{Candidate, Kind, Observation};
use crate::core::text::similarity;

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

/// A candidate beside all it may be about.
pub(super) struct Subject<'a, 'p> {
    candidate: &'a Candidate,
    kind: Kind,
    read: Read,
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
            read: Read::new(&candidate.title, &candidate.details, &candidate.keys),
            pool,
            lookup,
        }
    }

    pub(super) fn find(&self) -> Option<(usize, Matched)> {
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
        let near = self.lookup.sharing_a_rare_word(self.kind, &self.read.title).into_iter();
        self.best(near.filter(|at| self.is_similar(*at) && self.may_be(*at)))
    }

    fn by_area_and_issue(&self) -> Option<usize> {
        self.best(self.lookup.with_area_and_issue(self.candidate).iter().copied())
    }

    fn is_similar(&self, at: usize) -> bool {
        let (a, b) = (&self.read.title, &self.lookup.read(at).title);
        similarity(a, b) >= SIMILAR_PERCENT as f64 / 100.0 && !may_contradict(a, b)
    }

    fn is_same_choice(&self, at: usize) -> bool {
        match (&self.read.choice, &self.lookup.read(at).choice) {
            (Some(choice), Some(other)) => choice.is_same(other),
            _ => true,
        }
    }

    /// Not a decision for something else, nor one that was replaced before this was said: then the old choice is a new
    /// one again.
    fn may_be(&self, at: usize) -> bool {
        let is_other = match (&self.read.choice, &self.lookup.read(at).choice) {
            (Some(choice), Some(other)) => choice.is_other(other),
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
        of.max_by(|a, b| self.closeness(*a, *b))
    }

    fn closeness(&self, a: usize, b: usize) -> Ordering {
        let shared = |at: usize| self.candidate.keys.intersection(&self.pool[at].keys).count();
        let alike = |at: usize| similarity(&self.read.title, &self.lookup.read(at).title);
        let age = |at: usize| (self.pool[at].first_seen, &self.pool[at].id);
        shared(a)
            .cmp(&shared(b))
            .then_with(|| alike(a).total_cmp(&alike(b)))
            .then_with(|| age(b).cmp(&age(a)))
    }
}

/// About the same thing: at least half of what the one that names less names.
pub(super) fn share_keys(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    let shared = a.intersection(b).count();
    shared > 0 && shared * 2 >= a.len().min(b.len())
}
