//! Laying two wordings side by side.

use super::value::{is_target, masked, sort_of};
use crate::core::blank::Blank;

/// Longer than any step.
const MOST_WORDS: usize = 200;
const OPENING: &[char] = &['(', '[', '{', '"', '\'', '`', '“', '„', '«', '*'];
const CLOSING: &[char] = &[')', ']', '}', '"', '\'', '`', '”', '“', '»', '*', ',', '.', ';', ':', '!', '?'];

/// A word without the signs around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub core: &'a str,
    at: usize,
    pub is_code: bool,
}

pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut ticks = 0;
    let read = |piece: &'_ str| {
        let at = piece.as_ptr() as usize - text.as_ptr() as usize;
        let core = piece.trim_start_matches(OPENING);
        let at = at + piece.len() - core.len();
        let is_code = (ticks + piece[..piece.len() - core.len()].matches('`').count()) % 2 == 1;
        ticks += piece.matches('`').count();
        Word { core: &text[at..at + core.trim_end_matches(CLOSING).len()], at, is_code }
    };
    text.split_whitespace().map(read).filter(|word| !word.core.is_empty()).collect()
}

/// What became a blank, and which.
pub(super) type Replaced = Vec<(String, String)>;

pub(super) struct Aligned {
    pub text: String,
    pub replaced: Replaced,
}

/// The first text with blanks for the values in which the second differs; `None` if they share less than half of
/// their words.
pub(super) fn aligned(text: &str, other: &str) -> Option<Aligned> {
    let (mine, theirs) = (words(text), words(other));
    if mine.len().max(theirs.len()) > MOST_WORDS {
        return None;
    }
    let pairs = common(&mine, &theirs);
    if text != other && (pairs.len() * 2 < mine.len().max(theirs.len()) || pairs.is_empty()) {
        return None;
    }
    let differing = differing(&pairs, mine.len(), theirs.len());
    let is_only = differing.len() == 1;
    let join = |(a, b): &(usize, usize)| {
        let before = a.checked_sub(1).filter(|_| is_only).map(|before| mine[before].core);
        Some((mine[*a], joined(&mine[*a], &theirs[*b], before)?))
    };
    let blanked: Vec<(Word<'_>, String)> = differing.iter().filter_map(join).collect();
    let replaced = blanked.iter().map(|(word, blank)| (word.core.to_owned(), blank.clone())).collect();
    Some(Aligned { text: replace(text, &blanked), replaced })
}

/// The places that became blank elsewhere, wherever the text names them too.
pub(super) fn substituted(text: &str, replaced: &[(String, String)]) -> String {
    let blank = |word: &Word<'_>| replaced.iter().find(|(value, _)| value == word.core);
    let words = words(text).into_iter();
    let blanked = words.filter_map(|word| blank(&word).map(|(_, blank)| (word, blank.clone())));
    replace(text, &blanked.collect::<Vec<_>>())
}

fn replace(text: &str, blanked: &[(Word<'_>, String)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (word, blank) in blanked {
        out.push_str(&text[from..word.at]);
        out.push_str(blank);
        from = word.at + word.core.len();
    }
    out + &text[from..]
}

/// What both words are, if they are values.
fn joined(known: &Word<'_>, other: &Word<'_>, before: Option<&str>) -> Option<String> {
    let (a, b) = (known.core, other.core);
    let (form, other_form) = (masked(a, |_| true), masked(b, |_| true));
    if form == other_form {
        return Some(form);
    }
    if let (Some((name, a)), Some((other_name, b))) = (a.split_once('='), b.split_once('=')) {
        let of = |core| Word { core, is_code: true, ..*known };
        let value = || joined(&of(a), &of(b), None).unwrap_or_else(|| Blank::Name.mark());
        return (name == other_name).then(|| format!("{name}={}", value()));
    }
    let blank = match (sort_of(a, known.is_code), sort_of(b, other.is_code)) {
        (Some(a), Some(b)) if a == b => a,
        (Some(_), Some(_)) => Blank::Name,
        (Some(blank), None) if Blank::read(a).is_some() => blank,
        (None, Some(blank)) if Blank::read(b).is_some() => blank,
        _ if is_target(before, a) && is_target(before, b) => Blank::Name,
        _ => return None,
    };
    Some(blank.mark())
}

/// Words that stand between the same common words on both sides, as many on the one as on the other.
fn differing(pairs: &[(usize, usize)], mine: usize, theirs: usize) -> Vec<(usize, usize)> {
    let mut from = (0, 0);
    let mut differing = vec![];
    for &(a, b) in pairs.iter().chain([&(mine, theirs)]) {
        if a - from.0 == b - from.1 {
            differing.extend((from.0..a).zip(from.1..b));
        }
        from = (a + 1, b + 1);
    }
    differing
}

/// The longest common sequence of words, whatever their case.
fn common(mine: &[Word<'_>], theirs: &[Word<'_>]) -> Vec<(usize, usize)> {
    let is_same = |a: usize, b: usize| mine[a].core.to_lowercase() == theirs[b].core.to_lowercase();
    let mut longest = vec![vec![0u16; theirs.len() + 1]; mine.len() + 1];
    for a in (0..mine.len()).rev() {
        for b in (0..theirs.len()).rev() {
            longest[a][b] = if is_same(a, b) {
                longest[a + 1][b + 1] + 1
            } else {
                longest[a + 1][b].max(longest[a][b + 1])
            };
        }
    }
    let (mut a, mut b, mut pairs) = (0, 0, vec![]);
    while a < mine.len() && b < theirs.len() {
        if is_same(a, b) {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if longest[a + 1][b] >= longest[a][b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}
