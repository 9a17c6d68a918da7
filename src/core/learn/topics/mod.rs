//! Subjects that developers have conventions about, found in what people say in ever other words.
//!
//! A topic is written once it was asked for often enough; its title is a ready sentence, and the person's sentences are
//! its quotes. Everything that a language needs stands in its data file (`english.txt`). Measured on real sessions:
//! ordinary subjects (commits, tests, reviews, docs) join what people say; rare words do not, they are product nouns.

mod language;
mod phrase;
mod sentence;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use language::{Language, NAME, Stand, Topic, languages};
use sentence::{Sentence, own_sentences, words};

use crate::core::entities::grammar::CommandToken;
use crate::core::learn::extract::{self, is_upkeep};
use crate::core::model::{BatchSession, Candidate, Details, Evidence, Kind, Quality, Signal, Speaker};
use crate::core::redact::is_masked;
use crate::core::text::{one_line, tail};

/// Begins the key of an observation that a topic was made of.
const KEY: &str = "topic:";
/// Characters of what the assistant had said before a correction.
const ANSWERED_CHARS: usize = 200;
/// Words of a captured name that tell it from others: people shorten the rest.
const NAME_WORDS: usize = 2;

/// By topic, the commands that sessions usually ran when they were asked for it.
pub type Served<'a> = BTreeMap<&'a str, Vec<&'a CommandToken>>;

/// What sessions taught about topics: one candidate for each topic and session. A rule that somebody spelled out is not
/// among it: its own words say more than the topic's sentence.
pub fn taught(sessions: &[BatchSession], served: &Served<'_>) -> Vec<Candidate> {
    let rules = spelled_out(sessions);
    let is_rule = |turn: &str, said: &str| {
        rules.iter().any(|(of, quote)| of == turn && (quote.contains(said) || said.contains(quote.as_str())))
    };
    let mut lessons: BTreeMap<(String, String), TopicLesson> = BTreeMap::new();
    for session in sessions {
        for signal in &session.signals {
            for sighting in sightings(signal).into_iter().filter(|it| !is_rule(&signal.turn, it.quote)) {
                let key = (sighting.key.clone(), session.session.clone());
                lessons
                    .entry(key)
                    .or_insert_with(|| TopicLesson::new(&sighting))
                    .add(session, signal, &sighting);
            }
        }
    }
    lessons.into_values().map(|lesson| lesson.candidate(served)).collect()
}

/// What the built-in extractor takes for rules, by turn.
fn spelled_out(sessions: &[BatchSession]) -> Vec<(String, String)> {
    let spoken = extract::request::spoken(sessions);
    let items = extract::markers::builtin(&extract::build_request(&[], sessions)).observations;
    let quotes = items.into_iter().flat_map(|item| item.evidence);
    quotes
        .filter_map(|quote| Some((spoken.get(&quote.message)?, quote.quote)))
        .filter(|(spoken, _)| spoken.speaker == Speaker::User)
        .map(|(spoken, quote)| (spoken.turn.to_owned(), quote))
        .collect()
}

/// The key that an observation of this topic is known by, if it is one.
pub fn topic_key(keys: &BTreeSet<String>) -> Option<&str> {
    keys.iter().map(String::as_str).find(|key| key.starts_with(KEY))
}

/// How a command or skill of this topic is called: the topic's own name, and the name that it is about.
pub fn short_name(keys: &BTreeSet<String>) -> Option<String> {
    let topic = topic_key(keys)?.strip_prefix(KEY)?;
    Some(topic.replace(['=', ' '], "-"))
}

/// The topics that a prompt asks for, of those that hold no word of the person.
pub fn asked(prompt: &str) -> BTreeSet<String> {
    let sightings = own_sentences(prompt).into_iter().flat_map(topics_in);
    sightings.filter(|sighting| sighting.name.is_none()).map(|sighting| sighting.key).collect()
}

/// Whether it is the key of a topic of our own list.
pub fn is_topic(key: &str) -> bool {
    let is_its = |topic: &Topic| key.strip_prefix(KEY) == Some(topic.id.as_str());
    languages().iter().flat_map(|language| &language.topics).any(is_its)
}

/// The topics that a document states, one line each: what stands there need not be learned.
pub fn stated<'a>(lines: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    lines.flat_map(own_sentences).flat_map(topics_in).map(|sighting| sighting.key).collect()
}

