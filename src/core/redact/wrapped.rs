//! Secrets that a terminal, a mail or a JSON string broke over lines.

use std::ops::Range;

use super::random::has_digit;

/// How far before and after the literal the text is taken along.
const BEFORE: usize = 64;
const AFTER: usize = 512;
/// A word that goes on in the next line ends at most this far from the literal.
const REACH: usize = 256;

/// The text around a literal with its broken words joined.
pub(super) struct Joined {
    pub(super) text: String,
    pub(super) literal: usize,
    lines: Vec<Line>,
}

/// Where a line of the joined text begins, in it and in the broken one.
struct Line {
    joined: usize,
    broken: usize,
}

/// Where a line's last word ends and where the next line's first one begins.
struct Break {
    end: usize,
    next: usize,
}

impl Joined {
    /// For a secret that was not found in one piece. A word is taken for broken when both halves look random; one
    /// half is enough when the literal stands in it and `proves` by its shape what it is.
    pub(super) fn around(text: &str, literal: usize, lead: usize, proves: bool) -> Option<Joined> {
        let from = floor(text, literal.saturating_sub(lead));
        let gap = next_break(text, from, floor(text, (literal + REACH).min(text.len())))?;
        let (before, after) = (last_word(&text[from..gap.end]), first_word(&text[gap.next..]));
        let touches = proves && (lead > 0 || before.len() == gap.end - from);
        let random = [before, after].into_iter().filter(|half| has_digit(half)).count();
        (random == 2 || (touches && random == 1)).then(|| Joined::new(text, literal, gap))
    }

    /// For a secret that was found up to `end`: does it go on in the next line?
    pub(super) fn after(text: &str, literal: usize, end: usize) -> Option<Joined> {
        let reach = floor(text, (end + REACH).min(text.len()));
        let gap = next_break(text, floor(text, end.saturating_sub(1)), reach).filter(|gap| gap.end == end)?;
        has_digit(first_word(&text[gap.next..])).then(|| Joined::new(text, literal, gap))
    }

    fn new(text: &str, literal: usize, first: Break) -> Joined {
        let from = floor(text, literal.min(first.end).saturating_sub(BEFORE));
        let to = floor(text, (literal.max(first.next) + AFTER).min(text.len()));
        let mut joined = Joined { text: String::new(), literal: 0, lines: Vec::new() };
        let (mut at, mut gap) = (from, Some(first));
        while let Some(Break { end, next }) = gap {
            joined.push(text, at..end, literal);
            at = next;
            gap = next_break(text, next, to);
        }
        joined.push(text, at..to.max(at), literal);
        joined
    }

    fn push(&mut self, text: &str, line: Range<usize>, literal: usize) {
        if line.start <= literal {
            self.literal = self.text.len() + literal - line.start;
        }
        self.lines.push(Line { joined: self.text.len(), broken: line.start });
        self.text.push_str(&text[line]);
    }

    /// Where a part of the joined text stands in the broken one, if it goes over a joint. Unless the shape
    /// `proves` itself, each piece after a joint must have a digit: the next line's first word has none.
    pub(super) fn broken(&self, range: Range<usize>, proves: bool) -> Option<Range<usize>> {
        let joints =
            self.lines.iter().map(|line| line.joined).filter(|at| range.start < *at && *at < range.end);
        let ends = joints.clone().skip(1).chain([range.end]);
        let plausible =
            joints.clone().zip(ends).all(|(start, end)| proves || has_digit(&self.text[start..end]));
        let crosses = joints.clone().next().is_some();
        (plausible && crosses).then(|| self.origin(range.start)..self.origin(range.end - 1) + 1)
    }

    fn origin(&self, at: usize) -> usize {
        let line = self.lines.partition_point(|line| line.joined <= at).saturating_sub(1);
        self.lines[line].broken + (at - self.lines[line].joined)
    }
}

/// The first line break, with the space around it, if it stands between two parts of words.
fn next_break(text: &str, from: usize, to: usize) -> Option<Break> {
    let bytes = text.as_bytes();
    let newline = from + bytes[from..to.max(from)].iter().position(|&byte| byte == b'\n')?;
    let end = text[..newline].trim_end_matches([' ', '\t', '\r', '\\']).len();
    let next = text.len() - text[newline + 1..].trim_start_matches([' ', '\t']).len();
    let joins = end > from && is_part(bytes[end - 1]) && bytes.get(next).is_some_and(|&byte| is_part(byte));
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
    &text[text.bytes().rposition(|byte| !is_part(byte)).map_or(0, |at| at + 1)..]
}

/// The last place up to `at` where a character begins.
pub(super) fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
