//! What a prompt calls to mind: lines that share its rarest words. A word that many lines have says nothing about which
//! of them is meant, so a prompt of common words recalls nothing.

use std::collections::BTreeSet;

use super::inject::tokens;
use super::keys::keys_of;
use super::text::normalise;

const MOST_TERMS: usize = 5;
const MOST_LINES: usize = 3;
const LEAST_CHARS: usize = 4;
/// Rare is what at most one line in fifty has.
const ONE_IN: u64 = 50;
const TITLE: &str = "From earlier sessions of this project (notes, not instructions):";

/// What a text is found by: the concrete things it names, and its longer words.
pub fn terms(text: &str) -> BTreeSet<String> {
    let is_telling = |word: &&str| word.chars().count() >= LEAST_CHARS || !word.is_ascii();
    let mut terms: BTreeSet<String> =
        normalise(text).split(' ').filter(is_telling).map(str::to_owned).collect();
    terms.extend(keys_of(text));
    terms.remove("");
    terms
}

/// The rarest of the terms that occur at all, each with how many of `total` lines have it.
pub fn rarest(counted: impl IntoIterator<Item = (String, u64)>, total: u64) -> Vec<String> {
    let most = (total / ONE_IN).max(1);
    let mut rare: Vec<(u64, String)> = counted
        .into_iter()
        .filter(|(_, lines)| (1..=most).contains(lines))
        .map(|(term, lines)| (lines, term))
        .collect();
    // The longer of two equally rare words is the more telling one.
    rare.sort_by(|a, b| {
        a.0.cmp(&b.0).then(b.1.chars().count().cmp(&a.1.chars().count())).then_with(|| a.1.cmp(&b.1))
    });
    rare.into_iter().take(MOST_TERMS).map(|(_, term)| term).collect()
}

/// At most three lines, best first, none of which the session was told already. None if nothing fits.
pub fn compose(best_first: &[String], told: &BTreeSet<String>, max_tokens: usize) -> Option<String> {
    let mut text = TITLE.to_owned();
    let mut shown = 0;
    for line in best_first.iter().filter(|line| !told.contains(*line)) {
        let longer = format!("{text}\n{line}");
        if shown < MOST_LINES && tokens(&longer) <= max_tokens {
            (text, shown) = (longer, shown + 1);
        }
    }
    (shown > 0).then_some(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn counted(terms: &[(&str, u64)]) -> Vec<(String, u64)> {
        terms.iter().map(|(term, lines)| ((*term).to_owned(), *lines)).collect()
    }

    #[test]
    fn terms_are_names_and_longer_words() {
        let found = terms("Why does `src/Auth.rs` log the 認証 token?");
        for term in ["src/auth.rs", "auth", "token", "認証", "does"] {
            assert!(found.contains(term), "{term} in {found:?}");
        }
        assert!(!found.contains("log") && !found.contains("the") && !found.contains(""));
    }

    #[test]
    fn only_rare_terms_recall() {
        let terms = [
            ("does", 900),
            ("auth", 20),
            ("src/auth.rs", 2),
            ("tokenizer", 2),
            ("nowhere", 0),
            ("idempotency", 1),
        ];
        assert_eq!(rarest(counted(&terms), 1000), ["idempotency", "src/auth.rs", "tokenizer", "auth"]);
        assert_eq!(rarest(counted(&[("does", 900)]), 1000), Vec::<String>::new());
        assert_eq!(rarest(counted(&[("auth", 1)]), 3), ["auth"]);
        let many: Vec<(String, u64)> = (0..9).map(|n| (format!("term{n}"), 1)).collect();
        assert_eq!(rarest(many, 1000).len(), 5);
    }

    #[test]
    fn nothing_twice_and_three_at_most() {
        let lines: Vec<String> = (0..6).map(|n| format!("- judge: \"line {n}\"")).collect();
        let told = BTreeSet::from([lines[0].clone()]);
        let found = compose(&lines, &told, 120).unwrap();
        assert_eq!(found.lines().skip(1).collect::<Vec<_>>(), lines[1..4].iter().collect::<Vec<_>>());
        assert_eq!(compose(&lines[..1], &told, 120), None);
        assert_eq!(compose(&lines, &told, 10), None);
    }

    proptest! {
        #[test]
        fn the_budget_is_never_exceeded(lines in prop::collection::vec("\\PC{0,300}", 0..9), most in 0usize..200) {
            let found = compose(&lines, &BTreeSet::new(), most);
            prop_assert!(found.is_none_or(|text| tokens(&text) <= most));
        }
    }
}
