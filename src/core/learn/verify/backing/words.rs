//! Content words of a field, compared by their stems: people and models inflect differently.

use std::collections::BTreeSet;

use crate::core::text::normalise;

/// Words that only hold a sentence together, and verbs with which a lesson begins whatever it is
/// about.
#[rustfmt::skip]
const FRAME: &str = "a about after again all also always an and any are as at avoid be because been before being both but by can cannot \
    could did do does doing don done down during each either ensure every everything few first for from get gets give given go goes \
    had has have having he her here him his how i if in instead into is it its itself just keep keeps let like make makes making may me \
    might more most must my need needs never no nor not now of off on once one only onto or other our out over own per prefer put rather \
    s same shall she should since so some still such sure t take taken than that the their them then there these they thing things this \
    those through to too under until up us use used uses using very via want wants was way we well were what when where whether which \
    while who why will with within without would yes yet you your assistant person user already even work works run runs call calls";

fn is_frame(word: &str) -> bool {
    FRAME.split_whitespace().any(|frame| frame == word)
}

/// Without duplicates; pairs of characters in scripts without spaces.
pub(in crate::core::learn::verify) fn content(text: &str) -> Vec<String> {
    let normal = normalise(text);
    let mut words: Vec<String> =
        normal.split(' ').filter(|word| word.len() > 1 && !is_frame(word)).flat_map(pieces).collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn pieces(word: &str) -> Vec<String> {
    let chars: Vec<char> = word.chars().collect();
    if chars.iter().all(|c| *c < '\u{2E80}') || chars.len() < 2 {
        return vec![word.to_owned()];
    }
    chars.windows(2).map(|pair| pair.iter().collect()).collect()
}

pub(super) fn numbers(text: &str) -> BTreeSet<String> {
    let words = normalise(text);
    words
        .split(' ')
        .filter(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit()))
        .map(str::to_owned)
        .collect()
}

/// The words of a text, for finding the same words with other endings.
pub(super) struct WordStems(BTreeSet<String>);

impl WordStems {
    pub(super) fn of(text: &str) -> WordStems {
        let normal = normalise(text);
        WordStems(normal.split(' ').flat_map(pieces).map(|word| stem(&word)).collect())
    }

    pub(super) fn has(&self, word: &str) -> bool {
        let stem = stem(word);
        self.0.contains(&stem)
            || (stem.len() > 4
                && self
                    .0
                    .range(head(&stem).to_owned()..)
                    .take_while(|other| other.starts_with(head(&stem)))
                    .any(|other| alike(&stem, other)))
    }
}

/// The part that two inflections of a word share at least.
fn head(stem: &str) -> &str {
    crate::core::text::head(stem, 4)
}

/// Whether one is the other with an ending: `configure`, `configuration`.
fn alike(a: &str, b: &str) -> bool {
    let common = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let (one, other) = (a.chars().count(), b.chars().count());
    common >= 5 && one - common <= 3 && other - common <= 5
        || (common >= 4 && common + 1 >= one.min(other) && one.max(other) <= common + 4)
}

fn stem(word: &str) -> String {
    let endings = ["ing", "ies", "ed", "es", "s"];
    let cut = endings.iter().find_map(|end| word.strip_suffix(end).filter(|rest| rest.len() >= 3));
    let stem = cut.unwrap_or(word);
    stem.trim_end_matches(['e', 'y', 'i']).to_owned()
}
