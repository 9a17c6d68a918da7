//! An index of the knowledge files in a few lines: enough to see that an entry matters, and where
//! to read it.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::entries::{self, Section};
use super::reconcile::content_hash;
use crate::core::model::artifact_path::Ledger;
use crate::core::text::tokens::{in_quarters, quarters, tokens};
use crate::core::text::{ellipsis, one_line};

const TITLE_CHARS: usize = 60;
const AREA_CHARS: usize = 80;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexEntry {
    pub anchor: String,
    pub title: String,
    pub status: String,
    pub area: Option<String>,
}

/// Says where to find the full text, and asks agents to cite entries, which shows that they were
/// used.
const FOOTER: &str = "Read the relevant file and locate the matching `## ADR-NNN:` or `## PF-NNN:` heading for the full body.\n\
     Cite what you follow: `applies ADR-NNN`, `avoids PF-NNN`.";

/// Entries in the order in which they get room, and the files with their full text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Index {
    pub entries: Vec<IndexEntry>,
    /// Absolute, because agents do not share a working folder; not stored, because projects are
    /// moved.
    #[serde(skip)]
    pub decisions_path: String,
    #[serde(skip)]
    pub pitfalls_path: String,
}

/// The entries that sessions are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownEntries {
    /// Hashes of the texts that are ours or the person's.
    pub told: BTreeSet<String>,
    /// Anchors of entries that led to harm or no longer hold.
    pub hidden: BTreeSet<String>,
}

impl ShownEntries {
    pub fn holds(&self, section: &Section, file: &str) -> bool {
        !self.hidden.contains(&section.anchor) && self.told.contains(&content_hash(section.text(file)))
    }
}

/// The active entries that `shown` accepts, in file order. Files may come with a repository, so the
/// caller decides which of their entries are this user's.
pub fn entries(decisions: &str, pitfalls: &str, shown: &dyn Fn(&Section, &str) -> bool) -> Vec<IndexEntry> {
    let mut all = Vec::new();
    for (ledger, file) in [(Ledger::Decisions, decisions), (Ledger::Pitfalls, pitfalls)] {
        for section in entries::parse(file).iter().filter(|section| section.ledger == ledger) {
            if section.standing().is_active() && shown(section, file) {
                all.push(IndexEntry::of(section));
            }
        }
    }
    all
}

impl IndexEntry {
    pub fn of(section: &Section) -> Self {
        Self {
            anchor: section.anchor.clone(),
            title: one_line(&section.title),
            status: section.standing().as_str().to_owned(),
            area: section.area.as_deref().map(one_line).filter(|area| !area.is_empty()),
        }
    }

    pub fn line(&self) -> String {
        let mut line =
            format!("  {}  {}  [{}]", self.anchor, ellipsis(&self.title, TITLE_CHARS), self.status);
        if let Some(area) = &self.area {
            let _ = write!(line, "  —  {}", ellipsis(area, AREA_CHARS));
        }
        line
    }

    fn is_of(&self, ledger: Ledger) -> bool {
        self.anchor.starts_with(ledger.prefix())
    }

    fn number(&self) -> u32 {
        self.anchor.rsplit('-').next().and_then(|digits| digits.parse().ok()).unwrap_or(u32::MAX)
    }
}

impl Index {
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All of it, or `(none)`.
    pub fn format(&self) -> String {
        if self.is_empty() { "(none)".to_owned() } else { self.first(self.entries.len()) }
    }

    /// As many of the best entries as fit; `None` if not even one does.
    pub fn fit(&self, max_tokens: usize) -> Option<String> {
        let room = in_quarters(max_tokens);
        let lengths = self.lengths_within(room);
        let all = self.entries.len();
        let whole = Some(all).filter(|all| *all > 0 && lengths.len() == *all);
        // The counts in the headings may grow by a digit, so the estimate is tried and corrected.
        let estimate = lines_within(&lengths, room.saturating_sub(quarters(&self.first(0))));
        let mut tries = whole.into_iter().chain((1..=estimate).rev()).map(|shown| self.first(shown));
        tries.find(|text| tokens(text) <= max_tokens)
    }

    /// The lengths, in quarters of tokens, of the best lines that fit into `room` by themselves.
    /// There may be many more entries.
    fn lengths_within(&self, room: usize) -> Vec<usize> {
        let lengths = self.entries.iter().map(|entry| quarters(&entry.line()) + quarters("\n"));
        let mut used = 0;
        lengths
            .take_while(|length| {
                used += length;
                used <= room
            })
            .collect()
    }

    /// The best `shown` entries, in the order of their numbers, and the number of others.
    fn first(&self, shown: usize) -> String {
        let mut out = String::new();
        for ledger in Ledger::ALL.into_iter().filter(|l| self.entries.iter().any(|e| e.is_of(*l))) {
            out.push_str(&self.block(ledger, shown));
            out.push('\n');
        }
        for ledger in Ledger::ALL.into_iter().filter(|l| self.entries.iter().any(|e| e.is_of(*l))) {
            let name = format!("{}-NNN", ledger.prefix());
            let _ = writeln!(out, "{name:<7} entries live in {}", self.path(ledger));
        }
        out.push_str(FOOTER);
        out
    }

