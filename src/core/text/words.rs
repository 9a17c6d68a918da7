//! The distinct words of a text, so that "the same words" means the same everywhere. Every run
//! compares ten thousand titles, so the words of a text share one allocation.

use super::normalise;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    normalised: String,
    /// The span of each distinct word, in alphabetical order.
    places: Vec<(u32, u32)>,
}

impl Words {
    pub fn of(text: &str) -> Self {
        let normalised = normalise(text);
        let mut places: Vec<(u32, u32)> = places(&normalised).collect();
        places.sort_unstable_by_key(|place| at(&normalised, *place));
        places.dedup_by_key(|place| at(&normalised, *place));
        Self { normalised, places }
    }

    /// The normalised text, in its original order.
    pub fn normalised(&self) -> &str {
        &self.normalised
    }

    /// In alphabetical order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.places.iter().map(|place| at(&self.normalised, *place))
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub fn contains(&self, word: &str) -> bool {
        self.places.binary_search_by(|place| at(&self.normalised, *place).cmp(word)).is_ok()
    }

    /// The number of words that the other has, too.
    pub fn shared(&self, other: &Words) -> usize {
        self.iter().filter(|word| other.contains(word)).count()
    }

    pub fn without<'a>(&'a self, other: &'a Words) -> impl Iterator<Item = &'a str> {
        self.iter().filter(|word| !other.contains(word))
    }

    /// Shared words over all words (Jaccard). A text without words resembles nothing.
    pub fn similarity(&self, other: &Words) -> f64 {
        let shared = self.shared(other);
        let all = self.len() + other.len() - shared;
        if all == 0 { 0.0 } else { shared as f64 / all as f64 }
    }
}

fn at(text: &str, (start, end): (u32, u32)) -> &str {
    &text[start as usize..end as usize]
}

/// The spans of the words of a normalised text, which are one space apart.
fn places(normalised: &str) -> impl Iterator<Item = (u32, u32)> {
    let mut start = 0;
    normalised.split_terminator(' ').map(move |word| {
        let place = (start, start + word.len() as u32);
        start = place.1 + 1;
        place
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn similarity_is_shared_over_all_words() {
        for (a, b, expected) in [
            ("run the tests", "Run the tests!", 1.0),
            ("a b c", "b c d", 0.5),
            ("a", "b", 0.0),
            ("", "", 0.0),
            ("", "a", 0.0),
        ] {
            assert_eq!(Words::of(a).similarity(&Words::of(b)), expected, "{a:?} {b:?}");
        }
    }

    proptest! {
        #[test]
        fn they_are_the_set_of_words(a in "[a-c É…]{0,12}", b in "[a-c É…]{0,12}") {
            let (one, other) = (Words::of(&a), Words::of(&b));
            let set = |words: &Words| words.normalised().split_whitespace().map(str::to_owned).collect();
            let (ours, theirs): (BTreeSet<String>, BTreeSet<String>) = (set(&one), set(&other));
            prop_assert!(one.iter().eq(ours.iter()));
            prop_assert_eq!(one.len(), ours.len());
            prop_assert_eq!(one.is_empty(), ours.is_empty());
            prop_assert_eq!(one.shared(&other), ours.intersection(&theirs).count());
            prop_assert!(one.without(&other).eq(ours.difference(&theirs)));
        }
    }
}
