//! Owners of newly found texts: they are the person's if nothing else could have written them.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::core::knowledge::provenance::{KnownTexts, OtherWriters, TextOwner};
use crate::core::knowledge::reconcile::{DiskState, ManifestRow};
use crate::hook::marker;
use crate::project::git::GitTrace;
use crate::store;
use crate::store::meta::MetaKey;
use crate::worker::run::Run;
use crate::worker::visibility;

/// All texts that are new at one look have the same owner.
pub(super) struct NewTexts {
    pub hashes: BTreeSet<String>,
    pub owner: TextOwner,
}

/// Known texts with the conclusions of this look, and the new ones.
pub(super) fn of(run: &Run<'_>, rows: &[ManifestRow], disk: &[DiskState]) -> Result<(KnownTexts, NewTexts)> {
    let mut texts = visibility::texts(run.project, Some(run.store.read()))?;
    let owner = other_writers(run)?.owner_of_new_text();
    let ours = disk.iter().filter(|found| found.anchor.is_some() || found.is_of(rows));
    let hashes: BTreeSet<String> =
        ours.filter_map(|found| found.hash.clone()).filter(|hash| texts.is_new(hash)).collect();
    if owner == TextOwner::Person {
        texts.told.extend(hashes.iter().cloned());
    }
    Ok((texts, NewTexts { hashes, owner }))
}

fn other_writers(run: &Run<'_>) -> Result<OtherWriters> {
    let db = run.store.read();
    let last = store::meta::git_trace(db)?;
    let wrote = store::meta::get(db, MetaKey::SessionsWrote)?.is_some();
    Ok(OtherWriters {
        git_is_unchanged: last.is_some_and(|last| last == GitTrace::of(&run.project.root)),
        no_session_wrote: !wrote && !marker::is_any_open(run.project),
    })
}
