//! What was given up leaves the project: a file of ours is removed, an entry says that it is deprecated. What a person
//! edited stays, and is theirs from then on. As long as its row is there this is not done yet, so that whatever a crash
//! left is finished by the next run.

use anyhow::Result;
use rusqlite::Connection;

use crate::core::knowledge::entries;
use crate::core::knowledge::reconcile::{ManifestRow, content_hash};
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::{Observation, Status};
use crate::os::fsx;
use crate::store;
use crate::worker::file::promise;
use crate::worker::file::rewrite::FileChange;
use crate::worker::run::Run;

/// What became of an artifact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Withdrawn {
    Removed(String),
    /// The entry stays, and its Status line says so.
    Marked(String),
    /// A person's version: theirs now.
    Kept(String),
    /// Another observation stands for the same entry.
    Shared(String),
    /// It was not there.
    Nothing,
}

pub fn run(run: &mut Run<'_>) -> Result<()> {
    for row in store::artifacts::all(run.store.read())? {
        let observation = store::observations::get(run.store.read(), &row.observation_id)?;
        if let Some(observation) = observation.filter(|o| o.status == Status::Deprecated) {
            one(run, &observation, &row, |_| Ok(()))?;
        }
    }
    Ok(())
}

/// One, and what is to be stored with it.
pub fn one(
    run: &mut Run<'_>,
    observation: &Observation,
    row: &ManifestRow,
    with: impl Fn(&Connection) -> Result<()>,
) -> Result<Withdrawn> {
    let path = fsx::inside(&run.project.root, &row.path)?;
    let before = fsx::read_text_opt(&path)?;
    let (left, after) = match (&before, &row.anchor) {
        (None, _) => (Withdrawn::Nothing, None),
        (Some(file), Some(anchor)) => entry(run, observation, row, file, anchor)?,
        (Some(file), None) => whole_file(row, file),
    };
    let place = row.place();
    let change = FileChange { place: &place, before: before.as_deref(), after: after.as_deref() };
    let changes = matches!(left, Withdrawn::Removed(_) | Withdrawn::Marked(_));
    forget(run, row, changes.then_some(change), with)?;
    Ok(left)
}

fn whole_file(row: &ManifestRow, file: &str) -> (Withdrawn, Option<String>) {
    let is_ours = !row.edited && content_hash(file) == row.content_hash;
    let left = if is_ours { Withdrawn::Removed } else { Withdrawn::Kept };
    (left(row.path.clone()), None)
}

/// Of an entry only the Status line is ours to change, whoever worded the rest.
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
        return Ok((Withdrawn::Shared(anchor.to_owned()), None));
    }
    let sections = entries::parse(file);
    let standing = entries::find(&sections, anchor, Some(&observation.id)).map(entries::Section::standing);
    let merged_into = observation.review_state.merged_into.as_ref().map(|by| name(run, by)).transpose()?;
    let status = merged_into
        .as_deref()
        .map_or(entries::NewEntryStatus::Deprecated, entries::NewEntryStatus::MergedInto);
    let marked = standing.filter(|s| s.is_active()).and_then(|_| entries::set_status(file, anchor, status));
    let left = if marked.is_some() { Withdrawn::Marked(anchor.to_owned()) } else { Withdrawn::Nothing };
    Ok((left, marked))
}

/// As people know it: by its entry, else by its id.
fn name(run: &Run<'_>, id: &str) -> Result<String> {
    let row = store::artifacts::get(run.store.read(), id)?;
    Ok(row.and_then(|row| row.anchor).unwrap_or_else(|| id.to_owned()))
}

fn forget(
    run: &mut Run<'_>,
    row: &ManifestRow,
    change: Option<FileChange<'_>>,
    with: impl Fn(&Connection) -> Result<()>,
) -> Result<()> {
    let cause = format!("{} was given up", row.observation_id);
    let did = ChangeCause { action: ChangeKind::Withdrew, cause: &cause, at: run.ctx.now };
    let forget = |db: &Connection| -> Result<()> {
        with(db)?;
        Ok(store::artifacts::forget(db, &row.observation_id, did)?)
    };
    match change {
        Some(change) => promise::keep(run, change, did, forget),
        None => run.store.write(|db| forget(db)),
    }
}
