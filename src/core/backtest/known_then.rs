//! The memory as it was after each session: the observations of today, cut down to what had been seen by then, under the
//! rules of today.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{BacktestInput, PlayedSession};
use crate::core::learn::inbox::{self, Next};
use crate::core::learn::merge::{self, Revocations};
use crate::core::learn::structure::{self, FactSighting};
use crate::core::learn::{readiness, topics, verify};
use crate::core::model::{Evidence, Observation, Quality, ReviewReason, Speaker, Status, Time};

/// Up to where facts and calls are known when so many sessions are over.
pub(super) struct KnownEnds {
    facts: Vec<usize>,
    pub(super) calls: Vec<usize>,
}

/// Puts facts and calls into the order of their sessions, so that what is known at a moment is the first part of them.
pub(super) fn in_order(input: &mut BacktestInput<'_>) -> KnownEnds {
    let places: HashMap<String, usize> =
        input.sessions.iter().enumerate().map(|(at, session)| (session.id.clone(), at)).collect();
    KnownEnds { facts: ends(&mut input.facts, &places), calls: ends(&mut input.calls, &places) }
}

fn ends(seen: &mut Vec<FactSighting>, places: &HashMap<String, usize>) -> Vec<usize> {
    seen.retain(|one| places.contains_key(&one.session));
    seen.sort_by_key(|one| (places[&one.session], one.at));
    (0..=places.len()).map(|over| seen.partition_point(|one| places[&one.session] < over)).collect()
}

pub(super) struct KnownThen<'a> {
    pub(super) input: &'a BacktestInput<'a>,
    pub(super) ends: &'a KnownEnds,
    /// Sessions that are over.
    pub(super) over: usize,
    pub(super) now: Time,
    ids: HashSet<&'a str>,
    played: HashSet<&'a str>,
    touched_by: HashMap<&'a str, BTreeSet<usize>>,
    /// Those that no session said, such as what was typed in a terminal.
    of_no_session: BTreeSet<usize>,
    /// What had been seen, and where each stands.
    pub(super) observations: Vec<Observation>,
    places: HashMap<&'a str, usize>,
    revocations: Vec<(&'a str, Revocations)>,
    /// Those that nothing but what was done is behind, and of them those that it was enough for.
    concluded: HashSet<&'a str>,
    drawn: BTreeSet<String>,
    pub(super) learned_at: BTreeMap<String, Time>,
    /// The session after which a conclusion did not hold any more.
    pub(super) withdrawn_by: BTreeMap<String, String>,
}

impl<'a> KnownThen<'a> {
    pub(super) fn new(input: &'a BacktestInput<'a>, ends: &'a KnownEnds) -> KnownThen<'a> {
        let played: HashSet<&str> = input.sessions.iter().map(|session| session.id.as_str()).collect();
        let mut touched_by: HashMap<&str, BTreeSet<usize>> = HashMap::new();
        let mut of_no_session = BTreeSet::new();
        for (at, o) in input.observations.iter().enumerate() {
            for session in o.sessions.iter().chain(o.evidence.iter().map(|e| &e.session)) {
                touched_by.entry(session).or_default().insert(at);
                of_no_session.extend((!played.contains(session.as_str())).then_some(at));
            }
        }
        let revocation =
            |one: &'a merge::Revocation| (one.session.as_str(), Revocations::of(vec![one.clone()]));
        KnownThen {
            ends,
            over: 0,
            now: Time::default(),
            ids: HashSet::new(),
            played,
            touched_by,
            of_no_session,
            observations: Vec::new(),
            places: HashMap::new(),
            revocations: input.revocations.iter().map(revocation).collect(),
            concluded: input.observations.iter().filter(|o| is_concluded(o)).map(|o| o.id.as_str()).collect(),
            drawn: BTreeSet::new(),
            learned_at: BTreeMap::new(),
            withdrawn_by: BTreeMap::new(),
            input,
        }
    }

    /// What was not concluded yet is not there.
    pub(super) fn is_there(&self, o: &Observation) -> bool {
        !self.concluded.contains(o.id.as_str()) || self.drawn.contains(&o.id)
    }

    pub(super) fn get(&self, id: &str) -> Option<&Observation> {
        self.places.get(id).map(|at| &self.observations[*at])
    }

    pub(super) fn facts(&self) -> &'a [FactSighting] {
        &self.input.facts[..self.ends.facts[self.over]]
    }

    /// A session is over: what it said and showed is known from now on.
    pub(super) fn learn(&mut self, at: usize) {
        let session = &self.input.sessions[at];
        (self.over, self.now) = (at + 1, session.ended);
        self.ids.insert(&session.id);
        let mut touched = self.touched_by.get(session.id.as_str()).cloned().unwrap_or_default();
        touched.extend(self.of_no_session.iter().copied());
        touched.iter().for_each(|at| self.see(*at));
        self.rule();
        self.conclude(session);
        self.promote();
        self.supersede();
        self.revoke(session, &touched);
    }

    fn is_known(&self, evidence: &Evidence) -> bool {
        let session = evidence.session.as_str();
        self.ids.contains(session) || (!self.played.contains(session) && evidence.at <= self.now)
    }

