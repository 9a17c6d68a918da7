//! Finds what a candidate may be about without comparing it with every observation.

use std::collections::{BTreeSet, HashMap};

use super::choice::Choice;
use crate::core::knowledge::pitfall_key;
use crate::core::model::{Candidate, Details, Kind, Observation};
use crate::core::text::{normalise, words};

/// From here on two titles are nearly the same. In percent, so that the number of words to compare is exact.
pub(super) const SIMILAR_PERCENT: usize = 85;

pub(super) struct Lookup {
    read: Vec<Read>,
    by_id: HashMap<String, usize>,
    by_key: HashMap<(Kind, String), Vec<usize>>,
    by_title: HashMap<(Kind, String), Vec<usize>>,
    by_area_and_issue: HashMap<(String, String), Vec<usize>>,
    by_rare_word: HashMap<(Kind, String), Vec<usize>>,
    /// How often a word stands in titles; fixed at the start, so that all titles order their words alike.
    frequency: HashMap<String, usize>,
}

/// What comparing needs of an observation, taken apart once.
pub(super) struct Read {
    pub(super) title: BTreeSet<String>,
    pub(super) choice: Option<Choice>,
}

impl Read {
    pub(super) fn new(title: &str, details: &Details, keys: &BTreeSet<String>) -> Self {
        Self { title: words(title), choice: Choice::of(details, keys) }
    }
}

impl Lookup {
    pub(super) fn new(existing: &[Observation]) -> Self {
        let mut frequency = HashMap::new();
        for word in existing.iter().flat_map(|o| words(&o.title)) {
            *frequency.entry(word).or_default() += 1;
        }
        let mut lookup = Self {
            read: Vec::with_capacity(existing.len()),
            by_id: HashMap::new(),
            by_key: HashMap::new(),
            by_title: HashMap::new(),
            by_area_and_issue: HashMap::new(),
            by_rare_word: HashMap::new(),
            frequency,
        };
        for observation in existing {
            lookup.add(observation);
        }
        lookup
    }

    /// Observations are known by the order in which they are added.
    pub(super) fn add(&mut self, observation: &Observation) {
        let (at, kind) = (self.read.len(), observation.kind());
        let read = Read::new(&observation.title, &observation.details, &observation.keys);
        self.by_id.insert(observation.id.clone(), at);
        for key in &observation.keys {
            self.by_key.entry((kind, key.clone())).or_default().push(at);
        }
        let title = (kind, normalise(&observation.title));
        self.by_title.entry(title).or_default().push(at);
        for word in self.telling(&read.title) {
            self.by_rare_word.entry((kind, word)).or_default().push(at);
        }
        if let Some(key) = area_and_issue(&observation.details) {
            self.by_area_and_issue.entry(key).or_default().push(at);
        }
        self.read.push(read);
    }

    pub(super) fn read(&self, at: usize) -> &Read {
        &self.read[at]
    }

    pub(super) fn id(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// The observation that the extractor named.
    pub(super) fn named(&self, candidate: &Candidate) -> Option<usize> {
        candidate.matches.as_deref().and_then(|id| self.id(id))
    }

    pub(super) fn sharing_a_key(&self, candidate: &Candidate) -> BTreeSet<usize> {
        let kind = candidate.details.kind();
        let keys = candidate.keys.iter().map(|key| (kind, key.clone()));
        keys.filter_map(|key| self.by_key.get(&key)).flatten().copied().collect()
    }

    pub(super) fn with_title(&self, candidate: &Candidate) -> &[usize] {
        let title = (candidate.details.kind(), normalise(&candidate.title));
        if title.1.is_empty() {
            return &[];
        }
        self.by_title.get(&title).map_or(&[], Vec::as_slice)
    }

    /// All with a similar title, and others that share a rare word.
    pub(super) fn sharing_a_rare_word(&self, kind: Kind, title: &BTreeSet<String>) -> BTreeSet<usize> {
        let rare = self.telling(title).into_iter().map(|word| (kind, word));
        rare.filter_map(|word| self.by_rare_word.get(&word)).flatten().copied().collect()
    }

    pub(super) fn with_area_and_issue(&self, candidate: &Candidate) -> &[usize] {
        let found = area_and_issue(&candidate.details).and_then(|key| self.by_area_and_issue.get(&key));
        found.map_or(&[], Vec::as_slice)
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

fn area_and_issue(details: &Details) -> Option<(String, String)> {
    match details {
        Details::Pitfall { area, issue, .. } => pitfall_key(area, issue),
        _ => None,
    }
}
