//! What was said once or twice: too little to be written, and still not lost. The next sessions are told it as the
//! person's own dated words, and `review` proposes it.

use std::collections::BTreeSet;

use chrono::TimeDelta;

use crate::core::model::{Evidence, Kind, Observation, Speaker, Status, Time};
use crate::core::text::{ellipsis, one_line};

/// So long sessions are told what was said.
const DAYS_TOLD: i64 = 14;
/// So long it is proposed.
const DAYS_PROPOSED: i64 = 30;
/// A longer list is not read.
const MOST_PROPOSALS: usize = 5;
/// Shorter answers mean nothing without their question.
const FEWEST_WORDS: usize = 5;
const MOST_CHARS: usize = 72;

/// Words of a person that stand for an observation without an artifact.
#[derive(Clone, Debug, PartialEq)]
pub struct Said<'a> {
    pub observation: &'a Observation,
    pub at: Time,
    pub quote: String,
}

impl Said<'_> {
    /// As a session is told it.
    pub fn line(&self) -> String {
        format!("{} — “{}”", self.at.format("%-d %B"), self.quote)
    }
}

/// What the next session is told, what was said in two sessions first, then the newest.
pub fn told(observations: &[Observation], now: Time) -> Vec<Said<'_>> {
    said_since(observations, now - TimeDelta::days(DAYS_TOLD))
}

/// What a person is asked about.
pub fn proposed(observations: &[Observation], now: Time) -> Vec<Said<'_>> {
    let mut said = said_since(observations, now - TimeDelta::days(DAYS_PROPOSED));
    said.truncate(MOST_PROPOSALS);
    said
}

fn said_since(observations: &[Observation], since: Time) -> Vec<Said<'_>> {
    let open = observations.iter().filter(|o| is_open(o));
    let mut said: Vec<Said<'_>> = open.filter_map(last_words).filter(|said| said.at >= since).collect();
    said.sort_by(|a, b| {
        let often = |said: &Said<'_>| said.observation.sessions.len().min(2);
        let order = often(b).cmp(&often(a)).then_with(|| b.at.cmp(&a.at));
        order.then_with(|| a.observation.id.cmp(&b.observation.id))
    });
    // One sentence may be about two things; it is told once.
    let mut told = BTreeSet::new();
    said.retain(|said| told.insert(said.quote.clone()));
    said
}

/// Neither written nor refused, taken back, replaced or known anyway.
fn is_open(o: &Observation) -> bool {
    let is_settled = o.superseded_by.is_some() || o.is_held() || o.is_revoked() || o.penalty < 1.0;
    let is_worth_it = o.quality.attested && !o.quality.redundant && !o.quality.structural;
    // A request alone says nothing that a later session could do without being asked.
    let is_rule = o.kind() != Kind::Workflow || o.sessions.len() > 1;
    o.status == Status::Observing && is_worth_it && is_rule && !is_settled
}

fn last_words(observation: &Observation) -> Option<Said<'_>> {
    let by_person = observation.evidence.iter().filter(|it| it.speaker == Speaker::User);
    let telling = by_person.filter(|it| it.quote.split_whitespace().count() >= FEWEST_WORDS);
    let Evidence { quote, at, .. } = telling.max_by_key(|it| (it.at, &it.turn))?;
    Some(Said { observation, at: *at, quote: ellipsis(&one_line(quote), MOST_CHARS) })
}
