//! What each lesson would have done, start by start.

use std::collections::BTreeMap;

use serde::Serialize;

use super::guards_then::GuardThen;
use super::known_then::{KnownThen, is_concluded};
use super::start::StartTold;
use super::sums::BacktestSums;
use super::{Backtest, BacktestInput, LABEL, PlayedSession};
use crate::core::guards::replay::{Catch, CatchVerdict, replay};
use crate::core::learn::structure::CALL_KEY;
use crate::core::model::word_enum::word_enum;
use crate::core::model::{Kind, Observation, Status, Time};
use crate::core::policy::report::Hindsight;
use crate::core::text::one_line;

word_enum! {
    /// What is behind a lesson.
    pub enum LessonBasis ("basis") {
        /// A person's words.
        Said = "said",
        /// What was done.
        Done = "done",
    }
}

/// A lesson in the play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayedLesson {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: Kind,
    pub title: String,
    pub basis: LessonBasis,
    /// When it was first said or seen.
    pub first_at: Time,
    /// When it would have been written.
    pub learned_at: Option<Time>,
    /// Starts that would have told it.
    pub told: Vec<Time>,
    /// What these took together.
    pub tokens: usize,
    /// Later sessions in which it was said or happened again.
    pub again: Vec<LessonRepeat>,
    /// What its guard would have caught, had it been set as soon as it was proposed.
    pub caught: Vec<Catch>,
    pub wrong: Vec<WrongTelling>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LessonRepeat {
    pub session: String,
    pub at: Time,
    /// At the start of the session, was it written, and was it told?
    pub written: bool,
    pub told: bool,
}

/// It was told, and the session went against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrongTelling {
    pub session: String,
    pub at: Time,
    pub why: String,
}

impl PlayedLesson {
    pub fn told_again(&self) -> usize {
        self.again.iter().filter(|again| again.told).count()
    }

    pub fn caught_rightly(&self) -> usize {
        self.caught.iter().filter(|one| one.verdict == CatchVerdict::Confirmed).count()
    }

    /// As a report draws it.
    pub fn hindsight(&self) -> Hindsight {
        let again = |told: bool| self.again.iter().filter(move |one| one.told == told).map(|one| one.at);
        Hindsight {
            learned_at: self.learned_at,
            told: self.told.clone(),
            again: again(false).collect(),
            told_again: again(true).collect(),
            caught: self.caught.iter().map(|one| one.at).collect(),
            wrong: self.wrong.iter().map(|one| one.at).collect(),
        }
    }

    /// What it would have spared, most first.
    fn rank(&self) -> (usize, usize, usize) {
        (self.told_again() + self.caught_rightly(), self.again.len(), self.told.len())
    }
}

pub(super) struct Tally<'a> {
    input: &'a BacktestInput<'a>,
    lessons: BTreeMap<&'a str, PlayedLesson>,
    /// By session, what its start told.
    told: BTreeMap<&'a str, StartTold>,
}

