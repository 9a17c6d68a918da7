//! When an artifact that is not found counts as deleted by the person.

use chrono::TimeDelta;

use super::{ManifestRow, ReconcileInput};

/// A file that is still gone after this long was not stashed for a moment.
pub const CONFIRM_AFTER: TimeDelta = TimeDelta::hours(12);
/// With fewer artifacts than this, "most of them are gone" says nothing.
const MASS_FROM: usize = 4;

pub(super) fn pending(row: &ManifestRow, look: &ReconcileInput<'_>) -> ManifestRow {
    ManifestRow {
        missing_since: Some(look.now),
        missing_branch: look.branch.map(str::to_owned),
        ..row.clone()
    }
}

pub(super) enum Absence {
    New,
    Waiting,
    Confirmed,
}

pub(super) fn absence(row: &ManifestRow, look: &ReconcileInput<'_>) -> Absence {
    match row.missing_since {
        Some(since) if row.missing_branch.as_deref() == look.branch && since <= look.now => {
            if look.now - since >= CONFIRM_AFTER { Absence::Confirmed } else { Absence::Waiting }
        }
        // A clock that was set back, or a branch renamed meanwhile: begin again.
        _ => Absence::New,
    }
}

/// Most of what should be here gone together is a cleaned folder or an unfinished checkout rather than as many refusals.
pub(super) fn is_mass_deletion(gone: usize, found: usize) -> bool {
    gone + found >= MASS_FROM && gone > found
}
