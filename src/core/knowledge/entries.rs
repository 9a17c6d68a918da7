//! Entries of decisions.md and pitfalls.md. ingrain appends entries and changes Status lines;
//! everything else in these files belongs to the people who edit them, byte for byte.

use std::ops::Range;

use crate::core::learn::merge::pitfall_key::pitfall_key;
use crate::core::model::artifact_path::Ledger;
use crate::core::text;
use heading::{EntryHeading, Heading};
use markdown::{MarkdownField, MarkdownLine, lines};

pub use edit::{append, begun, is_one_entry, next_number, renumber, replace, set_status, without};

mod edit;
mod heading;
mod markdown;
#[cfg(test)]
mod tests;

/// The prefix of the observation's id in an entry's Source line.
const SOURCE: &str = "self-learning:";

impl Ledger {
    /// Whether the file holds nothing but our header.
    pub fn says_nothing(self, file: &str) -> bool {
        let text = file.replace("\r\n", "\n");
        text.trim().is_empty() || text.trim() == self.header().trim()
    }

    fn header(self) -> &'static str {
        match self {
            Ledger::Decisions => {
                "# Decisions\n\nWhat was decided in this project, and why. ingrain adds entries at the end; edit them as you like.\n"
            }
            Ledger::Pitfalls => {
                "# Pitfalls\n\nWhat went wrong in this project, and what to do instead. ingrain adds entries at the end; edit them as you like.\n"
            }
        }
    }
}

/// The status in an entry's Status line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryStatus {
    Active,
    Accepted,
    Deprecated,
    Superseded,
    /// A person said that it no longer holds, and has not decided on it yet.
    Revoked,
    /// No Status line, or a word of the person's own. Counts as active.
    Unknown,
}

impl EntryStatus {
    fn read(status: &str) -> Self {
        let word = text::normalise(status);
        match word.split(' ').next().unwrap_or_default() {
            "active" => EntryStatus::Active,
            "accepted" => EntryStatus::Accepted,
            "deprecated" => EntryStatus::Deprecated,
            "superseded" => EntryStatus::Superseded,
            "revoked" => EntryStatus::Revoked,
            _ => EntryStatus::Unknown,
        }
    }

    pub fn is_active(self) -> bool {
        !matches!(self, EntryStatus::Deprecated | EntryStatus::Superseded | EntryStatus::Revoked)
    }

    /// No final status is set yet.
    pub fn is_open(self) -> bool {
        self.is_active() || self == EntryStatus::Revoked
    }

    pub fn as_str(self) -> &'static str {
        match self {
            EntryStatus::Active => "Active",
            EntryStatus::Accepted => "Accepted",
            EntryStatus::Deprecated => "Deprecated",
            EntryStatus::Superseded => "Superseded",
            EntryStatus::Revoked => "Revoked",
            EntryStatus::Unknown => "unknown",
        }
    }
}

/// A status that we write into a Status line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewEntryStatus<'a> {
    Active,
    Deprecated,
    Revoked,
    /// The name of the other entry.
    MergedInto(&'a str),
    /// The anchor of the newer one.
    SupersededBy(&'a str),
}

impl std::fmt::Display for NewEntryStatus<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NewEntryStatus::Active => f.write_str(EntryStatus::Active.as_str()),
            NewEntryStatus::Deprecated => f.write_str(EntryStatus::Deprecated.as_str()),
            NewEntryStatus::Revoked => f.write_str(EntryStatus::Revoked.as_str()),
            NewEntryStatus::MergedInto(other) => {
                write!(f, "{}, merged into {other}", EntryStatus::Deprecated.as_str())
            }
            NewEntryStatus::SupersededBy(newer) => {
                write!(f, "{} by {newer}", EntryStatus::Superseded.as_str())
            }
        }
    }
}

/// One entry, in any position and spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub ledger: Ledger,
    pub number: u32,
    /// `ADR-007`, even if the heading says `adr-7`.
    pub anchor: String,
    pub title: String,
    pub status: Option<String>,
    pub area: Option<String>,
    pub issue: Option<String>,
    /// The text after `self-learning:` in the Source line: an observation's id, or a person's
    /// `manual_…`.
    pub source: Option<String>,
    pub span: Range<usize>,
}

