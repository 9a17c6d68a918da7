//! A language's data file: cues, limits, negations and topics.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::OnceLock;

use super::phrase::{Found, Phrase};
use super::polarity::Attitude;
use super::polarity_words::PolarityWords;
use super::sentence::{Sentence, Word, stem};
use super::topic::{Ask, Stand, Topic};

/// Adding a language means adding its file here.
pub(in crate::core::learn) const FILES: [&str; 1] = [include_str!("english.txt")];

/// Sentences with at most this many words need no cue.
const SHORT: usize = 9;

pub(super) fn languages() -> &'static [Language] {
    static LANGUAGES: OnceLock<Vec<Language>> = OnceLock::new();
    LANGUAGES.get_or_init(|| FILES.iter().map(|file| Language::parse(file)).collect())
}

/// The lines of a language's file, each with the name of its section.
pub(in crate::core::learn) fn sections(file: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = file.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.scan("", |section, line| {
        let name = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        *section = name.unwrap_or(section);
        Some((*section, if name.is_some() { "" } else { line }))
    })
}

#[derive(Debug, Default)]
pub(super) struct Language {
    /// Longest first.
    leads: Vec<Vec<String>>,
    verbs: BTreeSet<String>,
    names: BTreeSet<String>,
    no_names: BTreeSet<String>,
    answers: BTreeSet<String>,
    /// Words that lines of topics name together: `@product`.
    groups: Vec<(String, String)>,
    polarity: PolarityWords,
    cues: Vec<Phrase>,
    rules: Vec<Phrase>,
    open_questions: Vec<Phrase>,
    limits: Vec<Phrase>,
    /// How one of several tools is chosen, and what only looks so.
    choices: Vec<String>,
    no_choices: Vec<String>,
    foreign: Vec<Phrase>,
    /// Words that say nothing of what a request is about.
    small_words: BTreeSet<String>,
    /// Verbs that steer the session instead of asking for work.
    steering: BTreeSet<String>,
    /// Verbs that any kind of work is asked for with.
    any_work: BTreeSet<String>,
    /// Words between two requests.
    joints: BTreeSet<String>,
    pub(super) topics: Vec<Topic>,
    /// The phrases that ask for a topic, by the stem they begin with.
    by_opening: HashMap<String, Vec<(usize, usize)>>,
    /// Phrases that may begin with anything.
    open: Vec<(usize, usize)>,
}

impl Language {
    pub(super) fn parse(file: &str) -> Language {
        let mut language = Language::default();
        for (section, line) in sections(file) {
            match line {
                "" => language.topics.extend(section.strip_prefix("topic ").map(Topic::new)),
                _ => language.add(section, line),
            }
        }
        for topic in language.topics.iter_mut().filter(|topic| !topic.one_of.is_empty()) {
            topic.choose(&language.choices, &language.no_choices);
        }
        language.leads.sort_by_key(|lead| std::cmp::Reverse(lead.len()));
        language.index();
        language
    }

    fn add(&mut self, section: &str, line: &str) {
        let words = || line.split_whitespace().map(str::to_owned);
        match section {
            "lead" => self.leads.push(words().collect()),
            "verb" => self.verbs.extend(words().map(|word| stem(&word))),
            "name" => self.names.extend(words()),
            "no-name" => self.no_names.extend(words()),
            "answer" => self.answers.extend(words()),
            "cue" => self.cues.push(Phrase::parse(line)),
            "stated" => self.rules.push(Phrase::parse(line)),
            "choice" => self.choices.push(line.to_owned()),
            "no-choice" => self.no_choices.push(line.to_owned()),
            "open" => self.open_questions.push(Phrase::parse(line)),
            "limit" => self.limits.push(Phrase::parse(line)),
            "function" => self.small_words.extend(words()),
            "steering" => self.steering.extend(words().map(|word| stem(&word))),
            "any-work" => self.any_work.extend(words().map(|word| stem(&word))),
            "joint" => self.joints.extend(words()),
            "foreign" => self.foreign.push(Phrase::parse(&format!("^ {line}"))),
            "group" => self.groups.extend(line.split_once(' ').map(|(name, words)| group(name, words))),
            _ if self.polarity.add(section, line) => {}
            _ => {
                if let (Some(topic), Some((field, value))) = (self.topics.last_mut(), line.split_once(' ')) {
                    topic.add(field, &with_groups(value, &self.groups));
                }
            }
        }
    }

