//! Seed phrases of wallets: twelve to twenty-four plain words that make no sentence.
//!
//! Wallets draw from a list of 2,048 words of three to eight letters. It is not stored here: no
//! sentence of that length does without the small words below. If the words are an ordinary list,
//! something before it has to say what they are.

use std::ops::Range;

use super::value::is_one_of;
use super::words::floor;

pub(super) const SAMPLE: &str =
    "seed phrase: «abandon walnut copper galaxy umbrella tiger cradle oyster velvet hollow napkin zebra»";

/// The lengths of phrases, in words.
const LENGTHS: [usize; 5] = [12, 15, 18, 21, 24];

const LONGEST: usize = 8;

/// Words of sentences and of programs that no wallet uses.
const SAID: &str = "the and for are was were has had not but from its your our their his her been being does did would could \
    should than them these those which whose how also per uses using makes gets sets string int bool float char null \
    true false const let var def struct enum impl self import export async await types names values list data node nodes \
    user users keys tokens tests files bug fixes new";

const HINTS: [&str; 7] = ["seed", "mnemonic", "recovery", "wallet", "bip39", "bip-39", "phrase"];
/// The distance before the words within which a hint counts.
const NEARBY: usize = 80;

pub(super) fn phrases(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let end = at + bytes[at..].iter().take_while(|byte| is_part(**byte)).count();
        if end == at {
            at += 1;
            continue;
        }
        let is_number = end - at <= 2 && bytes[at..end].iter().all(u8::is_ascii_digit);
        let is_word =
            (3..=LONGEST).contains(&(end - at)) && bytes[at..end].iter().all(u8::is_ascii_lowercase);
        let rest = end - at < 3 && bytes[at..end].iter().all(u8::is_ascii_lowercase);
        if let Some(last) = words.last_mut().filter(|last| rest && is_rest(text, last, at, end)) {
            last.end = end;
            at = end;
            continue;
        }
        let follows = words.last().is_none_or(|last| bytes[last.end..at].iter().all(|byte| is_glue(*byte)));
        if !(is_number || is_word && follows) {
            found.extend(phrase(text, &words));
            words.clear();
        }
        if is_word {
            words.push(at..end);
        }
        at = end;
    }
    found.extend(phrase(text, &words));
    found
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80 || matches!(byte, b'_' | b'-' | b'\'')
}

/// Separators between the words of a phrase: whitespace, and those of list items.
fn is_glue(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b',' | b'.' | b')')
}

/// The end of a word that a line break cut off.
fn is_rest(text: &str, word: &Range<usize>, at: usize, end: usize) -> bool {
    let gap = &text[word.end..at];
    gap.starts_with('\n') && gap.trim().is_empty() && end - at + word.len() <= LONGEST
}

/// The longest run of words that do not occur in sentences, if it is a phrase.
fn phrase(text: &str, words: &[Range<usize>]) -> Option<Range<usize>> {
    if words.len() < LENGTHS[0] {
        return None;
    }
    let is_said = |word: &Range<usize>| is_one_of(SAID, &text[word.clone()]);
    let words = words.split(is_said).max_by_key(|words| words.len())?;
    let (first, last) = (words.first()?, words.last()?);
    let plain = words.windows(2).all(|pair| &text[pair[0].end..pair[1].start] == " ");
    let before = text[floor(text, first.start.saturating_sub(NEARBY))..first.end].to_lowercase();
    let hinted = words.len() >= LENGTHS[0] && HINTS.iter().any(|hint| before.contains(hint));
    let alone = plain && LENGTHS.contains(&words.len()) && stands_alone(text, first.start, last.end);
    (alone || hinted).then_some(first.start..last.end)
}

/// Whether it is a whole line or quotation, or follows a colon.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].trim_end_matches([' ', '\t']).chars().next_back();
    let after = text[end..].trim_start_matches([' ', '\t', '.']).chars().next();
    before.is_none_or(is_edge) && after.is_none_or(is_edge)
}

fn is_edge(c: char) -> bool {
    matches!(c, '\n' | '\r' | '"' | '\'' | '`' | ':' | '=' | '«' | '»' | '>' | '<')
}
