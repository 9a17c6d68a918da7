//! Topics: subjects that developers have conventions about, recognised in ever different words.
//!
//! A topic is written once it was asked for often enough; its title is a ready sentence, and the
//! person's sentences are its quotes. Everything that depends on a language is in its data file
//! (`english.txt`). Measured on real sessions: ordinary subjects (commits, tests, reviews, docs)
//! join what people say; rare words do not, they are product names.

mod language;
mod phrase;
mod polarity;
mod polarity_words;
mod request;
mod sentence;
#[cfg(test)]
mod tests;
mod topic;

use std::collections::{BTreeMap, BTreeSet};

pub(super) use language::{FILES, sections};
use language::{Language, languages};
pub use request::{SpokenRequest, is_any_work, requests};
pub use sentence::stem;
use sentence::{Sentence, own_sentences, words};
use topic::{NAME, Stand, Topic};

use crate::core::entities::grammar::CommandToken;
use crate::core::learn::extract::{self, Item, is_upkeep, rules};
use crate::core::model::{
    BatchSession, Candidate, Details, Evidence, Kind, Observation, Quality, Signal, Speaker,
};
use crate::core::redact::is_masked;
use crate::core::text::{one_line, tail};

/// The prefix of the key of an observation made from a topic.
const KEY: &str = "topic:";
/// The characters of what the assistant had said before a correction.
const ANSWERED_CHARS: usize = 200;
/// The words of a captured name that distinguish it; people omit the rest.
const NAME_WORDS: usize = 2;

/// By topic, the commands that sessions usually ran when they were asked for it.
pub type Served<'a> = BTreeMap<&'a str, Vec<&'a CommandToken>>;

/// The candidates from topics: one for each topic and session. A rule that a person spelled out is
/// not among them: its own words say more than the topic's sentence.
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

/// A request in this many sessions is a habit, although no sentence says how it should be done.
pub(super) const HABIT_SESSIONS: usize = 3;

/// Attests requests that are frequent enough to be a habit.
pub fn attest_habits(taught: &mut [Candidate], existing: &[Observation]) {
    let mut sessions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for o in existing {
        if let Some(topic) = topic_key(&o.keys) {
            sessions.entry(topic).or_default().extend(o.sessions.iter().map(String::as_str));
        }
    }
    let taught_in: Vec<(String, String)> = taught
        .iter()
        .filter_map(|it| Some((topic_key(&it.keys)?.to_owned(), it.evidence.first()?.session.clone())))
        .collect();
    for (topic, session) in &taught_in {
        sessions.entry(topic).or_default().insert(session);
    }
    for candidate in taught {
        let is_habit = topic_key(&candidate.keys)
            .filter(|topic| may_be_habit(topic))
            .and_then(|topic| sessions.get(topic))
            .is_some_and(|sessions| sessions.len() >= HABIT_SESSIONS);
        candidate.quality.attested |= is_habit;
    }
}

/// Whether a lesson of a topic was one when it had been said so often and in these words: a rule, or a habit by now.
pub fn is_attested<'q>(mut quotes: impl Iterator<Item = &'q str>, sessions: usize) -> bool {
    sessions >= HABIT_SESSIONS || quotes.any(is_rule)
}

fn is_rule(quote: &str) -> bool {
    let text = quote.to_owned();
    let signal = Signal { turn: String::new(), at: Default::default(), text, prior: None };
    let said = [BatchSession { session: String::new(), signals: vec![signal], injected: vec![] }];
    !spelled_out(&said).is_empty() || taught(&said, &Served::new()).iter().any(|it| it.quality.attested)
}

/// Whether repeated requests for a topic make a lesson of it.
fn may_be_habit(topic: &str) -> bool {
    by_key(topic).is_none_or(|topic| topic.is_habit && !topic.is_generic)
}

/// Whether requests for a topic in so many sessions are worth showing. What agents know how to do
/// is a task until it is a habit.
pub(super) fn is_asked_often(topic: &str, sessions: usize) -> bool {
    let fewest = |topic: &Topic| if topic.is_generic { HABIT_SESSIONS } else { 2 };
    by_key(topic).map_or(sessions >= 2, |topic| topic.is_habit && sessions >= fewest(topic))
}

fn by_key(topic: &str) -> Option<&'static Topic> {
    let id = topic.strip_prefix(KEY).unwrap_or(topic).split('=').next().unwrap_or_default();
    languages().iter().flat_map(|language| &language.topics).find(|it| it.id == id)
}

/// Whether a text begins like talk ("ok, let's …", "can you …"), and not like a lesson ("always …").
pub fn begins_as_talk(text: &str) -> bool {
    let is_talk = |language: &Language| {
        let sentence = Sentence::new(text, language);
        sentence.request > 0 && !language.states_rule(&sentence)
    };
    languages().iter().any(is_talk)
}

