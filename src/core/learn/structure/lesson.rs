//! Lessons: facts of many sessions, made into candidates.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{Fact, FactSighting};
use crate::core::entities::admission::{
    fetches, may_name, may_name_command, may_name_path, reads_like_a_sentence,
};
use crate::core::entities::grammar::CommandToken;
use crate::core::learn::verify::KnownText;
use crate::core::model::{Candidate, Details, Evidence, Quality, Speaker, Time};

/// All facts by session. A session counts once for each.
pub(super) struct FactTable<'a> {
    by_fact: BTreeMap<&'a Fact, LessonSessions<'a>>,
}

/// The sightings of one thing: the earliest of each session, and their number there.
#[derive(Clone, Default)]
pub(super) struct LessonSessions<'a>(BTreeMap<&'a str, (&'a FactSighting, usize)>);

impl<'a> FactTable<'a> {
    pub(super) fn new(sightings: &'a [FactSighting]) -> Self {
        let mut by_fact: BTreeMap<&Fact, LessonSessions<'_>> = BTreeMap::new();
        let mut known: HashSet<(&Fact, &str)> = HashSet::with_capacity(sightings.len());
        for sighting in sightings.iter().filter(|one| known.insert((&one.fact, &one.turn))) {
            by_fact.entry(&sighting.fact).or_default().add(sighting, 1);
        }
        FactTable { by_fact }
    }

    pub(super) fn facts(&self) -> impl Iterator<Item = (&'a Fact, &LessonSessions<'a>)> {
        self.by_fact.iter().map(|(fact, sessions)| (*fact, sessions))
    }

    /// The facts for which `pick` returns a key, grouped by that key.
    pub(super) fn grouped<K: Ord>(
        &self,
        pick: impl Fn(&'a Fact) -> Option<K>,
    ) -> BTreeMap<K, LessonSessions<'a>> {
        let mut groups: BTreeMap<K, LessonSessions<'a>> = BTreeMap::new();
        for (fact, sessions) in self.facts() {
            if let Some(key) = pick(fact) {
                groups.entry(key).or_default().join(sessions);
            }
        }
        groups
    }

    /// The time at which half of the sessions were over.
    pub(super) fn middle(&self) -> Option<Time> {
        let mut began: BTreeMap<&str, Time> = BTreeMap::new();
        for sighting in self.by_fact.values().flat_map(LessonSessions::sightings) {
            let first = began.entry(&sighting.session).or_insert(sighting.at);
            *first = sighting.at.min(*first);
        }
        let mut began: Vec<Time> = began.into_values().collect();
        began.sort_unstable();
        began.get(began.len() / 2).copied()
    }

    /// The command, with the folder where most sessions ran it, if that is not the root.
    pub(super) fn spelled(&self, command: &CommandToken) -> String {
        let places = self.grouped(|fact| match fact {
            Fact::Acted { ran, .. } => ran.iter().find(|ran| ran.command == *command).map(|ran| &ran.folder),
            _ => None,
        });
        let usual = places.into_iter().max_by_key(|(folder, sessions)| (sessions.len(), folder.is_none()));
        match usual.and_then(|(folder, _)| folder.as_ref()) {
            Some(folder) => format!("`{}` in `{}`", command.as_str(), folder.as_str()),
            None => format!("`{}`", command.as_str()),
        }
    }
}

impl<'a> LessonSessions<'a> {
    fn add(&mut self, sighting: &'a FactSighting, times: usize) {
        let (first, all) = self.0.entry(&sighting.session).or_insert((sighting, 0));
        *all += times;
        if (sighting.at, &sighting.turn) < (first.at, &first.turn) {
            *first = sighting;
        }
    }

    pub(super) fn join(&mut self, other: &LessonSessions<'a>) {
        other.0.values().for_each(|(sighting, times)| self.add(sighting, *times));
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn times(&self) -> usize {
        self.0.values().map(|(_, times)| times).sum()
    }

    pub(super) fn days(&self) -> usize {
        self.sightings().map(|sighting| sighting.at.date_naive()).collect::<BTreeSet<_>>().len()
    }

    pub(super) fn sightings(&self) -> impl Iterator<Item = &'a FactSighting> {
        self.0.values().map(|(sighting, _)| *sighting)
    }
}

/// The conclusion from facts, in fixed sentences.
pub(super) struct Lesson<'a> {
    pub(super) title: String,
    pub(super) details: Details,
    /// The key of its subject. Structure merges only observations with the same key.
    pub(super) key: String,
    pub(super) seen: LessonSessions<'a>,
}

impl Lesson<'_> {
    /// Whether all names in it may be shown. The author of the repository or of a tool's output can
    /// choose such names, and one can read like an order.
    pub(super) fn may_be_told(&self) -> bool {
        let text = format!("{}\n{}", self.title, self.details.text());
        text.split('`').skip(1).step_by(2).all(may_be_named)
    }

    pub(super) fn candidate(self, known: &KnownText) -> Candidate {
        let quality = Quality {
            attested: true,
            concrete: true,
            structural: true,
            redundant: known.says(&self.title, &self.details),
            ..Quality::default()
        };
        Candidate {
            keys: BTreeSet::from([self.key]),
            matches: None,
            credits: Default::default(),
            resent: Default::default(),
            evidence: self.seen.sightings().map(evidence).collect(),
            title: self.title,
            details: self.details,
            quality,
        }
    }
}

fn may_be_named(span: &str) -> bool {
    let is_known = CommandToken::parse(span).is_some_and(|command| may_name_command(&command));
    let is_plain = || span.split(' ').all(may_name) && !reads_like_a_sentence(span) && !fetches(span);
    is_known || may_name_path(span) || is_plain()
}

fn evidence(sighting: &FactSighting) -> Evidence {
    Evidence {
        session: sighting.session.clone(),
        turn: sighting.turn.clone(),
        speaker: Speaker::Structure,
        quote: sighting.fact.sentence(),
        at: sighting.at,
    }
}

/// `a`, `b` and `c`.
pub(super) fn listed<'t>(tokens: impl IntoIterator<Item = &'t str>) -> String {
    let spans: Vec<String> = tokens.into_iter().map(|token| format!("`{token}`")).collect();
    match spans.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => spans.join(""),
    }
}
