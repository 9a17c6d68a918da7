//! A message as the rules see it: its written lines, its sentences.

use super::english;
use super::label;
use super::language;
use super::language::is_english;
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
    /// Some sentence takes back that it holds beyond this task.
    pub(super) is_limited: bool,
}

impl<'a> MarkedMessage<'a> {
    /// `None` when somebody else wrote it or it is not English.
    pub(super) fn read(message: &'a extract::DialogMessage) -> Option<Self> {
        let own = own_part(&message.text);
        if !is_english(&message.text) || noise::is_pasted(own) {
            return None;
        }
        let outline = Outline::of(own);
        let is_own = |line: &&str| !label::is_speech(line) && !outline.leaves_out(line) && !is_struck(line);
        let lines = noise::written_lines(own).filter(is_own).collect();
        Some(Self::parse(&message.id, own, lines, outline))
    }

    /// An assistant's text is never pasted, and its form does not matter.
    pub(super) fn read_assistant(message: &'a extract::DialogMessage) -> Option<Self> {
        let lines = noise::written_lines(&message.text).collect();
        let outline = Outline::default();
        is_english(&message.text).then(|| Self::parse(&message.id, &message.text, lines, outline))
    }

    fn parse(id: &'a str, text: &'a str, lines: Vec<&'a str>, outline: Outline<'a>) -> Self {
        let mut sentences: Vec<Sentence<'_>> = lines.iter().flat_map(|line| sentences(line)).collect();
        sentences.retain(|sentence| !outline.is_only_step(sentence.text));
        let is_limited = mark_limited(&mut sentences);
        let (chars, quotations) = (text.chars().count(), Quotations::of(text));
        MarkedMessage { id, chars, is_limited, sentences, lines, quotations, outline }
    }

    pub(super) fn asks_something(&self) -> bool {
        self.sentences.iter().any(|sentence| self.is_question(sentence))
    }

    pub(super) fn is_question(&self, sentence: &Sentence<'_>) -> bool {
        sentence.asks || self.opens_question(&sentence.lower)
    }

    fn opens_question(&self, lower: &str) -> bool {
        let rest = super::clause::point(lower);
        english::QUESTION.at_start(lower).is_some() || english::QUESTION.at_start(&fold_case(rest)).is_some()
    }

    /// The person gives in: what follows corrects nothing.
    pub(super) fn agrees(&self) -> bool {
        self.sentences.iter().any(|sentence| english::AGREES.occur_in(&sentence.lower))
    }

    /// "can you run it and commit?" asks for work, not for an answer.
    pub(super) fn is_polite_order(&self, sentence: &Sentence<'_>) -> bool {
        let starts = |table: &super::phrases::Phrases| table.at_start(&sentence.lower);
        starts(&english::QUESTION).is_some() && starts(&english::QUESTION) == starts(&english::FILLERS)
    }
}

/// What takes back all that was said may as well be said before it; then it does not reach what is always to be done. The
/// items of a list are things to do: "4. Switch back to main".
fn mark_limited(sentences: &mut [Sentence<'_>]) -> bool {
    let takes_back = |sentence: &Sentence<'_>| {
        let is_item = numbered_item(sentence.text).or_else(|| bulleted_item(sentence.text)).is_some();
        !is_item && (language::takes_back(&sentence.lower) || neighbour::limits(sentence))
    };
    let Some(last) = sentences.iter().rposition(takes_back) else { return false };
    for (at, sentence) in sentences.iter_mut().enumerate() {
        sentence.is_limited = at <= last || !english::ALWAYS.occur_in(&sentence.lower);
    }
    true
}
