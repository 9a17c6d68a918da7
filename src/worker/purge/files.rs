//! Purging of our files other than the open database: backups, hook files, logs and mirrors.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::{PurgeReport, Secrets, in_copy, mask_rows};
use crate::os::fsx;
use crate::worker::run::Run;
use crate::worker::stage::mirrors;

/// The file with the project's path. It is not masked, because the project is looked up by it.
const PLACE: &str = "root";

/// All files that may contain text of sessions, except for the open database.
pub fn own(run: &Run<'_>) -> Vec<PathBuf> {
    let mirrors = mirrors::own_mirrors(run.project).into_iter().map(|path| run.project.in_root(&path));
    let beside = fs::read_dir(&run.ctx.data).into_iter().flatten().flatten().map(|entry| entry.path());
    let beside = beside.filter(|path| path.is_file());
    let mut all: Vec<PathBuf> = below(&run.project.state).into_iter().chain(beside).chain(mirrors).collect();
    all.retain(|path| *path != run.project.db() && name(path) != Some(PLACE));
    all
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => files.extend(below(&entry.path())),
            Ok(kind) if kind.is_file() => files.push(entry.path()),
            _ => {}
        }
    }
    files
}

pub fn name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}

pub fn is_database(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "db")
}

/// The path for people, with secrets masked.
pub fn told(run: &Run<'_>, secrets: &Secrets<'_>, path: &Path) -> String {
    let inside = |folder: &Path| path.strip_prefix(folder).ok();
    let short =
        inside(&run.project.state).or_else(|| inside(&run.project.root)).or_else(|| inside(&run.ctx.data));
    let short = short.unwrap_or(path).display().to_string();
    secrets.names(&short).unwrap_or(short)
}

/// Masks databases that were put aside. An unreadable one cannot be masked and is deleted.
pub fn mask_databases(run: &Run<'_>, secrets: &Secrets<'_>, report: &mut PurgeReport) {
    for path in run.project.put_aside() {
        match in_copy(&path, |db| mask_rows(db, secrets)) {
            Ok(masked) => report.add(&told(run, secrets, &path), masked.values().sum()),
            Err(_) if holds_any(&path, secrets) => {
                report.deleted.push(told(run, secrets, &path));
                let _ = fsx::remove_if_there(&path);
            }
            Err(_) => {}
        }
    }
}

/// A damaged database is searched as text, so anything that looks like a secret counts.
fn holds_any(path: &Path, secrets: &Secrets<'_>) -> bool {
    let bytes = fsx::read_opt(path).ok().flatten().unwrap_or_default();
    secrets.literals.stand_in(&bytes)
        || !secrets.redactor.found_by_own(&String::from_utf8_lossy(&bytes)).is_empty()
}

/// Renews the backup and deletes unfinished files of killed processes.
pub fn forget_copies(run: &Run<'_>) -> Result<()> {
    run.project.sweep();
    for name in ["learning.backup.db", "learning.backup.at", "learning.backup.new", "learning.recovered.db"] {
        fsx::remove_if_there(&run.project.state.join(name))?;
    }
    Ok(())
}

pub fn mask(run: &Run<'_>, secrets: &Secrets<'_>, report: &mut PurgeReport) {
    for path in own(run).iter().filter(|path| !is_database(path)) {
        if mask_file(path, secrets).unwrap_or(false) {
            report.add(&told(run, secrets, path), 1);
        }
    }
}

/// Masks a file's content and name. `false` if there was nothing to mask.
fn mask_file(path: &Path, secrets: &Secrets<'_>) -> Result<bool> {
    let bytes = fsx::read_bytes_opt(path)?.unwrap_or_default();
    let masked = masked(path, &bytes, secrets);
    if let Some(masked) = &masked {
        fsx::write_private(path, masked)?;
    }
    let renamed = name(path).and_then(|name| secrets.names(name));
    if let Some(renamed) = &renamed {
        fsx::rename(path, &path.with_file_name(renamed))?;
    }
    Ok(masked.is_some() || renamed.is_some())
}

/// Logs are masked by detectors; other files only by known secrets, because detectors might damage them.
fn masked(path: &Path, bytes: &[u8], secrets: &Secrets<'_>) -> Option<Vec<u8>> {
    let is_log = path.file_stem().is_some_and(|stem| stem == "log");
    match std::str::from_utf8(bytes) {
        Ok(text) if is_log => {
            let line = |line: &str| secrets.words(line).unwrap_or_else(|| line.to_owned()) + "\n";
            let lines: String = text.lines().map(line).collect();
            (lines != text).then(|| lines.into_bytes())
        }
        _ => secrets.literals.masked(bytes),
    }
}
