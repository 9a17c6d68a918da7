//! From facts of many sessions to a candidate.

use std::collections::{BTreeMap, BTreeSet};

use super::{Fact, FactSighting};
use crate::core::entities::grammar::CommandToken;
use crate::core::learn::verify::KnownText;
use crate::core::model::{Candidate, Details, Evidence, Quality, Speaker};

const PROVEN_SESSIONS: usize = 2;

/// All facts by session. A session counts once for each.
pub(super) struct FactTable<'a> {
    by_fact: BTreeMap<&'a Fact, LessonSessions<'a>>,
}

/// The sightings of one thing, the earliest of each session.
#[derive(Clone, Default)]
pub(super) struct LessonSessions<'a>(BTreeMap<&'a str, &'a FactSighting>);

impl<'a> FactTable<'a> {
    pub(super) fn new(sightings: impl IntoIterator<Item = &'a FactSighting>) -> Self {
        let mut by_fact: BTreeMap<&Fact, LessonSessions<'_>> = BTreeMap::new();
        for sighting in sightings {
            by_fact.entry(&sighting.fact).or_default().add(sighting);
        }
        FactTable { by_fact }
    }

    pub(super) fn facts(&self) -> impl Iterator<Item = (&'a Fact, &LessonSessions<'a>)> {
        self.by_fact.iter().map(|(fact, sessions)| (*fact, sessions))
    }

    /// The facts that `pick` gives something for, joined by what it gives.
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
}

impl<'a> FactTable<'a> {
    /// Did it go well in enough sessions to be recommended? That something complained is no reason to run it.
    pub(super) fn is_proven(&self, command: &CommandToken) -> bool {
        let went_well = self.grouped(|fact| match fact {
            Fact::Ran { command: by, .. } | Fact::Remedied { by, .. } | Fact::Refused { by }
                if by == command =>
            {
                Some(())
            }
            _ => None,
        });
        went_well.values().any(|sessions| sessions.len() >= PROVEN_SESSIONS)
    }

    /// How the command is given: with the folder where most sessions ran it, if that is not the root.
    pub(super) fn spelled(&self, command: &CommandToken) -> String {
        let places = self.grouped(|fact| match fact {
            Fact::Ran { command: ran, folder } if ran == command => Some(folder),
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
    fn add(&mut self, sighting: &'a FactSighting) {
        let first = self.0.entry(&sighting.session).or_insert(sighting);
        if (sighting.at, &sighting.turn) < (first.at, &first.turn) {
            *first = sighting;
        }
    }

    pub(super) fn join(&mut self, other: &LessonSessions<'a>) {
        other.0.values().for_each(|sighting| self.add(sighting));
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn days(&self) -> usize {
        self.0.values().map(|sighting| sighting.at.date_naive()).collect::<BTreeSet<_>>().len()
    }

    pub(super) fn has(&self, session: &str) -> bool {
        self.0.contains_key(session)
    }

    /// Only the sessions that the other has too.
    pub(super) fn within(&self, other: &LessonSessions<'_>) -> LessonSessions<'a> {
        LessonSessions(
            self.0.iter().filter(|(session, _)| other.has(session)).map(|(s, seen)| (*s, *seen)).collect(),
        )
    }

    pub(super) fn sightings(&self) -> impl Iterator<Item = &'a FactSighting> {
        self.0.values().copied()
    }
}

/// What facts add up to, in fixed sentences.
pub(super) struct Lesson<'a> {
    pub(super) title: String,
    pub(super) details: Details,
    /// What it is about. Structure merges with nothing that has another key.
    pub(super) key: String,
    pub(super) seen: LessonSessions<'a>,
}

impl Lesson<'_> {
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

fn evidence(sighting: &FactSighting) -> Evidence {
    Evidence {
        session: sighting.session.clone(),
        turn: sighting.turn.clone(),
        speaker: Speaker::Structure,
        quote: sighting.fact.sentence(),
        at: sighting.at,
    }
}

impl Fact {
    /// What was seen, as `why` shows it.
    fn sentence(&self) -> String {
        match self {
            Fact::Complained { rule, by } => format!("`{}` complained about `{}`", by.as_str(), rule.id()),
            Fact::Silenced { rule } => format!("an edit silenced `{}`", rule.id()),
            Fact::Remedied { failed, by } => {
                format!("`{}` failed, `{}` worked", failed.as_str(), by.as_str())
            }
            Fact::Ignored { path } => format!("`git add` refused `{}`", path.as_str()),
            Fact::Refused { by } => format!("`git commit` was refused, `{}` ran with it", by.as_str()),
            Fact::Edited { scope } => format!("`{}` was edited", scope.as_str()),
            Fact::Ran { command, .. } => format!("`{}` ran after an edit", command.as_str()),
            Fact::Committed => "`git commit` after an edit".to_owned(),
        }
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
