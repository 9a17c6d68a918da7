//! Placeholders for the parts of a workflow that differ each time: `<version>`, `<path>`. A text
//! with a placeholder describes how something is done, not how it was done once.
//!
//! A placeholder stands for the same value wherever it occurs; others of its sort are numbered, as
//! in `<path>` and `<path-2>`.

use std::fmt;

use crate::core::model::word_enum::word_enum;

/// More than a usable text has.
const MOST_OF_ONE_SORT: usize = 99;

word_enum! {
    pub enum Sort ("sort of blank") {
        Version = "version",
        Date = "date",
        Ticket = "ticket",
        Path = "path",
        Address = "address",
        Number = "number",
        Name = "name",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Blank {
    pub sort: Sort,
    /// The number among those of the same sort, from 1.
    pub number: usize,
}

impl Blank {
    /// The placeholder as written in a text.
    pub fn mark(self) -> String {
        format!("<{self}>")
    }

    /// Parses a text that is exactly one placeholder.
    pub fn read(text: &str) -> Option<Blank> {
        Blank::named(text.strip_prefix('<')?.strip_suffix('>')?)
    }

    /// Parses the placeholder at the start of a text.
    pub fn at_start(text: &str) -> Option<Blank> {
        Blank::named(text.strip_prefix('<')?.split_once('>')?.0)
    }

    fn named(name: &str) -> Option<Blank> {
        let Some((sort, number)) = name.split_once('-') else {
            return Some(Blank { sort: name.parse().ok()?, number: 1 });
        };
        let blank = Blank { sort: sort.parse().ok()?, number: number.parse().ok()? };
        ((2..=MOST_OF_ONE_SORT).contains(&blank.number) && blank.to_string() == name).then_some(blank)
    }
}

impl fmt::Display for Blank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            1 => write!(f, "{}", self.sort),
            number => write!(f, "{}-{number}", self.sort),
        }
    }
}

/// The placeholders of a text, in order of first occurrence.
pub fn blanks(text: &str) -> Vec<Blank> {
    let mut found = Vec::new();
    for blank in text.match_indices('<').filter_map(|(at, _)| Blank::at_start(&text[at..])) {
        if !found.contains(&blank) {
            found.push(blank);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_found_where_they_stand() {
        let blank = |sort, number| Blank { sort, number };
        for (text, expected) in [
            ("tag v<version> of <path>, then <version>", vec![blank(Sort::Version, 1), blank(Sort::Path, 1)]),
            ("`cp <path> <path-2>`", vec![blank(Sort::Path, 1), blank(Sort::Path, 2)]),
            ("`git checkout <name>`", vec![blank(Sort::Name, 1)]),
            ("<path-1> <path-02> <path-0> <path-> <path-x> <path-100> <my-2>", vec![]),
            ("Vec<u8> and a < b > c, <b>version</b>", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(blanks(text), expected, "{text}");
            for blank in expected {
                assert_eq!(Blank::read(&blank.mark()), Some(blank));
            }
        }
        assert_eq!(Blank::read("v<date>"), None);
    }
}
