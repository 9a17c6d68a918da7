//! The one way to change project files that people read: written here and recorded in the history.
//! Mirrors are not recorded, because they are regenerated after every change set.

use std::path::Path;

use anyhow::Result;
use rusqlite::Connection;

use crate::core::history::change::ChangedThing;
use crate::core::model::change_kind::ChangeCause;
use crate::core::redact::Redactor;
use crate::core::text::splice::Side;
use crate::os::fsx;
use crate::store::{self, Store, history};

/// A change of a file, or of an entry in one.
#[derive(Clone, Copy, Debug)]
pub struct FileChange<'a> {
    /// The path in the project, with `#ADR-003` for an entry.
    pub place: &'a str,
    pub before: Option<&'a str>,
    pub after: Option<&'a str>,
}

/// Records the change; call it in the transaction with its cause.
pub fn record(
    db: &Connection,
    redactor: &Redactor,
    place: &str,
    before: Option<Side>,
    after: Option<Side>,
    did: ChangeCause<'_>,
) -> Result<()> {
    let (before, after) = (kept(before, redactor), kept(after, redactor));
    Ok(history::record(db, ChangedThing::File, place, did, (before.as_ref(), after.as_ref()))?)
}

/// The part of a state that may be stored.
pub fn kept(side: Option<Side>, redactor: &Redactor) -> Option<Side> {
    let side = side?;
    let parts = [Some(&side.head), side.part.as_ref(), Some(&side.tail)];
    let has_secret = parts.into_iter().flatten().any(|text| redactor.has_secret(text));
    Some(if has_secret { side.without_text() } else { side })
}

/// Writes or removes a file of the project, and records the folders created for it.
pub fn put(root: &Path, store: &mut Store, path: &str, text: Option<&str>) -> Result<()> {
    let Some(text) = text else {
        return Ok(fsx::remove_if_there(&fsx::inside(root, path)?)?);
    };
    let made = missing_folders(root, path);
    if !made.is_empty() {
        store.write(|db| store::folders::add(db, &made))?;
    }
    fsx::write_in_project(root, path, text.as_bytes())
}

fn missing_folders(root: &Path, path: &str) -> Vec<String> {
    let folders = path.match_indices('/').map(|(at, _)| &path[..at]);
    folders.filter(|folder| !root.join(folder).exists()).map(str::to_owned).collect()
}

/// Removes folders of ours that are empty.
pub fn tidy(root: &Path, store: &mut Store) -> Result<()> {
    let mut made = store::folders::all(store.read())?;
    made.sort_by_key(|folder| std::cmp::Reverse(folder.len()));
    for folder in made {
        let Ok(path) = fsx::inside(root, &folder) else { continue };
        // This only removes empty folders.
        if std::fs::remove_dir(&path).is_ok() || !path.exists() {
            store.write(|db| store::folders::remove(db, &folder))?;
        }
    }
    Ok(())
}
