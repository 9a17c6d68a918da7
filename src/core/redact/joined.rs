//! Secrets that a terminal, a mail, a diff or a string literal broke in two.
//!
//! The text around such a break is read again with the pieces joined, and only a match across a
//! joint counts. A word counts as broken if both pieces look like parts of something random.

use std::ops::Range;

use super::random::{has_digit, is_moment, rare_pairs, switches};
use super::words::floor;

/// The length of text before and after the breaks to include, and the length of a piece to look at.
const BEFORE: usize = 240;
const AFTER: usize = 400;
const PIECE: usize = 256;
/// Marks that begin every line of a quotation, a comment or a diff.
const MARKS: [char; 9] = ['>', '#', '*', '+', '-', '/', '|', ';', '%'];

/// A part of a text with its broken words joined.
pub(super) struct Joined {
    pub(super) text: String,
    /// The start of each piece, in the joined and in the broken text.
    pieces: Vec<(usize, usize)>,
}

/// The end of a word's first piece, and the start of the next one.
#[derive(Clone, Copy)]
struct Break {
    end: usize,
    next: usize,
}

pub(super) fn windows(text: &str) -> Vec<Joined> {
    let mut windows = Vec::new();
    let mut near: Vec<Break> = Vec::new();
    for found in breaks(text) {
        if near.last().is_some_and(|last| found.end > last.next + AFTER) {
            windows.push(Joined::of(text, &near));
            near.clear();
        }
        near.push(found);
    }
    if !near.is_empty() {
        windows.push(Joined::of(text, &near));
    }
    windows
}

impl Joined {
    fn of(text: &str, breaks: &[Break]) -> Joined {
        let (first, last) = (breaks[0], breaks[breaks.len() - 1]);
        let mut at = floor(text, first.end.saturating_sub(BEFORE));
        let mut joined = Joined { text: String::new(), pieces: Vec::new() };
        for found in breaks {
            joined.push(text, at..found.end);
            at = found.next;
        }
        joined.push(text, at..floor(text, (last.next + AFTER).min(text.len())));
        joined
    }

    fn push(&mut self, text: &str, piece: Range<usize>) {
        self.pieces.push((self.text.len(), piece.start));
        self.text.push_str(&text[piece]);
    }

    /// The position in the broken text of a part of the joined one, if it crosses a joint or begins
    /// after one.
    pub(super) fn broken(&self, range: Range<usize>) -> Option<Range<usize>> {
        let mut joints = self.pieces.iter().skip(1);
        let crosses = joints.any(|(joined, _)| range.start <= *joined + 1 && *joined < range.end);
        crosses.then(|| self.origin(range.start)..self.origin(range.end - 1) + 1)
    }

    fn origin(&self, at: usize) -> usize {
        let piece = self.pieces.partition_point(|(joined, _)| *joined <= at).saturating_sub(1);
        let (joined, broken) = self.pieces[piece];
        broken + (at - joined)
    }
}

fn breaks(text: &str) -> impl Iterator<Item = Break> {
    let bytes = text.as_bytes();
    let mut from = 0;
    std::iter::from_fn(move || {
        while let Some(at) = bytes[from..].iter().position(|byte| matches!(byte, b'\n' | b'"' | b'\'')) {
            let at = from + at;
            let found = if bytes[at] == b'\n' { line_break(text, at) } else { concatenation(text, at) };
            from = at + 1;
            if let Some(found) = found.filter(|found| is_broken(text, found)) {
                from = found.next;
                return Some(found);
            }
        }
        None
    })
}

fn line_break(text: &str, newline: usize) -> Option<Break> {
    let end = text[..newline].trim_end_matches([' ', '\t', '\r', '\\']).len();
    let line = text[..newline].rfind('\n').map_or(0, |at| at + 1);
    let next = newline + 1 + lead(&text[newline + 1..], lead_marks(&text[line..newline]));
    (end > line).then_some(Break { end, next })
}

/// `"abc" + "def"`, also with the second part on the next line.
fn concatenation(text: &str, quote: usize) -> Option<Break> {
    let mark = text[quote..].chars().next()?;
    let rest = &text[quote + 1..];
    let glued = rest.trim_start_matches(is_space);
    let glued = glued.strip_prefix(['+', '.', '&']).unwrap_or(glued).trim_start_matches(is_space);
    let broken = rest[..rest.len() - glued.len()].contains('\n');
    let glued = if broken { glued.trim_start_matches(MARKS).trim_start_matches(is_space) } else { glued };
    let next = text.len() - glued.strip_prefix(mark)?.len();
    (next > quote + 2).then_some(Break { end: quote, next })
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\\'
}

/// The marks and numbers at the beginning of a line.
fn lead_marks(line: &str) -> &str {
    let bare = line.trim_start();
    let number = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = bare.len() - number.len();
    let mark = ["→", "\t", ": ", "|"].into_iter().find(|mark| numbered > 0 && number.starts_with(mark));
    match mark {
        Some(mark) => &bare[numbered..numbered + mark.len()],
        None => &bare[..bare.len() - bare.trim_start_matches(MARKS).len()],
    }
}

/// The length of a line before its first word, given the marks of the previous line.
fn lead(line: &str, marks: &str) -> usize {
    let bare = line.trim_start_matches([' ', '\t']);
    let number = bare.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = match marks {
        "" => bare,
        _ => number.strip_prefix(marks).unwrap_or(bare),
    };
    line.len() - rest.trim_start_matches([' ', '\t']).len()
}

fn is_broken(text: &str, found: &Break) -> bool {
    let (before, after) = (last_word(&text[..found.end]), first_word(&text[found.next..]));
    let rest = &text[found.next + after.len()..];
    let is_named = after.split_once('=').is_some_and(|(name, _)| name.len() >= 4 && !is_piece(name));
    let whole = before.len() + after.len() >= 10 && !after.ends_with(':') && !rest.starts_with('(');
    whole && !is_named && is_piece(after) && (is_piece(before) || (is_prefix(before) && switches(after) > 0))
}

/// `rk_live_`, `glsoat-yl`, `AKIACD`: the beginning of a token may look like any name.
fn is_prefix(word: &str) -> bool {
    word.contains(['_', '-']) || (word.len() >= 4 && word.bytes().all(|byte| byte.is_ascii_uppercase()))
}

/// A piece of something random: neither a word nor a short number.
fn is_piece(word: &str) -> bool {
    let (rare, pairs) = rare_pairs(word);
    let lettered = word.bytes().any(|byte| byte.is_ascii_alphabetic());
    let mixed = has_digit(word) && word.len() >= if lettered { 3 } else { 4 } && !is_number(word);
    mixed || (rare >= 2 && rare * 4 >= pairs)
}

/// `1.2`, `2024-05-01`
fn is_number(word: &str) -> bool {
    let lettered = word.bytes().any(|byte| byte.is_ascii_alphabetic());
    !lettered && (word.contains(['.', '/', ':']) || is_moment(word))
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=_-.:%~".contains(&byte)
}

fn first_word(text: &str) -> &str {
    let end = text.bytes().take(PIECE).take_while(|byte| is_part(*byte)).count();
    &text[..end]
}

fn last_word(text: &str) -> &str {
    let length = text.bytes().rev().take(PIECE).take_while(|byte| is_part(*byte)).count();
    &text[text.len() - length..]
}
