//! The best lessons with the words they were learned from, for a person who wants to see whether
//! this is of any use.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::learn::said_lately;
use crate::core::model::{Evidence, Observation, Speaker, Status, Time};
use crate::core::text::{ellipsis, one_line};

const MOST_CHARS: usize = 100;
/// Shorter answers mean nothing without their question.
const FEWEST_WORDS: usize = 4;

/// A lesson, the words in which it was first said, and the times at which it was said again.
#[derive(Clone, Debug, PartialEq)]
pub struct Highlight<'a> {
    pub observation: &'a Observation,
    /// `None` where it was only seen in tool calls, or no words of a person are left.
    pub quote: Option<Quote>,
    /// Later sessions whose words are kept, oldest first, and when it was said there.
    pub again: Vec<(String, Time)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    pub words: String,
    pub at: Time,
}

impl Highlight<'_> {
    /// Sessions after the first one. Not all of their words are kept.
    pub fn later_sessions(&self) -> usize {
        (self.observation.count as usize).saturating_sub(1).max(self.again.len())
    }
}

/// How well a lesson is founded, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    ToldOnce,
    SeveralSessions,
    Written,
}

/// The lessons that hold: written ones first, then those of several sessions.
pub fn best(observations: &[Observation], now: Time, most: usize) -> Vec<Highlight<'_>> {
    let told = said_lately::told(observations, now);
    let told: BTreeSet<&str> = told.iter().map(|said| said.observation.id.as_str()).collect();
    let mut ranked: Vec<(Standing, Highlight<'_>)> = Vec::new();
    for o in observations.iter().filter(|o| holds(o)) {
        if let Some(standing) = standing(o, told.contains(o.id.as_str())) {
            ranked.push((standing, of(o)));
        }
    }
    ranked.sort_by(|(one_standing, one), (other_standing, other)| {
        let (a, b) = (one.observation, other.observation);
        let order = (other_standing, b.count, b.last_seen).cmp(&(one_standing, a.count, a.last_seen));
        order.then_with(|| a.id.cmp(&b.id))
    });
    let mut found: Vec<Highlight<'_>> = ranked.into_iter().map(|(_, found)| found).collect();
    // One sentence may have taught two things.
    let mut shown = BTreeSet::new();
    found.retain(|it| it.quote.as_ref().is_none_or(|quote| shown.insert(quote.words.clone())));
    found.truncate(most);
    found
}

/// `None` for a lesson of a single session that the next one is not told.
fn standing(o: &Observation, is_told: bool) -> Option<Standing> {
    match (o.status, o.count) {
        (Status::Created, _) => Some(Standing::Written),
        (_, 2..) => Some(Standing::SeveralSessions),
        _ => is_told.then_some(Standing::ToldOnce),
    }
}

fn holds(o: &Observation) -> bool {
    let is_given_up = o.status == Status::Deprecated || o.superseded_by.is_some() || o.is_revoked();
    !is_given_up && o.penalty >= 1.0 && (o.quality_ok || o.quality.attested) && !o.quality.redundant
}

pub fn of(observation: &Observation) -> Highlight<'_> {
    let said = observation.evidence.iter().filter(|it| it.speaker == Speaker::User);
    let mut said: Vec<&Evidence> = said.collect();
    said.sort_by_key(|it| (it.at, &it.turn));
    let is_telling = |it: &&&Evidence| it.quote.split_whitespace().count() >= FEWEST_WORDS;
    let quote = said.iter().find(is_telling).or(said.first());
    let quote = quote.map(|it| Quote { words: ellipsis(&one_line(&it.quote), MOST_CHARS), at: it.at });
    Highlight { observation, quote, again: again(observation, &said) }
}

