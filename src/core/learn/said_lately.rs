//! Lessons that were said once or twice: too little to be written, and still not lost. The next sessions are told them with
//! their date, and `review` proposes them.

use std::ops::RangeInclusive;

use chrono::TimeDelta;

use crate::core::learn::topics::{begins_as_talk, topic_key};
use crate::core::model::{Kind, Observation, Speaker, Status, Time};
use crate::core::text::one_line;

/// So long sessions are told what was said.
const DAYS_TOLD: i64 = 30;
/// So long it is proposed.
const DAYS_PROPOSED: i64 = 30;
/// A longer list is not read.
const MOST_PROPOSALS: usize = 5;
/// Shorter answers mean nothing without their question, longer ones are about the work of that day.
const WORDS: RangeInclusive<usize> = 4..=18;

/// A lesson without an artifact, and when a person last spoke of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Said<'a> {
    pub observation: &'a Observation,
    pub at: Time,
}

impl Said<'_> {
    /// As a session is told it. Measured by readers: of the lessons themselves six in seven were worth telling, of the
    /// sentences that they were taken from one in four.
    pub fn line(&self) -> String {
        let (day, sessions) = (self.at.format("%-d %b"), self.observation.sessions.len());
        let often = if sessions > 1 { format!(", {sessions} sessions") } else { String::new() };
        format!("{day}{often}: {}", one_line(&self.observation.title))
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
    said
}

/// Neither written nor refused, taken back, replaced or known anyway.
fn is_open(o: &Observation) -> bool {
    let is_settled = o.superseded_by.is_some() || o.is_held() || o.is_revoked() || o.penalty < 1.0;
    let is_news = !o.quality.redundant && !o.quality.structural;
    // A request alone says nothing that a later session could do without being asked.
    let topic = topic_key(&o.keys);
    let is_rule = o.quality.attested && (o.kind() != Kind::Workflow || o.sessions.len() > 1);
    let came_again = o.sessions.len() > 1;
    let is_clear = topic.is_some() || is_lesson(&o.title);
    o.status == Status::Observing && is_news && (is_rule || came_again) && is_clear && !is_settled
}

/// It reads as a lesson, and not as a part of a talk.
fn is_lesson(title: &str) -> bool {
    let is_question = title.trim_end().ends_with('?');
    WORDS.contains(&title.split_whitespace().count()) && !is_question && !begins_as_talk(title)
}

fn last_words(observation: &Observation) -> Option<Said<'_>> {
    let by_person = observation.evidence.iter().filter(|it| it.speaker == Speaker::User);
    let at = by_person.map(|it| it.at).max()?;
    Some(Said { observation, at })
}
