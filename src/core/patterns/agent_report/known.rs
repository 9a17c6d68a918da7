//! An index of known lines. Candidates are found through shared words, because a project may have
//! ten thousand lines and a report has twenty.

use std::collections::{BTreeMap, BTreeSet};

use super::SAME_FROM;
use crate::core::entities::keys::keys_of;
use crate::core::learn::orders::demands;
use crate::core::learn::topics::stem;
use crate::core::text::normalise;
use crate::core::text::repetition::is_echo;
use crate::core::text::words::Words;

/// Whether both say the same in nearly the same words.
pub fn says_the_same(one: &str, other: &str) -> bool {
    let mut known = KnownLines::default();
    known.add(one, one);
    normalise(one) == normalise(other) || known.find(other).is_some()
}

/// Whether a conclusion repeats something in a text that its agent was shown. As between known lines, another file
/// and a denial are something else.
pub fn repeats(content: &str, told: &str) -> bool {
    let matter = Matter::of(content);
    told.lines().filter(|line| is_echo(content, [*line])).any(|line| {
        let other = Matter::of(quoted(line));
        // What else a longer line denies is not about this.
        let is_longer = other.said.len() > 2 * matter.said.len();
        matter.keys.is_subset(&other.keys) && (is_longer || matter.is_negative == other.is_negative)
    })
}

/// The line of an agent without the mark of who said it and how it was rated.
fn quoted(line: &str) -> &str {
    let inside = line.split_once('"').and_then(|(_, rest)| rest.rsplit_once('"'));
    inside.map_or(line, |(inside, _)| inside)
}

/// One word in common may be chance.
const LEAST_SHARED: usize = 2;

#[derive(Clone, Debug, Default)]
pub struct KnownLines {
    ids: Vec<String>,
    sizes: Vec<usize>,
    matters: Vec<Matter>,
    by_word: BTreeMap<String, Vec<usize>>,
}

impl KnownLines {
    pub fn add(&mut self, id: &str, content: &str) {
        let words = Words::of(content);
        for word in words.iter() {
            self.by_word.entry(word.to_owned()).or_default().push(self.ids.len());
        }
        self.sizes.push(words.len());
        self.matters.push(Matter::of(content));
        self.ids.push(id.to_owned());
    }

    /// The known line that says the same, if there is one; of several, the most similar and then
    /// the first.
    pub fn find(&self, content: &str) -> Option<&str> {
        let words = Words::of(content);
        let matter = Matter::of(content);
        let (mut best, mut best_share) = (None, 0.0);
        for (line, shared) in self.shared(&words) {
            let share = shared as f64 / (words.len() + self.sizes[line] - shared) as f64;
            let other = &self.matters[line];
            let nearly = share >= SAME_FROM && matter.may_be_that_of(other);
            let is_same = nearly || matter.is_that_of(other);
            if is_same && share > best_share {
                (best, best_share) = (Some(line), share);
            }
        }
        best.map(|line| self.ids[line].as_str())
    }

    fn shared(&self, words: &Words) -> BTreeMap<usize, usize> {
        let mut shared = BTreeMap::new();
        for line in words.iter().filter_map(|word| self.by_word.get(word)).flatten() {
            *shared.entry(*line).or_default() += 1;
        }
        shared
    }
}

#[rustfmt::skip]
const NEGATIONS: [&str; 14] = [
    "not", "no", "never", "without", "cannot", "nor", "none", "nothing", "missing", "misses", "lacks", "lack", "lacking",
    "unchecked",
];
/// Stems of verbs that say that something is not done.
const FAILINGS: [&str; 6] = ["leak", "ignor", "skip", "swallow", "forget", "omit"];
/// Words that say nothing about the finding.
#[rustfmt::skip]
const LIGHT: [&str; 57] = [
    "a", "all", "also", "always", "an", "and", "any", "are", "as", "at", "be", "because", "been", "but", "by", "can", "could", "did",
    "do", "does", "for", "from", "had", "has", "have", "here", "if", "in", "is", "it", "its", "just", "may", "might", "of", "on", "only",
    "or", "since", "so", "than", "that", "the", "then", "there", "this", "to", "was", "were", "when", "where", "which", "while", "will",
    "with", "would", "even",
];

/// What a line is about, and the kind of statement it makes. Agents word the same finding
/// differently each time; the file, the symbol and most of the words that say something stay.
#[derive(Clone, Debug)]
struct Matter {
    keys: BTreeSet<String>,
    /// The stems of the words that say something and name none of the keys.
    said: BTreeSet<String>,
    /// "Takes the lock" is no "must take the lock".
    demands: bool,
    is_negative: bool,
}

impl Matter {
    fn of(content: &str) -> Matter {
        let keys = keys_of(content);
        let plain: String = content.split('`').step_by(2).collect::<Vec<_>>().join(" ").to_lowercase();
        let bare = |word: &'_ str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        let is_key = |word: &str| keys.iter().any(|key| word.contains(key.as_str()));
        let words: Vec<String> = plain.split_whitespace().filter(|word| !is_key(word)).map(bare).collect();
        let says = |word: &&String| !word.is_empty() && !LIGHT.contains(&word.as_str()) && !is_negation(word);
        let said = words.iter().filter(says).map(|word| stem(word)).collect();
        Matter { said, demands: demands(content), is_negative: is_negative(&words), keys }
    }