/// Only the newest quotes are kept. The oldest is the first sighting only if every session has one.
fn again(o: &Observation, said: &[&Evidence]) -> Vec<(String, Time)> {
    let mut by_session: BTreeMap<&str, Time> = BTreeMap::new();
    for it in said {
        by_session.entry(&it.session).or_insert(it.at);
    }
    let is_first_kept = by_session.len() >= o.count as usize;
    let mut sessions: Vec<(String, Time)> =
        by_session.into_iter().map(|(session, at)| (session.to_owned(), at)).collect();
    sessions.sort_by_key(|(session, at)| (*at, session.clone()));
    sessions.into_iter().skip(usize::from(is_first_kept)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::{at, observation};
    use crate::core::model::{Kind, Quality};

    fn said(id: &str, quotes: &[(&str, &str, i64)]) -> Observation {
        let evidence = quotes.iter().map(|(session, quote, seconds)| Evidence {
            session: (*session).to_owned(),
            turn: format!("{session}-{seconds}"),
            speaker: Speaker::User,
            quote: (*quote).to_owned(),
            at: at(*seconds),
        });
        let evidence: Vec<Evidence> = evidence.collect();
        let first = observation(Kind::Procedural, id, id);
        let last_seen = evidence.iter().map(|it| it.at).max().unwrap_or(first.last_seen);
        Observation { count: quotes.len() as u32, evidence, last_seen, ..first }
    }

    fn ids<'a>(found: &[Highlight<'a>]) -> Vec<&'a str> {
        found.iter().map(|found| found.observation.id.as_str()).collect()
    }

    #[test]
    fn what_was_said_most_often_comes_first_with_its_words() {
        let twice =
            said("twice", &[("s2", "run the tests first please", 9), ("s1", "please run all the tests", 1)]);
        let same =
            said("same", &[("s1", "please run all the tests", 1), ("s3", "please run all the tests", 2)]);
        let gone =
            Observation { status: Status::Deprecated, ..said("gone", &[("s1", "do it at once, always", 3)]) };
        let all = [twice, same, gone];
        let found = best(&all, at(9), 3);
        assert_eq!(ids(&found), ["twice"]);
        let quote = found[0].quote.clone().unwrap();
        assert_eq!((quote.words.as_str(), quote.at), ("please run all the tests", at(1)));
        assert_eq!(found[0].again, [("s2".to_owned(), at(9))]);
    }

    #[test]
    fn what_is_written_comes_first_and_a_single_word_only_if_it_is_told() {
        let written = Observation { status: Status::Created, count: 3, ..said("written", &[]) };
        let twice = said("twice", &[("s1", "run the tests first please", 1), ("s2", "as I said", 2)]);
        let told = said("told", &[("s1", "always write the changelog in english", 3)]);
        let topic = Observation { keys: BTreeSet::from(["topic:no-emoji".to_owned()]), ..told.clone() };
        let attested = |o: Observation| Observation {
            title: "write the changelog in english".to_owned(),
            quality: Quality { attested: true, ..o.quality },
            ..o
        };
        let silent = Observation { id: "silent".to_owned(), ..topic };
        let mute = Observation { quality: Quality::default(), quality_ok: true, ..silent };
        let all = [attested(told), twice, written, mute];
        let found = best(&all, at(9), 9);
        assert_eq!(ids(&found), ["written", "twice", "told"]);
        assert_eq!(found[0].quote, None);
        assert_eq!(found[0].later_sessions(), 2);
        assert_eq!(ids(&best(&all, at(90 * 86_400), 9)), ["written", "twice"]);
    }

    #[test]
    fn an_earlier_session_is_not_said_again() {
        let quotes = [("s1", "yes please", 1), ("s2", "run all of the tests", 5), ("s3", "the tests!", 9)];
        let kept = said("kept", &quotes);
        let found = of(&kept);
        assert_eq!(found.quote.as_ref().map(|quote| quote.at), Some(at(5)));
        assert_eq!(found.again, [("s2".to_owned(), at(5)), ("s3".to_owned(), at(9))]);
        // The words of the first sessions are not kept any more.
        let more = Observation { count: 12, ..kept };
        assert_eq!((of(&more).again.len(), of(&more).later_sessions()), (3, 11));
    }
}
