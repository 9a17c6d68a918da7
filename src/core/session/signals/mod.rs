//! Signals: the person's words that can teach, each with the assistant's words that it answers.
//! Everything else in a transcript is left out.

mod uses;

use std::collections::BTreeSet;

pub use uses::of as uses_of;

use crate::core::model::{Prior, Signal, Time};
use crate::core::redact::Redactor;
use crate::core::session::pasted::own_words;
use crate::core::session::turns::{Origin, Turn};
use crate::core::text;

/// The newest signals of a session are kept; earlier ones rarely hold beyond their moment.
const NEWEST: usize = 80;
/// The characters of a signal and of the assistant's words before it.
const LENGTH: usize = 1200;

/// The same words typed again within this time are one sighting.
pub const RESEND_HOURS: i64 = 24;

/// One session, ready for the store: redacted, cut, and without turns that were seen before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionSignals {
    pub signals: Vec<Signal>,
    /// The turns that were read for the first time, to be stored.
    pub seen: Vec<SeenTurn>,
    pub uses: Vec<Use>,
    /// Text that hooks put into the session; the assistant repeating it is not evidence.
    pub injected: Vec<String>,
    pub first_at: Option<Time>,
    pub last_at: Option<Time>,
    pub branch: Option<String>,
    /// Every prompt came from a program.
    pub headless: bool,
    /// Messages that people (or, in headless sessions, programs) sent, including known ones.
    pub typed_turns: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenTurn {
    pub id: String,
    pub at: Time,
    /// The hash of a typed turn's normalised words: the same words within a day are one sighting.
    pub text_hash: Option<String>,
}

/// A sign that something learned was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    pub of: UseOf,
    pub at: Time,
    pub turn: String,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UseOf {
    /// The assistant named a knowledge entry: `ADR-001`, `PF-002`.
    Cited(String),
    /// `/self-learning:slug` ran, by the person or the agent.
    Command(String),
    /// Another command or skill ran under this name.
    Skill(String),
    /// A knowledge entry was read, alone or with a few others.
    Read(String),
    /// An agent named a pattern.
    Pattern(String),
}

/// Gathers the signals of a session. `fresh` says which turns no earlier reading of any file has
/// seen: known turns are still context, but do not teach again.
pub fn channels(
    turns: &[Turn],
    redactor: &Redactor,
    fresh: &dyn Fn(&str) -> bool,
    teach_headless: bool,
    now: Time,
) -> SessionSignals {
    let times = times(turns, now);
    let session = Session { turns, times: &times, redactor };
    // Each query reads the store, so it is made only for turns that matter.
    let is_fresh = |index: usize| fresh(&turns[index].id);
    let people = (0..turns.len()).filter(|i| turns[*i].origin.teaches() && is_fresh(*i));
    let people: Vec<usize> = people.collect();
    let uses = (0..turns.len()).flat_map(|i| uses::of(&turns[i]).into_iter().map(move |of| (i, of)));
    let uses: Vec<(usize, UseOf)> = uses.filter(|(i, _)| is_fresh(*i)).collect();
    let seen: BTreeSet<usize> = people.iter().copied().chain(uses.iter().map(|(i, _)| *i)).collect();
    let teaching = people.into_iter().filter(|i| teach_headless || !turns[*i].headless);
    let teaching: Vec<usize> = teaching.collect();
    SessionSignals {
        signals: session.signals(&teaching),
        seen: seen.into_iter().map(|i| session.seen(i)).collect(),
        uses: uses.into_iter().map(|(i, of)| session.used(i, of)).collect(),
        injected: session.injected(),
        ..frame(turns, now)
    }
}

/// The facts about the session that do not depend on what was read before.
fn frame(turns: &[Turn], now: Time) -> SessionSignals {
    let times = || turns.iter().filter_map(|turn| turn.at).map(|at| at.min(now));
    let mut typed = turns.iter().filter(|turn| turn.origin == Origin::Typed);
    let typed_turns = typed.clone().count();
    SessionSignals {
        first_at: times().min(),
        last_at: times().max(),
        branch: turns.iter().rev().find_map(|turn| turn.branch.as_deref()).map(str::to_owned),
        headless: typed_turns > 0 && typed.all(|turn| turn.headless),
        typed_turns,
        ..SessionSignals::default()
    }
}

/// A time for every turn: its own, capped at now, or that of the turn before it.
pub(crate) fn times(turns: &[Turn], now: Time) -> Vec<Time> {
    let first = turns.iter().find_map(|turn| turn.at).unwrap_or(now);
    let known = turns.iter().scan(first, |last, turn| {
        *last = turn.at.unwrap_or(*last);
        Some((*last).min(now))
    });
    known.collect()
}

struct Session<'a> {
    turns: &'a [Turn],
    times: &'a [Time],
    redactor: &'a Redactor,
}

impl Session<'_> {
    fn signals(&self, teaching: &[usize]) -> Vec<Signal> {
        let newest = teaching.len().saturating_sub(NEWEST);
        teaching[newest..].iter().filter_map(|index| self.signal(*index)).collect()
    }

    fn used(&self, index: usize, of: UseOf) -> Use {
        Use { of, at: self.times[index], turn: self.turns[index].id.clone() }
    }

    /// `None` if the person only pasted something.
    fn signal(&self, index: usize) -> Option<Signal> {
        let turn = &self.turns[index];
        let whole = self.redactor.redact(&turn.text);
        let text = own_words(&whole);
        (!text.is_empty()).then(|| Signal {
            turn: turn.id.clone(),
            at: self.times[index],
            text: self.cut(&text, text::head),
            prior: self.prior(index),
        })
    }

    /// The assistant's words since the person's last turn. Their end is kept, because the person
    /// answers it.
    fn prior(&self, index: usize) -> Option<Prior> {
        let before = self.turns[..index].iter().rev().take_while(|turn| !turn.origin.teaches());
        let mut said = before.filter(|turn| turn.origin == Origin::Assistant);
        let last = said.next()?;
        let mut words = self.redactor.redact(&last.text).into_owned();
        for earlier in said {
            if words.chars().count() >= LENGTH {
                break;
            }
            words = format!("{}\n\n{words}", self.redactor.redact(&earlier.text));
        }
        Some(Prior { turn: last.id.clone(), text: self.cut(&words, text::tail) })
    }

    /// Redacts again after cutting: a part of a word may look like a secret although the whole did
    /// not.
    fn cut(&self, redacted: &str, end: fn(&str, usize) -> &str) -> String {
        let kept = end(redacted, LENGTH);
        match kept.len() < redacted.len() {
            true => self.redactor.redact(kept).into_owned(),
            false => redacted.to_owned(),
        }
    }

    fn seen(&self, index: usize) -> SeenTurn {
        let turn = &self.turns[index];
        let text_hash = (turn.origin == Origin::Typed).then(|| words_hash(&turn.text));
        SeenTurn { id: turn.id.clone(), at: self.times[index], text_hash }
    }

    fn injected(&self) -> Vec<String> {
        let texts = self.turns.iter().filter(|turn| turn.origin == Origin::Injected);
        let distinct: BTreeSet<String> =
            texts.map(|turn| self.redactor.redact(&turn.text).into_owned()).collect();
        distinct.into_iter().collect()
    }
}

/// A message of signs alone ("??") has no words, but it can be sent again, too.
fn words_hash(message: &str) -> String {
    let words = text::normalise(message);
    text::hash(if words.is_empty() { message.trim() } else { &words })
}

#[cfg(test)]
mod tests;
