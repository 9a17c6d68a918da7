//! An index of known lines. Candidates are found through shared words, because a project may have
//! ten thousand lines and a report has twenty.

use std::collections::{BTreeMap, BTreeSet};

use super::{ABOUT_SAME_FROM, SAME_FROM, category};
use crate::core::entities::keys::keys_of;
use crate::core::patterns::pattern::Category;
use crate::core::text::normalise;
use crate::core::text::words::Words;

/// Whether both say the same in nearly the same words.
pub fn says_the_same(one: &str, other: &str) -> bool {
    let mut known = KnownLines::default();
    known.add(one, one);
    normalise(one) == normalise(other) || known.find(other).is_some()
}

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
            // If only one of them is a denial, they do not say the same, however similar the words.
            let nearly = share >= SAME_FROM && matter.is_negative == other.is_negative;
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

const NEGATIONS: [&str; 8] = ["not", "no", "never", "without", "cannot", "nor", "none", "nothing"];

/// What a line is about, and the kind of statement it makes. Agents word the same finding
/// differently each time; the file, the symbol and the rule stay.
#[derive(Clone, Debug)]
struct Matter {
    keys: BTreeSet<String>,
    /// The words that name none of the keys.
    said: Words,
    category: Category,
    is_negative: bool,
}

impl Matter {
    fn of(content: &str) -> Matter {
        let keys = keys_of(content);
        let plain: String = content.split('`').step_by(2).collect::<Vec<_>>().join(" ");
        let is_key = |word: &&str| keys.iter().any(|key| word.to_lowercase().contains(key.as_str()));
        let said: Vec<&str> = plain.split_whitespace().filter(|word| !is_key(word)).collect();
        let said = said.join(" ");
        let is_negation = |word: &str| NEGATIONS.contains(&word) || word.ends_with("n't");
        let is_negative = said.to_lowercase().split_whitespace().any(is_negation);
        Matter { said: Words::of(&said), category: category(content), is_negative, keys }
    }

    /// Whether both name the same things, and make the same kind of statement in words of which
    /// many are the same.
    fn is_that_of(&self, other: &Matter) -> bool {
        let alike = !self.keys.is_empty()
            && self.keys == other.keys
            && self.category == other.category
            && self.is_negative == other.is_negative;
        alike && self.said.similarity(&other.said) >= ABOUT_SAME_FROM
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        ] {
            assert_eq!(says_the_same(one, other), expected, "{one} | {other}");
        }
    }
}
