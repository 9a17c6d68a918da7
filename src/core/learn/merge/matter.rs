//! The matter of a lesson, besides the things that it names: "the cache" in "use redis for the
//! cache".

use std::collections::BTreeSet;

use crate::core::entities::keys::place::is_below;
use crate::core::entities::keys::words_as_keys;
use crate::core::entities::negation::{clauses, is_negation};
use crate::core::learn::topics::stem;
use crate::core::text::words::Words;

/// Words that say nothing about the matter: small words, and those that only choose.
#[rustfmt::skip]
const LIGHT: &[&str] = &[
    "a", "after", "again", "all", "always", "an", "and", "any", "anymore", "as", "at", "be", "both", "but", "by", "each",
    "every", "everything", "everywhere", "for", "from", "here", "i", "in", "into", "is", "it", "its", "more", "now", "of", "on",
    "only", "or", "our", "please", "project", "repo", "repository", "rather", "so", "than", "that", "the", "them", "then",
    "there", "these", "this", "those", "to", "too", "we", "when", "with", "you", "your", "longer", "should", "must", "will",
    "adopt", "choose", "d", "do", "go", "keep", "let", "lets", "ll", "move", "pick", "prefer", "run", "s", "set", "stay", "stick",
    "instead", "over", "switch", "t", "take", "use", "used", "using", "ve",
    "raise", "lower", "increase", "decrease", "reduce",
    "about", "ago", "already", "anywhere", "completely", "entirely", "last", "month", "recently", "since", "week", "while", "year",
];

/// Stems of words that make a choice, and of things without a name of their own.
#[rustfmt::skip]
const PUTTING: &[&str] = &[
    "store", "stor", "put", "hold", "live", "liv", "have", "belong", "goe", "stuff", "th", "thing",
    "data", "want", "lik", "just", "mak", "sav",
];

/// Words of questions about anything.
#[rustfmt::skip]
const ASKING: &[&str] = &[
    "which", "what", "where", "how", "who", "does", "like", "want", "would", "could", "can", "kind", "type", "option",
    "approach", "library", "tool", "framework", "method", "way", "strategy", "name", "format", "file", "version", "package",
];

pub(super) struct Matter {
    words: BTreeSet<String>,
    /// The text says only that the things are chosen, or not: no "restart" and no "back up" comes
    /// before them.
    only_chooses: bool,
    /// The places it is limited to, if any.
    places: BTreeSet<String>,
}

impl Matter {
    /// `keys` are all that the text names, `places` those of them that only say where.
    pub(super) fn of(text: &str, keys: &BTreeSet<String>, places: BTreeSet<String>) -> Self {
        let named: BTreeSet<String> = keys.iter().chain(&places).flat_map(|key| words_as_keys(key)).collect();
        let is_named = |word: &str| words_as_keys(word).iter().any(|word| named.contains(word));
        let said = Words::of(&naming(text, &named));
        let first = said.normalised().split_whitespace().find(|word| !is_light(word));
        Self {
            only_chooses: first.is_none_or(is_named),
            words: said.iter().filter(|word| !is_light(word) && !is_named(word)).map(str::to_owned).collect(),
            places,
        }
    }

    pub(super) fn gist(&self) -> Gist {
        let stems = self.words.iter().map(|word| stem(word));
        Gist(stems.filter(|stem| !PUTTING.contains(&stem.as_str())).collect())
    }

    pub(super) fn without(&self, is_left_out: impl Fn(&str) -> bool) -> Self {
        let words = self.words.iter().filter(|word| !is_left_out(word)).cloned().collect();
        Self { words, only_chooses: self.only_chooses, places: self.places.clone() }
    }

    /// They share most words of the shorter one: "the admin app" is not "the shop app".
    fn overlaps(&self, other: &Matter) -> bool {
        self.words.intersection(&other.words).count() * 2 > self.words.len().min(other.words.len())
    }

    /// If one names no matter, it may have the other's, provided that that one only chooses.
    pub(super) fn may_be(&self, other: &Matter) -> bool {
        let may_be = match (self.words.is_empty(), other.words.is_empty()) {
            (true, false) => other.only_chooses,
            (false, true) => self.only_chooses,
            _ => self.nothing_is_said(other) || self.overlaps(other),
        };
        may_be && self.places == other.places
    }

    /// Both name their matter, and it is the same.
    pub(super) fn is_shared_with(&self, other: &Matter) -> bool {
        let is_said = !self.words.is_empty() && !other.words.is_empty() && self.overlaps(other);
        let is_placed = !self.places.is_empty() && self.nothing_is_said(other);
        self.places == other.places && (is_said || is_placed)
    }

    /// The same matter, or everything: a general rule holds there, too, but a special case is not a
    /// general rule.
    pub(super) fn includes(&self, other: &Matter) -> bool {
        let is_said = !other.words.is_empty() && self.overlaps(other);
        self.reaches(other) && (self.words.is_empty() || is_said)
    }

    fn reaches(&self, other: &Matter) -> bool {
        let is_inside = |place: &String| self.places.iter().any(|mine| is_below(place, mine));
        self.is_everywhere() || (!other.is_everywhere() && other.places.iter().all(is_inside))
    }

    pub(super) fn is_everywhere(&self) -> bool {
        self.places.is_empty()
    }

    fn nothing_is_said(&self, other: &Matter) -> bool {
        self.words.is_empty() && other.words.is_empty()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty() && self.is_everywhere()
    }

    /// Two words that it can hardly share with another matter: "database" and "sessions".
    pub(super) fn is_specific(&self) -> bool {
        self.words.iter().filter(|word| !is_asking(word)).count() > 1
    }
}

/// The stems of what a lesson is about.
pub(super) struct Gist(BTreeSet<String>);

impl Gist {
    /// At least half of all that either says.
    pub(super) fn resembles(&self, other: &Gist) -> bool {
        let shared = self.0.intersection(&other.0).count();
        shared > 0 && shared * 2 >= self.0.union(&other.0).count()
    }

    pub(super) fn has_nothing_of(&self, other: &Gist) -> bool {
        !self.0.is_empty() && !other.0.is_empty() && self.0.is_disjoint(&other.0)
    }
}

pub(super) fn is_light(word: &str) -> bool {
    LIGHT.contains(&word) || is_negation(word)
}

pub(super) fn is_asking(word: &str) -> bool {
    ASKING.contains(&word)
}

/// The clauses that name a thing; others give reasons and explain.
fn naming(text: &str, named: &BTreeSet<String>) -> String {
    let clauses = clauses(text);
    let naming: Vec<String> = clauses
        .iter()
        .filter(|clause| clause.iter().any(|word| named.contains(word)))
        .map(|clause| clause.join(" "))
        .collect();
    if naming.is_empty() { text.to_owned() } else { naming.join(" ") }
}
