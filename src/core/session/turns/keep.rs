//! Limits on how much of a turn is kept. A transcript can be a gigabyte, and later stages look at a
//! small part of it, so texts are cut as they are read; if even that grows too much, the oldest
//! agent turns lose theirs.

use super::Turn;
use crate::core::session::client_words::{EDIT_TOOLS, LIST_TOOL, LOOK_TOOLS};

/// Far more than a signal shows, so that redaction sees a secret whole before the text is cut.
pub(super) const TYPED: usize = 64 << 10;
pub(super) const ASSISTANT: usize = 32 << 10;
pub(super) const PLAN: usize = 16 << 10;
pub(super) const INJECTED: usize = 16 << 10;
const OUTPUT: usize = 8 << 10;
pub(super) const SUBAGENT: usize = 4 << 10;
pub(super) const COMMAND: usize = 4 << 10;
/// Results of file tools without an error, which no stage looks at.
const QUIET: usize = 1 << 10;
pub(super) const NOTE: usize = 1 << 10;
/// Paths and names.
pub(super) const NAME: usize = 512;

/// All kept texts of one reading.
const TOTAL: usize = 64 << 20;
/// The turns of one reading; of the oldest beyond that, only people's stay.
pub(super) const TURNS: usize = 200_000;
/// The rest of an old prompt once the total was exceeded.
const OLD_PROMPT: usize = 16 << 10;

/// Half a secret is not recognised as one, so no word up to this length is cut.
const LONGEST_WORD: usize = 256;

const GAP: &str = "\n…\n";

/// The limit for a tool's result.
pub(super) fn output(tool: &str, is_error: bool) -> usize {
    let on_files = LOOK_TOOLS.contains(&tool) || EDIT_TOOLS.contains(&tool) || tool == LIST_TOOL;
    if !is_error && on_files { QUIET } else { OUTPUT }
}

/// Head and tail of the text, together at most `limit` bytes.
pub(super) fn clip(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    let half = limit.saturating_sub(GAP.len()) / 2;
    let begins = |at: &usize| text.is_char_boundary(*at);
    let head = (0..=half).rev().find(begins).unwrap_or(0);
    let tail = (text.len() - half..).find(begins).unwrap_or(text.len());
    format!("{}{GAP}{}", whole_last_word(&text[..head]), whole_first_word(&text[tail..]))
}

/// Removes a last word that may continue, unless the whole end is one word.
fn whole_last_word(head: &str) -> &str {
    let end = head.char_indices().rev().take(LONGEST_WORD).find(|(_, c)| c.is_whitespace());
    end.map_or(head, |(at, _)| &head[..at])
}

fn whole_first_word(tail: &str) -> &str {
    let start = tail.char_indices().take(LONGEST_WORD).find(|(_, c)| c.is_whitespace());
    start.map_or(tail, |(at, _)| &tail[at..])
}

/// The size of the kept texts, and which of them were dropped.
#[derive(Default)]
pub(super) struct KeptTurns {
    bytes: usize,
    shed: usize,
}

impl KeptTurns {
    pub(super) fn add(&mut self, bytes: usize, turns: &mut [Turn]) {
        self.bytes += bytes;
        if self.bytes > TOTAL {
            self.shed_oldest(turns);
        }
    }

    /// Removes these oldest turns from the count.
    pub(super) fn forget(&mut self, oldest: &[Turn]) {
        self.bytes -= oldest.iter().map(size).sum::<usize>();
        self.shed = self.shed.saturating_sub(oldest.len());
    }

    fn shed_oldest(&mut self, turns: &mut [Turn]) {
        while let Some(turn) = turns.get_mut(self.shed).filter(|_| self.bytes > TOTAL / 2) {
            let before = size(turn);
            shed(turn);
            self.bytes -= before - size(turn);
            self.shed += 1;
        }
    }
}

fn size(turn: &Turn) -> usize {
    let result = turn.action.as_ref().and_then(|action| action.result.as_ref());
    turn.text.len() + result.map_or(0, |result| result.text.len())
}

/// Drops the text of an agent's turn; a person's keeps as much as a signal can show.
fn shed(turn: &mut Turn) {
    turn.text = if turn.origin.teaches() { clip(&turn.text, OLD_PROMPT) } else { String::new() };
    if let Some(result) = turn.action.as_mut().and_then(|action| action.result.as_mut()) {
        result.text = String::new();
    }
}
