//! Which known observation a candidate is about. Concrete keys join what people never word twice in the same way;
//! words come second, and only when they can mean nothing else.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
use std::fmt;

use super::choice::{Choice, may_contradict};
use crate::core::knowledge::pitfall_key;
use crate::core::model::{Candidate, Details, Kind, Observation};
use crate::core::text::{normalise, similarity, words};

/// In percent, so that the number of words to compare is exact.
const SIMILAR_PERCENT: usize = 85;

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

/// Finds observations without comparing a candidate with each of them.
pub(super) struct Matcher {
    len: usize,
    by_id: HashMap<String, usize>,
    by_key: HashMap<(Kind, String), Vec<usize>>,
    by_title: HashMap<(Kind, String), Vec<usize>>,
    by_area_and_issue: HashMap<(String, String), Vec<usize>>,
    by_rare_word: HashMap<(Kind, String), Vec<usize>>,
    /// How often a word stands in titles; fixed at the start, so that all titles order their words alike.
    frequency: HashMap<String, usize>,
}

type Pool<'a> = [Cow<'a, Observation>];

impl Matcher {
    pub(super) fn new(existing: &[Observation]) -> Self {
        let mut frequency = HashMap::new();
        for word in existing.iter().flat_map(|o| words(&o.title)) {
            *frequency.entry(word).or_default() += 1;
        }
        let mut matcher = Self {
            len: 0,
            by_id: HashMap::new(),
            by_key: HashMap::new(),
            by_title: HashMap::new(),
            by_area_and_issue: HashMap::new(),
            by_rare_word: HashMap::new(),
            frequency,
        };
        for observation in existing {
            matcher.add(observation);
        }
        matcher
    }

    /// Observations are added in the order in which they stand in the pool.
    pub(super) fn add(&mut self, observation: &Observation) {
        let (at, kind) = (self.len, observation.kind());
        self.len += 1;
        self.by_id.insert(observation.id.clone(), at);
        for key in &observation.keys {
            self.by_key.entry((kind, key.clone())).or_default().push(at);
        }
        self.by_title
            .entry((kind, normalise(&observation.title)))
            .or_default()
            .push(at);
        for word in self.telling(&words(&observation.title)) {
            self.by_rare_word.entry((kind, word)).or_default().push(at);
        }
        if let Some(key) = area_and_issue(&observation.details) {
            self.by_area_and_issue.entry(key).or_default().push(at);
        }
    }

    pub(super) fn has_id(&self, id: &str) -> bool {
        self.by_id.contains_key(id)
    }

    /// The observation that the extractor named.
    pub(super) fn named(&self, candidate: &Candidate) -> Option<usize> {
        candidate
            .matches
            .as_ref()
            .and_then(|id| self.by_id.get(id))
            .copied()
    }

    pub(super) fn find(&self, candidate: &Candidate, pool: &Pool<'_>) -> Option<(usize, Matched)> {
        let subject = Subject::new(candidate, pool, self);
        let found = |at: Option<usize>, matched: Matched| at.map(|at| (at, matched));
        found(subject.named(), Matched::Named)
            .or_else(|| subject.by_key())
            .or_else(|| found(subject.by_title(), Matched::Title))
            .or_else(|| found(subject.by_similar_title(), Matched::Similar))
            .or_else(|| found(subject.by_area_and_issue(), Matched::AreaAndIssue))
    }

    /// The rarest words of a title, as many as two similar titles must have one in common of.
    fn telling(&self, title: &BTreeSet<String>) -> Vec<String> {
        let mut rarest: Vec<&String> = title.iter().collect();
        rarest.sort_by_key(|word| (self.frequency.get(*word).copied().unwrap_or(0), *word));
        let must_share = (title.len() * SIMILAR_PERCENT).div_ceil(100);
        rarest.truncate(title.len() + 1 - must_share.max(1));
        rarest.into_iter().cloned().collect()
    }
}

/// A candidate beside all it may be about.
struct Subject<'a, 'p> {
    candidate: &'a Candidate,
    kind: Kind,
    title: BTreeSet<String>,
    choice: Option<Choice<'a>>,
    pool: &'a Pool<'p>,
    matcher: &'a Matcher,
}

impl<'a, 'p> Subject<'a, 'p> {
    fn new(candidate: &'a Candidate, pool: &'a Pool<'p>, matcher: &'a Matcher) -> Self {
        Self {
            candidate,
            kind: candidate.details.kind(),
            title: words(&candidate.title),
            choice: Choice::of(&candidate.details, &candidate.keys),
            pool,
            matcher,
        }
    }

