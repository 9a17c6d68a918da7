//! The words of a text as fingerprints: enough to find a related text again, and too little to read
//! it. A print has twelve bits and no position, so it stands for several words of any vocabulary,
//! and for countless names and keys. The hash needs no secret key: it would be stored beside the
//! prints and add nothing.

use std::collections::BTreeSet;
use std::fmt;

use super::hash;
use super::words::Words;

/// Hex digits of the hash that are kept.
const DIGITS: usize = 3;

/// Words that nearly every request contains: two requests that share only these are unrelated.
#[rustfmt::skip]
const ORDINARY: &[&str] = &[
    "a", "about", "add", "added", "after", "again", "all", "also", "an", "and", "another", "any", "are", "as", "at", "be",
    "before", "but", "by", "can", "cant", "change", "check", "could", "create", "did", "do", "does", "done", "dont", "fix",
    "for", "from", "get", "give", "go", "has", "have", "help", "here", "how", "i", "if", "implement", "in", "into", "is",
    "it", "its", "just", "let", "lets", "like", "look", "make", "me", "more", "my", "need", "new", "no", "not", "now", "of",
    "ok", "on", "one", "only", "or", "our", "out", "please", "put", "remove", "run", "see", "should", "so", "some", "still",
    "than", "thanks", "that", "the", "them", "then", "there", "these", "they", "thing", "this", "those", "to", "too", "try",
    "up", "update", "us", "use", "want", "was", "we", "what", "when", "where", "which", "why", "will", "with", "without",
    "would", "write", "yes", "you", "your",
];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordPrints(BTreeSet<u16>);

impl WordPrints {
    pub fn of(text: &str) -> WordPrints {
        let print = |word: &str| u16::from_str_radix(&hash(word)[..DIGITS], 16);
        WordPrints(Words::of(text).iter().filter_map(|word| print(word).ok()).collect())
    }

    /// Prints of only the words that say what a request is about.
    pub fn telling(text: &str) -> WordPrints {
        let words: Vec<String> = Words::of(text).iter().map(str::to_owned).collect();
        let telling: Vec<String> =
            words.into_iter().filter(|word| ORDINARY.binary_search(&word.as_str()).is_err()).collect();
        WordPrints::of(&telling.join(" "))
    }

    /// The number of prints that the other has, too.
    pub fn shared(&self, other: &WordPrints) -> usize {
        self.0.intersection(&other.0).count()
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Parses the written form; anything else is left out.
    pub fn read(text: &str) -> WordPrints {
        WordPrints(text.split(' ').filter_map(|print| u16::from_str_radix(print, 16).ok()).collect())
    }
}

impl fmt::Display for WordPrints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prints: Vec<String> = self.0.iter().map(|print| format!("{print:0DIGITS$x}")).collect();
        f.write_str(&prints.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn like_texts_are_found_and_nothing_of_them_can_be_read() {
        let print = WordPrints::of;
        let stored = print("add a flag to the exporter").to_string();
        assert_eq!(stored.len(), 6 * (DIGITS + 1) - 1, "{stored}");
        assert_eq!(WordPrints::read(&stored), print("The flag: add a exporter to"));
        let shared = |text: &str| WordPrints::telling(text).shared(&WordPrints::read(&stored));
        assert_eq!(shared("can you add another flag to the exporter?"), 2);
        assert_eq!(shared("please add a license to it"), 0, "what every request says is no likeness");
        assert_eq!(shared(""), 0);
    }

    #[test]
    fn ordinary_words_can_be_looked_up() {
        assert!(ORDINARY.is_sorted());
    }
}
