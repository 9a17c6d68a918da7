//! A language's data file: cues, limits, negations and topics.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::OnceLock;

use super::phrase::{Found, Phrase};
use super::sentence::{Sentence, Word, stem};
use crate::core::model::Kind;

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
    negations: Vec<Vec<String>>,
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

/// A subject that developers have conventions about.
#[derive(Debug)]
pub(super) struct Topic {
    pub(super) id: String,
    pub(super) kind: Kind,
    pub(super) title: String,
    pub(super) when: String,
    pub(super) issue: String,
    pub(super) steps: Vec<String>,
    say: Vec<Phrase>,
    /// Checks that sessions ran when they were asked for it belong to it.
    pub(super) has_checks: bool,
    /// Agents know how it is done: without the project's own checks there is nothing to write.
    pub(super) is_generic: bool,
    /// Its name is recognised by the words around it, and need not be a known one.
    pub(super) takes_any_name: bool,
    /// Frequent requests for it make a rule of it.
    pub(super) is_habit: bool,
    /// Asking for it after the work says that the work lacked it.
    pub(super) is_part_of_work: bool,
    /// The topic that wants the contrary.
    opposite: Option<String>,
    but_not: Vec<Phrase>,
    against: Vec<Phrase>,
    /// Tools of which one is used.
    pub(super) one_of: Vec<String>,
}

/// What a sentence says about a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    For,
    Against,
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
            "negation" => self.negations.push(words().collect()),
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
            _ => {
                if let (Some(topic), Some((field, value))) = (self.topics.last_mut(), line.split_once(' ')) {
                    topic.add(field, value);
                }
            }
        }
    }

    fn index(&mut self) {
        for (at, topic) in self.topics.iter().enumerate() {
            for (number, phrase) in topic.say.iter().enumerate() {
                match phrase.openings() {
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

    pub(super) fn is_verb(&self, word: &Word<'_>) -> bool {
        self.verbs.contains(&word.stem)
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
        let mut candidates: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (topic, phrase) in self.openings_in(sentence).chain(self.open.iter().copied()) {
            candidates.entry(topic).or_default().insert(phrase);
        }
        let asked_for = candidates.into_iter().filter_map(|(at, phrases)| {
            let topic = &self.topics[at];
            let found = phrases.into_iter().find_map(|number| self.asked(&topic.say[number], sentence))?;
            Some((topic, topic.stand(sentence)?, found.name))
        });
        let refused = self.topics.iter().filter(|topic| topic.is_refused_by(sentence));
        let about = refused
            .map(|topic| (topic, Stand::Against, None))
            .chain(asked_for.filter(|(_, stand, _)| *stand == Stand::For));
        about.collect()
    }

    fn openings_in<'s>(&'s self, sentence: &'s Sentence<'_>) -> impl Iterator<Item = (usize, usize)> + 's {
        let words = sentence.words.iter().flat_map(|word| [word.stem.as_str(), word.lower.as_str()]);
        let words: BTreeSet<&str> = words.collect();
        words.into_iter().filter_map(|word| self.by_opening.get(word)).flatten().copied()
    }

    /// The phrase occurs there and nothing negates it.
    fn asked(&self, phrase: &Phrase, sentence: &Sentence<'_>) -> Option<Found> {
        let found = phrase.find(sentence)?;
        let negates = |word: &str| self.negations.iter().any(|it| stem(&it[0]) == word || it[0] == word);
        (phrase.is_negative(negates) || !self.is_negated(sentence, found.first)).then_some(found)
    }

    /// A negation directly before the word, or with one word between.
    fn is_negated(&self, sentence: &Sentence<'_>, at: usize) -> bool {
        let ends_at = |negation: &Vec<String>, end: usize| {
            let Some(start) = end.checked_sub(negation.len()) else { return false };
            negation.iter().zip(&sentence.words[start..end]).all(|(word, said)| *word == said.lower)
        };
        let near = [Some(at), at.checked_sub(1)];
        near.into_iter().flatten().any(|end| self.negations.iter().any(|negation| ends_at(negation, end)))
    }
}

impl Topic {
    fn new(id: &str) -> Topic {
        Topic {
            id: id.to_owned(),
            kind: Kind::Procedural,
            title: String::new(),
            when: String::new(),
            issue: String::new(),
            steps: vec![],
            say: vec![],
            has_checks: false,
            is_generic: false,
            takes_any_name: false,
            is_habit: true,
            is_part_of_work: false,
            opposite: None,
            but_not: vec![],
            against: vec![],
            one_of: vec![],
        }
    }

    fn add(&mut self, field: &str, value: &str) {
        match field {
            "kind" => self.kind = value.parse().unwrap_or(Kind::Procedural),
            "title" => value.clone_into(&mut self.title),
            "when" => value.clone_into(&mut self.when),
            "issue" => value.clone_into(&mut self.issue),
            "checks" => self.has_checks = value == "yes",
            "generic" => self.is_generic = value == "yes",
            "names" => self.takes_any_name = value == "any",
            "missing" => self.is_part_of_work = value == "yes",
            "habit" => self.is_habit = value == "yes",
            "one-of" => self.one_of = value.split_whitespace().map(str::to_owned).collect(),
            "opposite" => self.opposite = Some(value.to_owned()),
            "do" => self.steps.push(value.to_owned()),
            "say" => self.say.push(Phrase::parse(value)),
            "not" => self.but_not.push(Phrase::parse(value)),
            "against" => self.against.push(Phrase::parse(value)),
            _ => {}
        }
    }

    fn choose(&mut self, choices: &[String], no_choices: &[String]) {
        let tools: Vec<String> = self.one_of.iter().map(|tool| format!("={tool}")).collect();
        let tools = tools.join("/");
        for line in choices {
            let line = line.replace("<one>", &format!("<{tools}>")).replace("<other>", &tools);
            self.say.push(Phrase::parse(&line));
        }
        self.but_not.extend(no_choices.iter().map(|line| Phrase::parse(line)));
    }

    /// `None` if it only looks like the topic.
    fn stand(&self, sentence: &Sentence<'_>) -> Option<Stand> {
        let only_looks_like_it = self.but_not.iter().any(|phrase| phrase.find(sentence).is_some());
        match self.is_refused_by(sentence) {
            true => Some(Stand::Against),
            false if only_looks_like_it => None,
            false => Some(Stand::For),
        }
    }

    fn is_refused_by(&self, sentence: &Sentence<'_>) -> bool {
        self.against.iter().any(|phrase| phrase.find(sentence).is_some())
    }

    /// Whether a statement for another topic is one against this one.
    pub(super) fn is_opposed_by(&self, other: &Topic) -> bool {
        self.opposite.as_ref() == Some(&other.id)
    }

    #[cfg(test)]
    pub(super) fn opposite(&self) -> Option<&str> {
        self.opposite.as_deref()
    }

    /// Whether its title contains the name that the person gave.
    pub(super) fn wants_name(&self) -> bool {
        self.title.contains(NAME)
    }
}

/// Stands for the captured name in a topic's texts.
pub(super) const NAME: &str = "{name}";
