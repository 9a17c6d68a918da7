//! The one function that rewrites an artifact. Its file, row and observation change together or not at
//! all.

use anyhow::{Context, Result};
use rusqlite::Connection;

use crate::core::knowledge::entries;
use crate::core::knowledge::reconcile::{ManifestRow, content_hash};
use crate::core::model::Observation;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::os::fsx;
use crate::store;
use crate::worker::file::promise;
use crate::worker::file::rewrite::FileChange;
use crate::worker::run::Run;

/// A planned change of an artifact.
pub struct Rewrite<'a> {
    /// The path in the project, with `#ADR-003` for an entry.
    pub place: String,
    /// The whole file before and after; both are equal if only the database changes.
    pub before: Option<String>,
    pub after: Option<String>,
    /// The new state of the observation.
    pub observation: Observation,
    /// The new row; `None` if the artifact is given up.
    pub row: Option<ManifestRow>,
    pub did: ChangeCause<'a>,
}

/// Changes the Status line of an entry, if it exists.
pub fn mark_entry(
    run: &mut Run<'_>,
    observation: Observation,
    row: ManifestRow,
    anchor: &str,
    status: entries::NewEntryStatus<'_>,
    cause: &str,
) -> Result<()> {
    let before = file(run, &row)?;
    let Some(after) = before.as_deref().and_then(|file| entries::set_status(file, anchor, status)) else {
        return Ok(());
    };
    let sections = entries::parse(&after);
    let section = entries::find(&sections, anchor, Some(&observation.id)).context("the entry is gone")?;
    let (place, content_hash) = (row.place(), content_hash(section.text(&after)));
    let row = Some(ManifestRow { content_hash, ..row });
    let did = ChangeCause { action: ChangeKind::Marked, cause, at: run.ctx.now };
    apply(run, &Rewrite { place, before, after: Some(after), observation, row, did })
}

/// Every artifact with its observation.
pub fn all(run: &Run<'_>) -> Result<Vec<(Observation, ManifestRow)>> {
    let db = run.store.read();
    let mut all = Vec::new();
    for row in store::artifacts::all(db)? {
        let observation = store::observations::get(db, &row.observation_id)?;
        all.extend(observation.map(|observation| (observation, row)));
    }
    Ok(all)
}

/// The text of an artifact's file.
pub fn file(run: &Run<'_>, row: &ManifestRow) -> Result<Option<String>> {
    fsx::read_text_opt(&fsx::inside(&run.project.root, &row.path)?)
}

pub fn apply(run: &mut Run<'_>, rewrite: &Rewrite<'_>) -> Result<()> {
    apply_with(run, rewrite, |_| Ok(()))
}

/// Applies a rewrite, with further changes in the same transaction.
pub fn apply_with(
    run: &mut Run<'_>,
    rewrite: &Rewrite<'_>,
    with: impl FnOnce(&Connection) -> Result<()>,
) -> Result<()> {
    let Rewrite { place, before, after, observation, row, did } = rewrite;
    let change = FileChange { place, before: before.as_deref(), after: after.as_deref() };
    let action = if did.action == ChangeKind::Created { ChangeKind::Wrote } else { did.action };
    promise::keep(run, change, ChangeCause { action, ..*did }, |db| {
        with(db)?;
        store::observations::save(db, observation, *did)?;
        match row {
            Some(row) => Ok(store::artifacts::record(db, row, *did)?),
            None => Ok(store::artifacts::forget(db, &observation.id, *did)?),
        }
    })
}