    fn block(&self, ledger: Ledger, shown: usize) -> String {
        let total = self.entries.iter().filter(|e| e.is_of(ledger)).count();
        let mut best: Vec<&IndexEntry> = self.entries[..shown].iter().filter(|e| e.is_of(ledger)).collect();
        best.sort_by_key(|entry| entry.number());
        let heading = match ledger {
            Ledger::Decisions => "Decisions",
            Ledger::Pitfalls => "Pitfalls",
        };
        let more = total - best.len();
        let mut block = if more == 0 {
            format!("{heading} ({total}):\n")
        } else {
            format!("{heading} ({} of {total}):\n", best.len())
        };
        for entry in best {
            let _ = writeln!(block, "{}", entry.line());
        }
        if more > 0 {
            let _ = writeln!(block, "  … {more} more in {}", self.path(ledger));
        }
        block
    }

    fn path(&self, ledger: Ledger) -> &str {
        match ledger {
            Ledger::Decisions => &self.decisions_path,
            Ledger::Pitfalls => &self.pitfalls_path,
        }
    }
}

fn lines_within(lengths: &[usize], room: usize) -> usize {
    let sums = lengths.iter().scan(0, |sum, length| {
        *sum += length;
        Some(*sum)
    });
    sums.take_while(|sum| *sum <= room).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn index(decisions: &str, pitfalls: &str) -> Index {
        Index {
            entries: entries(decisions, pitfalls, &|_, _| true),
            decisions_path: "/p/.memory/knowledge/decisions.md".into(),
            pitfalls_path: "/p/.memory/knowledge/pitfalls.md".into(),
        }
    }

    #[test]
    fn the_format_is_the_published_one_and_asks_for_citations() {
        let decisions = "## ADR-001: Use Result types\n- **Status**: Active\n\n## ADR-002: Old\n- **Status**: Superseded by ADR-001\n";
        let pitfalls = "## PF-004: God scripts\n- **Area**: scripts/hooks/\n- **Status**: Active\n";
        assert_eq!(
            index(decisions, pitfalls).format(),
            "Decisions (1):\n  ADR-001  Use Result types  [Active]\n\n\
             Pitfalls (1):\n  PF-004  God scripts  [Active]  —  scripts/hooks/\n\n\
             ADR-NNN entries live in /p/.memory/knowledge/decisions.md\n\
             PF-NNN  entries live in /p/.memory/knowledge/pitfalls.md\n\
             Read the relevant file and locate the matching `## ADR-NNN:` or `## PF-NNN:` heading for the full body.\n\
             Cite what you follow: `applies ADR-NNN`, `avoids PF-NNN`."
        );
        assert_eq!(index("", "## PF-001: x\n- **Status**: Deprecated\n").format(), "(none)");
        assert!(!index(decisions, "").format().contains("pitfalls.md"));
    }

    #[test]
    fn a_status_is_shown_only_if_it_is_known() {
        for (status, shown) in [
            ("- **Status**: Active", "[Active]"),
            ("- **Status**: Accepted", "[Accepted]"),
            ("- **Status**: whatever", "[unknown]"),
            ("no status", "[unknown]"),
        ] {
            let line = index(&format!("## ADR-001: T\n{status}\n"), "").entries[0].line();
            assert_eq!(line, format!("  ADR-001  T  {shown}"));
        }
    }

    #[test]
    fn long_titles_and_areas_are_cut_by_characters() {
        let file = format!("## PF-001: {}\n- **Area**: {}\n", "ü".repeat(61), "ö".repeat(81));
        let line = index("", &file).entries[0].line();
        assert_eq!(line, format!("  PF-001  {}…  [unknown]  —  {}…", "ü".repeat(60), "ö".repeat(80)));
        let exact = format!("## PF-001: {}\n", "x".repeat(60));
        assert!(!index("", &exact).entries[0].line().contains('…'));
    }

    #[test]
    fn only_trusted_entries_of_their_own_file_are_listed() {
        let decisions = "## ADR-001: A\n\n## ADR-002: B\n\n## PF-001: not a decision\n";
        let anchors: Vec<String> =
            entries(decisions, "", &|s, _| s.anchor != "ADR-001").into_iter().map(|e| e.anchor).collect();
        assert_eq!(anchors, ["ADR-002"]);
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let pitfalls: String =
            (1..=9).map(|n| format!("## PF-{n:03}: Pitfall {n}\n- **Status**: Active\n\n")).collect();
        let mut index = index("## ADR-001: D\n", &pitfalls);
        index.entries.reverse();
        let text = index.fit(112).unwrap();
        assert!(
            text.contains("Decisions (0 of 1):\n  … 1 more in /p/.memory/knowledge/decisions.md\n"),
            "{text}"
        );
        assert!(text.contains("  PF-009  ") && !text.contains("  PF-001  "), "{text}");
        let shown: Vec<&str> = text.lines().filter(|l| l.starts_with("  PF-")).collect();
        assert!(shown.is_sorted() && text.contains(&format!("Pitfalls ({} of 9):", shown.len())), "{text}");
        assert!(text.contains(&format!("  … {} more in /p/.memory/knowledge/pitfalls.md", 9 - shown.len())));
        assert_eq!(index.fit(20), None);
        assert_eq!(index.fit(10_000), Some(index.format()));
        assert_eq!(Index::default().fit(10_000), None);
    }

    proptest! {
        #[test]
        fn an_index_never_outgrows_its_room(
            titles in prop::collection::vec(".{0,80}", 0..40), max in 0usize..900, flip: bool
        ) {
            let file: String = titles.iter().enumerate().map(|(n, t)| format!("## ADR-{n:03}: {}\n\n", one_line(t))).collect();
            let mut index = index(&file, "");
            if flip { index.entries.reverse(); }
            if let Some(text) = index.fit(max) {
                prop_assert!(tokens(&text) <= max);
            }
        }
    }
}
