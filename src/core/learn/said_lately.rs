//! Lessons that were said once or twice: too little to be written, but not lost. The next sessions
//! are shown them with their date, and `review` proposes them.

use std::ops::RangeInclusive;

use chrono::TimeDelta;

use crate::core::learn::recurring::recurring_key;
use crate::core::learn::topics::{begins_as_talk, is_asked_often, topic_key};
use crate::core::model::{Kind, Observation, Speaker, Status, Time};
use crate::core::text::{ellipsis, inert, normalise, one_line};

/// The number of days for which sessions are shown them.
const DAYS_TOLD: i64 = 30;
/// The number of days for which `review` proposes them.
const DAYS_PROPOSED: i64 = 30;
/// Shorter answers mean nothing without their question, and longer ones are about the work of that
/// day.
const WORDS: RangeInclusive<usize> = 3..=18;
/// Words for something that a later session does not see.
const POINTING: [&str; 8] = ["this", "these", "that", "those", "it", "it's", "there", "both"];
/// Words for something that has a number only in the conversation.
const COUNTED: [&str; 12] = [
    "option", "line", "lines", "step", "phase", "issue", "pr", "ticket", "point", "number", "comment", "task",
];
/// What was said in so many sessions or more is a habit; how many more says nothing.
const MOST_COUNTED: usize = 4;
/// A longer quote is cut.
const MOST_QUOTED_CHARS: usize = 60;

/// A lesson without an artifact, and the last time a person said it.
#[derive(Clone, Debug, PartialEq)]
pub struct Said<'a> {
    pub observation: &'a Observation,
    pub at: Time,
}

impl Said<'_> {
    /// The line for a session. A lesson that was said once is told in the person's own words; the
    /// ready sentence beside them only says how they were understood.
    pub fn line(&self) -> String {
        let title = one_line(&self.observation.title);
        let (day, sessions) = (self.at.format("%-d %b"), self.observation.sessions.len());
        match (sessions, self.words()) {
            (0 | 1, Some(words)) => format!("{day}: \"{words}\" ({title})"),
            (0 | 1, None) => format!("{day}: {title}"),
            _ => format!("{day}, {sessions} sessions: {title}"),
        }
    }

    fn is_topic(&self) -> bool {
        topic_key(&self.observation.keys).is_some()
    }

    /// The person's own words, if the title is a ready sentence.
    fn words(&self) -> Option<String> {
        topic_key(&self.observation.keys)?;
        let by_person = self.observation.evidence.iter().filter(|it| it.speaker == Speaker::User);
        let newest = by_person.max_by_key(|it| it.at)?;
        Some(ellipsis(&one_line(&inert(&newest.quote)), MOST_QUOTED_CHARS))
    }
}

/// Lessons for the next session: those said in most sessions first, then the newest.
pub fn told(observations: &[Observation], now: Time) -> Vec<Said<'_>> {
    said_since(observations, now - TimeDelta::days(DAYS_TOLD))
}

/// Lessons that a person is asked about.
pub fn proposed(observations: &[Observation], now: Time) -> Vec<Said<'_>> {
    said_since(observations, now - TimeDelta::days(DAYS_PROPOSED))
}

fn said_since(observations: &[Observation], since: Time) -> Vec<Said<'_>> {
    let open = observations.iter().filter(|o| is_open(o));
    let mut said: Vec<Said<'_>> = open.filter_map(last_words).filter(|said| said.at >= since).collect();
    said.sort_by(|a, b| {
        let order = times_said(b).cmp(&times_said(a)).then_with(|| b.is_topic().cmp(&a.is_topic()));
        let order = order.then_with(|| b.at.cmp(&a.at));
        order.then_with(|| a.observation.id.cmp(&b.observation.id))
    });
    said
}

fn times_said(said: &Said<'_>) -> usize {
    said.observation.sessions.len().min(MOST_COUNTED)
}

/// Neither written nor rejected, undone, replaced or known anyway.
fn is_open(o: &Observation) -> bool {
    let is_settled = o.superseded_by.is_some() || o.is_held() || o.is_revoked() || o.penalty < 1.0;
    let is_news = !o.quality.redundant && !o.quality.structural;
    // A bare request says nothing that a later session could do unasked.
    let topic = topic_key(&o.keys);
    let is_rule = o.quality.attested && (o.kind() != Kind::Workflow || o.sessions.len() > 1);
    let came_again = match topic {
        Some(topic) => is_asked_often(topic, o.sessions.len()),
        None => o.sessions.len() > 1,
    };
    // What was said to ingrain itself was meant as a lesson.
    let is_clear = topic.is_some()
        || recurring_key(&o.keys).is_some()
        || o.is_in_own_words()
        || !is_own_words(o)
        || is_lesson(&o.title);
    o.status == Status::Observing && is_news && (is_rule || came_again) && is_clear && !is_settled
}

/// Whether the title is a piece of what a person said. An extractor's own title is a sentence that
/// stands by itself.
fn is_own_words(o: &Observation) -> bool {
    let title = normalise(&o.title);
    let mut by_person = o.evidence.iter().filter(|it| it.speaker == Speaker::User);
    by_person.any(|it| normalise(&it.quote).contains(&title))
}

/// Whether it reads as a lesson, and not as a part of a conversation or a change of one place in
/// the code.
fn is_lesson(title: &str) -> bool {
    let is_question = title.trim_end().ends_with('?');
    let words: Vec<&str> = title.split_whitespace().collect();
    let is_of_one_place = (0..words.len()).any(|at| is_of_one_place(words[at]) || is_numbered(&words, at));
    WORDS.contains(&words.len()) && !is_question && !begins_as_talk(title) && !is_of_one_place
}

/// "Option 2" and "#68", but not "5 cents".
fn is_numbered(words: &[&str], at: usize) -> bool {
    let bare = words[at].trim_matches(|c: char| !c.is_alphanumeric());
    let is_number = !bare.is_empty() && bare.chars().all(|c| c.is_ascii_digit());
    let before = at.checked_sub(1).map(|at| words[at].to_lowercase()).unwrap_or_default();
    is_number && (words[at].starts_with('#') || COUNTED.contains(&before.as_str()))
}

/// A name from the code, an address, or a word for something at hand, which is only about the work of
/// that day.
fn is_of_one_place(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_' && c != '(' && c != ')');
    let inner = bare.get(1..).unwrap_or_default();
    let is_camel =
        !bare.contains('/') && inner.contains(char::is_lowercase) && inner.contains(char::is_uppercase);
    is_camel
        || bare.contains('_')
        || bare.contains("()")
        || bare.contains("://")
        || POINTING.contains(&bare.to_lowercase().as_str())
}

fn last_words(observation: &Observation) -> Option<Said<'_>> {
    let by_person = observation.evidence.iter().filter(|it| it.speaker == Speaker::User);
    let at = by_person.map(|it| it.at).max()?;
    Some(Said { observation, at })
}
