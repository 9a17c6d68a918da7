//! A message as the rules see it: its language, its written lines, its sentences.

use super::label;
use super::language::{Language, language_of};
use super::lead::own_part;
use super::neighbour;
use super::noise;
use super::outline::Outline;
use super::phrases::fold_case;
use super::quotation::Quotations;
use super::sentence::{Sentence, bulleted_item, numbered_item, sentences};
use super::struck::is_struck;
use crate::core::learn::extract;

pub(super) struct MarkedMessage<'a> {
    pub(super) id: &'a str,
    pub(super) chars: usize,
    pub(super) lines: Vec<&'a str>,
    pub(super) sentences: Vec<Sentence<'a>>,
    pub(super) quotations: Quotations<'a>,
    pub(super) outline: Outline<'a>,
    pub(super) language: &'static Language,
    /// Some sentence takes back that it holds beyond this task.
    pub(super) is_limited: bool,
}

impl<'a> MarkedMessage<'a> {
    /// `None` when somebody else wrote it or no table knows its language.
    pub(super) fn read(message: &'a extract::DialogMessage) -> Option<Self> {
        let language = language_of(&message.text)?;
        let own = own_part(&message.text, language);
        if noise::is_pasted(own, language) {
            return None;
        }
        let outline = Outline::of(own, language);
        let is_own = |line: &&str| {
            !label::is_speech(line, language) && !outline.leaves_out(line) && !is_struck(line, language)
        };
        let lines = noise::written_lines(own).filter(is_own).collect();
        Some(Self::parse(&message.id, own, lines, outline, language))
    }

    /// An assistant's text is never pasted, and its form does not matter.
    pub(super) fn read_assistant(message: &'a extract::DialogMessage) -> Option<Self> {
        let lines = noise::written_lines(&message.text).collect();
        let outline = Outline::default();
        language_of(&message.text)
            .map(|language| Self::parse(&message.id, &message.text, lines, outline, language))
    }

    fn parse(
        id: &'a str,
        text: &'a str,
        lines: Vec<&'a str>,
        outline: Outline<'a>,
        language: &'static Language,
    ) -> Self {
        let mut sentences: Vec<Sentence<'_>> = lines.iter().flat_map(|line| sentences(line)).collect();
        sentences.retain(|sentence| !outline.is_only_step(sentence.text));
        let is_limited = mark_limited(&mut sentences, language);
        let (chars, quotations) = (text.chars().count(), Quotations::of(text));
        MarkedMessage { id, chars, is_limited, sentences, lines, quotations, outline, language }
    }

    pub(super) fn asks_something(&self) -> bool {
        self.sentences.iter().any(|sentence| self.is_question(sentence))
    }

    pub(super) fn is_question(&self, sentence: &Sentence<'_>) -> bool {
        sentence.asks || self.opens_question(&sentence.lower)
    }

    fn opens_question(&self, lower: &str) -> bool {
        let rest = super::clause::point(lower, self.language);
        self.language.question.at_start(lower).is_some()
            || self.language.question.at_start(&fold_case(rest)).is_some()
    }

    /// The person gives in: what follows corrects nothing.
    pub(super) fn agrees(&self) -> bool {
        self.sentences.iter().any(|sentence| self.language.agrees.occur_in(&sentence.lower))
    }

    /// "can you run it and commit?" asks for work, not for an answer.
    pub(super) fn is_polite_order(&self, sentence: &Sentence<'_>) -> bool {
        let starts = |table: &super::phrases::Phrases| table.at_start(&sentence.lower);
        starts(&self.language.question).is_some()
            && starts(&self.language.question) == starts(&self.language.fillers)
    }
}

/// What takes back all that was said may as well be said before it; then it does not reach what is always to be done. The
/// items of a list are things to do: "4. Switch back to main".
fn mark_limited(sentences: &mut [Sentence<'_>], language: &Language) -> bool {
    let takes_back = |sentence: &Sentence<'_>| {
        let is_item = numbered_item(sentence.text).or_else(|| bulleted_item(sentence.text)).is_some();
        !is_item && (language.takes_back(&sentence.lower) || neighbour::limits(sentence, language))
    };
    let Some(last) = sentences.iter().rposition(takes_back) else { return false };
    for (at, sentence) in sentences.iter_mut().enumerate() {
        sentence.is_limited = at <= last || !language.always.occur_in(&sentence.lower);
    }
    true
}
