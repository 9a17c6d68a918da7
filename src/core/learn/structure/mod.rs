//! Lessons from structure, without a word from anybody: the same thing happened in several
//! sessions.
//!
//! Detectors look at tool calls and their results. In each session they record [`Fact`]s, made only
//! of tokens of closed grammars (`entities::grammar`); the store keeps them, and every run draws
//! its conclusions from all of them anew. So a conclusion needs no quotes: it is backed by being
//! computed again. Its wording is fixed sentences around those tokens, and nothing that a tool
//! printed or a file said can become part of it.
//!
//! One file per detector, each with what it sees (`see`) and what it concludes (`conclude`).

mod acts;
mod advice;
mod call_forms;
mod calls;
mod demand;
mod exact;
mod fact;
mod hooks;
mod ignored;
mod lesson;
mod necessity;
mod requests;
mod rules;
mod session;
#[cfg(test)]
mod tests;
mod withdrawal;
pub mod words;

pub use call_forms::{CALL_KEY, CallForm, FormToTell, forms_to_tell};
pub use calls::{AskedCall, CallEnd, CallSeen, wishes};
pub use fact::{CALLED, DROPPED, Fact, FactSighting, Keeping};
pub use requests::served;
use session::{SessionActions, SessionEvent};
pub use withdrawal::withdrawals;

use std::collections::{BTreeSet, HashSet};

use crate::core::learn::verify::KnownText;
use crate::core::model::{Candidate, Time};
use crate::core::redact::Redactor;
use crate::core::session::turns::Turn;

/// The place and time of a session.
pub struct Frame<'a> {
    pub session: &'a str,
    /// The project's root folder.
    pub root: &'a str,
    /// Whether a prompt was first seen in another session, so that the turns after it are a copy.
    pub is_copy: &'a dyn Fn(&str) -> bool,
    pub now: Time,
}

/// The facts of one session, without duplicates.
pub fn sightings(turns: &[Turn], frame: &Frame<'_>, redactor: &Redactor) -> Vec<FactSighting> {
    let session = SessionActions::new(turns, frame.root, frame.is_copy, frame.now);
    let mut seen = Seen { session: frame.session, known: HashSet::new(), sightings: vec![] };
    let detectors = [
        rules::see,
        call_forms::see,
        ignored::see,
        hooks::see,
        acts::see,
        necessity::see,
        demand::see,
        requests::see,
        calls::see,
    ];
    for see in detectors {
        see(&session, &mut seen);
    }
    let is_clean = |sighting: &FactSighting| {
        let (_, key, value) = sighting.fact.encode();
        !redactor.has_secret(&key) && !redactor.has_secret(&value)
    };
    seen.sightings.into_iter().filter(is_clean).collect()
}

/// The evidence that a conclusion needs.
#[derive(Clone, Copy, Debug)]
struct Bar {
    /// The share of acts with these files that also have the command.
    confidence: f64,
    /// The probability of as much by chance.
    chance: f64,
    /// How much more often than after changes to the files beside them.
    gain: f64,
    /// The percentage by which a share may exceed its limit.
    slack: usize,
    /// Whether it must have happened recently.
    fresh: bool,
}

/// The bar for a new lesson.
const TO_SAY: Bar = Bar { confidence: 0.4, chance: 1e-4, gain: 0.3, slack: 0, fresh: true };
/// The bar for an existing lesson: lower, so that it does not come and go with every session.
const TO_STAY: Bar = Bar { confidence: 0.25, chance: 1e-2, gain: 0.15, slack: 15, fresh: false };

/// The conclusions from all sessions together. The same sightings always give the same candidates.
pub fn conclusions(sightings: &[FactSighting], known: &KnownText) -> Vec<Candidate> {
    let table = lesson::FactTable::new(sightings);
    lessons(&table, TO_SAY).into_iter().map(|lesson| lesson.candidate(known)).collect()
}

/// The keys of everything that can be concluded.
pub fn drawn(sightings: &[FactSighting]) -> BTreeSet<String> {
    let table = lesson::FactTable::new(sightings);
    lessons(&table, TO_SAY).into_iter().map(|lesson| lesson.key).collect()
}

/// The keys of everything that still holds by the lower bar; earlier lessons that are not among
/// them do not hold.
pub fn holding(sightings: &[FactSighting]) -> BTreeSet<String> {
    let table = lesson::FactTable::new(sightings);
    lessons(&table, TO_STAY).into_iter().map(|lesson| lesson.key).collect()
}

fn lessons<'a>(table: &'a lesson::FactTable<'a>, bar: Bar) -> Vec<lesson::Lesson<'a>> {
    let acts = acts::Acts::of(table);
    let mut all = rules::conclude(table, bar);
    all.extend(call_forms::conclude(table));
    all.extend(ignored::conclude(table));
    all.extend(hooks::conclude(table, &acts, bar));
    all.extend(acts::conclude(table, &acts, bar));
    all.extend(necessity::conclude(table, bar));
    all.extend(demand::conclude(table, &acts, bar));
    let dropped: BTreeSet<&String> = table.facts().filter_map(|(fact, _)| fact.dropped()).collect();
    all.retain(|lesson| !dropped.contains(&lesson.key) && lesson.may_be_told());
    all
}

struct Seen<'a> {
    session: &'a str,
    known: HashSet<Fact>,
    sightings: Vec<FactSighting>,
}

impl Seen<'_> {
    fn add(&mut self, event: &SessionEvent<'_>, fact: Fact) {
        let is_new = match fact.keeping() {
            Keeping::EachTime => true,
            Keeping::OncePerSession | Keeping::OnceForAll => self.known.insert(fact.clone()),
        };
        if event.own && is_new {
            let (session, turn) = (self.session.to_owned(), event.turn.to_owned());
            self.sightings.push(FactSighting { fact, session, turn, at: event.at });
        }
    }
}
