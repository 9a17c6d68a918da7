//! Alignment of two wordings.
//!
//! The common part is found with every value masked, so that a value is never aligned with another
//! occurrence of itself: in "from 1.2.0 to 1.3.0" and "from 1.3.0 to 1.4.0" both values are open.

use std::ops::Range;

use super::contrast::{is_filler, means_all, narrows, says_something, takes_away, tells_reach};
use super::naming::Slot;
use super::pair::{Pair, pair};
use super::value::{Token, token};

/// Longer than any step.
const MOST_WORDS: usize = 200;
const OPENING: &[char] = &['(', '[', '{', '"', '\'', '`', '“', '„', '«', '*'];
const CLOSING: &[char] = &[')', ']', '}', '"', '\'', '`', '”', '“', '»', '*', ',', '.', ';', ':', '!', '?'];

/// A word without the signs around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct AlignedWord<'a> {
    pub core: &'a str,
    pub at: usize,
    pub is_code: bool,
}

pub(super) fn words(text: &str) -> Vec<AlignedWord<'_>> {
    let mut ticks = 0;
    let read = |piece: &'_ str| {
        let at = piece.as_ptr() as usize - text.as_ptr() as usize;
        let core = piece.trim_start_matches(OPENING);
        let at = at + piece.len() - core.len();
        let is_code = (ticks + piece[..piece.len() - core.len()].matches('`').count()) % 2 == 1;
        ticks += piece.matches('`').count();
        AlignedWord { core: &text[at..at + core.trim_end_matches(CLOSING).len()], at, is_code }
    };
    text.split_whitespace().map(read).filter(|word| !word.core.is_empty()).collect()
}

/// The relation between two wordings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::core::learn::merge) enum Relation {
    /// The same apart from values.
    Same,
    /// Other words with the same meaning, or more or fewer of them.
    Alike,
    /// Other words that may mean something else. Only an extractor that understands them can say
    /// that they are the same.
    Doubtful,
    /// They name different things, which may be the point.
    Other,
}

pub(super) struct Aligned {
    /// The open places of the first text.
    pub slots: Vec<Slot>,
    pub relation: Relation,
}

/// `None` if they share less than half of their words.
pub(super) fn aligned(text: &str, other: &str) -> Option<Aligned> {
    let (mine, theirs) = (words(text), words(other));
    if mine.len().max(theirs.len()) > MOST_WORDS {
        return None;
    }
    let (my_tokens, their_tokens) = (tokens(&mine), tokens(&theirs));
    let common = common(&my_tokens, &their_tokens);
    if text != other && !is_enough(&common, &my_tokens, &their_tokens) {
        return None;
    }
    let gaps = gaps(&common, mine.len(), theirs.len());
    let both_spell_it = [&mine, &theirs].iter().all(|words| words.iter().any(|word| word.is_code));
    let takes_away = takes_away(text) || takes_away(other);
    let of_gap = |(a, b): &(Range<usize>, Range<usize>)| {
        let (more, less) = (&mine[a.clone()], &theirs[b.clone()]);
        let is_about_it = (takes_away && (says_something(more) || says_something(less)))
            || narrows(more, inner(&mine, a))
            || narrows(less, inner(&theirs, b));
        let least = if is_about_it { Relation::Doubtful } else { Relation::Same };
        left_over(more, less, both_spell_it).max(least)
    };
    let uneven = gaps.uneven.iter().map(of_gap);
    let relation = uneven.max().unwrap_or(Relation::Same);
    let is_only = gaps.differing.len() == 1;
    let before = |a: usize| a.checked_sub(1).map(|before| mine[before].core);
    let of_words = |(a, b): (usize, usize), before| pair((text, &mine[a]), (other, &theirs[b]), before);
    let same = common.into_iter().map(|(a, b)| of_words((a, b), before(a)));
    let differing = gaps.differing.iter().map(|(a, b)| of_words((*a, *b), before(*a).filter(|_| is_only)));
    Some(together(same.chain(differing), relation))
}

/// The word before a gap that is followed by another word.
fn inner<'w, 't>(words: &'w [AlignedWord<'t>], gap: &Range<usize>) -> Option<&'w AlignedWord<'t>> {
    gap.start.checked_sub(1).filter(|_| gap.end < words.len()).map(|before| &words[before])
}

fn tokens(words: &[AlignedWord<'_>]) -> Vec<Token> {
    words.iter().map(token).collect()
}

/// Counts only words, because values are masked and equal everywhere.
fn is_enough(common: &[(usize, usize)], mine: &[Token], theirs: &[Token]) -> bool {
    let shared = common.iter().filter(|(a, _)| !mine[*a].is_value).count();
    shared > 0 && shared * 2 >= count_words(mine).max(count_words(theirs))
}

fn count_words(tokens: &[Token]) -> usize {
    tokens.iter().filter(|token| !token.is_value).count()
}

fn together(pairs: impl Iterator<Item = Pair>, mut relation: Relation) -> Aligned {
    let mut slots = vec![];
    for pair in pairs {
        let found = match pair {
            Pair::Values(open) => {
                slots.extend(open);
                Relation::Same
            }
            Pair::Words => Relation::Alike,
            Pair::Unlike => Relation::Doubtful,
            Pair::Things => Relation::Other,
        };
        relation = relation.max(found);
    }
    Aligned { slots, relation }
}

#[derive(Default)]
struct Gaps {
    /// Words between the same common words on both sides, of equal number.
    differing: Vec<(usize, usize)>,
    /// Places where one has more words than the other.
    uneven: Vec<(Range<usize>, Range<usize>)>,
}

/// More words say the same more exactly, and so does a command that only one spells out. But
/// `git push --force` is not `git push`; and if both have words of their own, these may be the
/// point, as may be a word for the extent.
fn left_over(mine: &[AlignedWord<'_>], theirs: &[AlignedWord<'_>], both_spell_it: bool) -> Relation {
    let is_typed = |word: &AlignedWord<'_>| if word.is_code { both_spell_it } else { is_option(word.core) };
    if mine.iter().chain(theirs).any(is_typed) {
        Relation::Other
    } else if mine.iter().any(is_telling) && theirs.iter().any(is_telling)
        || mine.iter().chain(theirs).any(|word| tells_reach(word.core))
        || mine.iter().any(is_telling) && means_all(theirs)
        || theirs.iter().any(is_telling) && means_all(mine)
    {
        Relation::Doubtful
    } else {
        Relation::Alike
    }
}

fn is_telling(word: &AlignedWord<'_>) -> bool {
    !is_filler(word.core)
}

/// `--force`, `-x`; a dash alone separates two sentences.
pub(super) fn is_option(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|name| name.trim_start_matches('-').starts_with(char::is_alphanumeric))
}

fn gaps(common: &[(usize, usize)], mine: usize, theirs: usize) -> Gaps {
    let mut from = (0, 0);
    let mut gaps = Gaps::default();
    for &(a, b) in common.iter().chain([&(mine, theirs)]) {
        if a - from.0 == b - from.1 {
            gaps.differing.extend((from.0..a).zip(from.1..b));
        } else {
            gaps.uneven.push((from.0..a, from.1..b));
        }
        from = (a + 1, b + 1);
    }
    gaps
}

/// The longest common sequence.
fn common(mine: &[Token], theirs: &[Token]) -> Vec<(usize, usize)> {
    let is_same = |a: usize, b: usize| mine[a] == theirs[b];
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
