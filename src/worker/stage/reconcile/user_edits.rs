//! Edits and deletions of our files by people, kept in the history: no later write of ours can lose an
//! edit, and a mistaken deletion can be undone.

use std::path::Path;

use anyhow::Result;
use rusqlite::Connection;

use crate::core::knowledge::entries;
use crate::core::knowledge::reconcile::{ManifestRow, ReconcileStep};
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::redact::Redactor;
use crate::core::text::splice::{self, Side};
use crate::os::fsx;
use crate::store::history;
use crate::worker::file::rewrite;

pub(super) fn record(
    db: &Connection,
    root: &Path,
    redactor: &Redactor,
    step: &ReconcileStep,
    at: Time,
) -> Result<()> {
    let (row, action, cause) = match step {
        ReconcileStep::Edited(row) => {
            (row, ChangeKind::Edited, "the person's version is the one that counts")
        }
        ReconcileStep::Deleted(row) => (row, ChangeKind::Deleted, "it was gone for longer than a moment"),
        ReconcileStep::Healed(row) => (row, ChangeKind::Wrote, "it was found without a record of it"),
        ReconcileStep::Missing(_) | ReconcileStep::Found(_) | ReconcileStep::Overtaken(_) => return Ok(()),
    };
    let place = row.place();
    let (without, there) = standing(root, row)?;
    let before = match step {
        ReconcileStep::Healed(_) => without,
        _ => last_known(db, &place)?.or(without),
    };
    rewrite::record(db, redactor, &place, before, there, ChangeCause { action, cause, at })
}

/// The file without and with the artifact. A deleted entry leaves its file behind.
fn standing(root: &Path, row: &ManifestRow) -> Result<(Option<Side>, Option<Side>)> {
    let Some(file) = fsx::read_text_opt(&fsx::inside(root, &row.path)?)? else {
        return Ok((None, None));
    };
    let Some(anchor) = &row.anchor else {
        return Ok(splice::sides(None, Some(&file)));
    };
    let sections = entries::parse(&file);
    let Some(section) = entries::find(&sections, anchor, Some(&row.observation_id)) else {
        let (_, gone) = splice::sides(Some(&format!("{file}\n")), Some(&file));
        return Ok((None, gone));
    };
    let (mut head, rest) = (&file[..section.span.start], &file[section.span.end..]);
    // The empty line between two entries belongs to the second.
    let is_second = sections.first().is_some_and(|first| first.span.start < section.span.start);
    if is_second && rest.is_empty() {
        head = head.strip_suffix('\n').filter(|head| head.ends_with('\n')).unwrap_or(head);
    }
    let without = format!("{head}{rest}");
    Ok(splice::sides(Some(&without), Some(&file)))
}

fn last_known(db: &Connection, place: &str) -> Result<Option<Side>> {
    let last = history::last_of_file(db, place)?.and_then(|entry| entry.after);
    Ok(last.map(|side| serde_json::from_str(&side).map(Side::trimmed)).transpose()?)
}
