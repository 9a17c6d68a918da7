//! Artifacts that another one replaced, for as long as that holds. A replaced entry stays readable and
//! says so. A replaced command or skill of ours leaves the project and stays ready to come back; what a
//! person edited stays.

use anyhow::Result;

use crate::core::knowledge::entries::{self, EntryStatus, Section};
use crate::core::knowledge::reconcile::{ManifestRow, content_hash};
use crate::core::knowledge::render;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::{Observation, Status};
use crate::store;
use crate::worker::file::artifact::{self, Rewrite};
use crate::worker::run::Run;

pub fn run(run: &mut Run<'_>) -> Result<()> {
    for (older, row) in artifact::all(run)? {
        mark_one(run, older, row)?;
    }
    for older in store::observations::all(run.store.read())? {
        if let Some(newer) = older.superseded_by.clone()
            && store::artifacts::get(run.store.read(), &newer)?.is_some()
        {
            step_aside(run, older)?;
        }
    }
    Ok(())
}

/// Removes the older one before the newer one is written, so that it can take over the name.
pub fn make_room(run: &mut Run<'_>, newer: &str) -> Result<()> {
    for older in store::observations::superseded_by(run.store.read(), newer)? {
        step_aside(run, older)?;
    }
    Ok(())
}

fn step_aside(run: &mut Run<'_>, older: Observation) -> Result<()> {
    let row = store::artifacts::get(run.store.read(), &older.id)?;
    let Some(row) = row.filter(|row| row.anchor.is_none() && !row.edited) else {
        return Ok(());
    };
    let before = artifact::file(run, &row)?.filter(|file| content_hash(file) == row.content_hash);
    if before.is_none() {
        return Ok(());
    }
    let cause = format!("a newer one took the place of “{}”", older.title);
    let did = ChangeCause { action: ChangeKind::Withdrew, cause: &cause, at: run.ctx.now };
    let observation = Observation { status: Status::Ready, ..older };
    let place = row.place();
    artifact::apply(run, &Rewrite { place, before, after: None, observation, row: None, did })
}

/// Marks the entries that this one replaced.
pub fn mark(run: &mut Run<'_>, newer: &str) -> Result<()> {
    for older in store::observations::superseded_by(run.store.read(), newer)? {
        if let Some(row) = store::artifacts::get(run.store.read(), &older.id)? {
            mark_one(run, older, row)?;
        }
    }
    Ok(())
}

/// Names the replacement in an entry's Status line once that is written, and removes the note once it is given up.
fn mark_one(run: &mut Run<'_>, older: Observation, row: ManifestRow) -> Result<()> {
    let newer = match &older.superseded_by {
        Some(newer) => store::artifacts::get(run.store.read(), newer)?,
        None => None,
    };
    let by = newer.map(|newer| newer.anchor.unwrap_or_else(|| render::invoked_as(newer.kind, &newer.path)));
    let (Some(anchor), Some(file)) = (&row.anchor, artifact::file(run, &row)?) else {
        return Ok(());
    };
    let standing = entries::find(&entries::parse(&file), anchor, Some(&older.id)).map(Section::standing);
    let (status, cause) = match (&by, standing) {
        (Some(by), Some(standing)) if standing.is_open() => {
            (entries::NewEntryStatus::SupersededBy(by), format!("{by} says otherwise on the same matter"))
        }
        (None, Some(EntryStatus::Superseded)) if older.superseded_by.is_none() && !row.edited => {
            (entries::NewEntryStatus::Active, "what took its place was given up".to_owned())
        }
        _ => return Ok(()),
    };
    artifact::mark_entry(run, older, row.clone(), anchor, status, &cause)
}
