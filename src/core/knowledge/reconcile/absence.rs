//! The rule by which a missing artifact counts as deleted by the person.

use chrono::TimeDelta;

use super::{ManifestRow, ReconcileInput};

/// A file that is missing for this long was not just stashed.
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
        // The clock was set back, or the branch renamed meanwhile: start again.
        _ => Absence::New,
    }
}

/// If most artifacts vanish at once, it is a cleaned folder or an unfinished checkout rather than
/// that many rejections.
pub(super) fn is_mass_deletion(gone: usize, found: usize) -> bool {
    gone + found >= MASS_FROM && gone > found
}
