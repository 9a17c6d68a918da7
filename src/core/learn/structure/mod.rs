//! What sessions teach without a word of anybody: the same thing happened in several of them.
//!
//! Detectors look at tool calls and how they ended. In each session they note [`Fact`]s, made of nothing but tokens of
//! closed grammars (`entities::grammar`); the store keeps them, and every run draws its conclusions from all of them anew. So a
//! conclusion needs no quotes: it is backed by being computed again. It is worded by fixed sentences around those
//! tokens, and nothing that a tool printed or a file said can become part of it.
//!
//! One file per detector, each with what it sees (`see`) and what it concludes (`conclude`).

mod checks;
mod fact;
mod hooks;
mod ignored;
mod lesson;
mod remedies;
mod rules;
mod scoped;
mod session;
#[cfg(test)]
mod tests;
pub mod words;

pub use fact::{Fact, FactSighting};
use session::{SessionActions, SessionEvent};

use crate::core::learn::verify::KnownText;
use crate::core::model::{Candidate, Time};
use crate::core::redact::Redactor;
use crate::core::session::turns::Turn;

/// Where and when a session was.
pub struct Frame<'a> {
    pub session: &'a str,
    /// The project's root folder.
    pub root: &'a str,
    /// Whether a prompt was first seen in another session: what follows it is a copy.
    pub is_copy: &'a dyn Fn(&str) -> bool,
    pub now: Time,
}

/// The facts of one session, each once.
pub fn sightings(turns: &[Turn], frame: &Frame<'_>, redactor: &Redactor) -> Vec<FactSighting> {
    let session = SessionActions::new(turns, frame.root, frame.is_copy, frame.now);
    let mut seen = Seen { session: frame.session, sightings: vec![] };
    for see in [rules::see, remedies::see, ignored::see, hooks::see, checks::see] {
        see(&session, &mut seen);
    }
    let is_clean = |sighting: &FactSighting| {
        let (_, key, value) = sighting.fact.encode();
        !redactor.has_secret(&key) && !redactor.has_secret(&value)
    };
    seen.sightings.into_iter().filter(is_clean).collect()
}

/// What all sessions together say. The same sightings always give the same candidates.
pub fn conclusions(sightings: &[FactSighting], known: &KnownText) -> Vec<Candidate> {
    let table = lesson::FactTable::new(sightings.iter().filter(|sighting| sighting.fact.may_be_named()));
    let detectors = [
        rules::conclude,
        remedies::conclude,
        ignored::conclude,
        hooks::conclude,
        checks::conclude,
        scoped::conclude,
    ];
    detectors.iter().flat_map(|conclude| conclude(&table)).map(|lesson| lesson.candidate(known)).collect()
}

struct Seen<'a> {
    session: &'a str,
    sightings: Vec<FactSighting>,
}

impl Seen<'_> {
    fn add(&mut self, event: &SessionEvent<'_>, fact: Fact) {
        if event.own && !self.sightings.iter().any(|seen| seen.fact == fact) {
            let (session, turn) = (self.session.to_owned(), event.turn.to_owned());
            self.sightings.push(FactSighting { fact, session, turn, at: event.at });
        }
    }
}
