//! Markers of sessions: `open/<session>` while one runs, `ended/<session>` afterwards. A marker in `open/` whose
//! transcript went quiet is a session that SessionEnd never told us about.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::core::model::Time;
use crate::fsx;
use crate::project::Project;

/// A running session writes more often than this.
const QUIET_MINUTES: i64 = 10;
/// How many markers a SessionStart looks at: its work stays bounded whatever was left behind.
const MOST_LOOKED_AT: usize = 64;
/// Markers of sessions that nobody resumed for this long are dropped.
pub const KEEP_DAYS: i64 = 30;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    pub session: String,
    pub transcript: PathBuf,
    pub cwd: PathBuf,
    pub started_at: Time,
    /// A program runs the session. Not every transcript tells.
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

pub fn load(path: &Path) -> Option<Marker> {
    serde_json::from_slice(&fsx::read_opt(path).ok()??).ok()
}

/// The marker that an earlier part of this session left, running or ended.
pub fn find(project: &Project, session: &str) -> Option<Marker> {
    load(&open_path(project, session)).or_else(|| load(&ended_path(project, session)))
}

pub fn save_open(project: &Project, marker: &Marker) -> Result<()> {
    fsx::write_private(&open_path(project, &marker.session), &serde_json::to_vec(marker)?)
}

pub fn end(project: &Project, session: &str) -> std::io::Result<()> {
    match fsx::rename(&open_path(project, session), &ended_path(project, session)) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(e),
        _ => Ok(()),
    }
}

/// Sessions other than `own` that stopped without telling: their transcript grew since it was read, and has been
/// quiet for ten minutes.
pub fn missed(project: &Project, own: &str, now: Time) -> Vec<Marker> {
    let Ok(entries) = fs::read_dir(project.open()) else {
        return Vec::new();
    };
    let markers = entries.flatten().take(MOST_LOOKED_AT).filter_map(|entry| load(&entry.path()));
    markers.filter(|marker| marker.session != own && is_missed(marker, now)).collect()
}

fn is_missed(marker: &Marker, now: Time) -> bool {
    let Ok(meta) = fs::metadata(&marker.transcript) else {
        return false;
    };
    let Ok(touched) = meta.modified() else {
        return false;
    };
    let quiet = now - Time::from(touched) >= chrono::Duration::minutes(QUIET_MINUTES);
    quiet && meta.len() > marker.read_bytes
}

/// Remembers how far a session was read, so that only what it writes from now on makes it missed again.
pub fn note_read(project: &Project, session: &str, bytes: u64) -> Result<()> {
    for path in [open_path(project, session), ended_path(project, session)] {
        if let Some(mut marker) = load(&path) {
            marker.read_bytes = bytes;
            fsx::write_private(&path, &serde_json::to_vec(&marker)?)?;
        }
    }
    Ok(())
}

/// Drops what can never be needed again: markers of transcripts that are gone, and old ones.
pub fn prune(project: &Project, now: Time) {
    for folder in [project.open(), project.ended()] {
        let Ok(entries) = fs::read_dir(folder) else {
            continue;
        };
        for path in entries.flatten().map(|entry| entry.path()) {
            if load(&path).is_none_or(|marker| is_spent(&marker, now)) {
                let _ = fsx::remove_if_there(&path);
            }
        }
    }
}

fn is_spent(marker: &Marker, now: Time) -> bool {
    let old = now - marker.started_at > chrono::Duration::days(KEEP_DAYS);
    // A session that has just started has no transcript yet.
    let gone = !marker.transcript.exists() && now - marker.started_at > chrono::Duration::days(1);
    old || gone
}
