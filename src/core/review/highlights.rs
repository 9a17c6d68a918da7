//! The best lessons with the words they were learned from, for a person who wants to see whether
//! this is of any use.

use std::collections::BTreeMap;

use crate::core::model::{Evidence, Observation, Speaker, Status, Time};
use crate::core::text::{ellipsis, one_line};

const MOST_CHARS: usize = 100;
/// Shorter answers mean nothing without their question.
const FEWEST_WORDS: usize = 4;

/// A lesson, the words in which it was first said, and the times at which it was said again.
#[derive(Clone, Debug, PartialEq)]
pub struct Highlight<'a> {
    pub observation: &'a Observation,
    pub quote: String,
    pub at: Time,
    /// Later sessions, oldest first, and when it was said there.
    pub again: Vec<(String, Time)>,
}

/// The lessons that hold, most repeated first. A lesson that was only seen in tool calls has no
/// words to show.
pub fn best(observations: &[Observation], most: usize) -> Vec<Highlight<'_>> {
    let mut found: Vec<Highlight<'_>> = observations.iter().filter(|o| holds(o)).filter_map(of).collect();
    found.sort_by(|a, b| rank(b).cmp(&rank(a)).then_with(|| a.observation.id.cmp(&b.observation.id)));
    // One sentence may have taught two things.
    let mut shown = Vec::new();
    found.retain(|found| {
        let is_new = !shown.contains(&found.quote);
        shown.push(found.quote.clone());
        is_new
    });
    found.truncate(most);
    found
}

/// Repeated lessons come before written ones: repetition is what a person wants to be spared.
fn rank(found: &Highlight<'_>) -> (u32, bool, Time) {
    let o = found.observation;
    (o.count.min(9), o.status == Status::Created, o.last_seen)
}

fn holds(o: &Observation) -> bool {
    let is_given_up = o.status == Status::Deprecated || o.superseded_by.is_some() || o.is_revoked();
    !is_given_up && o.penalty >= 1.0 && (o.quality_ok || o.quality.attested) && !o.quality.redundant
}

/// `None` if no words of a person are left.
pub fn of(observation: &Observation) -> Option<Highlight<'_>> {
    let said = observation.evidence.iter().filter(|it| it.speaker == Speaker::User);
    let mut said: Vec<&Evidence> = said.collect();
    said.sort_by_key(|it| (it.at, &it.turn));
    let is_telling = |it: &&&Evidence| it.quote.split_whitespace().count() >= FEWEST_WORDS;
    let first = said.iter().find(is_telling).or(said.first())?;
    let mut again: BTreeMap<&str, Time> = BTreeMap::new();
    for it in said.iter().filter(|it| it.session != first.session) {
        again.entry(&it.session).or_insert(it.at);
    }
    let mut again: Vec<(String, Time)> =
        again.into_iter().map(|(session, at)| (session.to_owned(), at)).collect();
    again.sort_by_key(|(session, at)| (*at, session.clone()));
    Some(Highlight { observation, quote: ellipsis(&one_line(&first.quote), MOST_CHARS), at: first.at, again })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::Kind;
    use crate::core::model::samples::{at, observation};

    fn said(id: &str, quotes: &[(&str, &str, i64)]) -> Observation {
        let evidence = quotes.iter().map(|(session, quote, seconds)| Evidence {
            session: (*session).to_owned(),
            turn: format!("{session}-{seconds}"),
            speaker: Speaker::User,
            quote: (*quote).to_owned(),
            at: at(*seconds),
        });
        let count = quotes.len() as u32;
        Observation { evidence: evidence.collect(), count, ..observation(Kind::Procedural, id, id) }
    }

    #[test]
    fn what_was_said_most_often_comes_first_with_its_words() {
        let twice =
            said("twice", &[("s2", "run the tests first please", 9), ("s1", "please run all the tests", 1)]);
        let once = said("once", &[("s1", "write it down in english", 2)]);
        let same = said("same", &[("s1", "write it down in english", 2)]);
        let gone =
            Observation { status: Status::Deprecated, ..said("gone", &[("s1", "do it at once, always", 3)]) };
        let all = [once, twice, same, gone];
        let found = best(&all, 3);
        let ids: Vec<&str> = found.iter().map(|found| found.observation.id.as_str()).collect();
        assert_eq!(ids, ["twice", "once"]);
        assert_eq!(found[0].quote, "please run all the tests");
        assert_eq!(found[0].again, [("s2".to_owned(), at(9))]);
        assert!(found[1].again.is_empty());
        assert!(best(&[said("silent", &[])], 3).is_empty());
    }
}
