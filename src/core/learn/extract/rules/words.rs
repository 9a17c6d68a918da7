//! The word tables of the rules, from the sections of the languages' data files.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;

use aho_corasick::AhoCorasick;

use crate::core::learn::topics::{FILES, sections};

/// One table for each section of that name; languages add to each other's.
macro_rules! tables {
    ($($name:ident)*) => {
        pub(super) struct Tables { $(pub(super) $name: Phrases),* }

        impl Tables {
            #[cfg(test)]
            const NAMES: &[&str] = &[$(stringify!($name)),*];

            fn of(mut lists: BTreeMap<&str, Vec<String>>) -> Tables {
                Tables { $($name: Phrases::new(lists.remove(stringify!($name)).unwrap_or_default())),* }
            }
        }
    };
}

tables! {
    small person we because so_that unwanted weighs happens not_because order errand choose habit belong set shift intent means lead_in then and first
    condition when goal each always custom of_here holds by_hand it_is none_of courtesy refusal pause quantity needs only bound prefer
    pointing must without refuse not_refuse no object redirect agree did tell question why
    once limit_all not_once now passing state stall here lasting until check day idle said_by source not_said_by others
    handed deed bot letter role role_name label scope rejected sequence filler closer but except not_that instead
    retract disagree unsay unsay_open unsay_thing unsay_tail sigh back
    left use_not any_more is_left returned arrived left_for drop_rule recant lapse rule thing
}

pub(super) fn words() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut lists: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let lines = FILES.iter().flat_map(|file| sections(file));
        for (section, line) in lines.filter(|(section, _)| !section.contains(' ')) {
            let phrases = line.split(',').map(str::trim).filter(|phrase| !phrase.is_empty());
            lists.entry(section).or_default().extend(phrases.map(str::to_owned));
        }
        Tables::of(lists)
    })
}

/// In lower case, longest first.
pub(super) struct Phrases {
    all: Vec<String>,
    search: OnceLock<AhoCorasick>,
}

impl Phrases {
    fn new(mut all: Vec<String>) -> Self {
        let curly: Vec<String> =
            all.iter().filter(|it| it.contains('\'')).map(|it| it.replace('\'', "’")).collect();
        all.extend(curly);
        // People leave the apostrophe out, too.
        let bare: Vec<String> =
            all.iter().filter(|it| it.contains("n't")).map(|it| it.replace("n't", "nt")).collect();
        all.extend(bare);
        all.sort_by_key(|phrase| Reverse(phrase.len()));
        Phrases { all, search: OnceLock::new() }
    }

    pub(super) fn has(&self, phrase: &str) -> bool {
        self.all.iter().any(|known| known == phrase)
    }

    /// The earliest phrase in a folded text, and the longest that begins there.
    pub(super) fn find(&self, lower: &str) -> Option<Range<usize>> {
        self.places(lower).min_by_key(|range| (range.start, Reverse(range.end)))
    }

    pub(super) fn stand_in(&self, lower: &str) -> bool {
        self.places(lower).next().is_some()
    }

    /// Every position of every phrase; positions may overlap.
    #[expect(clippy::unwrap_used, reason = "the phrases are constants, and the tests use every table")]
    pub(super) fn places<'a>(&'a self, lower: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
        let search = self.search.get_or_init(|| AhoCorasick::new(&self.all).unwrap());
        search.find_overlapping_iter(lower).map(|found| found.range()).filter(|range| is_free(lower, range))
    }

    /// The length of the phrase that the text begins with.
    pub(super) fn at_start(&self, lower: &str) -> Option<usize> {
        let begins = |phrase: &&String| lower.starts_with(*phrase) && is_free(lower, &(0..phrase.len()));
        self.all.iter().find(begins).map(String::len)
    }

    pub(super) fn open(&self, lower: &str) -> bool {
        self.at_start(lower).is_some()
    }

    /// The position of the phrase that the text ends with.
    pub(super) fn at_end(&self, lower: &str) -> Option<usize> {
        let starts = self.all.iter().filter(|phrase| lower.ends_with(*phrase));
        let mut starts = starts.map(|phrase| lower.len() - phrase.len());
        starts.find(|start| is_free(lower, &(*start..lower.len())))
    }

    /// The text after all such phrases at its beginning.
    pub(super) fn skip<'a>(&self, lower: &'a str) -> &'a str {
        let mut rest = lower;
        while let Some(length) = self.at_start(rest) {
            rest = rest[length..].trim_start_matches(|c: char| !c.is_alphanumeric() && c != '`');
        }
        rest
    }

    /// The text with blanks in place of the phrases, so that positions stay the same.
    pub(super) fn blanked(&self, lower: &str) -> String {
        let mut lower = lower.to_owned();
        while let Some(range) = self.find(&lower) {
            let blank = " ".repeat(range.len());
            lower.replace_range(range, &blank);
        }
        lower
    }
}

/// Whether it is not part of a longer word: "no" does not occur in "note" or `no-verify`.
fn is_free(text: &str, range: &Range<usize>) -> bool {
    let (before, after) = (text[..range.start].chars().next_back(), text[range.end..].chars().next());
    let phrase = &text[range.clone()];
    !joined(before, phrase.chars().next()) && !joined(phrase.chars().next_back(), after)
}

fn joined(left: Option<char>, right: Option<char>) -> bool {
    left.is_some_and(is_joining) && right.is_some_and(is_joining)
}

fn is_joining(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '`')
}

/// Lower case of the same length in bytes, so that positions in it are positions in the original.
pub(super) fn fold(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii() { c.to_ascii_lowercase() } else { lower(c) }).collect()
}

fn lower(c: char) -> char {
    let mut lower = c.to_lowercase();
    let first = lower.next().filter(|first| first.len_utf8() == c.len_utf8());
    first.filter(|_| lower.next().is_none()).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_table_has_words_and_every_section_a_reader() {
        let read: BTreeMap<&str, &str> = FILES
            .iter()
            .flat_map(|file| sections(file))
            .filter(|(section, _)| !section.contains(' '))
            .collect();
        for name in Tables::NAMES {
            assert!(read.contains_key(name), "[{name}]");
        }
        let of_topics = [
            "lead",
            "verb",
            "name",
            "no-name",
            "negation",
            "no-negation",
            "idiom",
            "objection",
            "doubt",
            "refusal-behind",
            "concession",
            "condition-behind",
            "clause",
            "subject",
            "joining",
            "series",
            "plain-order",
            "binding",
            "near",
            "answer",
            "group",
            "cue",
            "limit",
            "foreign",
            "stated",
            "open",
            "choice",
            "no-choice",
            "function",
            "steering",
            "any-work",
            "joint",
        ];
        for section in read.keys().filter(|section| !of_topics.contains(section)) {
            assert!(Tables::NAMES.contains(section), "[{section}]");
        }
    }

    #[test]
    fn phrases_are_whole_words() {
        let no = &words().no;
        for (text, expected) in
            [("no, wait", Some("no")), ("note this", None), ("use --no-verify", None), ("", None)]
        {
            assert_eq!(no.find(text).map(|range| &text[range]), expected, "{text}");
        }
        assert_eq!(no.at_start("i said no"), None);
        assert_eq!(no.at_end("i said no"), Some(7));
    }

    proptest! {
        #[test]
        fn folding_keeps_places(text in "\\PC{0,40}") {
            prop_assert_eq!(fold(&text).len(), text.len());
        }
    }
}