    /// If only one of them is a denial, or each names another file, or they share little but names, they do not say
    /// the same, however similar the words.
    fn may_be_that_of(&self, other: &Matter) -> bool {
        let may_name_it = self.keys.is_subset(&other.keys) || other.keys.is_subset(&self.keys);
        may_name_it && self.is_negative == other.is_negative && self.shared_half(other).is_some()
    }

    /// Whether both name the same things, and make the same kind of statement in words of which at
    /// least half are the same.
    fn is_that_of(&self, other: &Matter) -> bool {
        !self.keys.is_empty()
            && self.keys == other.keys
            && self.demands == other.demands
            && self.is_negative == other.is_negative
            && self.shared_half(other).is_some_and(|shared| shared >= LEAST_SHARED)
    }

    /// The number of shared words, if they are at least half of all.
    fn shared_half(&self, other: &Matter) -> Option<usize> {
        let shared = self.said.intersection(&other.said).count();
        (shared * 2 >= self.said.union(&other.said).count()).then_some(shared)
    }
}

pub(super) fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word) || word.ends_with("n't") || word.ends_with("n’t")
}

/// "Never closes it" and "leaks it" say that something is not done, "never leaks it" that it is.
fn is_negative(words: &[String]) -> bool {
    let fails = |word: &String| FAILINGS.contains(&stem(word).as_str());
    let mut left = words;
    while let [first, rest @ ..] = left {
        match (is_negation(first), rest) {
            (true, [next, rest @ ..]) if fails(next) => left = rest,
            (true, _) => return true,
            _ if fails(first) => return true,
            _ => left = rest,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_shown_is_repeated_about_the_same_file_only() {
        const SHOWN: &str =
            "Notes:\n- judge: \"`load` in src/db.rs leaks the connection when the query fails\" [score:0.42]";
        for (said, expected) in [
            ("`load` in src/db.rs leaks the connection when the query fails", true),
            ("So `load` in src/db.rs leaks the connection when the query fails", true),
            ("`load` leaks the connection when the query fails", true),
            ("`load` in src/pool.rs leaks the connection when the query fails", false),
            ("`load` in src/db.rs never leaks the connection when the query fails", false),
        ] {
            assert_eq!(repeats(said, SHOWN), expected, "{said}");
        }
    }

    #[test]
    fn findings_about_the_same_thing_are_one() {
        for (one, other, expected) in [
            (
                "Typed `CheckpointID` - New `checkpoint/id` package with validation and type safety",
                "New `checkpoint/id` package - Introduces `CheckpointID` type for type safety",
                true,
            ),
            (
                "`fill` in src/cache.rs reads the clock twice",
                "the clock is read twice by `fill` in src/cache.rs, reads could differ",
                true,
            ),
            (
                "`fill` in src/cache.rs reads the clock twice",
                "`fill` in src/cache.rs leaks the whole buffer",
                false,
            ),
            ("`fill` in src/cache.rs takes the lock", "`fill` in src/cache.rs never takes the lock", false),
            ("`fill` in src/cache.rs takes the lock", "`fill` in src/cache.rs must take the lock", false),
            (
                "The token check in src/auth.rs:12 compares no signature at all.",
                "src/auth.rs:12 never compares the signature of the token.",
                true,
            ),
            (
                "`verify_token` in src/auth.rs does not check the expiry.",
                "The expiry of tokens is not checked by `verify_token` (src/auth.rs).",
                true,
            ),
            (
                "`verify_token` in src/auth.rs does not check the expiry.",
                "Missing expiry check in `verify_token`, src/auth.rs.",
                true,
            ),
            (
                "`verify_token` in src/auth.rs does not check the expiry.",
                "`verify_token` in src/auth.rs checks the expiry.",
                false,
            ),
            (
                "`load` in src/db.rs leaks the connection when the query fails.",
                "When the query fails, src/db.rs `load` never closes the connection.",
                true,
            ),
            (
                "`load` in src/db.rs leaks the connection when the query fails.",
                "`load` in src/db.rs never leaks the connection when the query fails.",
                false,
            ),
            (
                "`load` in src/db.rs leaks the connection when the query fails.",
                "`load` in src/db.rs logs the whole query with the password.",
                false,
            ),
            (
                "`parse_config` panics on an empty file in src/config.rs.",
                "In src/config.rs an empty file makes `parse_config` panic.",
                true,
            ),
            (
                "`parse_config` panics on an empty file in src/config.rs.",
                "`parse_config` panics on a huge line in src/config.rs.",
                false,
            ),
            (
                "`parse_config` panics on an empty file in src/config.rs.",
                "`parse_config` in src/other.rs panics on an empty file.",
                false,
            ),
            (
                "`fill` in src/cache.rs:12 reads the clock twice",
                "`fill` in src/cache.rs:14 reads the clock twice",
                true,
            ),
            (
                "`drop` in src/cache.rs never releases the lock",
                "`drop` in src/cache.rs never takes the lock",
                false,
            ),
        ] {
            assert_eq!(says_the_same(one, other), expected, "{one} | {other}");
        }
    }
}
