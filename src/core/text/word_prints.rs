//! The words of a text as fingerprints: enough to find a text about the same things again, and too little to read it. A print
//! has twelve bits and no place, so each stands for several words of every vocabulary, and for countless names and keys. A key
//! would lie beside them and add nothing.

use std::collections::BTreeSet;
use std::fmt;

use super::hash;
use super::words::Words;

/// Of a hash.
const DIGITS: usize = 3;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordPrints(BTreeSet<u16>);

impl WordPrints {
    pub fn of(text: &str) -> WordPrints {
        let print = |word: &str| u16::from_str_radix(&hash(word)[..DIGITS], 16);
        WordPrints(Words::of(text).iter().filter_map(|word| print(word).ok()).collect())
    }

    /// As they were written; what is none is left out.
    pub fn read(text: &str) -> WordPrints {
        WordPrints(text.split(' ').filter_map(|print| u16::from_str_radix(print, 16).ok()).collect())
    }

    /// Shared words over all words (Jaccard), as far as prints tell.
    pub fn similarity(&self, other: &WordPrints) -> f64 {
        let all = self.0.union(&other.0).count();
        if all == 0 { 0.0 } else { self.0.intersection(&other.0).count() as f64 / all as f64 }
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
        assert!(print("add another flag to the exporter").similarity(&WordPrints::read(&stored)) > 0.5);
        assert!(print("rotate the logs").similarity(&WordPrints::read(&stored)) < 0.2);
        assert_eq!(print("").similarity(&print("")), 0.0);
    }
}
