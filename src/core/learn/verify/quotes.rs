//! Lookup of quotes in the transcript. Found quotes become evidence; others are dropped.

use std::collections::BTreeMap;

use crate::core::learn::extract::ItemQuote;
use crate::core::learn::extract::dialog::own_words;
pub(super) use crate::core::learn::extract::request::Spoken as SpokenMessage;
use crate::core::learn::extract::request::spoken;
use crate::core::model::{BatchSession, Evidence, Kind, Speaker};
use crate::core::text::repetition;
use crate::core::text::{fold_space, head, normalise};

const MOST_QUOTE_CHARS: usize = 300;
/// Shorter pieces ("the file") occur in every transcript.
const SHORTEST_PIECE: usize = 8;

/// A quote that was really said.
pub(super) struct FoundQuote<'a> {
    pub(super) evidence: Evidence,
    /// The quote before it was cut for storage.
    pub(super) quote: String,
    pub(super) message: &'a str,
    /// An answer and what it answers have the same number.
    pub(super) exchange: (usize, usize),
}

impl FoundQuote<'_> {
    pub(super) fn is_typed(&self) -> bool {
        self.evidence.speaker == Speaker::User
    }
}

pub(super) struct QuotedTranscript<'a>(BTreeMap<String, SpokenMessage<'a>>);

impl<'a> QuotedTranscript<'a> {
    pub(super) fn new(batch: &'a [BatchSession]) -> Self {
        QuotedTranscript(spoken(batch))
    }

    pub(super) fn messages(&self) -> impl Iterator<Item = &SpokenMessage<'a>> {
        self.0.values()
    }

    /// The quotes that back an item of this kind, without duplicates.
    pub(super) fn find(&self, kind: Kind, quotes: &[ItemQuote]) -> Vec<FoundQuote<'a>> {
        let mut found: Vec<FoundQuote<'a>> = vec![];
        for new in quotes.iter().filter_map(|quote| self.find_one(quote)) {
            let is_known =
                found.iter().any(|old| old.evidence.turn == new.evidence.turn && old.quote == new.quote);
            if may_back(kind, new.evidence.speaker) && !is_known {
                found.push(new);
            }
        }
        found
    }

    fn find_one(&self, quote: &ItemQuote) -> Option<FoundQuote<'a>> {
        let spoken = self.0.get(quote.message.trim())?;
        let quote = fold_space(quote.quote.trim().trim_matches(['"', '“', '”']));
        let said = match spoken.speaker {
            Speaker::User => own_words(spoken.text),
            _ => spoken.text.into(),
        };
        let stands = is_piece_of(&quote, &fold_space(&said)) && !is_echo(&quote, spoken);
        stands.then(|| FoundQuote {
            evidence: Evidence {
                session: spoken.session.session.clone(),
                turn: spoken.turn.to_owned(),
                speaker: spoken.speaker,
                quote: head(&quote, MOST_QUOTE_CHARS).to_owned(),
                at: spoken.at,
            },
            quote,
            message: spoken.text,
            exchange: spoken.exchange,
        })
    }
}

/// Only people teach how things are done.
fn may_back(kind: Kind, speaker: Speaker) -> bool {
    match kind {
        Kind::Workflow | Kind::Procedural => speaker == Speaker::User,
        Kind::Decision | Kind::Pitfall => true,
    }
}

/// "no" counts if it is the whole answer, but not as a piece of one.
fn is_piece_of(quote: &str, message: &str) -> bool {
    let weight: usize = quote.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    !normalise(quote).is_empty()
        && (quote == message || (weight >= SHORTEST_PIECE && message.contains(quote)))
}

/// The assistant repeating what we injected is not evidence. A person may say the same words and
/// mean them.
fn is_echo(quote: &str, spoken: &SpokenMessage<'_>) -> bool {
    let told = spoken.session.injected.iter().map(String::as_str);
    spoken.speaker == Speaker::Assistant && repetition::is_echo(quote, told)
}
