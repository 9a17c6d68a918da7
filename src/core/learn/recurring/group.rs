//! Groups of requests that ask for the same: by what is to be done and to what, or by two words
//! that come together. Two figures decide: in how many sessions, and how much any two of them
//! share.

use std::collections::{BTreeMap, BTreeSet};

use super::Request;
use crate::core::entities::commands::{Act, acts};
use crate::core::learn::topics::{is_any_work, requests};
use crate::core::model::Evidence;

const FEWEST_SESSIONS: usize = 3;
const FEWEST_DAYS: usize = 2;
/// The mean share of words that two requests of different sessions have in common.
const COHESION: f64 = 0.25;
/// The same where the verb says nothing: "add", "check", "update".
const ANY_WORK_COHESION: f64 = 0.4;
/// More sessions than this say nothing more.
const MOST_COUNTED: usize = 4;
const SESSION_WORTH: f64 = 0.125;
/// Of a request that is made all the time, the newest are compared.
const MOST_COMPARED: usize = 60;

/// Requests that ask for the same thing.
#[derive(Debug)]
pub(super) struct Group<'a> {
    /// Oldest first.
    pub(super) members: Vec<&'a Request>,
    pub(super) parsed: Vec<Parsed>,
    pub(super) names_tools: bool,
    key: Key,
    worth: f64,
}

/// What two requests may have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Done { verb: String, word: String },
    Together(String, String),
}

#[derive(Clone, Debug)]
pub(super) struct Parsed {
    pub(super) verb: String,
    pub(super) words: BTreeSet<String>,
}

impl Parsed {
    fn of(request: &Request) -> Option<Parsed> {
        let first = requests(&request.text).into_iter().next()?;
        Some(Parsed { verb: first.verb, words: first.words.into_iter().collect() })
    }

    fn has(&self, word: &str) -> bool {
        self.verb == word || self.words.contains(word)
    }

    /// The share of words that both have, the verb included.
    pub(super) fn similarity(&self, other: &Parsed) -> f64 {
        let same_verb = usize::from(self.verb == other.verb);
        let shared = self.words.intersection(&other.words).count() + same_verb;
        let all = self.words.union(&other.words).count() + 2 - same_verb;
        shared as f64 / all as f64
    }
}

impl Group<'_> {
    pub(super) fn has(&self, quote: &Evidence) -> bool {
        self.members.iter().any(|it| it.turn == quote.turn && it.text == quote.quote)
    }

    pub(super) fn name(&self) -> String {
        match &self.key {
            Key::Done { verb, word } => format!("{verb} {word}"),
            Key::Together(a, b) => format!("{a} {b}"),
        }
    }

    /// Whether at least half of the requests have the word.
    pub(super) fn shares(&self, word: &str) -> bool {
        2 * self.parsed.iter().filter(|it| it.has(word)).count() >= self.parsed.len()
    }
}

/// The best groups first; a later one shares less than half of its requests with a better one.
pub(super) fn groups(kept: &[Request]) -> Vec<Group<'_>> {
    let all: Vec<(&Request, Parsed)> = kept.iter().filter_map(|it| Some((it, Parsed::of(it)?))).collect();
    let mut by_key: BTreeMap<Key, Vec<usize>> = BTreeMap::new();
    for (at, (_, parsed)) in all.iter().enumerate() {
        for key in keys_of(parsed) {
            by_key.entry(key).or_default().push(at);
        }
    }
    let mut found: Vec<(Vec<usize>, Group<'_>)> = by_key
        .into_iter()
        .filter_map(|(key, members)| Some((members.clone(), group(&all, key, &members)?)))
        .collect();
    found.sort_by(|(a_members, a), (b_members, b)| {
        let order = b.worth.total_cmp(&a.worth).then_with(|| b_members.len().cmp(&a_members.len()));
        order.then_with(|| a.key.cmp(&b.key))
    });
    let mut taken: Vec<BTreeSet<usize>> = vec![];
    found.retain(|(members, _)| {
        let members: BTreeSet<usize> = members.iter().copied().collect();
        let is_told = |other: &BTreeSet<usize>| {
            2 * members.intersection(other).count() >= members.len().min(other.len())
        };
        let is_new = !taken.iter().any(is_told);
        if is_new {
            taken.push(members);
        }
        is_new
    });
    found.into_iter().map(|(_, group)| group).collect()
}

fn keys_of(parsed: &Parsed) -> Vec<Key> {
    let verb = &parsed.verb;
    let done = |word: &String| Key::Done { verb: verb.clone(), word: word.clone() };
    let mut keys = vec![];
    // "Add a type" and "check the lines" say little by themselves.
    if !is_any_work(verb) {
        keys.extend(parsed.words.iter().filter(|word| *word != verb).map(done));
    }
    for (at, word) in parsed.words.iter().enumerate() {
        let others = parsed.words.iter().skip(at + 1);
        keys.extend(others.map(|other| Key::Together(word.clone(), other.clone())));
    }
    keys
}

fn group<'a>(all: &[(&'a Request, Parsed)], key: Key, members: &[usize]) -> Option<Group<'a>> {
    let newest = &members[members.len().saturating_sub(MOST_COMPARED)..];
    let of = |at: &usize| (all[*at].0, all[*at].1.clone());
    let (requests, parsed): (Vec<&Request>, Vec<Parsed>) = newest.iter().map(of).unzip();
    let sessions: BTreeSet<&str> = requests.iter().map(|it| it.counts_for.as_str()).collect();
    let days: BTreeSet<_> = requests.iter().map(|it| it.at.date_naive()).collect();
    let names_tools = matches!(&key, Key::Together(a, b) if is_check(a) && is_check(b));
    let verb = shared_verb(&parsed);
    if sessions.len() < FEWEST_SESSIONS || days.len() < FEWEST_DAYS || (verb.is_none() && !names_tools) {
        return None;
    }
    let says_little = !names_tools && verb.is_some_and(is_any_work);
    // The same prompt word for word is one task, tried again.
    let wordings: BTreeSet<&str> = requests.iter().map(|it| it.text.as_str()).collect();
    if says_little && wordings.len() == 1 {
        return None;
    }
    let fewest = if says_little { ANY_WORK_COHESION } else { COHESION };
    let cohesion = cohesion(&requests, &parsed)?;
    let worth = cohesion + SESSION_WORTH * sessions.len().min(MOST_COUNTED) as f64;
    (cohesion >= fewest).then_some(Group { members: requests, parsed, names_tools, key, worth })
}

/// A program that checks something: "run ruff" and "fix mypy" are about the same checks.
fn is_check(word: &str) -> bool {
    acts(word).into_iter().any(Act::is_check)
}

/// The verb of at least half of the requests.
fn shared_verb(parsed: &[Parsed]) -> Option<&str> {
    let with = |verb: &str| parsed.iter().filter(|it| it.verb == verb).count();
    parsed.iter().map(|it| it.verb.as_str()).find(|verb| 2 * with(verb) >= parsed.len())
}

fn cohesion(requests: &[&Request], parsed: &[Parsed]) -> Option<f64> {
    let mut shares = vec![];
    for (at, request) in requests.iter().enumerate() {
        for (later, other) in requests.iter().enumerate().skip(at + 1) {
            if request.counts_for != other.counts_for {
                shares.push(parsed[at].similarity(&parsed[later]));
            }
        }
    }
    (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
}