/// The rules that the built-in extractor finds, by turn.
pub fn spelled_out(sessions: &[BatchSession]) -> Vec<(String, String)> {
    let spoken = extract::request::spoken(sessions);
    let items = beyond(extract::rules::builtin(&extract::build_request(&[], sessions)).observations);
    let quotes = items.into_iter().flat_map(|item| item.evidence);
    quotes
        .filter_map(|quote| Some((spoken.get(&quote.message)?, quote.quote)))
        .filter(|(spoken, _)| spoken.speaker == Speaker::User)
        .map(|(spoken, quote)| (spoken.turn.to_owned(), quote))
        .collect()
}

/// Removes items that a topic covers better: a sequence whose steps it knows, and a choice among
/// tools, which it joins with other wordings. A choice with a reason stays a decision.
pub fn beyond(items: Vec<Item>) -> Vec<Item> {
    items.into_iter().filter(|item| !is_of_a_topic(item)).collect()
}

fn is_of_a_topic(item: &Item) -> bool {
    let kind = item.details.kind();
    // A topic that agents know anyway says less than the person did.
    let tells = |topic: &Topic| match kind {
        Kind::Workflow => topic.kind == Kind::Workflow && !topic.is_generic,
        Kind::Procedural => !topic.one_of.is_empty(),
        // A reason, and what the assistant had done, say more than the topic.
        Kind::Decision | Kind::Pitfall => false,
    };
    let is_told = |quote: &str| topics_in(quote).iter().any(|it| tells(it.topic));
    item.evidence.iter().all(|it| is_told(&it.quote))
}

/// The topic's key of an observation, if it was made from one.
pub fn topic_key(keys: &BTreeSet<String>) -> Option<&str> {
    keys.iter().map(String::as_str).find(|key| key.starts_with(KEY))
}

/// The name of a command or skill of this topic: the topic's own name, and the name that it is
/// about.
pub fn short_name(keys: &BTreeSet<String>) -> Option<String> {
    let topic = topic_key(keys)?.strip_prefix(KEY)?;
    Some(topic.replace(['=', ' '], "-"))
}

/// The topics that a prompt asks for, of those that hold no word of the person.
pub fn asked(prompt: &str) -> BTreeSet<String> {
    let sightings = own_sentences(prompt).into_iter().flat_map(topics_in);
    sightings.filter(|sighting| sighting.name.is_none()).map(|sighting| sighting.key).collect()
}

/// The sentences of a message that speak against a topic.
pub fn contrary_sentences(message: &str) -> Vec<&str> {
    own_sentences(message).into_iter().filter(|sentence| !spoken_against(sentence).is_empty()).collect()
}

/// The topics that a sentence contradicts: by their own `against` lines, or by being a rule for the
/// opposite.
pub fn spoken_against(sentence: &str) -> BTreeSet<String> {
    languages().iter().flat_map(|language| against_in(sentence, language)).collect()
}

fn against_in(text: &str, language: &'static Language) -> BTreeSet<String> {
    let sentence = Sentence::new(text, language);
    if language.is_limited(&sentence) || !language.teaches(&sentence) {
        return BTreeSet::new();
    }
    let mut opposed = BTreeSet::new();
    for (topic, stand, name) in language.topics_of(&sentence) {
        match stand {
            Stand::Against => opposed.extend([key(topic, name.as_deref())]),
            Stand::For => {
                let contrary = language.topics.iter().filter(|it| it.is_opposed_by(topic));
                opposed.extend(contrary.map(|it| key(it, None)));
                let others = topic.one_of.iter().filter(|other| name.as_ref() != Some(other));
                opposed.extend(others.map(|other| key(topic, Some(other.as_str()))));
            }
        }
    }
    opposed
}

/// Whether a sentence itself says that it holds for the moment only.
pub(super) fn is_limited(sentence: &str) -> bool {
    languages().iter().any(|language| language.is_limited(&Sentence::new(sentence, language)))
}

/// Whether a message says how work should be done, and neither asks for the next thing nor only
/// asks.
pub fn states_rule(message: &str) -> bool {
    let is_request = |text: &str| languages().iter().any(|it| it.is_request(&Sentence::new(text, it)));
    let is_rule = |it: TopicSighting<'_>| {
        it.is_rule && it.name.is_none() && !it.topic.is_generic && it.topic.kind != Kind::Workflow
    };
    let sentences = own_sentences(message).into_iter().filter(|text| !is_request(text) && !only_asks(text));
    sentences.flat_map(topics_in).any(is_rule)
}

fn only_asks(text: &str) -> bool {
    text.trim_end().ends_with('?') && !text.contains("n't") && !text.to_lowercase().contains("why")
}

/// Whether it is the key of a topic of our own list.
pub fn is_topic(key: &str) -> bool {
    let is_its = |topic: &Topic| key.strip_prefix(KEY) == Some(topic.id.as_str());
    languages().iter().flat_map(|language| &language.topics).any(is_its)
}

/// The topics that a document states, which need not be learned.
pub fn stated<'a>(lines: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    lines.flat_map(own_sentences).flat_map(topics_in).map(|sighting| sighting.key).collect()
}

