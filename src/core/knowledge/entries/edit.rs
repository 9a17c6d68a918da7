//! Edits that ingrain makes to a knowledge file.

use std::fmt::Display;

use super::heading::EntryHeading;
use super::markdown::{MarkdownLine, lines};
use super::{Section, field, find, parse};
use crate::core::model::artifact_path::Ledger;

/// A new file with only its header.
pub fn begun(ledger: Ledger) -> String {
    format!("{}\n", ledger.header())
}

/// The file with one more entry. Its existing text does not change.
pub fn append(existing: Option<&str>, ledger: Ledger, section: &str) -> String {
    let existing = existing.unwrap_or_default();
    let mut added = String::new();
    if existing.trim().is_empty() {
        added.push_str(&begun(ledger));
    } else if !existing.ends_with('\n') {
        added.push_str("\n\n");
    } else if !(existing.ends_with("\n\n") || existing.ends_with("\n\r\n")) {
        added.push('\n');
    }
    added.push_str(section);
    format!("{existing}{}", with_breaks_of(existing, added))
}

/// The file with another Status for an entry; `None` if there is no such entry.
pub fn set_status(file: &str, anchor: &str, status: impl Display) -> Option<String> {
    let section = find(&parse(file), anchor, None)?.span.clone();
    let lines = lines(file);
    let first = lines.iter().position(|line| line.span.start >= section.start)?;
    let own: Vec<MarkdownLine<'_>> =
        lines.into_iter().skip(first).take_while(|l| l.span.end <= section.end).collect();
    Some(match field(&own, "status") {
        Some((at, field)) => replaced(file, &own[at], &format!("{} {status}", field.lead.trim_end())),
        None => inserted(file, &own, &format!("- **Status**: {status}")),
    })
}

/// The file without these entries and the blank line before the last one.
pub fn without(file: &str, doomed: &[Section]) -> String {
    let mut left = String::new();
    let mut done = 0;
    for section in doomed {
        left.push_str(file.get(done..section.span.start).unwrap_or_default());
        done = section.span.end.max(done);
    }
    let rest = &file[done..];
    if rest.is_empty() && !doomed.is_empty() {
        let gap = ["\r\n\r\n", "\n\n"].into_iter().find(|gap| left.ends_with(gap));
        left.truncate(left.len() - gap.map_or(0, |gap| gap.len() / 2));
    }
    left + rest
}

/// The file with other words for an entry; what follows it keeps its place.
pub fn replace(file: &str, anchor: &str, source: Option<&str>, words: &str) -> Option<String> {
    let sections = parse(file);
    let span = find(&sections, anchor, source)?.span.clone();
    let gap = &file[span.clone()][file[span.clone()].trim_end().len()..];
    let words = with_breaks_of(file, words.replace("\r\n", "\n").trim_end().to_owned());
    Some(format!("{}{words}{gap}{}", &file[..span.start], &file[span.end..]))
}

/// The same entry under another number.
pub fn renumber(section: &str, anchor: &str) -> String {
    match parse(section).first() {
        Some(entry) => section.replacen(&entry.anchor, anchor, 1),
        None => section.to_owned(),
    }
}

/// Whether a text is one entry of this ledger and nothing else.
pub fn is_one_entry(text: &str, ledger: Ledger) -> bool {
    match parse(text).as_slice() {
        [only] => only.ledger == ledger && text[..only.span.start].trim().is_empty(),
        _ => false,
    }
}

fn replaced(file: &str, line: &MarkdownLine<'_>, text: &str) -> String {
    let start = line.span.start + file[line.span.clone()].find(line.text).unwrap_or_default();
    format!("{}{text}{}", &file[..start], &file[start + line.text.len()..])
}

/// Below the entry's first list, or below its heading if it has none.
fn inserted(file: &str, own: &[MarkdownLine<'_>], text: &str) -> String {
    let first = own.iter().position(|line| line.is_prose() && line.is_bullet());
    let last = first.map_or(0, |first| {
        let length = own[first..]
            .iter()
            .take_while(|line| line.is_prose() && !line.is_blank() && line.heading().is_none())
            .count();
        first + length - 1
    });
    let (before, after) = file.split_at(own[last].span.end);
    let open = if before.ends_with('\n') { "" } else { "\n" };
    let added = match first {
        Some(_) => format!("{open}{text}\n"),
        None if after.is_empty() => format!("{open}\n{text}\n"),
        None => format!("{open}\n{text}\n\n"),
    };
    format!("{before}{}{after}", with_breaks_of(file, added))
}

fn with_breaks_of(file: &str, text: String) -> String {
    if file.contains("\r\n") { text.replace('\n', "\r\n") } else { text }
}

/// One above every number that was ever given, including entries that were commented out.
pub fn next_number(file: &str, ledger: Ledger, highest_given: u32) -> u32 {
    let standing = lines(file)
        .iter()
        .filter_map(|line| EntryHeading::read(line.any_heading()?.1))
        .filter(|entry| entry.ledger == ledger)
        .map(|entry| entry.number)
        .max();
    standing.unwrap_or(0).max(highest_given).saturating_add(1)
}
