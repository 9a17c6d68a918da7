//! File permissions: what ingrain wrote is readable by the user alone, whatever the umask was. Shared
//! files keep the permissions of ordinary files.

use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::core::knowledge::reconcile::ManifestRow;
use crate::core::knowledge::render;
use crate::os::fsx;
use crate::project::artifacts;
use crate::store;
use crate::worker::run::Run;
use crate::worker::stage::mirrors;

const FOLDER: u32 = 0o700;
const FILE: u32 = 0o600;
const OTHERS: u32 = 0o077;

/// Restores permissions, also of files from earlier runs. A file that cannot be changed belongs to another user.
pub fn mend(run: &Run<'_>) -> Result<()> {
    close_tree(&run.ctx.data);
    let rows = store::artifacts::all(run.store.read())?;
    let made: BTreeSet<String> = store::folders::all(run.store.read())?.into_iter().collect();
    let shared = shared_paths(run, &rows, &made);
    for path in private_paths(run, &rows, &made).into_iter().filter(|path| !shared.contains(path)) {
        each(run, &path, close);
    }
    for path in shared {
        each(run, &path, open);
    }
    Ok(())
}

/// Mirrors; knowledge, commands and skills of ours; and the folders created for them.
fn private_paths(run: &Run<'_>, rows: &[ManifestRow], made: &BTreeSet<String>) -> Vec<String> {
    let own = made.iter().filter(|folder| is_own(folder)).cloned();
    own.chain(mirrors::own_mirrors(run.project)).chain(learned(run, rows, made)).collect()
}

fn shared_paths(run: &Run<'_>, rows: &[ManifestRow], made: &BTreeSet<String>) -> BTreeSet<String> {
    if !run.config.config.share {
        return BTreeSet::new();
    }
    let files: Vec<String> = learned(run, rows, made);
    let above = files.iter().flat_map(|path| path.match_indices('/').map(|(at, _)| path[..at].to_owned()));
    let above: Vec<String> = above.filter(|folder| made.contains(folder)).collect();
    files.into_iter().chain(above).collect()
}

/// Claude Code's own folders keep their mode, even if we created them.
fn is_own(folder: &str) -> bool {
    ![".claude", ".claude/commands", ".claude/skills"].contains(&folder)
}

/// Files with learned text that we created. A knowledge file from the repository is the person's.
fn learned(run: &Run<'_>, rows: &[ManifestRow], made: &BTreeSet<String>) -> Vec<String> {
    let made: Vec<String> = made.iter().cloned().collect();
    let knowledge = mirrors::own_knowledge(run, rows, &made);
    let (folders, files): (Vec<String>, Vec<String>) =
        knowledge.into_iter().partition(|path| path.ends_with('/'));
    let inside = folders
        .iter()
        .flat_map(|folder| artifacts::files_below(&run.project.root, folder.trim_end_matches('/')));
    let in_place = |row: &&ManifestRow| row.anchor.is_none() && render::is_in_place(row.kind, &row.path);
    let written = rows.iter().filter(in_place).map(|row| row.path.clone());
    files.into_iter().chain(inside).chain(written).collect()
}

fn each(run: &Run<'_>, path: &str, change: fn(&Path)) {
    if let Ok(path) = fsx::inside(&run.project.root, path) {
        change(&path);
    }
}

fn close_tree(folder: &Path) {
    let mut open: Vec<PathBuf> = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        close(&folder);
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(entry.path()),
                Ok(kind) if kind.is_file() => close(&entry.path()),
                _ => {}
            }
        }
    }
}

fn close(path: &Path) {
    set(path, |mode, is_folder| (mode & OTHERS != 0).then_some(if is_folder { FOLDER } else { FILE }));
}

/// Opens only what we closed, because a person may have chosen another mode.
fn open(path: &Path) {
    let masked = |mode: u32| mode & !fsx::umask();
    set(path, |mode, is_folder| match (mode, is_folder) {
        (FOLDER, true) => Some(masked(0o777)),
        (FILE, false) => Some(masked(0o666)),
        _ => None,
    });
}

fn set(path: &Path, wanted: impl Fn(u32, bool) -> Option<u32>) {
    let Ok(found) = path.symlink_metadata() else { return };
    if found.is_symlink() {
        return;
    }
    if let Some(mode) = wanted(found.permissions().mode() & 0o7777, found.is_dir()) {
        let _ = fs::set_permissions(path, Permissions::from_mode(mode));
    }
}