/// One sentence about one topic.
struct TopicSighting<'a> {
    topic: &'static Topic,
    key: String,
    name: Option<String>,
    quote: &'a str,
}

fn sightings(signal: &Signal) -> Vec<TopicSighting<'_>> {
    own_sentences(&signal.text).into_iter().flat_map(topics_in).collect()
}

fn topics_in(quote: &str) -> Vec<TopicSighting<'_>> {
    if is_masked(quote) || is_upkeep(quote) {
        return vec![];
    }
    languages().iter().flat_map(|language| in_language(quote, language)).collect()
}

fn in_language<'a>(quote: &'a str, language: &'static Language) -> Vec<TopicSighting<'a>> {
    let sentence = Sentence::new(quote, language);
    if sentence.words.is_empty() || !language.teaches(&sentence) || language.is_limited(&sentence) {
        return vec![];
    }
    let about = language.topics_of(&sentence).into_iter();
    let about =
        about.filter(|(topic, stand, name)| *stand == Stand::For && topic.wants_name() == name.is_some());
    about
        .map(|(topic, _, name)| TopicSighting { topic, key: key(topic, name.as_deref()), name, quote })
        .collect()
}

fn key(topic: &Topic, name: Option<&str>) -> String {
    match name {
        None => format!("{KEY}{}", topic.id),
        Some(name) => {
            let words: Vec<String> =
                words(name).into_iter().map(|word| word.lower).take(NAME_WORDS).collect();
            format!("{KEY}{}={}", topic.id, words.join(" "))
        }
    }
}

/// A topic in one session.
struct TopicLesson {
    topic: &'static Topic,
    key: String,
    name: Option<String>,
    evidence: Vec<Evidence>,
}

impl TopicLesson {
    fn new(sighting: &TopicSighting<'_>) -> TopicLesson {
        let TopicSighting { topic, key, name, .. } = sighting;
        TopicLesson { topic, key: key.clone(), name: name.clone(), evidence: vec![] }
    }

    fn add(&mut self, session: &BatchSession, signal: &Signal, sighting: &TopicSighting<'_>) {
        let said = |speaker, turn: &str, quote: &str| Evidence {
            session: session.session.clone(),
            turn: turn.to_owned(),
            speaker,
            quote: quote.to_owned(),
            at: signal.at,
        };
        self.evidence.push(said(Speaker::User, &signal.turn, sighting.quote));
        // A correction answers something.
        if let Some(prior) = signal.prior.as_ref().filter(|_| self.topic.kind == Kind::Pitfall) {
            let answered = one_line(tail(&prior.text, ANSWERED_CHARS));
            self.evidence.push(said(Speaker::Assistant, &prior.turn, &answered));
        }
    }

    fn candidate(self, served: &Served<'_>) -> Candidate {
        let both_sides = self.evidence.iter().any(|it| it.speaker == Speaker::Assistant);
        Candidate {
            title: self.filled(&self.topic.title),
            details: self.details(served),
            keys: BTreeSet::from([self.key]),
            matches: None,
            evidence: self.evidence,
            credits: BTreeMap::new(),
            resent: BTreeSet::new(),
            quality: Quality { attested: true, both_sides, ..Quality::default() },
        }
    }

    fn details(&self, served: &Served<'_>) -> Details {
        let mut steps = self.topic.steps.iter().map(|step| self.filled(step)).collect::<Vec<_>>();
        if let Some(commands) = served.get(self.key.as_str()) {
            let commands: Vec<String> = commands.iter().map(|it| format!("`{}`", it.as_str())).collect();
            steps.push(format!("In this project, run {}", commands.join(", ")));
        }
        let when = self.filled(&self.topic.when);
        match self.topic.kind {
            Kind::Workflow => Details::Workflow { steps },
            Kind::Pitfall => Details::Pitfall {
                area: when,
                issue: self.filled(&self.topic.issue),
                impact: String::new(),
                resolution: steps.join(". "),
            },
            Kind::Procedural | Kind::Decision => {
                Details::Procedural { situation: when, steps, rationale: String::new() }
            }
        }
    }

    fn filled(&self, text: &str) -> String {
        text.replace(NAME, &one_line(self.name.as_deref().unwrap_or_default()))
    }
}
