//! Headings of the knowledge files: those that open an entry, and those that end one.

use super::markdown::MarkdownLine;
use crate::core::model::artifact_path::Ledger;

/// A larger number is a joke or an attack, and would leave no higher numbers to give.
const LARGEST_NUMBER: u32 = 999_999;

pub(super) struct Heading<'a> {
    pub(super) line: usize,
    level: usize,
    pub(super) entry: Option<EntryHeading<'a>>,
}

impl<'a> Heading<'a> {
    pub(super) fn read((index, line): (usize, &MarkdownLine<'a>)) -> Option<Self> {
        let (level, text) = line.heading()?;
        let entry = EntryHeading::read(text);
        let is_heading = entry.is_some() || text.is_empty() || text.starts_with([' ', '\t']);
        is_heading.then_some(Self { line: index, level, entry })
    }

    /// Deeper headings belong to the entry above them, unless they open an entry themselves.
    pub(super) fn ends(&self, open: &Heading<'_>) -> bool {
        self.entry.is_some() || self.level <= open.level
    }
}

pub(super) struct EntryHeading<'a> {
    pub(super) ledger: Ledger,
    pub(super) number: u32,
    pub(super) title: &'a str,
}

impl<'a> EntryHeading<'a> {
    /// Parses `ADR-007: title` and the ways in which people restyle it. All digits belong to the
    /// number.
    pub(super) fn read(heading: &'a str) -> Option<Self> {
        let text = heading.trim().trim_start_matches(['[', '*', '_', '`']);
        let (ledger, rest) =
            Ledger::ALL.into_iter().find_map(|l| Some((l, strip_prefix(text, l.prefix())?)))?;
        let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let number = rest[..rest.len() - after.len()].parse().ok().filter(|n| *n <= LARGEST_NUMBER)?;
        let is_whole =
            !after.starts_with(|c: char| c.is_alphanumeric() || c == '_' && !after.starts_with("__"));
        is_whole.then(|| Self { ledger, number, title: title(after) })
    }
}

fn strip_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| rest.strip_prefix('-')).flatten()
}

fn title(after_number: &str) -> &str {
    let rest = after_number.trim_start_matches([']', '*', '_', '`']).trim_start();
    let rest = rest.strip_prefix([':', '-', '–', '—', '.']).unwrap_or(rest);
    let bare = rest.trim_end_matches('#');
    if bare.ends_with([' ', '\t']) { bare.trim() } else { rest.trim() }
}
