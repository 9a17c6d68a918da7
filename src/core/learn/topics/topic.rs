//! A topic: its texts, and the phrases that people ask for it with.

use super::phrase::Phrase;
use super::polarity::Attitude;
use super::sentence::Sentence;
use crate::core::model::Kind;

/// A subject that developers have conventions about.
#[derive(Debug)]
pub(super) struct Topic {
    pub(super) id: String,
    pub(super) kind: Kind,
    pub(super) title: String,
    pub(super) when: String,
    pub(super) issue: String,
    pub(super) steps: Vec<String>,
    pub(super) say: Vec<Ask>,
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

/// How people ask for a topic.
#[derive(Debug)]
pub(super) struct Ask {
    pub(super) phrase: Phrase,
    /// It names what is wrong: "verbose" and "not so verbose" ask for the same.
    pub(super) is_complaint: bool,
}

/// What a sentence says about a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    For,
    Against,
}

impl Topic {
    pub(super) fn new(id: &str) -> Topic {
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

    pub(super) fn add(&mut self, field: &str, value: &str) {
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
            "say" => self.say.push(Ask { phrase: Phrase::parse(value), is_complaint: false }),
            "complaint" => self.say.push(Ask { phrase: Phrase::parse(value), is_complaint: true }),
            "not" => self.but_not.push(Phrase::parse(value)),
            "against" => self.against.push(Phrase::parse(value)),
            _ => {}
        }
    }

    pub(super) fn choose(&mut self, choices: &[String], no_choices: &[String]) {
        let tools: Vec<String> = self.one_of.iter().map(|tool| format!("={tool}")).collect();
        let tools = tools.join("/");
        for line in choices {
            let line = line.replace("<one>", &format!("<{tools}>")).replace("<other>", &tools);
            self.say.push(Ask { phrase: Phrase::parse(&line), is_complaint: false });
        }
        self.but_not.extend(no_choices.iter().map(|line| Phrase::parse(line)));
    }

    /// What a sentence says that seems to take a stand. `None` if it only looks like the topic.
    pub(super) fn stand(&self, seeming: Stand, sentence: &Sentence<'_>) -> Option<Stand> {
        let only_looks_like_it = self.but_not.iter().any(|phrase| phrase.find(sentence).is_some());
        match self.is_refused_by(sentence) {
            true => Some(Stand::Against),
            false if only_looks_like_it => None,
            false => Some(seeming),
        }
    }

    pub(super) fn is_refused_by(&self, sentence: &Sentence<'_>) -> bool {
        self.against
            .iter()
            .flat_map(|phrase| phrase.find_all(sentence))
            .any(|found| sentence.polarity.attitude(&found, std::slice::from_ref(&found)) == Attitude::Wanted)
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
