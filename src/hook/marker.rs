//! Markers of sessions: `open/<session>` until a session was read to its end, `ended/<session>`
//! afterwards. A marker in `open/` whose transcript went quiet belongs to a session whose SessionEnd
//! never ran, or whose note was lost in a power failure.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::core::model::Time;
use crate::os::fsx;
use crate::project::Project;

/// A running session writes more often than this.
const QUIET_MINUTES: i64 = 10;
/// How many markers a SessionStart looks at: its work stays bounded whatever was left behind.
const MOST_LOOKED_AT: usize = 64;
/// Markers of sessions that were not resumed for this long are dropped.
pub const KEEP_DAYS: i64 = 30;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionMarker {
    pub session: String,
    pub transcript: PathBuf,
    pub cwd: PathBuf,
    pub started_at: Time,
    /// The session is run by a program. Not every transcript shows that.
    #[serde(default)]
    pub headless: bool,
    /// How much of the transcript the worker has read.
    #[serde(default)]
    pub read_bytes: u64,
    /// What this session was shown, so that a resume repeats nothing.
    #[serde(default)]
    pub shown: Vec<String>,
}

pub fn open_path(project: &Project, session: &str) -> PathBuf {
    project.open().join(format!("{session}.json"))
}

fn ended_path(project: &Project, session: &str) -> PathBuf {
    project.ended().join(format!("{session}.json"))
}

/// Complete files only, because a hook may be writing another.
fn files(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "json"))
}

pub fn load(path: &Path) -> Option<SessionMarker> {
    serde_json::from_slice(&fsx::read_opt(path).ok()??).ok()
}

/// The marker that an earlier part of this session left, running or ended.
pub fn find(project: &Project, session: &str) -> Option<SessionMarker> {
    load(&open_path(project, session)).or_else(|| load(&ended_path(project, session)))
}

pub fn save_open(project: &Project, marker: &SessionMarker) -> Result<()> {
    fsx::write_private(&open_path(project, &marker.session), &serde_json::to_vec(marker)?)
}

/// Creates a marker for a session whose start left none (it was killed, or the disk was full), and for one that
/// continues after it seemed over.
pub fn make_up_for(project: &Project, fresh: &SessionMarker) -> Result<()> {
    if fsx::is_written(&open_path(project, &fresh.session)) {
        return Ok(());
    }
    let ended = load(&ended_path(project, &fresh.session));
    save_open(project, &ended.unwrap_or_else(|| fresh.clone()))
}

/// Closes the marker of a session that reported its end and was read. A session that was resumed in between stays open.
pub fn close(project: &Project, session: &str, ended_at: Time) -> Result<()> {
    match load(&open_path(project, session)) {
        Some(marker) if marker.started_at <= ended_at => end(project, session),
        _ => Ok(()),
    }
}

fn end(project: &Project, session: &str) -> Result<()> {
    let (open, ended) = (open_path(project, session), ended_path(project, session));
    fsx::rename(&open, &ended).with_context(|| format!("could not move `{}`", open.display()))
}

/// Sessions whose marker was empty after a power failure: only its name is left.
pub fn nameless(project: &Project) -> Vec<String> {
    let broken = files(&project.open()).filter(|path| load(path).is_none());
    broken.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
}

/// Does this session run, or was it not read to its end?
pub fn is_open(project: &Project, session: &str) -> bool {
    open_path(project, session).exists()
}

/// Does a session run, or was one not read to its end?
pub fn is_any_open(project: &Project) -> bool {
    files(&project.open()).next().is_some()
}

/// Every session of the last weeks.
pub fn all(project: &Project) -> Vec<SessionMarker> {
    let folders = [project.open(), project.ended()];
    folders.iter().flat_map(|folder| files(folder)).filter_map(|path| load(&path)).collect()
}

/// Is there a missed session? SessionStart looks at a few markers only; if there are more, the worker looks at all of
/// them and removes those that are no longer needed.
pub fn any_missed(project: &Project, own: &str, now: Time) -> bool {
    let mut files = files(&project.open());
    let is_work = |path: PathBuf| {
        !is_quiet_too_shortly(&path, now)
            && load(&path).is_none_or(|marker| marker.session != own && is_missed(&marker, now))
    };
    files.by_ref().take(MOST_LOOKED_AT).any(is_work) || files.next().is_some()
}

/// A session that has just begun cannot have been quiet for long, so of many that begin at once none reads all markers.
fn is_quiet_too_shortly(marker: &Path, now: Time) -> bool {
    let written = marker.metadata().and_then(|meta| meta.modified());
    written.is_ok_and(|at| (now - Time::from(at)).abs() < chrono::Duration::minutes(QUIET_MINUTES))
}

/// Sessions that ended without SessionEnd: their transcript grew since it was read, and has been quiet for ten minutes.
pub fn missed(project: &Project, now: Time) -> Vec<SessionMarker> {
    let markers = files(&project.open()).filter_map(|path| load(&path));
    markers.filter(|marker| is_missed(marker, now)).collect()
}

fn is_missed(marker: &SessionMarker, now: Time) -> bool {
    quiet_size(marker, now).is_some_and(|size| size > marker.read_bytes)
}

/// The size of a transcript that is no longer written.
fn quiet_size(marker: &SessionMarker, now: Time) -> Option<u64> {
    let meta = fs::metadata(&marker.transcript).ok()?;
    let quiet = now - Time::from(meta.modified().ok()?);
    (quiet >= chrono::Duration::minutes(QUIET_MINUTES)).then_some(meta.len())
}

/// Records how far a session was read, so that only later text makes it missed again.
pub fn note_read(project: &Project, session: &str, bytes: u64) -> Result<()> {
    for path in [open_path(project, session), ended_path(project, session)] {
        if let Some(mut marker) = load(&path) {
            marker.read_bytes = bytes;
            fsx::write_private(&path, &serde_json::to_vec(&marker)?)?;
        }
    }
    Ok(())
}

/// Drops markers that are not needed again: old ones, and those of deleted transcripts. A quiet session that was read to
/// its end is over, with or without SessionEnd.
pub fn prune(project: &Project, now: Time) {
    for marker in files(&project.open()).filter_map(|path| load(&path)) {
        if marker.read_bytes > 0 && quiet_size(&marker, now) == Some(marker.read_bytes) {
            let _ = end(project, &marker.session);
        }
    }
    for folder in [project.open(), project.ended()] {
        for path in files(&folder) {
            if load(&path).is_none_or(|marker| is_spent(&marker, now)) {
                let _ = fsx::remove_if_there(&path);
            }
        }
    }
}

fn is_spent(marker: &SessionMarker, now: Time) -> bool {
    let old = now - marker.started_at > chrono::Duration::days(KEEP_DAYS);
    // A session that has just started has no transcript yet.
    let gone = !marker.transcript.exists() && now - marker.started_at > chrono::Duration::days(1);
    old || gone
}