impl<'a> Tally<'a> {
    pub(super) fn new(input: &'a BacktestInput<'a>) -> Tally<'a> {
        let lessons = input.observations.iter().map(|o| (o.id.as_str(), lesson(o))).collect();
        Tally { input, lessons, told: BTreeMap::new() }
    }

    /// A session begins, and what is told is what `known` says; what it says and does is played against that.
    pub(super) fn start(&mut self, at: usize, known: &KnownThen<'_>, told: &StartTold, guards: &[GuardThen]) {
        let session = &self.input.sessions[at];
        if self.input.since.is_some_and(|since| session.began < since) {
            return;
        }
        self.told.insert(&session.id, told.clone());
        for (id, tokens) in &told.lessons {
            if let Some(lesson) = self.lessons.get_mut(id.as_str()) {
                lesson.told.push(session.began);
                lesson.tokens += tokens;
            }
        }
        for o in self.input.observations.iter().filter(|o| o.sessions.contains(&session.id)) {
            self.repeat(o, session, known, told);
        }
        for o in known.observations.iter().filter(|o| told.lessons.contains_key(&o.id)) {
            if known.is_revoked_in(o, &session.id) {
                self.wrong(&o.id, session, "you said that it does not hold any more".to_owned());
            }
        }
        for guard in guards {
            self.catch(guard, at, known, told);
        }
    }

    /// It was known before, and comes up again.
    fn repeat(&mut self, o: &Observation, session: &PlayedSession, known: &KnownThen<'_>, told: &StartTold) {
        let is_first = self.first_session(o).is_none_or(|first| first.id == session.id);
        let Some(lesson) = self.lessons.get_mut(o.id.as_str()).filter(|_| !is_first) else { return };
        let said = o.evidence.iter().filter(|e| e.session == session.id).map(|e| e.at).min();
        lesson.again.push(LessonRepeat {
            session: session.id.clone(),
            at: said.unwrap_or(session.began),
            written: known.get(&o.id).is_some_and(|o| o.status == Status::Created),
            told: told.lessons.contains_key(&o.id),
        });
    }

    fn first_session(&self, o: &Observation) -> Option<&'a PlayedSession> {
        let sessions = self.input.sessions.iter().filter(|session| o.sessions.contains(&session.id));
        sessions.min_by_key(|session| (session.began, &session.id))
    }

    /// What a guard would have caught in the session. What the person had asked for is a wrong telling of its lesson.
    fn catch(&mut self, guard: &GuardThen, at: usize, known: &KnownThen<'_>, told: &StartTold) {
        let session = &self.input.sessions[at];
        let found = replay(&guard.matcher, known.calls_of(at), self.input.work_ends).catches;
        let Some(id) = guard.observation.as_deref() else { return };
        let asked = found.iter().find(|one| one.verdict == CatchVerdict::Contradicted);
        if let Some(asked) = asked.filter(|_| told.lessons.contains_key(id)) {
            self.wrong(id, session, format!("you asked for `{}`", asked.call));
        }
        if let Some(lesson) = self.lessons.get_mut(id) {
            lesson.caught.extend(found);
        }
    }

    fn wrong(&mut self, id: &str, session: &PlayedSession, why: String) {
        let Some(lesson) = self.lessons.get_mut(id) else { return };
        if !lesson.wrong.iter().any(|one| one.session == session.id) {
            let wrong = WrongTelling { session: session.id.clone(), at: session.began, why };
            lesson.wrong.push(wrong);
        }
    }

    fn was_told(&self, id: &str, session: &str) -> bool {
        self.told.get(session).is_some_and(|told| told.lessons.contains_key(id))
    }

    /// What only shows afterwards: the session in which another choice was made, or a call worked after all.
    fn hindsight(&mut self, known: &KnownThen<'_>) {
        for session in &self.input.sessions {
            for o in &known.observations {
                let newer = o.superseded_by.as_deref().and_then(|newer| known.get(newer));
                let by_choice = newer.filter(|newer| newer.sessions.contains(&session.id));
                let by_deed = known.withdrawn_by.get(&o.id) == Some(&session.id) && is_call(o);
                if !self.was_told(&o.id, &session.id) {
                    continue;
                }
                if let Some(newer) = by_choice {
                    self.wrong(&o.id, session, format!("you chose otherwise: {}", one_line(&newer.title)));
                } else if by_deed {
                    self.wrong(&o.id, session, "it worked after all".to_owned());
                }
            }
        }
    }

    pub(super) fn finish(mut self, known: &KnownThen<'_>) -> Backtest {
        self.hindsight(known);
        let starts = |session: &&PlayedSession| self.told.contains_key(session.id.as_str());
        let times: Vec<Time> = self.input.sessions.iter().filter(starts).map(|one| one.began).collect();
        let tokens: Vec<usize> = self.told.values().map(|told| told.tokens).collect();
        let mut lessons: Vec<PlayedLesson> = self.lessons.into_values().collect();
        for lesson in &mut lessons {
            lesson.learned_at = known.learned_at.get(&lesson.id).copied();
            lesson.again.sort_by_key(|again| again.at);
            lesson.told.sort();
        }
        lessons.sort_by(|a, b| {
            b.rank().cmp(&a.rank()).then_with(|| (a.first_at, &a.id).cmp(&(b.first_at, &b.id)))
        });
        lessons.retain(|one| !(one.told.is_empty() && one.again.is_empty() && one.caught.is_empty()));
        Backtest {
            label: LABEL,
            from: times.iter().min().copied(),
            until: times.iter().max().copied(),
            sums: BacktestSums::of(&lessons, tokens, known.observations.len()),
            lessons,
        }
    }
}

fn is_call(o: &Observation) -> bool {
    o.keys.iter().any(|key| key.starts_with(CALL_KEY))
}

fn lesson(o: &Observation) -> PlayedLesson {
    PlayedLesson {
        id: o.id.clone(),
        kind: o.kind(),
        title: one_line(&o.title),
        basis: if is_concluded(o) { LessonBasis::Done } else { LessonBasis::Said },
        first_at: o.first_seen,
        learned_at: None,
        told: vec![],
        tokens: 0,
        again: vec![],
        caught: vec![],
        wrong: vec![],
    }
}
