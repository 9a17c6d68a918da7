//! Finding the phrases of a table in a sentence.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::OnceLock;

use aho_corasick::AhoCorasick;

/// Phrases written as one comma-separated text, lower case, with `'` for every apostrophe.
pub(super) struct Phrases {
    list: &'static str,
    parsed: OnceLock<Vec<String>>,
    /// Reads a text once, however many phrases there are.
    search: OnceLock<AhoCorasick>,
}

impl Phrases {
    pub(super) const fn new(list: &'static str) -> Self {
        Phrases { list, parsed: OnceLock::new(), search: OnceLock::new() }
    }

    pub(super) fn all(&self) -> &[String] {
        self.parsed.get_or_init(|| {
            let phrases = self.list.split(',').map(str::trim).filter(|phrase| !phrase.is_empty());
            let mut phrases: Vec<String> = phrases.map(str::to_owned).collect();
            let curly: Vec<String> =
                phrases.iter().filter(|p| p.contains('\'')).map(|p| p.replace('\'', "’")).collect();
            phrases.extend(curly);
            phrases.sort_by_key(|phrase| Reverse(phrase.len()));
            phrases
        })
    }

    pub(super) fn has(&self, phrase: &str) -> bool {
        self.all().iter().any(|known| known == phrase)
    }

    /// The earliest phrase in a text of `fold_case`, the longest of those that begin there.
    pub(super) fn find(&self, lower: &str) -> Option<Range<usize>> {
        self.places(lower).map(|(_, range)| range).min_by_key(|range| (range.start, Reverse(range.end)))
    }

    /// Every place of every phrase; places may overlap.
    pub(super) fn find_all(&self, lower: &str) -> Vec<Range<usize>> {
        self.places(lower).map(|(_, range)| range).collect()
    }

    pub(super) fn occur_in(&self, lower: &str) -> bool {
        self.places(lower).next().is_some()
    }

    /// How many different phrases there are in a text.
    pub(super) fn count_in(&self, lower: &str) -> usize {
        self.places(lower).map(|(phrase, _)| phrase).collect::<HashSet<usize>>().len()
    }

    /// Which phrase stands where.
    #[expect(clippy::unwrap_used, reason = "the phrases are constants, and the tests use every table")]
    fn places<'a>(&'a self, lower: &'a str) -> impl Iterator<Item = (usize, Range<usize>)> + 'a {
        let search = self.search.get_or_init(|| AhoCorasick::new(self.all()).unwrap());
        let found =
            search.find_overlapping_iter(lower).map(|found| (found.pattern().as_usize(), found.range()));
        found.filter(move |(_, range)| is_free(lower, range))
    }

    /// The length of the phrase that the text begins with.
    pub(super) fn at_start(&self, lower: &str) -> Option<usize> {
        self.all().iter().map(|phrase| phrase.len()).zip(self.all()).find_map(|(length, phrase)| {
            (lower.starts_with(phrase.as_str()) && is_free(lower, &(0..length))).then_some(length)
        })
    }

    /// Where the phrase begins that the text ends with.
    pub(super) fn at_end(&self, lower: &str) -> Option<usize> {
        let starts = self.all().iter().filter(|phrase| lower.ends_with(phrase.as_str()));
        let mut starts = starts.map(|phrase| lower.len() - phrase.len());
        starts.find(|start| is_free(lower, &(*start..lower.len())))
    }
}

/// Not a part of a longer word: "no" does not stand in "note", nor in `no-verify`. Scripts without spaces have no
/// such limit.
fn is_free(text: &str, range: &Range<usize>) -> bool {
    let (before, after) = (text[..range.start].chars().next_back(), text[range.end..].chars().next());
    let phrase = &text[range.clone()];
    let (first, last) = (phrase.chars().next(), phrase.chars().next_back());
    !joined(before, first) && !joined(last, after)
}

fn joined(left: Option<char>, right: Option<char>) -> bool {
    let is_joining = |c: char| (c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '`')) && c < '\u{2E80}';
    left.is_some_and(is_joining) && right.is_some_and(is_joining)
}

/// Lower case of the same length in bytes, so that places in it are places in the original.
pub(super) fn fold_case(text: &str) -> String {
    text.chars().map(|c| single_lower(c).unwrap_or(c)).collect()
}

fn single_lower(c: char) -> Option<char> {
    if c.is_ascii() {
        return Some(c.to_ascii_lowercase());
    }
    let mut lower = c.to_lowercase();
    let first = lower.next()?;
    (lower.next().is_none() && first.len_utf8() == c.len_utf8()).then_some(first)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    static SAMPLE: Phrases = Phrases::new("no, don't, instead of, instead, ではなく, weil");

    #[test]
    fn phrases_are_whole_words() {
        for (text, expected) in [
            ("no, wait", Some("no")),
            ("note this", None),
            ("use --no-verify", None),
            ("i don’t know", Some("don’t")),
            ("x instead of y", Some("instead of")),
            ("npmではなくpnpm", Some("ではなく")),
            ("so, weil es so ist", Some("weil")),
            ("weilburg", None),
            ("", None),
        ] {
            assert_eq!(SAMPLE.find(text).map(|range| &text[range]), expected, "{text}");
        }
    }

    #[test]
    fn only_the_start_counts_at_the_start() {
        assert_eq!(SAMPLE.at_start("instead of that"), Some(10));
        assert_eq!(SAMPLE.at_start("and instead"), None);
        assert_eq!(SAMPLE.at_start("nowhere"), None);
        assert_eq!(SAMPLE.at_end("i said no"), Some(7));
        assert_eq!(SAMPLE.at_end("piano"), None);
    }

    proptest! {
        #[test]
        fn folding_case_keeps_every_place(text in "(?s).{0,60}") {
            let folded = fold_case(&text);
            prop_assert_eq!(folded.len(), text.len());
            prop_assert!(text.char_indices().all(|(at, _)| folded.is_char_boundary(at)));
        }
    }
}
