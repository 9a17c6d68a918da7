//! The words of a language that refuse, doubt and part clauses.

use super::phrase::Phrase;
use super::sentence::Sentence;

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

    /// What begins at a word, and the word behind it. Of a negation and what only looks like one the
    /// longer counts.
    pub(super) fn reading_at(&self, sentence: &Sentence<'_>, at: usize) -> Option<(Reading, usize)> {
        let end = |phrases| ends_at(phrases, sentence, at);
        let (refused, neutral) = (end(&self.negations), end(&self.no_negations));
        let refuses = if refused > neutral { refused } else { None };
        let readings = [
            (Reading::Idiom, end(&self.idioms)),
            (Reading::Behind, end(&self.refusals)),
            (Reading::Ahead(Effect::Refuses), refuses),
            (Reading::Neutral, neutral),
            (Reading::Ahead(Effect::Objects), end(&self.objections)),
            (Reading::Ahead(Effect::Doubts), end(&self.doubts)),
        ];
        readings.into_iter().find_map(|(reading, end)| Some((reading, end?)))
    }

    /// Whether a negation reaches only what stands right behind it.
    pub(super) fn is_near(&self, word: &str) -> bool {
        self.near.iter().any(|near| near == word)
    }

    /// Whether a refusal that such words follow has exceptions.
    pub(super) fn is_condition(&self, sentence: &Sentence<'_>, at: usize) -> bool {
        ends_at(&self.conditions, sentence, at).is_some()
    }

    /// It allows an exception, or is one.
    pub(super) fn concedes(&self, sentence: &Sentence<'_>) -> bool {
        self.concessions.iter().any(|phrase| phrase.find(sentence).is_some())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Refuses,
    /// It may be unwanted: "why did you …", "remove the …".
    Objects,
    /// It is neither a wish nor a refusal: "if you …".
    Doubts,
}

#[derive(Clone, Copy)]
pub(super) enum Reading {
    Idiom,
    Neutral,
    /// It refuses what stands before it.
    Behind,
    Ahead(Effect),
}

/// The end of the longest of the phrases that begin at a word.
fn ends_at(phrases: &[Phrase], sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let here = |phrase: &Phrase| at < sentence.words.len() && (!phrase.begins() || at == sentence.request);
    let found = phrases.iter().filter(|it| here(it)).filter_map(|phrase| phrase.find_at(sentence, at));
    found.map(|found| found.end).max()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    None,
    /// A negation before it does not reach it.
    Clause,
    /// The same, and it is said of something else.
    Break,
}

pub(super) fn start_at(sentence: &Sentence<'_>, words: &PolarityWords, at: usize) -> Start {
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
