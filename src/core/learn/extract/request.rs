//! The request for a batch of sessions, which is the same for every extractor.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::{DialogMessage, DialogPair, Existing, Request};
use crate::core::entities::keys::{defining_parts, keys_of};
use crate::core::learn::topics::{stated, topic_key};
use crate::core::model::{BatchSession, Observation, Signal, Speaker, Time};
use crate::core::text::tokens::tokens;
use crate::core::text::words::Words;

const VERSION: u32 = 1;
const MOST_EXISTING: usize = 30;
/// A shared concrete thing or topic counts for more than shared words.
const NAMED_WORTH: usize = 10;
/// A full batch of the longest sessions must still fit into a model's context.
const MOST_SESSION_TOKENS: usize = 30_000;

pub fn build_request(existing: &[Observation], batch: &[BatchSession]) -> Request {
    Request {
        version: VERSION,
        existing: best(existing, batch),
        user_signals: user_signals(batch),
        dialog_pairs: dialog_pairs(batch),
    }
}

/// The observations that share most with this batch, then the strongest, then the newest. Rejected
/// ones are included: an extractor that recognises one adds a sighting to it instead of making a
/// new observation.
fn best(existing: &[Observation], batch: &[BatchSession]) -> Vec<Existing> {
    let texts: Vec<&str> = numbered(batch).map(|n| n.signal.text.as_str()).collect();
    let text = texts.join("\n");
    let (named, said) = (keys_of(&text), Words::of(&text));
    let topics = stated(texts.iter().copied());
    let shared = |o: &Observation| {
        let words = Words::of(&o.title).iter().filter(|word| is_telling(word) && said.contains(word)).count();
        let is_topic = topic_key(&o.keys).is_some_and(|topic| topics.contains(topic));
        words + if is_topic || is_named(o, &named) { NAMED_WORTH } else { 0 }
    };
    let mut ranked: Vec<(usize, &Observation)> = existing.iter().map(|o| (shared(o), o)).collect();
    ranked.sort_unstable_by(|(a_shares, a), (b_shares, b)| {
        b_shares.cmp(a_shares).then_with(|| strength(b, a)).then_with(|| a.id.cmp(&b.id))
    });
    ranked.into_iter().take(MOST_EXISTING).map(|(_, o)| describe(o)).collect()
}

/// Short words occur in every text.
fn is_telling(word: &str) -> bool {
    word.chars().count() > 3
}

fn is_named(observation: &Observation, named: &BTreeSet<String>) -> bool {
    observation.keys.iter().any(|key| defining_parts(key).any(|part| named.contains(part)))
}

fn strength(a: &Observation, b: &Observation) -> Ordering {
    weight(a).total_cmp(&weight(b)).then(a.last_seen.cmp(&b.last_seen))
}

fn weight(o: &Observation) -> f64 {
    f64::from(o.count) * o.penalty
}

fn describe(observation: &Observation) -> Existing {
    Existing {
        id: observation.id.clone(),
        kind: observation.kind(),
        title: observation.title.clone(),
        status: observation.status,
    }
}

fn user_signals(batch: &[BatchSession]) -> Vec<DialogMessage> {
    sent(batch).map(|n| DialogMessage { id: n.user_id(), text: n.signal.text.clone() }).collect()
}

/// A session's first prompt answers nothing, but what it decides counts all the same.
fn dialog_pairs(batch: &[BatchSession]) -> Vec<DialogPair> {
    let pairs = sent(batch).map(|n| DialogPair {
        id: n.id("p"),
        assistant: DialogMessage { id: n.assistant_id(), text: n.signal.prior_text().to_owned() },
        user: DialogMessage { id: n.user_id(), text: n.signal.text.clone() },
    });
    pairs.collect()
}

/// The newest signals of each session, as many as fit.
fn sent(batch: &[BatchSession]) -> impl Iterator<Item = Numbered<'_>> {
    let first_sent: Vec<usize> = batch.iter().map(first_that_fits).collect();
    numbered(batch).filter(move |n| n.signal_number > first_sent[n.session_number - 1])
}

fn first_that_fits(session: &BatchSession) -> usize {
    let mut room = MOST_SESSION_TOKENS;
    let fits = |signal: &&Signal| {
        // The person's words are in both channels.
        let left = room.checked_sub(2 * tokens(&signal.text) + tokens(signal.prior_text()));
        room = left.unwrap_or(0);
        left.is_some()
    };
    session.signals.len() - session.signals.iter().rev().take_while(fits).count()
}

/// A message of the request as the transcript has it.
#[derive(Clone, Copy, Debug)]
pub struct Spoken<'a> {
    pub session: &'a BatchSession,
    pub turn: &'a str,
    pub speaker: Speaker,
    pub at: Time,
    pub text: &'a str,
    /// The numbers of session and signal: an answer and what it answers have the same.
    pub exchange: (usize, usize),
}

/// All messages of the request that `build_request` makes of the same batch, by id.
pub fn spoken(batch: &[BatchSession]) -> BTreeMap<String, Spoken<'_>> {
    let mut by_id = BTreeMap::new();
    for n in numbered(batch) {
        let at = n.signal.at;
        let user = Spoken {
            session: n.session,
            turn: &n.signal.turn,
            speaker: Speaker::User,
            at,
            text: &n.signal.text,
            exchange: (n.session_number, n.signal_number),
        };
        by_id.insert(n.user_id(), user);
        if let Some(prior) = &n.signal.prior {
            let assistant =
                Spoken { turn: &prior.turn, speaker: Speaker::Assistant, text: &prior.text, ..user };
            by_id.insert(n.assistant_id(), assistant);
        }
    }
    by_id
}

