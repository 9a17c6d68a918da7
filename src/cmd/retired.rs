//! Entries that are no longer shown. The status in their file says why: a newer entry replaced them, or
//! a person set them aside.

use std::collections::BTreeMap;
use std::path::Path;

use crate::core::model::artifact_path::Ledger;
use crate::core::model::{Observation, Status};
use crate::core::text::one_line;
use crate::project::artifacts;
use crate::ui;

/// Status lines of retired entries, by observation. An unreadable file has none.
pub(super) fn retired(root: &Path) -> BTreeMap<String, String> {
    let sections =
        Ledger::ALL.into_iter().flat_map(|ledger| artifacts::sections(root, ledger).unwrap_or_default());
    let aside = sections.filter(|section| !section.standing().is_active());
    aside.filter_map(|section| Some((section.source?, in_a_sentence(&section.status?)))).collect()
}

/// The text for a replaced observation without an entry.
pub(super) fn replaced(observation: &Observation) -> Option<String> {
    observation.superseded_by.as_ref().map(|newer| format!("superseded by {newer}"))
}

/// A status, with the entry's own if that differs.
pub(super) fn beside(status: Status, says: Option<&str>) -> String {
    match says.filter(|says| *says != status.as_str()) {
        Some(says) => format!("{status}, {says}"),
        None => status.to_string(),
    }
}

/// `Superseded by ADR-002` in the middle of a sentence.
fn in_a_sentence(status: &str) -> String {
    let status = ui::inert(&one_line(status));
    let mut chars = status.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
