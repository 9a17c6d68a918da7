//! The words of a line, as `told` reads them.

use std::ops::Range;

use super::value::is_one_of;

/// Chinese, Japanese and Korean have no spaces, so a run of their characters is a link if it
/// contains one of these.
pub(super) const UNSPACED_LINKS: [char; 12] =
    ['是', '为', '為', '成', 'は', 'を', 'が', '는', '은', '을', '를', '가'];
const UNSPACED_FROM: char = '\u{2E80}';

/// The part of a line before the noun that is read.
const NEARBY: usize = 120;

pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    pub(super) start: usize,
    pub(super) quoted: bool,
    /// In brackets, which contain an aside more often than a value.
    pub(super) bracketed: bool,
    /// A comma or the end of a sentence follows.
    pub(super) pauses: bool,
}

impl Word<'_> {
    pub(super) fn ends_sentence(&self) -> bool {
        !self.quoted && self.text.len() > 1 && self.text.ends_with(['.', '!', '?', ';'])
    }

    pub(super) fn binds_unspaced(&self) -> bool {
        !self.quoted && self.text.starts_with(is_unspaced) && self.text.contains(UNSPACED_LINKS)
    }
}

pub(super) fn listed(words: &str, word: &str) -> bool {
    is_one_of(words, &word.to_lowercase())
}

pub(super) fn line_before(text: &str, noun: usize) -> Range<usize> {
    let nearby = floor(text, noun.saturating_sub(NEARBY));
    text[nearby..noun].rfind('\n').map_or(nearby, |end| nearby + end + 1)..noun
}

pub(super) fn is_unspaced(c: char) -> bool {
    c >= UNSPACED_FROM
}

/// The words of a line with their positions; a quotation is one word.
pub(super) fn words(text: &str, line: Range<usize>) -> impl Iterator<Item = Word<'_>> {
    let mut at = line.start;
    std::iter::from_fn(move || {
        let rest = &text[at..line.end];
        let start = at + rest.len() - rest.trim_start().len();
        let word = next_word(&text[start..line.end], start)?;
        at = start + word.text.len() + if word.quoted { 2 } else { 0 };
        Some(word)
    })
}

fn next_word(rest: &str, start: usize) -> Option<Word<'_>> {
    let first = rest.chars().next()?;
    let (text, start, quoted) = match quotation(rest, first) {
        Some(inside) => (inside, start + 1, true),
        None => (&rest[..word_end(rest, first).max(first.len_utf8())], start, false),
    };
    let after = &rest[text.len() + 2 * usize::from(quoted)..];
    let full_stop = !quoted && text.len() > 1 && text.ends_with(['.', '!', '?']);
    let pauses = full_stop || is_pause(first) || after.starts_with(is_pause);
    Some(Word { text, start, quoted, bracketed: quoted && first == '(', pauses })
}

fn quotation(rest: &str, first: char) -> Option<&str> {
    let last = match first {
        '"' | '\'' | '`' => first,
        '(' => ')',
        _ => return None,
    };
    let inside = &rest[1..];
    inside.find(last).map(|end| &inside[..end])
}

fn word_end(rest: &str, first: char) -> usize {
    let breaks = |c: char| {
        c.is_whitespace()
            || is_pause(c)
            || matches!(c, '"' | '`' | '&')
            || is_unspaced(c) != is_unspaced(first)
    };
    rest.find(breaks).unwrap_or(rest.len())
}

fn is_pause(c: char) -> bool {
    matches!(
        c,
        ',' | ';' | '|' | '<' | '>' | '，' | '。' | '、' | '；' | '！' | '？' | '「' | '」' | '“' | '”'
    )
}

/// The last character boundary up to `at`.
pub(super) fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
