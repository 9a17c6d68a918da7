//! Removal of knowledge that older tools seeded into the same files, in two sweeps that run only if
//! a person asks.

use std::collections::BTreeSet;

use super::entries::{self, Section};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegacySweep {
    /// The four entries that were known to be of little use.
    V2,
    /// Every entry that did not come from a session.
    V3,
}

/// Entries that were seeded into every project.
const SEEDED: [&str; 4] = ["ADR-002", "PF-001", "PF-003", "PF-005"];

impl LegacySweep {
    pub const ALL: [LegacySweep; 2] = [LegacySweep::V2, LegacySweep::V3];

    pub fn name(self) -> &'static str {
        match self {
            LegacySweep::V2 => "purge-legacy-knowledge-v2",
            LegacySweep::V3 => "purge-legacy-knowledge-v3",
        }
    }

    /// Finds a sweep by its published name.
    pub fn named(name: &str) -> Option<LegacySweep> {
        LegacySweep::ALL.into_iter().find(|sweep| sweep.name() == name)
    }

    fn takes(self, section: &Section) -> bool {
        let unmarked = section.source.is_none();
        match self {
            LegacySweep::V2 => unmarked && SEEDED.contains(&section.anchor.as_str()),
            LegacySweep::V3 => unmarked,
        }
    }
}

/// A knowledge file without the swept entries, and these entries. Entries in `ours` stay, even if a
/// person removed our mark.
pub fn sweep(file: &str, sweeps: &[LegacySweep], ours: &BTreeSet<String>) -> (String, Vec<Section>) {
    let mut kept = String::new();
    let mut taken = Vec::new();
    let mut at = 0;
    for section in entries::parse(file) {
        if !ours.contains(&section.anchor) && sweeps.iter().any(|sweep| sweep.takes(&section)) {
            kept.push_str(&file[at..section.span.start]);
            at = section.span.end;
            taken.push(section);
        }
    }
    kept.push_str(&file[at..]);
    (kept, taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# Decisions\n\n## ADR-001: Hand-written\n\n- **Status**: Active\n\n## ADR-002: Seeded\n\ntext\n\n\
                        ## ADR-003: Learned\n\n- **Source**: self-learning:obs_1\n\n## ADR-004: Kept by hand\n\n\
                        - **Source**: self-learning:manual_x\n";

    fn swept(sweeps: &[LegacySweep], ours: &[&str]) -> (String, Vec<String>) {
        let ours = ours.iter().map(|a| (*a).to_owned()).collect();
        let (text, taken) = sweep(FILE, sweeps, &ours);
        (text, taken.into_iter().map(|s| s.anchor).collect())
    }

    #[test]
    fn each_sweep_takes_what_it_names() {
        assert_eq!(swept(&[LegacySweep::V2], &[]).1, ["ADR-002"]);
        assert_eq!(swept(&[LegacySweep::V3], &[]).1, ["ADR-001", "ADR-002"]);
        assert_eq!(swept(&LegacySweep::ALL, &["ADR-001"]).1, ["ADR-002"]);
        assert_eq!(swept(&[], &[]).0, FILE);
    }

    #[test]
    fn what_stays_keeps_every_byte_and_a_second_sweep_takes_nothing() {
        let (text, _) = swept(&LegacySweep::ALL, &[]);
        assert!(
            text.starts_with("# Decisions\n\n## ADR-003: Learned\n") && FILE.ends_with(&text[13..]),
            "{text}"
        );
        assert_eq!(sweep(&text, &LegacySweep::ALL, &BTreeSet::new()).1, []);
    }
}
