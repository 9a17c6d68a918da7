//! An index of observations that finds what a candidate may be about without comparing it with
//! every one.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};

use super::generalise::form;
use crate::core::learn::merge::pitfall_key::pitfall_key;
use crate::core::learn::topics::topic_key;
use crate::core::model::groups::Groups;
use crate::core::model::{Candidate, Details, Kind, Observation};
use crate::core::text::words::Words;

/// From this similarity on, two titles are nearly the same. In percent, so that the number of words
/// to compare is exact.
pub(super) const SIMILAR_PERCENT: usize = 85;

/// A text in one kind of observation. Existing ones are borrowed, new ones owned.
type Said<'a> = (Kind, Cow<'a, str>);

/// Observations are numbered in the order in which they are added.
pub(super) struct Lookup<'a> {
    added: usize,
    by_id: HashMap<Cow<'a, str>, usize>,
    by_key: Groups<Said<'a>>,
    by_topic: HashMap<Cow<'a, str>, usize>,
    by_title: Groups<Said<'a>>,
    by_area_and_issue: Groups<(String, String)>,
    by_rare_word: Groups<Said<'a>>,
    /// Workflows by their steps without the parts that change from one time to the next.
    by_form: OnceCell<Groups<String>>,
    /// How often a word occurs in titles; fixed at the start, so that all titles order their words
    /// alike.
    frequency: HashMap<&'a str, usize>,
}

impl<'a> Lookup<'a> {
    /// The titles are those of the observations.
    pub(super) fn new(existing: &'a [Observation], titles: &'a [Words]) -> Self {
        let mut lookup = Self {
            added: 0,
            by_id: HashMap::with_capacity(existing.len()),
            by_key: Groups::with_capacity(existing.len()),
            by_topic: HashMap::new(),
            by_title: Groups::with_capacity(existing.len()),
            by_area_and_issue: Groups::with_capacity(0),
            by_rare_word: Groups::with_capacity(existing.len()),
            by_form: OnceCell::new(),
            frequency: HashMap::new(),
        };
        for word in titles.iter().flat_map(Words::iter) {
            *lookup.frequency.entry(word).or_default() += 1;
        }
        for (observation, title) in existing.iter().zip(titles) {
            lookup.insert(observation, title, Cow::Borrowed);
        }
        lookup
    }

    pub(super) fn add(&mut self, observation: &Observation, title: &Words) {
        self.insert(observation, title, |said| Cow::Owned(said.to_owned()));
    }

    fn insert<'o>(
        &mut self,
        observation: &'o Observation,
        title: &'o Words,
        keep: fn(&'o str) -> Cow<'a, str>,
    ) {
        let (at, kind) = (self.added, observation.kind());
        self.by_id.insert(keep(&observation.id), at);
        if let Some(topic) = topic_key(&observation.keys) {
            self.by_topic.entry(keep(topic)).or_insert(at);
        }
        for key in &observation.keys {
            self.by_key.add((kind, keep(key)), at);
        }
        for word in self.telling(title) {
            self.by_rare_word.add((kind, keep(word)), at);
        }
        self.by_title.add((kind, keep(title.normalised())), at);
        if let Some(key) = area_and_issue(&observation.details) {
            self.by_area_and_issue.add(key, at);
        }
        if let (Some(forms), Some(form)) = (self.by_form.get_mut(), form_of(&observation.details)) {
            forms.add(form, at);
        }
        self.added += 1;
    }

    pub(super) fn id(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// The first of this kind with the key.
    pub(super) fn with_key(&self, kind: Kind, key: &str) -> Option<usize> {
        self.by_key.get(&(kind, Cow::Borrowed(key))).next()
    }

    /// The observation of a topic, of any kind that a person gave it.
    pub(super) fn with_topic(&self, topic: &str) -> Option<usize> {
        self.by_topic.get(topic).copied()
    }

    /// The observation that the extractor named.
    pub(super) fn named(&self, candidate: &Candidate) -> Option<usize> {
        candidate.matches.as_deref().and_then(|id| self.id(id))
    }

    pub(super) fn sharing_a_key(&self, candidate: &Candidate) -> BTreeSet<usize> {
        let kind = candidate.details.kind();
        candidate.keys.iter().flat_map(|key| self.by_key.get(&(kind, Cow::Borrowed(key)))).collect()
    }

    pub(super) fn with_title<'s>(&'s self, kind: Kind, title: &'s Words) -> impl Iterator<Item = usize> {
        let same = self.by_title.get(&(kind, Cow::Borrowed(title.normalised())));
        same.filter(|_| !title.is_empty())
    }

    /// All with a similar title, and others that share a rare word.
    pub(super) fn sharing_a_rare_word(&self, kind: Kind, title: &Words) -> BTreeSet<usize> {
        let rare = self.telling(title).into_iter();
        rare.flat_map(|word| self.by_rare_word.get(&(kind, Cow::Borrowed(word)))).collect()
    }

    pub(super) fn with_area_and_issue(&self, candidate: &Candidate) -> impl Iterator<Item = usize> {
        area_and_issue(&candidate.details).into_iter().flat_map(|key| self.by_area_and_issue.get(&key))
    }

    /// Used only if nothing else finds it, so the forms are computed only then.
    pub(super) fn with_form(&self, details: &Details, all: &[Cow<'_, Observation>]) -> Vec<usize> {
        let Some(form) = form_of(details) else { return vec![] };
        let forms = self.by_form.get_or_init(|| {
            let mut forms = Groups::with_capacity(0);
            for (at, observation) in all.iter().enumerate() {
                if let Some(form) = form_of(&observation.details) {
                    forms.add(form, at);
                }
            }
            forms
        });
        forms.get(&form).collect()
    }

    /// The rarest words of a title: two similar titles must share one of this many.
    fn telling<'t>(&self, title: &'t Words) -> Vec<&'t str> {
        let frequency = |word: &'t str| (self.frequency.get(word).copied().unwrap_or(0), word);
        let mut rarest: Vec<(usize, &str)> = title.iter().map(frequency).collect();
        rarest.sort_unstable();
        let must_share = (rarest.len() * SIMILAR_PERCENT).div_ceil(100);
        rarest.truncate(rarest.len() + 1 - must_share.max(1));
        rarest.into_iter().map(|(_, word)| word).collect()
    }
}

fn area_and_issue(details: &Details) -> Option<(String, String)> {
    match details {
        Details::Pitfall { area, issue, .. } => pitfall_key(area, issue),
        _ => None,
    }
}

fn form_of(details: &Details) -> Option<String> {
    match details {
        Details::Workflow { steps } => Some(form(steps)).filter(|form| !form.trim().is_empty()),
        _ => None,
    }
}