    fn index(&mut self) {
        for (at, topic) in self.topics.iter().enumerate() {
            for (number, ask) in topic.say.iter().enumerate() {
                match ask.phrase.openings() {
                    None => self.open.push((at, number)),
                    Some(openings) => {
                        for opening in openings {
                            self.by_opening.entry(opening.to_owned()).or_default().push((at, number));
                        }
                    }
                }
            }
        }
    }

    pub(super) fn steers(&self, verb: &str) -> bool {
        self.steering.contains(verb)
    }

    pub(super) fn is_any_work(&self, verb: &str) -> bool {
        self.any_work.contains(verb)
    }

    pub(super) fn joins(&self, word: &str) -> bool {
        self.joints.contains(word)
    }

    /// Whether a word says what a request is about.
    pub(super) fn is_telling(&self, word: &Word<'_>) -> bool {
        let is_number = word.lower.chars().all(|c| c.is_ascii_digit());
        word.lower.len() > 1 && !is_number && !self.small_words.contains(&word.lower)
    }

    pub(super) fn is_known_name(&self, word: &str) -> bool {
        self.names.contains(word)
    }

    pub(super) fn is_no_name(&self, word: &str) -> bool {
        self.no_names.contains(word)
    }

    /// The first word after "can you", "please" and the like.
    pub(super) fn after_lead(&self, words: &[Word<'_>]) -> usize {
        let is_at = |lead: &Vec<String>, at: usize| {
            let rest = &words[at..];
            lead.len() < rest.len() && lead.iter().zip(rest).all(|(lead, word)| *lead == word.lower)
        };
        let mut at = 0;
        while let Some(lead) = self.leads.iter().find(|lead| is_at(lead, at)) {
            at += lead.len();
        }
        at
    }

    /// It asks for something, wants it otherwise, or asks why it is not so; and no review tool
    /// wrote it. A short sentence says nothing else.
    pub(super) fn teaches(&self, sentence: &Sentence<'_>) -> bool {
        let has = |phrases: &[Phrase]| phrases.iter().any(|phrase| phrase.find(sentence).is_some());
        let is_request = self.asks(sentence);
        let is_short = sentence.words.len() <= SHORT || sentence.text.ends_with('?');
        (is_request || is_short || has(&self.cues)) && !has(&self.foreign)
    }

    fn asks(&self, sentence: &Sentence<'_>) -> bool {
        sentence.words.get(sentence.request).is_some_and(|it| self.verbs.contains(&it.stem))
    }

    /// It asks for something to be done, or begins that way.
    pub(super) fn is_request(&self, sentence: &Sentence<'_>) -> bool {
        sentence.request > 0 || self.asks(sentence)
    }

    /// It says how something should be done, and not only this once.
    pub(super) fn states_rule(&self, sentence: &Sentence<'_>) -> bool {
        !self.only_asks(sentence) && self.rules.iter().any(|phrase| phrase.find(sentence).is_some())
    }

    /// A question that states no rule: "should we …?", but not "can't we …?" or "why did you …?".
    fn only_asks(&self, sentence: &Sentence<'_>) -> bool {
        sentence.text.ends_with('?') && self.open_questions.iter().any(|phrase| phrase.opens(sentence))
    }

    /// It holds for the moment only.
    pub(super) fn is_limited(&self, sentence: &Sentence<'_>) -> bool {
        self.limits.iter().any(|phrase| phrase.find(sentence).is_some())
    }

    /// The topics that a sentence is about, without duplicates, with the name that it gives.
    pub(super) fn topics_of(&self, sentence: &Sentence<'_>) -> Vec<(&Topic, Stand, Option<String>)> {
        if self.polarity.concedes(sentence) {
            return vec![];
        }
        let mut candidates: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (topic, phrase) in self.openings_in(sentence).chain(self.open.iter().copied()) {
            candidates.entry(topic).or_default().insert(phrase);
        }
        let asked_for = candidates.into_iter().filter_map(|(at, phrases)| {
            let topic = &self.topics[at];
            let found: Vec<(Found, bool)> =
                phrases.into_iter().flat_map(|number| found_of(&topic.say[number], sentence)).collect();
            let (stand, name) = stand(&found, sentence)?;
            Some((topic, topic.stand(stand, sentence)?, name))
        });
        let asked_for: Vec<_> = asked_for.collect();
        let is_asked_for = |topic: &Topic| asked_for.iter().any(|(it, ..)| it.id == topic.id);
        let refused = self.topics.iter().filter(|it| it.is_refused_by(sentence) && !is_asked_for(it));
        let refused: Vec<_> = refused.map(|topic| (topic, Stand::Against, None)).collect();
        refused.into_iter().chain(asked_for).collect()
    }

    fn openings_in<'s>(&'s self, sentence: &'s Sentence<'_>) -> impl Iterator<Item = (usize, usize)> + 's {
        let words = sentence.words.iter().flat_map(|word| [word.stem.as_str(), word.lower.as_str()]);
        let words: BTreeSet<&str> = words.collect();
        words.into_iter().filter_map(|word| self.by_opening.get(word)).flatten().copied()
    }

    pub(super) fn polarity_words(&self) -> &PolarityWords {
        &self.polarity
    }

    pub(super) fn is_answer(&self, word: &str) -> bool {
        self.answers.contains(word)
    }

    pub(super) fn is_verb(&self, stem: &str) -> bool {
        self.verbs.contains(stem)
    }
}