impl Section {
    pub fn standing(&self) -> EntryStatus {
        self.status.as_deref().map_or(EntryStatus::Unknown, EntryStatus::read)
    }

    pub fn text<'a>(&self, file: &'a str) -> &'a str {
        &file[self.span.clone()]
    }
}

pub fn parse(file: &str) -> Vec<Section> {
    let lines = lines(file);
    let headings: Vec<Heading<'_>> = lines.iter().enumerate().filter_map(Heading::read).collect();
    headings
        .iter()
        .enumerate()
        .filter_map(|(i, heading)| {
            let entry = heading.entry.as_ref()?;
            let end =
                headings[i + 1..].iter().find(|next| next.ends(heading)).map_or(lines.len(), |h| h.line);
            Some(section(entry, &lines[heading.line..end]))
        })
        .collect()
}

fn section(entry: &EntryHeading<'_>, lines: &[MarkdownLine<'_>]) -> Section {
    let source = field(lines, "source").and_then(|(_, f)| f.value.trim_matches('`').strip_prefix(SOURCE));
    Section {
        ledger: entry.ledger,
        number: entry.number,
        anchor: entry.ledger.anchor(entry.number),
        title: entry.title.to_owned(),
        status: field(lines, "status").map(|(_, f)| f.value.to_owned()),
        area: wrapped_value(lines, "area"),
        issue: wrapped_value(lines, "issue"),
        source: source.map(|s| s.trim().to_owned()),
        span: lines[0].span.start..lines[lines.len() - 1].span.end,
    }
}

fn field<'a>(lines: &[MarkdownLine<'a>], name: &str) -> Option<(usize, MarkdownField<'a>)> {
    lines.iter().enumerate().find_map(|(i, line)| Some((i, line.field().filter(|f| f.is(name))?)))
}

/// A field's value, including the lines that an editor wrapped.
fn wrapped_value(lines: &[MarkdownLine<'_>], name: &str) -> Option<String> {
    let (at, first) = field(lines, name)?;
    let wrapped = lines[at + 1..].iter().take_while(|line| continues(line)).map(|line| line.text);
    let parts: Vec<&str> = std::iter::once(first.value).chain(wrapped).collect();
    Some(text::fold_space(&parts.join(" ")))
}

fn continues(line: &MarkdownLine<'_>) -> bool {
    line.is_prose()
        && !line.is_blank()
        && !line.is_bullet()
        && line.any_heading().is_none()
        && line.field().is_none()
}

/// The entry with this anchor. Merged branches can leave two of them: then the one from `source`,
/// otherwise the one from any observation, otherwise the first.
pub fn find<'a>(sections: &'a [Section], anchor: &str, source: Option<&str>) -> Option<&'a Section> {
    let same = || sections.iter().filter(|s| s.anchor == anchor);
    let exact = source.and_then(|id| same().find(|s| s.source.as_deref() == Some(id)));
    exact.or_else(|| same().find(|s| s.source.is_some())).or_else(|| same().next())
}

/// An entry of another memory that records this decision: the only active one with this heading,
/// with a number that no other entry has. Entries that people wrote themselves do not count.
pub fn duplicate_decision<'a>(sections: &'a [Section], title: &str) -> Option<&'a Section> {
    let heading = Some(text::normalise(title)).filter(|words| !words.is_empty())?;
    let is_marked = |s: &&Section| s.source.as_deref().is_some_and(|id| !id.starts_with("manual_"));
    let is_same = |s: &&Section| s.ledger == Ledger::Decisions && text::normalise(&s.title) == heading;
    let mut same = sections.iter().filter(is_same);
    let only = same.next().filter(|_| same.next().is_none()).filter(is_marked)?;
    let is_alone = sections.iter().filter(|s| s.anchor == only.anchor).count() == 1;
    (is_alone && only.standing().is_active()).then_some(only)
}

/// An entry that already records this pitfall, whatever its status.
pub fn duplicate_pitfall<'a>(sections: &'a [Section], area: &str, issue: &str) -> Option<&'a Section> {
    let wanted = pitfall_key(area, issue)?;
    sections.iter().find(|s| {
        let (area, issue) = (s.area.as_deref().unwrap_or_default(), s.issue.as_deref().unwrap_or_default());
        pitfall_key(area, issue).as_ref() == Some(&wanted)
    })
}
