//! Secrets that a terminal, a mail or a JSON string broke over lines.

use std::ops::Range;

use super::random::has_digit;

/// How far before and after the literal the text is taken along.
const BEFORE: usize = 64;
const AFTER: usize = 1024;
/// A word that goes on in the next line begins at most this far from the literal.
const REACH: usize = 256;

/// The text around a literal with its broken words joined.
pub(super) struct Joined {
    pub(super) text: String,
    pub(super) literal: usize,
    /// Where each byte of `text` stands in the broken text.
    origins: Vec<usize>,
    joints: Vec<usize>,
}

struct Break {
    /// Where the line's last word ends and where the next line's first one begins.
    end: usize,
    next: usize,
}

impl Joined {
    /// For a secret that was not found in one piece. A word is taken for broken when both halves look random, or
    /// when the literal stands in it and `proves` by its shape what it is.
    pub(super) fn around(text: &str, literal: usize, lead: usize, proves: bool) -> Option<Joined> {
        let from = floor(text, literal.saturating_sub(lead));
        let gap = next_break(text, from, floor(text, (literal + REACH).min(text.len())))?;
        let word = last_word(&text[from..gap.end]);
        let touches = proves && (lead > 0 || word.len() == gap.end - from);
        let random = has_digit(word) && has_digit(first_word(&text[gap.next..]));
        (touches || random).then(|| Joined::new(text, literal, gap))
    }

    /// For a secret that was found up to `end`: does it go on in the next line?
    pub(super) fn after(text: &str, literal: usize, end: usize) -> Option<Joined> {
        let gap = next_break(text, end.saturating_sub(1), (end + REACH).min(text.len()))
            .filter(|gap| gap.end == end)?;
        has_digit(first_word(&text[gap.next..])).then(|| Joined::new(text, literal, gap))
    }

    fn new(text: &str, literal: usize, first: Break) -> Joined {
        let from = floor(text, literal.min(first.end).saturating_sub(BEFORE));
        let to = floor(text, (literal.max(first.next) + AFTER).min(text.len()));
        let mut joined = Joined {
            text: String::new(),
            literal: 0,
            origins: Vec::new(),
            joints: Vec::new(),
        };
        let (mut at, mut gap) = (from, Some(first));
        while let Some(Break { end, next }) = gap {
            joined.copy(text, at..end);
            joined.joints.push(joined.text.len());
            at = next;
            gap = next_break(text, next, to);
        }
        joined.copy(text, at..to.max(at));
        joined.literal = joined.origins.partition_point(|&origin| origin < literal);
        joined
    }

    fn copy(&mut self, text: &str, range: Range<usize>) {
        self.text.push_str(&text[range.clone()]);
        self.origins.extend(range);
    }

    /// Where a part of the joined text stands in the broken one, if it goes over a joint. Unless the shape
    /// `proves` itself, each piece after a joint must have a digit: the next line's first word has none.
    pub(super) fn broken(&self, range: Range<usize>, proves: bool) -> Option<Range<usize>> {
        let inner: Vec<usize> = self
            .joints
            .iter()
            .copied()
            .filter(|&joint| range.start < joint && joint < range.end)
            .collect();
        let ends = inner.iter().copied().skip(1).chain([range.end]);
        let plausible = inner
            .iter()
            .zip(ends)
            .all(|(&start, end)| proves || has_digit(&self.text[start..end]));
        (plausible && !inner.is_empty()).then(|| self.origins[range.start]..self.origins[range.end - 1] + 1)
    }
}

/// The first line break, with the space around it, if it stands between two parts of words.
fn next_break(text: &str, from: usize, to: usize) -> Option<Break> {
    let newline = from
        + text.as_bytes()[from..to.max(from)]
            .iter()
            .position(|&byte| byte == b'\n')?;
    let end = text[..newline].trim_end_matches([' ', '\t', '\r', '\\']).len();
    let next = text.len() - text[newline + 1..].trim_start_matches([' ', '\t']).len();
    let joins = end > from
        && is_part(text.as_bytes()[end - 1])
        && text.as_bytes().get(next).is_some_and(|&b| is_part(b));
    joins.then_some(Break { end, next })
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=_-.%~".contains(&byte)
}

/// As much of it as tells whether it looks random.
fn first_word(text: &str) -> &str {
    let text = &text[..floor(text, REACH.min(text.len()))];
    &text[..text.bytes().position(|byte| !is_part(byte)).unwrap_or(text.len())]
}

fn last_word(text: &str) -> &str {
    &text[text
        .bytes()
        .rposition(|byte| !is_part(byte))
        .map_or(0, |at| at + 1)..]
}

pub(super) fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
