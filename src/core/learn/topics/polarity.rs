//! What the negations of a sentence cover: whether it wants, refuses or only mentions a topic.

use std::collections::BTreeSet;

use super::phrase::{Found, LONG_GAP};
use super::polarity_words::{Effect, PolarityWords, Reading, Start, start_at};
use super::sentence::Sentence;

/// "No" refuses the thing right behind it: at most this many words.
const NO_REACHES: usize = 4;
/// A refusal of a topic says little more than the topic; a longer one is about something special.
const MOST_BEHIND: usize = 4;

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
        let conditions = (0..count).filter(|at| words.is_condition(sentence, *at)).collect();
        let clause_starts = starts.iter().map(|it| *it != Start::None).collect();
        let breaks = starts.iter().map(|it| *it == Start::Break).collect();
        let mut polarity = Polarity { clause_starts, breaks, conditions, ..Polarity::default() };
        let mut at = 0;
        while at < count {
            at = polarity.read(sentence, words, at);
        }
        polarity
    }

    /// Reads what begins at a word, and returns the word behind it.
    fn read(&mut self, sentence: &Sentence<'_>, words: &PolarityWords, at: usize) -> usize {
        let Some((reading, end)) = words.reading_at(sentence, at) else { return at + 1 };
        match reading {
            Reading::Neutral => {}
            Reading::Idiom => self.idle.extend(at..end - 1),
            Reading::Behind => {
                let from = (0..=at).rev().find(|it| self.clause_starts[*it]).unwrap_or(0);
                self.negations.push(Negation { effect: Effect::Refuses, first: at, end, from, to: at });
            }
            Reading::Ahead(Effect::Refuses) => {
                let to = self.reach(sentence, words, at, end);
                let negation = |to| Negation { effect: Effect::Refuses, first: at, end, from: at + 1, to };
                self.negations.extend(to.map(negation));
            }
            Reading::Ahead(effect) => {
                let to = self.clause_end(end);
                self.negations.push(Negation { effect, first: at, end, from: at + 1, to });
                return at + 1;
            }
        }
        end
    }

    /// The end of what a negation refuses. "No tests?" and "no, …" refuse nothing.
    fn reach(&self, sentence: &Sentence<'_>, words: &PolarityWords, at: usize, end: usize) -> Option<usize> {
        let is_no = end == at + 1 && words.is_near(&sentence.words[at].lower);
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
        if covering.len().is_multiple_of(2) {
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