struct Numbered<'a> {
    session_number: usize,
    signal_number: usize,
    session: &'a BatchSession,
    signal: &'a Signal,
}

impl Numbered<'_> {
    fn id(&self, letter: &str) -> String {
        format!("s{}.{letter}{}", self.session_number, self.signal_number)
    }

    fn user_id(&self) -> String {
        self.id("u")
    }

    fn assistant_id(&self) -> String {
        self.id("a")
    }
}

fn numbered(batch: &[BatchSession]) -> impl Iterator<Item = Numbered<'_>> {
    (1..).zip(batch).flat_map(|(session_number, session)| {
        (1..).zip(&session.signals).map(move |(signal_number, signal)| Numbered {
            session_number,
            signal_number,
            session,
            signal,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::{self, at};
    use crate::core::model::{Kind, Prior};

    fn signal(turn: &str, text: &str, prior: Option<(&str, &str)>) -> Signal {
        Signal {
            turn: turn.into(),
            at: at(0),
            text: text.into(),
            prior: prior.map(|(turn, text)| Prior { turn: turn.into(), text: text.into() }),
        }
    }

    fn batch() -> Vec<BatchSession> {
        let session = |name: &str, signals| BatchSession { session: name.into(), signals, injected: vec![] };
        vec![
            session("one", vec![signal("t1", "hello", None), signal("t2", "no", Some(("t0", "done")))]),
            session("two", vec![signal("t3", "again", Some(("t9", "shall I?")))]),
        ]
    }

    fn observation(id: &str, count: u32, penalty: f64, last_seen: i64) -> Observation {
        Observation {
            count,
            penalty,
            last_seen: at(last_seen),
            ..samples::observation(Kind::Workflow, id, &format!("title of {id}"))
        }
    }

    #[test]
    fn the_request_is_the_documented_json() {
        let request = build_request(&[observation("obs_1", 2, 1.0, 0)], &batch());
        let json: serde_json::Value = serde_json::to_value(&request).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "version": 1,
                "existing": [{"id": "obs_1", "type": "workflow", "title": "title of obs_1", "status": "observing"}],
                "user_signals": [
                    {"id": "s1.u1", "text": "hello"},
                    {"id": "s1.u2", "text": "no"},
                    {"id": "s2.u1", "text": "again"},
                ],
                "dialog_pairs": [
                    {"id": "s1.p1", "assistant": {"id": "s1.a1", "text": ""}, "user": {"id": "s1.u1", "text": "hello"}},
                    {"id": "s1.p2", "assistant": {"id": "s1.a2", "text": "done"}, "user": {"id": "s1.u2", "text": "no"}},
                    {"id": "s2.p1", "assistant": {"id": "s2.a1", "text": "shall I?"}, "user": {"id": "s2.u1", "text": "again"}},
                ],
            })
        );
    }

    #[test]
    fn every_message_of_the_request_is_found_again() {
        let batch = batch();
        let request = build_request(&[], &batch);
        let spoken = spoken(&batch);
        let pairs = request.dialog_pairs.iter();
        let messages = pairs.flat_map(|pair| [&pair.assistant, &pair.user]).chain(&request.user_signals);
        for message in messages.filter(|message| !message.text.is_empty()) {
            assert_eq!(spoken[&message.id].text, message.text);
        }
        assert_eq!(spoken.len(), 5);
        assert_eq!(spoken["s2.a1"].turn, "t9");
        assert_eq!(spoken["s2.a1"].session.session, "two");
        assert_eq!(spoken["s1.a2"].speaker, Speaker::Assistant);
    }

    #[test]
    fn the_thirty_strongest_are_sent() {
        let mut known: Vec<_> = (0..40).map(|i| observation(&format!("obs_{i:02}"), i, 1.0, 0)).collect();
        known.push(observation("refused", 39, 0.3, 0));
        known.push(observation("newer", 39, 1.0, 9));
        let sent: Vec<_> = build_request(&known, &[]).existing.into_iter().map(|e| e.id).collect();
        assert_eq!(sent.len(), 30);
        assert_eq!(sent[..3], ["newer", "obs_39", "obs_38"]);
        assert!(sent.iter().position(|id| id == "refused") > sent.iter().position(|id| id == "obs_12"));
    }

    #[test]
    fn the_oldest_signals_of_an_endless_session_are_left_out() {
        let mut batch = batch();
        let long = |turn: &str| signal(turn, &"字".repeat(1_000), Some(("t", &"x".repeat(1_000))));
        batch[0].signals = (0..80).map(|n| long(&n.to_string())).collect();
        let request = build_request(&[], &batch);
        let of_first = request.user_signals.iter().filter(|message| message.id.starts_with("s1."));
        let ids: Vec<&str> = of_first.map(|message| message.id.as_str()).collect();
        assert_eq!((ids.len(), ids[0], ids[ids.len() - 1]), (13, "s1.u68", "s1.u80"));
        assert_eq!(request.dialog_pairs.len(), 13 + 1, "the other session is whole");
    }

    #[test]
    fn what_the_batch_names_comes_first() {
        let mut known: Vec<_> = (1..40).map(|i| observation(&format!("obs_{i:02}"), i, 1.0, 0)).collect();
        known[0].keys = BTreeSet::from(["cargo fmt > commit".to_owned()]);
        let mut batch = batch();
        batch[0].signals[0].text = "run cargo fmt please".into();
        assert_eq!(build_request(&known, &batch).existing[0].id, "obs_01");
    }
}
