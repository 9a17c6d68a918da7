//! What the negations of a sentence cover: whether it wants, refuses or only mentions a topic.

use std::collections::BTreeSet;

use super::phrase::{Found, LONG_GAP, Phrase};
use super::sentence::Sentence;

/// "No" refuses the thing right behind it: at most this many words.
const NO_REACHES: usize = 4;
/// A refusal of a topic says little more than the topic; a longer one is about something special.
const MOST_BEHIND: usize = 4;

/// The words of a language that turn a wish round, or limit it.
#[derive(Debug, Default)]
pub(super) struct PolarityWords {
    negations: Vec<Phrase>,
    /// Look like negations and refuse nothing.
    no_negations: Vec<Phrase>,
    /// The same, and their negations belong to no phrase either.
    idioms: Vec<Phrase>,
    objections: Vec<Phrase>,
    doubts: Vec<Phrase>,
    /// Refuse what stands before them.
    refusals: Vec<Phrase>,
    concessions: Vec<Phrase>,
    conditions: Vec<Phrase>,
    clauses: Vec<Phrase>,
    subjects: Vec<String>,
    orders: Vec<String>,
    binding: Vec<String>,
    /// Reach only what stands right behind them.
    near: Vec<String>,
    joining: Vec<String>,
    series: Vec<String>,
}

impl PolarityWords {
    /// Takes a line of one of its sections.
    pub(super) fn add(&mut self, section: &str, line: &str) -> bool {
        let words = || line.split_whitespace().map(str::to_owned);
        match section {
            "negation" => self.negations.push(Phrase::parse(line)),
            "no-negation" => self.no_negations.push(Phrase::parse(line)),
            "idiom" => self.idioms.push(Phrase::parse(line)),
            "objection" => self.objections.push(Phrase::parse(line)),
            "doubt" => self.doubts.push(Phrase::parse(line)),
            "refusal-behind" => self.refusals.push(Phrase::parse(line)),
            "concession" => self.concessions.push(Phrase::parse(line)),
            "condition-behind" => self.conditions.push(Phrase::parse(line)),
            "clause" => self.clauses.push(Phrase::parse(line)),
            "subject" => self.subjects.extend(words()),
            "plain-order" => self.orders.extend(words()),
            "binding" => self.binding.extend(words()),
            "near" => self.near.extend(words()),
            "joining" => self.joining.extend(words()),
            "series" => self.series.extend(words()),
            _ => return false,
        }
        true
    }

    /// It allows an exception, or is one.
    pub(super) fn concedes(&self, sentence: &Sentence<'_>) -> bool {
        self.concessions.iter().any(|phrase| phrase.find(sentence).is_some())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    Refuses,
    /// It may be unwanted: "why did you …", "remove the …".
    Objects,
    /// It is neither a wish nor a refusal: "if you …".
    Doubts,
}

/// Words that refuse or doubt what stands in their clause.
#[derive(Debug)]
struct Negation {
    effect: Effect,
    first: usize,
    end: usize,
    /// The words that it covers.
    from: usize,
    to: usize,
}

impl Negation {
    fn covers(&self, found: &Found) -> bool {
        let is_before = self.first < found.first;
        (self.from..self.to).contains(&found.first) && (is_before || found.end <= self.first)
    }
}

/// The negations of a sentence.
#[derive(Debug, Default)]
pub(super) struct Polarity {
    negations: Vec<Negation>,
    clause_starts: Vec<bool>,
    /// Those that a gap does not reach across.
    breaks: Vec<bool>,
    /// The negations of idioms.
    idle: BTreeSet<usize>,
    conditions: Vec<usize>,
}

/// What a sentence says of the words of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attitude {
    Wanted,
    Refused,
    Mentioned,
}

impl Polarity {
    pub(super) fn of(sentence: &Sentence<'_>, words: &PolarityWords) -> Polarity {
        let count = sentence.words.len();
        let starts: Vec<Start> = (0..count).map(|at| start_at(sentence, words, at)).collect();
        let conditions =
            (0..count).filter(|at| ends_at(&words.conditions, sentence, *at).is_some()).collect();
        let clause_starts = starts.iter().map(|it| *it != Start::None).collect();
        let breaks = starts.iter().map(|it| *it == Start::Break).collect();
        let mut polarity = Polarity { clause_starts, breaks, conditions, ..Polarity::default() };
        let mut at = 0;
        while at < count {
            at = polarity.read(sentence, words, at);
        }
        polarity
    }

    /// Reads the negation that begins at a word, and returns the word behind it.
    fn read(&mut self, sentence: &Sentence<'_>, words: &PolarityWords, at: usize) -> usize {
        let end = |phrases| ends_at(phrases, sentence, at);
        if let Some(end) = end(&words.idioms) {
            self.idle.extend(at..end - 1);
            return end;
        }
        let neutral = end(&words.no_negations);
        if let Some(end) = end(&words.refusals) {
            let from = (0..=at).rev().find(|it| self.clause_starts[*it]).unwrap_or(0);
            self.negations.push(Negation { effect: Effect::Refuses, first: at, end, from, to: at });
            return end;
        }
        if let Some(end) = end(&words.negations).filter(|end| neutral.is_none_or(|neutral| neutral < *end)) {
            if let Some(to) = self.reach(sentence, words, at, end) {
                self.negations.push(Negation { effect: Effect::Refuses, first: at, end, from: at + 1, to });
            }
            return end;
        }
        if let Some(end) = neutral {
            return end;
        }
        for (phrases, effect) in [(&words.objections, Effect::Objects), (&words.doubts, Effect::Doubts)] {
            if let Some(end) = end(phrases) {
                let to = self.clause_end(end);
                self.negations.push(Negation { effect, first: at, end, from: at + 1, to });
                break;
            }
        }
        at + 1
    }

