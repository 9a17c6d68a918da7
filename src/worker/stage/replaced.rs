//! What another took the place of, as long as that stands. An entry stays readable and says so. A command or a skill of
//! ours leaves the project and is ready to come back; what a person edited stays.

use anyhow::{Context, Result};
use rusqlite::Connection;

use crate::core::knowledge::entries::{self, EntryStatus};
use crate::core::knowledge::reconcile::{ManifestRow, RowState, content_hash};
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::{Observation, Status};
use crate::os::fsx;
use crate::store;
use crate::worker::file::promise;
use crate::worker::file::rewrite::FileChange;
use crate::worker::run::Run;

pub fn run(run: &mut Run<'_>) -> Result<()> {
    for row in store::artifacts::all(run.store.read())? {
        if let Some(older) = store::observations::get(run.store.read(), &row.observation_id)? {
            mark_one(run, &older, row)?;
        }
    }
    for older in store::observations::all(run.store.read())? {
        if let Some(newer) = older.superseded_by.clone()
            && written(run, &newer)?.is_some()
        {
            step_aside(run, older)?;
        }
    }
    Ok(())
}

/// Before the newer one is written, so that it goes by the name that people know.
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
    let file = fsx::read_text_opt(&fsx::inside(&run.project.root, &row.path)?)?;
    let Some(file) = file.filter(|file| content_hash(file) == row.content_hash) else {
        return Ok(());
    };
    let place = row.place();
    let change = FileChange { place: &place, before: Some(&file), after: None };
    let cause = format!("a newer one took the place of “{}”", older.title);
    let did = ChangeCause { action: ChangeKind::Withdrew, cause: &cause, at: run.ctx.now };
    let waiting = Observation { status: Status::Ready, ..older };
    promise::keep(run, change, did, |db: &Connection| -> Result<()> {
        store::observations::save(db, &waiting, did)?;
        Ok(store::artifacts::forget(db, &waiting.id, did)?)
    })
}

/// The entries that this one took the place of.
pub fn mark(run: &mut Run<'_>, newer: &str) -> Result<()> {
    for older in store::observations::superseded_by(run.store.read(), newer)? {
        if let Some(row) = store::artifacts::get(run.store.read(), &older.id)? {
            mark_one(run, &older, row)?;
        }
    }
    Ok(())
}

fn mark_one(run: &mut Run<'_>, older: &Observation, row: ManifestRow) -> Result<()> {
    match superseded_by(run, older)? {
        Some(by) => {
            let cause = format!("{by} says otherwise on the same matter");
            set_status(
                run,
                older,
                row,
                entries::NewEntryStatus::SupersededBy(&by),
                &cause,
                EntryStatus::is_active,
            )
        }
        None if older.superseded_by.is_none() && !row.edited => {
            let cause = "what took its place was given up";
            set_status(run, older, row, entries::NewEntryStatus::Active, cause, |standing| {
                standing == EntryStatus::Superseded
            })
        }
        None => Ok(()),
    }
}

/// The entry that took its place, once it is written.
fn superseded_by(run: &Run<'_>, older: &Observation) -> Result<Option<String>> {
    let Some(newer) = &older.superseded_by else {
        return Ok(None);
    };
    Ok(written(run, newer)?.and_then(|row| row.anchor))
}

fn written(run: &Run<'_>, id: &str) -> Result<Option<ManifestRow>> {
    let row = store::artifacts::get(run.store.read(), id)?;
    Ok(row.filter(|row| row.state != RowState::Intent))
}

/// Changes the Status line of an entry, if it says something else so far.
fn set_status(
    run: &mut Run<'_>,
    observation: &Observation,
    row: ManifestRow,
    status: entries::NewEntryStatus<'_>,
    cause: &str,
    due: impl Fn(EntryStatus) -> bool,
) -> Result<()> {
    let Some(anchor) = &row.anchor else {
        return Ok(());
    };
    let Some(file) = fsx::read_text_opt(&fsx::inside(&run.project.root, &row.path)?)? else {
        return Ok(());
    };
    let sections = entries::parse(&file);
    let section = entries::find(&sections, anchor, Some(&observation.id)).filter(|s| due(s.standing()));
    let Some(after) = section.and_then(|_| entries::set_status(&file, anchor, status)) else {
        return Ok(());
    };
    let place = row.place();
    let change = FileChange { place: &place, before: Some(&file), after: Some(&after) };
    let sections = entries::parse(&after);
    let section = entries::find(&sections, anchor, Some(&observation.id)).context("the entry is gone")?;
    let marked = ManifestRow { content_hash: content_hash(section.text(&after)), ..row.clone() };
    let did = ChangeCause { action: ChangeKind::Marked, cause, at: run.ctx.now };
    promise::keep(run, change, did, |db| Ok(store::artifacts::record(db, &marked, did)?))
}
