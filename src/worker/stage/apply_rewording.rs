//! A person's own wording takes the place of ours. It waits beside the observation until it stands in its file, so that
//! a crash loses nothing of it.

use anyhow::{Context, Result};
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

pub fn run(run: &mut Run<'_>) -> Result<()> {
    for observation in store::observations::all(run.store.read())? {
        let waits = observation.review_state.text.is_some() && observation.status == Status::Created;
        if waits && let Some(row) = store::artifacts::get(run.store.read(), &observation.id)? {
            one(run, &observation, &row)?;
        }
    }
    Ok(())
}

/// Writes what waits. A file that was changed meanwhile, by hand, is the newer word of the same person.
pub fn one(run: &mut Run<'_>, observation: &Observation, row: &ManifestRow) -> Result<()> {
    let words = observation.review_state.text.as_deref().context("there is no wording to write")?;
    let path = fsx::inside(&run.project.root, &row.path)?;
    let before = fsx::read_text_opt(&path)?;
    let after = before.as_deref().and_then(|file| rewritten(file, observation, row, words));
    let place = row.place();
    let change = FileChange { place: &place, before: before.as_deref(), after: after.as_deref() };
    let mut settled = observation.clone();
    settled.review_state.text = None;
    let written = ManifestRow { content_hash: content_hash(words), edited: true, ..row.clone() };
    let did = ChangeCause { action: ChangeKind::Reworded, cause: "a person's own wording", at: run.ctx.now };
    let settle = |db: &Connection| -> Result<()> { Ok(store::observations::save(db, &settled, did)?) };
    if after.is_none() {
        return run.store.write(|db| settle(db));
    }
    promise::keep(run, change, did, |db| {
        settle(db)?;
        Ok(store::artifacts::record(db, &written, did)?)
    })
}

fn rewritten(file: &str, observation: &Observation, row: &ManifestRow, words: &str) -> Option<String> {
    let Some(anchor) = &row.anchor else {
        return (content_hash(file) == row.content_hash).then(|| words.to_owned());
    };
    let sections = entries::parse(file);
    let section = entries::find(&sections, anchor, Some(&observation.id))?;
    let is_known = content_hash(section.text(file)) == row.content_hash;
    is_known.then(|| entries::replace(file, anchor, Some(&observation.id), words)).flatten()
}
