//! Notes from hooks to the worker: one small file per event, with the time and the session in its name.
//! Hooks do not write the database. Nothing is synced, because a lost note is recovered by the scan for
//! missed sessions.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::core::model::Time;
use crate::os::fsx;

/// Prefix of an announced notice, which is no observation.
pub const NOTICE: &str = "notice:";

/// Prefix of the id of a guard that spoke.
pub const GUARD: &str = "guard:";
/// Suffix of the id of a guard that asked the person.
pub const GUARD_ASKED: &str = ":asked";

/// Maximum of events that SessionStart looks at.
const MOST_SHOWN: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum SpoolEvent {
    SessionEnd {
        session: String,
        transcript: PathBuf,
        cwd: PathBuf,
        reason: String,
        /// The session was run by a program. Not every transcript shows that.
        #[serde(default)]
        headless: bool,
        at: Time,
    },
    SessionStart {
        session: String,
        source: String,
        at: Time,
        shown: Vec<String>,
        announced: Vec<String>,
        /// Hashes of texts that only the person can have written.
        #[serde(default)]
        believed: Vec<String>,
    },
    /// Something was shown within a session.
    Shown { session: String, role: String, at: Time, shown: Vec<String> },
}

impl SpoolEvent {
    pub fn session(&self) -> &str {
        match self {
            SpoolEvent::SessionEnd { session, .. }
            | SpoolEvent::SessionStart { session, .. }
            | SpoolEvent::Shown { session, .. } => session,
        }
    }

    fn name(&self) -> &'static str {
        match self {
            SpoolEvent::SessionEnd { .. } => "end",
            SpoolEvent::SessionStart { .. } => "start",
            SpoolEvent::Shown { .. } => "shown",
        }
    }

    fn at(&self) -> Time {
        match self {
            SpoolEvent::SessionEnd { at, .. }
            | SpoolEvent::SessionStart { at, .. }
            | SpoolEvent::Shown { at, .. } => *at,
        }
    }
}

pub fn leave(spool: &Path, event: &SpoolEvent) -> Result<()> {
    let body = serde_json::to_vec(event)?;
    let millis = event.at().timestamp_millis().max(0);
    // Events of one session in the same millisecond are numbered.
    for n in 0..1000 {
        let file = spool.join(format!("{millis:013}-{n:03}-{}-{}.json", event.name(), event.session()));
        if fsx::create_private(&file, &body)
            .with_context(|| format!("could not write `{}`", file.display()))?
        {
            return Ok(());
        }
    }
    anyhow::bail!("the spool has too many events of one moment")
}

/// The waiting files, oldest first.
pub fn waiting(spool: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = files(spool).collect();
    files.sort_unstable();
    files
}

/// Notes of started sessions, oldest first.
pub fn starts(spool: &Path) -> Vec<PathBuf> {
    let mut starts = waiting(spool);
    starts.retain(|file| is_named(file, "-start-"));
    starts
}

fn files(spool: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(spool).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|ext| ext == "json"))
}

pub fn is_empty(spool: &Path) -> bool {
    files(spool).next().is_none()
}

/// Is a session waiting? Records of what was shown are no reason to start a worker, unless they have piled up.
pub fn has_sessions(spool: &Path) -> bool {
    files(spool).enumerate().any(|(n, file)| n >= MOST_SHOWN || is_named(&file, "-end-"))
}

/// Is there a note of a session that has just started?
pub fn has_starts(spool: &Path) -> bool {
    files(spool).any(|file| is_named(&file, "-start-"))
}

/// Session and time of its end, from the name of its note.
pub fn ended(file: &Path) -> Option<(String, Time)> {
    let name = file.file_stem()?.to_str()?;
    let mut parts = name.splitn(4, '-');
    let (millis, _, event, session) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let at = Time::from_timestamp_millis(millis.parse().ok()?)?;
    (event == "end").then(|| (session.to_owned(), at))
}

fn is_named(file: &Path, event: &str) -> bool {
    file.file_name().is_some_and(|name| name.to_string_lossy().contains(event))
}

pub fn read(file: &Path) -> Result<SpoolEvent> {
    let text = fsx::read_text_opt(file)?.with_context(|| format!("`{}` is not there", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("`{}` is no event", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;

    #[test]
    fn events_of_one_moment_are_all_kept_in_order() {
        let dir = tempfile::tempdir().unwrap();
        let event = |reason: &str| SpoolEvent::SessionEnd {
            session: "s1".into(),
            transcript: "t".into(),
            cwd: "c".into(),
            reason: reason.into(),
            headless: false,
            at: DateTime::UNIX_EPOCH,
        };
        for reason in ["a", "b", "c"] {
            leave(dir.path(), &event(reason)).unwrap();
        }
        let read: Vec<SpoolEvent> = waiting(dir.path()).iter().map(|f| read(f).unwrap()).collect();
        assert_eq!(read, [event("a"), event("b"), event("c")]);
        let named: Vec<_> = waiting(dir.path()).iter().filter_map(|file| ended(file)).collect();
        assert_eq!(named, vec![("s1".to_owned(), DateTime::UNIX_EPOCH); 3]);
    }
}
