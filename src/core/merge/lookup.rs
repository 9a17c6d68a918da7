//! Finds what a candidate may be about without comparing it with every observation.

use std::collections::{BTreeSet, HashMap};

use crate::core::knowledge::pitfall_key;
use crate::core::model::{Candidate, Details, Kind, Observation};
use crate::core::text::normalise;

/// From here on two titles are nearly the same. In percent, so that the number of words to compare is exact.
pub(super) const SIMILAR_PERCENT: usize = 85;

/// Observations are known by the order in which they are added.
#[derive(Default)]
pub(super) struct Lookup {
    added: usize,
    by_id: HashMap<String, usize>,
    by_key: HashMap<(Kind, String), Vec<usize>>,
    by_title: HashMap<(Kind, String), Vec<usize>>,
    by_area_and_issue: HashMap<(String, String), Vec<usize>>,
    by_rare_word: HashMap<(Kind, String), Vec<usize>>,
    /// How often a word stands in titles; fixed at the start, so that all titles order their words alike.
    frequency: HashMap<String, usize>,
}

impl Lookup {
    pub(super) fn new(existing: &[Observation]) -> Self {
        let mut lookup = Self::default();
        let titles: Vec<String> = existing.iter().map(|o| normalise(&o.title)).collect();
        titles.iter().for_each(|title| lookup.count_words(title));
        for (observation, title) in existing.iter().zip(titles) {
            lookup.add_titled(observation, title);
        }
        lookup
    }

    pub(super) fn add(&mut self, observation: &Observation) {
        self.add_titled(observation, normalise(&observation.title));
    }

    fn add_titled(&mut self, observation: &Observation, title: String) {
        let (at, kind) = (self.added, observation.kind());
        self.by_id.insert(observation.id.clone(), at);
        for key in &observation.keys {
            self.by_key.entry((kind, key.clone())).or_default().push(at);
        }
        for word in self.telling(&title) {
            self.by_rare_word.entry((kind, word)).or_default().push(at);
        }
        self.by_title.entry((kind, title)).or_default().push(at);
        if let Some(key) = area_and_issue(&observation.details) {
            self.by_area_and_issue.entry(key).or_default().push(at);
        }
        self.added += 1;
    }

    fn count_words(&mut self, title: &str) {
        for word in distinct_words(title) {
            match self.frequency.get_mut(word) {
                Some(count) => *count += 1,
                None => drop(self.frequency.insert(word.to_owned(), 1)),
            }
        }
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
    pub(super) fn sharing_a_rare_word(&self, candidate: &Candidate) -> BTreeSet<usize> {
        let kind = candidate.details.kind();
        let rare = self.telling(&normalise(&candidate.title)).into_iter().map(|word| (kind, word));
        rare.filter_map(|word| self.by_rare_word.get(&word)).flatten().copied().collect()
    }

    pub(super) fn with_area_and_issue(&self, candidate: &Candidate) -> &[usize] {
        let found = area_and_issue(&candidate.details).and_then(|key| self.by_area_and_issue.get(&key));
        found.map_or(&[], Vec::as_slice)
    }

    /// The rarest words of a normalised title, as many as two similar titles must have one in common of.
    fn telling(&self, title: &str) -> Vec<String> {
        let mut rarest = distinct_words(title);
        rarest.sort_by_key(|word| (self.frequency.get(*word).copied().unwrap_or(0), *word));
        let must_share = (rarest.len() * SIMILAR_PERCENT).div_ceil(100);
        rarest.truncate(rarest.len() + 1 - must_share.max(1));
        rarest.into_iter().map(str::to_owned).collect()
    }
}

fn distinct_words(normalised: &str) -> Vec<&str> {
    let mut words: Vec<&str> = normalised.split_whitespace().collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn area_and_issue(details: &Details) -> Option<(String, String)> {
    match details {
        Details::Pitfall { area, issue, .. } => pitfall_key(area, issue),
        _ => None,
    }
}