fn group(name: &str, words: &str) -> (String, String) {
    (format!("@{name}"), words.split_whitespace().collect::<Vec<_>>().join("/"))
}

fn with_groups(line: &str, groups: &[(String, String)]) -> String {
    groups.iter().fold(line.to_owned(), |line, (name, words)| line.replace(name, words))
}

fn found_of(ask: &Ask, sentence: &Sentence<'_>) -> impl Iterator<Item = (Found, bool)> {
    ask.phrase.find_all(sentence).into_iter().map(|found| (found, ask.is_complaint))
}

/// What the phrases that were found say together, with the name that was given. `None` if they only
/// mention the topic, or disagree.
fn stand(found: &[(Found, bool)], sentence: &Sentence<'_>) -> Option<(Stand, Option<String>)> {
    let own: Vec<Found> = found.iter().map(|(found, _)| found.clone()).collect();
    // Of places that end alike the shortest: "write comments, add docstrings" asks to add them.
    let is_shortest = |one: &Found| !own.iter().any(|it| it.end == one.end && it.first > one.first);
    let own_attitude = |(one, is_complaint): &(Found, bool)| match is_complaint {
        true => sentence.polarity.attitude_of_complaint(one),
        false => sentence.polarity.attitude(one, &own),
    };
    let found: Vec<&(Found, bool)> = found.iter().filter(|(one, _)| is_shortest(one)).collect();
    let attitudes = found.iter().map(|it| own_attitude(it));
    let attitudes: Vec<Attitude> = attitudes.collect();
    let name = |attitude| attitudes.iter().position(|it| *it == attitude).map(|at| found[at].0.name.clone());
    match (name(Attitude::Wanted), name(Attitude::Refused)) {
        (Some(name), None) => Some((Stand::For, name)),
        (None, Some(name)) => Some((Stand::Against, name)),
        _ => None,
    }
}
