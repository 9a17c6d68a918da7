//! Step `withdraw`: removes what was given up from the project. A file of ours is deleted, an entry is
//! marked as deprecated; what a person edited stays and becomes theirs. The row stays until this is
//! done, so the next run finishes what a crash interrupted.

use anyhow::Result;
use rusqlite::Connection;

use crate::core::knowledge::entries;
use crate::core::knowledge::reconcile::{ManifestRow, content_hash};
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::{Observation, Status};
use crate::store;
use crate::worker::file::artifact::{self, Rewrite};
use crate::worker::run::Run;

/// The result of withdrawing an artifact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Withdrawn {
    Removed(String),
    /// The entry stays, marked in its Status line.
    Marked(String),
    /// A person's version, which is now theirs.
    Kept(String),
    /// Another observation owns the same entry.
    Shared(String),
    /// It did not exist.
    Nothing,
}

pub fn run(run: &mut Run<'_>) -> Result<()> {
    for (observation, row) in artifact::all(run)? {
        if observation.status == Status::Deprecated {
            one(run, &observation, &row, |_| Ok(()))?;
        }
    }
    Ok(())
}

/// Withdraws one artifact and stores further changes with it.
pub fn one(
    run: &mut Run<'_>,
    observation: &Observation,
    row: &ManifestRow,
    with: impl FnOnce(&Connection) -> Result<()>,
) -> Result<Withdrawn> {
    let before = artifact::file(run, row)?;
    let (left, after) = match (&before, &row.anchor) {
        (None, _) => (Withdrawn::Nothing, None),
        (Some(file), Some(anchor)) => entry(run, observation, row, file, anchor)?,
        (Some(file), None) => whole_file(row, file),
    };
    let cause = format!("{} was given up", row.observation_id);
    let did = ChangeCause { action: ChangeKind::Withdrew, cause: &cause, at: run.ctx.now };
    let (place, observation) = (row.place(), observation.clone());
    artifact::apply_with(run, &Rewrite { place, before, after, observation, row: None, did }, with)?;
    Ok(left)
}

fn whole_file(row: &ManifestRow, file: &str) -> (Withdrawn, Option<String>) {
    let is_ours = !row.edited && content_hash(file) == row.content_hash;
    match is_ours {
        true => (Withdrawn::Removed(row.path.clone()), None),
        false => (Withdrawn::Kept(row.path.clone()), Some(file.to_owned())),
    }
}

/// Changes only the Status line of an entry, even if a person worded the rest.
fn entry(
    run: &Run<'_>,
    observation: &Observation,
    row: &ManifestRow,
    file: &str,
    anchor: &str,
) -> Result<(Withdrawn, Option<String>)> {
    let is_other = |other: &ManifestRow| {
        other.observation_id != observation.id && other.path == row.path && other.anchor == row.anchor
    };
    if store::artifacts::all(run.store.read())?.iter().any(is_other) {
        return Ok((Withdrawn::Shared(anchor.to_owned()), Some(file.to_owned())));
    }
    let sections = entries::parse(file);
    let standing = entries::find(&sections, anchor, Some(&observation.id)).map(entries::Section::standing);
    let merged_into = observation.review_state.merged_into.as_ref().map(|by| name(run, by)).transpose()?;
    let status = merged_into
        .as_deref()
        .map_or(entries::NewEntryStatus::Deprecated, entries::NewEntryStatus::MergedInto);
    let marked = standing.filter(|s| s.is_open()).and_then(|_| entries::set_status(file, anchor, status));
    match marked {
        Some(after) => Ok((Withdrawn::Marked(anchor.to_owned()), Some(after))),
        None => Ok((Withdrawn::Nothing, Some(file.to_owned()))),
    }
}

/// Name for people: the entry, or else the id.
fn name(run: &Run<'_>, id: &str) -> Result<String> {
    let row = store::artifacts::get(run.store.read(), id)?;
    Ok(row.and_then(|row| row.anchor).unwrap_or_else(|| id.to_owned()))
}
