//! Phrases of a language file, and their positions in a sentence.

use super::sentence::{Sentence, Word, stem};

/// The words that a gap may hold, written as `..` and `...`.
const SHORT_GAP: usize = 3;
pub(super) const LONG_GAP: usize = 8;
/// The most words that `<words>` captures.
const MOST_WORDS: usize = 4;

/// A parsed phrase such as `^ add/write .. test`.
#[derive(Debug)]
pub(super) struct Phrase {
    parts: Vec<Part>,
}

#[derive(Debug)]
enum Part {
    /// The beginning of the request.
    Start,
    /// The end of the sentence.
    End,
    /// At most this many words.
    Gap(usize),
    OneOf(Vec<Alternative>),
    /// One of several words, captured.
    Captured(Vec<Alternative>),
    Name,
    Code,
    Words,
}

#[derive(Debug)]
enum Alternative {
    Exactly(String),
    Stem(String),
}

/// The position of a phrase, in words of the sentence, and what it captured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) first: usize,
    /// The word behind it.
    pub(super) end: usize,
    pub(super) name: Option<String>,
}

impl Phrase {
    pub(super) fn parse(line: &str) -> Phrase {
        Phrase { parts: line.split_whitespace().map(Part::parse).collect() }
    }

    /// The stems with which it may begin, or `None` if it may begin with anything.
    pub(super) fn openings(&self) -> Option<Vec<&str>> {
        match self.parts.iter().find(|part| !matches!(part, Part::Start))? {
            Part::OneOf(words) | Part::Captured(words) => {
                Some(words.iter().map(Alternative::opening).collect())
            }
            _ => None,
        }
    }

    pub(super) fn find(&self, sentence: &Sentence<'_>) -> Option<Found> {
        self.starts(sentence).find_map(|at| self.find_at(sentence, at))
    }

    /// Where it occurs.
    pub(super) fn find_all(&self, sentence: &Sentence<'_>) -> Vec<Found> {
        self.starts(sentence).filter_map(|at| self.find_at(sentence, at)).collect()
    }

    /// Whether it stands only where a request begins.
    pub(super) fn begins(&self) -> bool {
        matches!(self.parts.first(), Some(Part::Start))
    }

    /// A request also begins behind "don't" and behind "no, ".
    fn starts(&self, sentence: &Sentence<'_>) -> impl Iterator<Item = usize> {
        let begins = self.begins();
        let begin = sentence.request_starts();
        let everywhere = if begins { 0..0 } else { 0..sentence.words.len() };
        begin.filter(move |_| begins).chain(everywhere)
    }

    /// Whether the sentence begins with it, whatever leads to a request.
    pub(super) fn opens(&self, sentence: &Sentence<'_>) -> bool {
        self.find_at(sentence, 0).is_some()
    }

    pub(super) fn find_at(&self, sentence: &Sentence<'_>, at: usize) -> Option<Found> {
        let mut found = Found { first: at, end: at, name: None };
        fits(&self.parts, sentence, at, 0, &mut found).then_some(found)
    }
}

/// Whether the parts match the words from `at` on, the first of them at most `gap` words later.
fn fits(parts: &[Part], sentence: &Sentence<'_>, at: usize, gap: usize, found: &mut Found) -> bool {
    let Some((part, rest)) = parts.split_first() else {
        found.end = at;
        return true;
    };
    match part {
        Part::Start => fits(rest, sentence, at, 0, found),
        Part::End => at >= sentence.words.len() && fits(rest, sentence, at, 0, found),
        Part::Gap(most) => fits(rest, sentence, at, *most, found),
        _ => fits_later(part, rest, sentence, at, gap, found),
    }
}

/// A gap neither refuses anything nor ends a clause: "add no test" asks for none, and "don't guess,
/// ask me" refuses no question.
fn fits_later(
    part: &Part,
    rest: &[Part],
    sentence: &Sentence<'_>,
    at: usize,
    gap: usize,
    found: &mut Found,
) -> bool {
    for at in at..sentence.words.len().min(at + gap + 1) {
        if fits_here(part, rest, sentence, at, found) {
            return true;
        }
        if sentence.polarity.parts(at, gap) {
            return false;
        }
    }
    false
}

fn fits_here(part: &Part, rest: &[Part], sentence: &Sentence<'_>, at: usize, found: &mut Found) -> bool {
    let before = found.name.clone();
    for (name, next) in part.captured(sentence, at) {
        found.name = name.or_else(|| before.clone());
        if fits(rest, sentence, next, 0, found) {
            return true;
        }
    }
    found.name = before;
    false
}

impl Part {
    fn parse(word: &str) -> Part {
        match word {
            "^" => Part::Start,
            "$" => Part::End,
            ".." => Part::Gap(SHORT_GAP),
            "..." => Part::Gap(LONG_GAP),
            "<name>" => Part::Name,
            "<code>" => Part::Code,
            "<words>" => Part::Words,
            _ if word.starts_with('<') => {
                let words = word.trim_matches(['<', '>']);
                Part::Captured(words.split('/').map(Alternative::parse).collect())
            }
            words => Part::OneOf(words.split('/').map(Alternative::parse).collect()),
        }
    }

    /// The ways in which it matches at this word: what it captures, and the word after it.
    fn captured(&self, sentence: &Sentence<'_>, at: usize) -> Vec<(Option<String>, usize)> {
        let word = &sentence.words[at];
        match self {
            Part::OneOf(_) if sentence.polarity.is_idle(at) => vec![],
            Part::OneOf(words) if words.iter().any(|it| it.is(word)) => vec![(None, at + 1)],
            Part::Captured(words) if words.iter().any(|it| it.is(word)) => {
                vec![(Some(word.lower.clone()), at + 1)]
            }
            Part::Name if sentence.is_name(at) => vec![(Some(word.raw.to_owned()), at + 1)],
            Part::Code => sentence.code_at(at).map(|(code, next)| (Some(code), next)).into_iter().collect(),
            Part::Words => {
                let last = sentence.words.len().min(at + MOST_WORDS);
                (at..last).map(|end| (Some(sentence.between(at, end).to_owned()), end + 1)).collect()
            }
            _ => vec![],
        }
    }
}

impl Alternative {
    fn parse(word: &str) -> Alternative {
        match word.strip_prefix('=') {
            Some(exact) => Alternative::Exactly(exact.to_owned()),
            None => Alternative::Stem(stem(word)),
        }
    }

    fn is(&self, word: &Word<'_>) -> bool {
        match self {
            Alternative::Exactly(exact) => word.lower == *exact,
            Alternative::Stem(stem) => word.stem == *stem,
        }
    }

    fn opening(&self) -> &str {
        match self {
            Alternative::Exactly(text) | Alternative::Stem(text) => text,
        }
    }
}