    /// The end of what a negation refuses. "No tests?" and "no, …" refuse nothing.
    fn reach(&self, sentence: &Sentence<'_>, words: &PolarityWords, at: usize, end: usize) -> Option<usize> {
        let is_no = end == at + 1 && words.near.contains(&sentence.words[at].lower);
        let is_answer = end < sentence.words.len() && sentence.space_before(end).contains(',');
        match is_no {
            true if is_answer || sentence.text.ends_with('?') => None,
            true => Some(self.clause_end(end).min(end + NO_REACHES)),
            false => Some(self.clause_end(end)),
        }
    }

    fn clause_end(&self, from: usize) -> usize {
        (from..self.clause_starts.len())
            .find(|at| self.clause_starts[*at])
            .unwrap_or(self.clause_starts.len())
    }

    /// Whether a phrase does not skip a word in a gap of this length.
    pub(super) fn parts(&self, at: usize, gap: usize) -> bool {
        let refuses = |it: &Negation| it.effect == Effect::Refuses && it.first == at && it.from > at;
        self.negations.iter().any(refuses) || (gap < LONG_GAP && self.breaks.get(at + 1) == Some(&true))
    }

    /// Whether a word is the negation of an idiom.
    pub(super) fn is_idle(&self, at: usize) -> bool {
        self.idle.contains(&at)
    }

    /// The word behind a refusal at this place, or behind one that has a subject.
    pub(super) fn refused_from(&self, at: usize) -> Option<usize> {
        let is_here = |it: &&Negation| it.from > it.first && (at..=at + 1).contains(&it.first);
        self.negations.iter().find(is_here).map(|it| it.end)
    }

    /// What the sentence says of a phrase. `own` are all phrases of the topic: a negation that one of
    /// them contains is a part of the topic.
    pub(super) fn attitude(&self, found: &Found, own: &[Found]) -> Attitude {
        let is_own = |it: &Negation| own.iter().any(|other| (other.first..other.end).contains(&it.first));
        let covering: Vec<&Negation> =
            self.negations.iter().filter(|it| it.covers(found) && !is_own(it)).collect();
        if covering.len() % 2 == 0 {
            return Attitude::Wanted;
        }
        let is_refused = covering.iter().all(|it| it.effect == Effect::Refuses);
        match !is_refused || self.is_special(found.end) {
            true => Attitude::Mentioned,
            false => Attitude::Refused,
        }
    }

    /// A complaint names what is wrong, and who refuses that means the same.
    pub(super) fn attitude_of_complaint(&self, found: &Found) -> Attitude {
        let is_doubted = self.negations.iter().any(|it| it.effect == Effect::Doubts && it.covers(found));
        match is_doubted || self.is_in_idiom(found) {
            true => Attitude::Mentioned,
            false => Attitude::Wanted,
        }
    }

    /// "Don't worry about …".
    fn is_in_idiom(&self, found: &Found) -> bool {
        self.idle.iter().any(|at| (*at..self.clause_end(at + 1)).contains(&found.first))
    }

    /// "Do not commit without …", "no tests for the generated client of …".
    fn is_special(&self, end: usize) -> bool {
        let rest = self.clause_end(end) - end.min(self.clause_starts.len());
        rest > MOST_BEHIND || self.conditions.iter().any(|at| *at >= end)
    }
}

/// The end of the longest of the phrases that begin at a word.
fn ends_at(phrases: &[Phrase], sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let here = |phrase: &Phrase| at < sentence.words.len() && (!phrase.begins() || at == sentence.request);
    let found = phrases.iter().filter(|it| here(it)).filter_map(|phrase| phrase.find_at(sentence, at));
    found.map(|found| found.end).max()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    None,
    /// A negation before it does not reach it.
    Clause,
    /// The same, and it is said of something else.
    Break,
}

fn start_at(sentence: &Sentence<'_>, words: &PolarityWords, at: usize) -> Start {
    let Some(before) = at.checked_sub(1) else { return Start::Clause };
    let word = |at: usize| sentence.words.get(at).map_or("", |word| word.lower.as_str());
    let has = |list: &[String], word: &str| list.iter().any(|it| it == word);
    let refuses =
        |at: usize| [&words.negations, &words.idioms].iter().any(|it| ends_at(it, sentence, at).is_some());
    let opens = |at: usize| has(&words.subjects, word(at)) || sentence.is_order(at) || refuses(at);
    let sign = sentence.space_before(at);
    let ends_sentence = sign.ends_with(char::is_whitespace) && sign.contains(['.', '!', '?']);
    let is_series = sentence.is_order(at) && has(&words.series, word(at + 1));
    let is_order = has(&words.orders, word(at)) && !has(&words.binding, word(before));
    if ends_sentence || sign.contains([';', ':', '(', ')', '—', '–', '→']) {
        return Start::Break;
    }
    match sign.contains(',') {
        true if opens(at) && !is_series => Start::Break,
        false if is_order => Start::Break,
        false if has(&words.joining, word(at)) && opens(at + 1) => Start::Clause,
        _ if ends_at(&words.clauses, sentence, at).is_some() => Start::Clause,
        _ => Start::None,
    }
}
