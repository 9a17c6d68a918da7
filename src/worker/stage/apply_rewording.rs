//! Step `apply_rewording`: a person's own wording replaces ours. It waits beside the observation until
//! it stands in the file, so that a crash loses nothing of it.

use anyhow::{Context, Result};

use crate::core::knowledge::entries;
use crate::core::knowledge::reconcile::{ManifestRow, content_hash};
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::{Observation, Status};
use crate::worker::file::artifact::{self, Rewrite};
use crate::worker::run::Run;

pub fn run(run: &mut Run<'_>) -> Result<()> {
    for (observation, row) in artifact::all(run)? {
        if observation.review_state.text.is_some() && observation.status == Status::Created {
            one(run, observation, row)?;
        }
    }
    Ok(())
}

/// Writes a waiting rewording. If the file was edited in the meantime, the edit wins, because it is newer.
pub fn one(run: &mut Run<'_>, mut observation: Observation, mut row: ManifestRow) -> Result<()> {
    let words = observation.review_state.text.take().context("there is no wording to write")?;
    let before = artifact::file(run, &row)?;
    let mut after = before.clone();
    if let Some(text) = before.as_deref().and_then(|file| rewritten(file, &observation, &row, &words)) {
        after = Some(text);
        row = ManifestRow { content_hash: content_hash(&words), edited: true, ..row };
    }
    let did = ChangeCause { action: ChangeKind::Reworded, cause: "a person's own wording", at: run.ctx.now };
    let place = row.place();
    artifact::apply(run, &Rewrite { place, before, after, observation, row: Some(row), did })
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
