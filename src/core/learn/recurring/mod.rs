//! Requests that recur in a person's own words: what no topic knows ("launch the proof experts")
//! and people ask for again and again.
//!
//! Single requests are kept for a while. Those that share what is to be done and what it is done
//! to are one lesson once three sessions asked for it; its title is the clause that says most of
//! what they have in common.

mod group;
#[cfg(test)]
mod tests;
mod wording;

use std::collections::BTreeSet;

use group::{Group, groups};

use crate::core::learn::topics::{requests, spelled_out, stated};
use crate::core::model::{BatchSession, Candidate, Details, Evidence, Observation, Quality, Speaker, Time};

/// The prefix of the key of such a lesson.
const KEY: &str = "asked:";
/// The number of days for which a single request waits for others.
pub const DAYS_KEPT: i64 = 90;

/// One clause of one message, as it was said.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    pub session: String,
    /// The session in which the same words were typed first, if that was within a day.
    pub counts_for: String,
    pub turn: String,
    /// Its number in the message.
    pub ord: usize,
    pub at: Time,
    pub text: String,
}

/// The requests of sessions, without rules that were spelled out, which are lessons by themselves.
pub fn requests_in(sessions: &[BatchSession]) -> Vec<Request> {
    let rules = spelled_out(sessions);
    let is_rule = |turn: &str, said: &str| {
        rules.iter().any(|(of, quote)| of == turn && (quote.contains(said) || said.contains(quote.as_str())))
    };
    let mut all = vec![];
    for session in sessions {
        for signal in &session.signals {
            let asked = requests(&signal.text).into_iter().filter(|it| !is_rule(&signal.turn, it.text));
            for (ord, request) in asked.enumerate() {
                all.push(Request {
                    session: session.session.clone(),
                    counts_for: session.session.clone(),
                    turn: signal.turn.clone(),
                    ord,
                    at: signal.at,
                    text: request.text.to_owned(),
                });
            }
        }
    }
    all
}

/// The lessons behind all kept requests. One that is known keeps its key, however its group changes.
pub fn recurring(kept: &[Request], existing: &[Observation]) -> Vec<Candidate> {
    let groups = groups(kept);
    let own: Vec<&Observation> = existing.iter().filter(|o| recurring_key(&o.keys).is_some()).collect();
    let said = groups.iter().filter(|group| !is_of_a_topic(group));
    said.map(|group| candidate(group, &own)).collect()
}

/// The key of an observation that was made from such requests.
pub fn recurring_key(keys: &BTreeSet<String>) -> Option<&str> {
    keys.iter().map(String::as_str).find(|key| key.starts_with(KEY))
}

/// Most of its requests are about one topic, whose own sentence says it.
fn is_of_a_topic(group: &Group<'_>) -> bool {
    let topics: Vec<BTreeSet<String>> =
        group.members.iter().map(|it| stated(std::iter::once(it.text.as_str()))).collect();
    let about = |topic: &String| topics.iter().filter(|of| of.contains(topic)).count();
    !group.names_tools && topics.iter().flatten().any(|topic| 2 * about(topic) >= topics.len())
}

fn candidate(group: &Group<'_>, own: &[&Observation]) -> Candidate {
    let shared = |o: &Observation| o.evidence.iter().filter(|it| group.has(it)).count();
    let known = own
        .iter()
        .map(|o| (shared(o), o))
        .filter(|(shared, o)| *shared > 0 && 2 * shared >= o.evidence.len());
    let known = known.max_by_key(|(shared, o)| (*shared, std::cmp::Reverse(&o.id)));
    let key = known.and_then(|(_, o)| recurring_key(&o.keys).map(str::to_owned));
    let title = wording::title(group);
    Candidate {
        details: Details::Procedural {
            situation: String::new(),
            steps: vec![title.clone()],
            rationale: String::new(),
        },
        title,
        keys: BTreeSet::from([key.unwrap_or_else(|| format!("{KEY}{}", group.name()))]),
        matches: None,
        evidence: group.members.iter().map(|it| quote(it)).collect(),
        credits: group.members.iter().map(|it| (it.turn.clone(), it.counts_for.clone())).collect(),
        resent: BTreeSet::new(),
        quality: Quality { attested: true, ..Quality::default() },
    }
}

fn quote(request: &Request) -> Evidence {
    Evidence {
        session: request.session.clone(),
        turn: request.turn.clone(),
        speaker: Speaker::User,
        quote: request.text.clone(),
        at: request.at,
    }
}
