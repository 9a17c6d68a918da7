//! Lines that are known already. Candidates are found through the words they share, because a project may know ten
//! thousand lines and a report has twenty.

use std::collections::BTreeMap;

use super::SAME_FROM;
use crate::core::text::normalise;
use crate::core::text::words::Words;

/// In nearly the same words.
pub fn says_the_same(one: &str, other: &str) -> bool {
    let mut known = KnownLines::default();
    known.add(one, one);
    normalise(one) == normalise(other) || known.find(other).is_some()
}

#[derive(Clone, Debug, Default)]
pub struct KnownLines {
    ids: Vec<String>,
    sizes: Vec<usize>,
    by_word: BTreeMap<String, Vec<usize>>,
}

impl KnownLines {
    pub fn add(&mut self, id: &str, content: &str) {
        let words = Words::of(content);
        for word in words.iter() {
            self.by_word.entry(word.to_owned()).or_default().push(self.ids.len());
        }
        self.sizes.push(words.len());
        self.ids.push(id.to_owned());
    }

    /// The known line that says the same, if one does; of several, the most similar and then the first.
    pub fn find(&self, content: &str) -> Option<&str> {
        let words = Words::of(content);
        let (mut best, mut best_share) = (None, 0.0);
        for (line, shared) in self.shared(&words) {
            let share = shared as f64 / (words.len() + self.sizes[line] - shared) as f64;
            if share >= SAME_FROM && share > best_share {
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