    /// Cuts an observation down to what had been seen of it.
    fn see(&mut self, at: usize) {
        let whole = &self.input.observations[at];
        let mut evidence: Vec<Evidence> =
            whole.evidence.iter().filter(|e| self.is_known(e)).cloned().collect();
        for session in whole.sessions.iter().filter(|session| self.ids.contains(session.as_str())) {
            if !evidence.iter().any(|e| e.session == *session) {
                evidence.extend(self.forgotten(whole, session));
            }
        }
        let times = || evidence.iter().map(|e| e.at);
        let (Some(first_seen), Some(last_seen)) = (times().min(), times().max()) else { return };
        let is_seen = |session: &&String| evidence.iter().any(|e| e.session == **session);
        let sessions: BTreeSet<String> = whole.sessions.iter().filter(is_seen).cloned().collect();
        let place = *self.places.entry(&whole.id).or_insert_with(|| {
            self.observations.push(unseen(whole));
            self.observations.len() - 1
        });
        let o = &mut self.observations[place];
        (o.count, o.first_seen, o.last_seen) = (sessions.len() as u32, first_seen, last_seen);
        (o.sessions, o.evidence) = (sessions, evidence);
        if whole.quality.attested && topics::topic_key(&o.keys).is_some() {
            let quotes = o.evidence.iter().map(|e| e.quote.as_str());
            o.quality.attested = topics::is_attested(quotes, o.sessions.len());
        }
        let is_imported = whole.quality_ok && whole.quality == Quality::default();
        o.quality_ok = is_imported || verify::holds(o.kind(), &o.quality, o.sessions.len());
    }

    /// A sighting of which only the session is kept: of many the newest quotes are.
    fn forgotten(&self, whole: &Observation, session: &str) -> Option<Evidence> {
        let played = self.input.sessions.iter().find(|played| played.id == session)?;
        let by_structure = self.concluded.contains(whole.id.as_str());
        Some(Evidence {
            session: session.to_owned(),
            turn: String::new(),
            speaker: if by_structure { Speaker::Structure } else { Speaker::User },
            quote: String::new(),
            at: played.ended.clamp(whole.first_seen, whole.last_seen),
        })
    }

    /// What the person accepted or gave up by then.
    fn rule(&mut self) {
        for o in &mut self.observations {
            let Some(rulings) = self.input.rulings.get(&o.id) else { continue };
            o.review_state.accepted = rulings.accepted_at.is_some_and(|at| at <= self.now);
            if rulings.refused_at.is_some_and(|at| at <= self.now) {
                o.status = Status::Deprecated;
            }
        }
    }

    /// What was done stands for a conclusion as long as it backs it.
    fn conclude(&mut self, session: &PlayedSession) {
        let facts = self.facts();
        if self.concluded.is_empty() || facts.last().is_none_or(|last| last.session != session.id) {
            return;
        }
        let drawn = structure::drawn(facts);
        let holding = OnceCell::new();
        for o in self.observations.iter_mut().filter(|o| self.concluded.contains(o.id.as_str())) {
            if !o.keys.is_disjoint(&drawn) {
                self.drawn.insert(o.id.clone());
            } else if o.status == Status::Created
                && !o.review_state.accepted
                && o.keys.is_disjoint(holding.get_or_init(|| structure::holding(facts)))
            {
                o.status = Status::Deprecated;
                self.withdrawn_by.insert(o.id.clone(), session.id.clone());
            }
        }
    }

    fn promote(&mut self) {
        let config = self.input.config;
        for o in &mut self.observations {
            let is_open = !self.concluded.contains(o.id.as_str()) || self.drawn.contains(&o.id);
            if is_open {
                o.status = readiness::advance(o, &config.thresholds).unwrap_or(o.status);
            }
            if inbox::next(o, config.promotion) == Next::Write {
                o.status = Status::Created;
                self.learned_at.entry(o.id.clone()).or_insert(self.now);
            }
        }
    }

    fn supersede(&mut self) {
        for pair in merge::supersessions(&self.observations) {
            if let Some(place) = self.places.get(pair.older.as_str()) {
                self.observations[*place].superseded_by.get_or_insert(pair.newer);
            }
        }
    }

    fn revoke(&mut self, session: &PlayedSession, touched: &BTreeSet<usize>) {
        let touched: HashSet<&str> =
            touched.iter().map(|at| self.input.observations[*at].id.as_str()).collect();
        for o in &mut self.observations {
            let is_touched = touched.contains(o.id.as_str());
            if is_touched {
                o.reviews.remove(&ReviewReason::Revoked);
            }
            let anchor = self.input.anchors.get(&o.id).map(String::as_str);
            let said = self.revocations.iter().filter(|(by, _)| match is_touched {
                true => self.ids.contains(by),
                false => *by == session.id,
            });
            if said.into_iter().any(|(_, one)| !one.against(o, anchor).is_empty()) {
                o.reviews.insert(ReviewReason::Revoked);
            }
        }
    }

    /// Whether a person said in this session that a lesson does not hold any more.
    pub(super) fn is_revoked_in(&self, o: &Observation, session: &str) -> bool {
        let anchor = self.input.anchors.get(&o.id).map(String::as_str);
        let said = self.revocations.iter().filter(|(by, _)| *by == session);
        said.into_iter().any(|(_, one)| !one.against(o, anchor).is_empty())
    }
}

/// Nothing but what was done is behind it.
pub(super) fn is_concluded(o: &Observation) -> bool {
    !o.evidence.is_empty() && o.evidence.iter().all(|e| e.speaker == Speaker::Structure)
}

/// In the words of today, before anything of it was seen.
fn unseen(whole: &Observation) -> Observation {
    let mut o = Observation {
        count: 0,
        penalty: 1.0,
        status: Status::Observing,
        quality_ok: false,
        evidence: Vec::new(),
        reviews: BTreeSet::new(),
        sessions: BTreeSet::new(),
        superseded_by: None,
        ..whole.clone()
    };
    o.review_state.accepted = false;
    o
}
