//! Pairs of words of which one asks for what the other forbids.

use crate::core::text::words::Words;

#[rustfmt::skip]
const OPPOSITES: &[(&str, &str)] = &[
    ("commit", "ignore"), ("add", "remove"), ("enable", "disable"), ("keep", "remove"), ("keep", "drop"),
    ("keep", "delete"), ("use", "avoid"), ("use", "drop"), ("use", "remove"), ("allow", "forbid"), ("allow", "block"),
    ("always", "never"), ("squash", "preserve"), ("sync", "async"), ("tabs", "spaces"), ("public", "private"),
    ("before", "after"), ("install", "uninstall"), ("include", "exclude"), ("upgrade", "downgrade"),
    ("accept", "reject"), ("approve", "reject"), ("start", "stop"), ("lock", "unlock"), ("show", "hide"),
];

/// Pairs of which each text has one, and neither has both.
pub(super) fn opposite_words<'a>(
    text: &'a Words,
    other: &'a Words,
) -> impl Iterator<Item = [&'static str; 2]> + 'a {
    let stands =
        |a: &str, b: &str| text.contains(a) && other.contains(b) && !text.contains(b) && !other.contains(a);
    let pairs = OPPOSITES.iter().filter(move |(a, b)| stands(a, b) || stands(b, a));
    pairs.map(|(a, b)| [*a, *b])
}