    fn named(&self) -> Option<usize> {
        let at = self.matcher.named(self.candidate)?;
        (self.pool[at].kind() == self.kind && self.may_be(at)).then_some(at)
    }

    fn by_key(&self) -> Option<(usize, Matched)> {
        let groups = self
            .candidate
            .keys
            .iter()
            .filter_map(|key| self.matcher.by_key.get(&(self.kind, key.clone())));
        let near: BTreeSet<usize> = groups.flatten().copied().collect();
        let keys = &self.candidate.keys;
        let fits = |at: &usize| {
            share_keys(keys, &self.pool[*at].keys) && self.may_be(*at) && self.is_same_choice(*at)
        };
        let best = self.best(near.into_iter().filter(fits))?;
        let shared = keys.intersection(&self.pool[best].keys).next()?;
        Some((best, Matched::Key(shared.clone())))
    }

    fn by_title(&self) -> Option<usize> {
        if self.title.is_empty() {
            return None;
        }
        let same = self
            .matcher
            .by_title
            .get(&(self.kind, normalise(&self.candidate.title)))?;
        self.best(same.iter().copied().filter(|at| self.may_be(*at)))
    }

    fn by_similar_title(&self) -> Option<usize> {
        let rare = self.matcher.telling(&self.title);
        let groups = rare
            .into_iter()
            .filter_map(|word| self.matcher.by_rare_word.get(&(self.kind, word)));
        let near: BTreeSet<usize> = groups.flatten().copied().collect();
        self.best(
            near.into_iter()
                .filter(|at| self.is_similar(*at) && self.may_be(*at)),
        )
    }

    fn by_area_and_issue(&self) -> Option<usize> {
        let key = area_and_issue(&self.candidate.details)?;
        self.best(self.matcher.by_area_and_issue.get(&key)?.iter().copied())
    }

    fn is_similar(&self, at: usize) -> bool {
        let title = words(&self.pool[at].title);
        similarity(&self.title, &title) >= SIMILAR_PERCENT as f64 / 100.0
            && !may_contradict(&self.title, &title)
    }

    fn is_same_choice(&self, at: usize) -> bool {
        let other = &self.pool[at];
        match (&self.choice, Choice::of(&other.details, &other.keys)) {
            (Some(choice), Some(other)) => choice.is_same(&other),
            _ => true,
        }
    }

    /// Not a decision for something else, nor one that was replaced before this was said: then the old choice is a new
    /// one again.
    fn may_be(&self, at: usize) -> bool {
        let other = &self.pool[at];
        let is_other = match (&self.choice, Choice::of(&other.details, &other.keys)) {
            (Some(choice), Some(other)) => choice.is_other(&other),
            _ => false,
        };
        !is_other && !self.is_replaced(other)
    }

    fn is_replaced(&self, other: &Observation) -> bool {
        let newer = other
            .superseded_by
            .as_ref()
            .and_then(|id| self.matcher.by_id.get(id));
        let said = self.candidate.evidence.iter().map(|e| e.at).min();
        newer.is_some_and(|at| said > Some(self.pool[*at].last_seen))
    }

    /// The one with most keys in common, then with the most similar title, then the oldest.
    fn best(&self, of: impl Iterator<Item = usize>) -> Option<usize> {
        of.max_by(|a, b| self.closeness(*a, *b))
    }

    fn closeness(&self, a: usize, b: usize) -> Ordering {
        let shared = |at: usize| self.candidate.keys.intersection(&self.pool[at].keys).count();
        let alike = |at: usize| similarity(&self.title, &words(&self.pool[at].title));
        let age = |at: usize| (self.pool[at].first_seen, &self.pool[at].id);
        shared(a)
            .cmp(&shared(b))
            .then_with(|| alike(a).total_cmp(&alike(b)))
            .then_with(|| age(b).cmp(&age(a)))
    }
}

fn area_and_issue(details: &Details) -> Option<(String, String)> {
    match details {
        Details::Pitfall { area, issue, .. } => pitfall_key(area, issue),
        _ => None,
    }
}

/// About the same thing: at least half of what the one that names less names.
pub(super) fn share_keys(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    let shared = a.intersection(b).count();
    shared > 0 && shared * 2 >= a.len().min(b.len())
}