/// One sentence about one topic.
struct TopicSighting<'a> {
    topic: &'static Topic,
    key: String,
    name: Option<String>,
    /// It says how something should be done. Anything else is a request, which only repetition
    /// makes a habit.
    is_rule: bool,
    quote: &'a str,
}

fn sightings(signal: &Signal) -> Vec<TopicSighting<'_>> {
    let follows_work = signal.prior.as_ref().is_some_and(|prior| !prior.text.trim().is_empty());
    let mut found: Vec<_> = own_sentences(&signal.text).into_iter().flat_map(topics_in).collect();
    for sighting in &mut found {
        sighting.is_rule |= follows_work && sighting.topic.is_part_of_work;
    }
    found
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
    let states_rule = language.states_rule(&sentence) || rules::is_norm(quote);
    // An unknown name may be a typing error; said again, it is a name.
    let names_known = |topic: &Topic, name: Option<&str>| {
        let first = name.and_then(|name| name.split_whitespace().next()).map(str::to_lowercase);
        first.is_some_and(|first| topic.takes_any_name || language.is_known_name(&first))
    };
    let sighting = |(topic, _, name): (&'static Topic, Stand, Option<String>)| TopicSighting {
        topic,
        key: key(topic, name.as_deref()),
        is_rule: states_rule || names_known(topic, name.as_deref()) || topic.kind == Kind::Workflow,
        name,
        quote,
    };
    about.map(sighting).collect()
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
    is_rule: bool,
    evidence: Vec<Evidence>,
}

impl TopicLesson {
    fn new(sighting: &TopicSighting<'_>) -> TopicLesson {
        let TopicSighting { topic, key, name, .. } = sighting;
        TopicLesson { topic, key: key.clone(), name: name.clone(), is_rule: false, evidence: vec![] }
    }

    fn add(&mut self, session: &BatchSession, signal: &Signal, sighting: &TopicSighting<'_>) {
        let said = |speaker, turn: &str, quote: &str| Evidence {
            session: session.session.clone(),
            turn: turn.to_owned(),
            speaker,
            quote: quote.to_owned(),
            at: signal.at,
        };
        self.is_rule |= sighting.is_rule;
        self.evidence.push(said(Speaker::User, &signal.turn, sighting.quote));
        // A correction answers something.
        if let Some(prior) = signal.prior.as_ref().filter(|_| self.topic.kind == Kind::Pitfall) {
            let answered = one_line(tail(&prior.text, ANSWERED_CHARS));
            self.evidence.push(said(Speaker::Assistant, &prior.turn, &answered));
        }
    }

    fn candidate(self, served: &Served<'_>) -> Candidate {
        let attested = match self.topic.is_generic {
            true => self.checks(served).is_some(),
            false => self.is_rule,
        };
        let both_sides = self.evidence.iter().any(|it| it.speaker == Speaker::Assistant);
        Candidate {
            title: self.filled(&self.topic.title),
            details: self.details(served),
            keys: BTreeSet::from([self.key]),
            matches: None,
            evidence: self.evidence,
            credits: BTreeMap::new(),
            resent: BTreeSet::new(),
            quality: Quality { attested, both_sides, ..Quality::default() },
        }
    }

    fn checks<'s, 'c>(&self, served: &'s Served<'c>) -> Option<&'s Vec<&'c CommandToken>> {
        served.get(self.key.as_str()).filter(|commands| self.topic.has_checks && !commands.is_empty())
    }

    fn details(&self, served: &Served<'_>) -> Details {
        let mut steps = self.topic.steps.iter().map(|step| self.filled(step)).collect::<Vec<_>>();
        if let Some(commands) = self.checks(served) {
            let commands: Vec<String> = commands.iter().map(|it| format!("`{}`", it.as_str())).collect();
            // Steps that hand the work over come after those that verify it.
            let hands_over = |step: &String| step.starts_with("Commit") || step.starts_with("Push");
            let at = steps.iter().position(hands_over).unwrap_or(steps.len());
            steps.insert(at, format!("In this project, run {}", commands.join(", ")));
        }
        let when = self.filled(&self.topic.when);
        match self.topic.kind {
            Kind::Workflow => Details::Workflow { steps },
            Kind::Pitfall => Details::Pitfall {
                area: when,
                issue: self.filled(&self.topic.issue),
                impact: self.reason(),
                resolution: steps.join(". "),
            },
            Kind::Procedural | Kind::Decision => {
                Details::Procedural { situation: when, steps, rationale: String::new() }
            }
        }
    }

    /// As it was said, if it was.
    fn reason(&self) -> String {
        let by_person = self.evidence.iter().filter(|it| it.speaker == Speaker::User);
        by_person.filter_map(|it| rules::parted(&it.quote)).map(|(_, why)| why).next().unwrap_or_default()
    }

    fn filled(&self, text: &str) -> String {
        text.replace(NAME, &one_line(self.name.as_deref().unwrap_or_default()))
    }
}
