//! The log that makes "fails open" different from "fails silently": one line per hook or worker run, and `status`
//! shows the last failure. It never holds text of a session.

use std::fs::{self, File};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::core::model::Time;
use crate::core::text;
use crate::fault;
use crate::fsx;

/// Two files of this size at most.
const ROTATE_AT: u64 = 256 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Only where `debug` is set.
    Debug,
    Ok,
    Note,
    Error,
}

impl Level {
    fn as_str(self) -> &'static str {
        match self {
            Level::Debug => "debug",
            Level::Ok => "ok",
            Level::Note => "note",
            Level::Error => "error",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Log {
    path: PathBuf,
    now: Time,
    who: &'static str,
    pub wordy: bool,
}

impl Log {
    pub fn new(path: PathBuf, now: Time, who: &'static str) -> Log {
        Log { path, now, who, wordy: false }
    }

    /// Worded only where somebody reads it.
    pub fn debug(&self, message: impl FnOnce() -> String) {
        if self.wordy {
            self.write(Level::Debug, &message());
        }
    }

    pub fn ok(&self, message: &str) {
        self.write(Level::Ok, message);
    }
    pub fn note(&self, message: &str) {
        self.write(Level::Note, message);
    }
    pub fn error(&self, message: &str) {
        self.write(Level::Error, message);
    }

    /// A log that cannot be written must not stop the session it reports on.
    fn write(&self, level: Level, message: &str) {
        let _ = self.append(level, message);
    }

    fn append(&self, level: Level, message: &str) -> std::io::Result<()> {
        if fs::metadata(&self.path).is_ok_and(|m| m.len() > ROTATE_AT) {
            fsx::rename(&self.path, &self.path.with_extension("1"))?;
        }
        let file = File::options().create(true).append(true).mode(0o600).open(&self.path)?;
        let at = self.now.format("%Y-%m-%dT%H:%M:%SZ");
        let message = text::one_line(message);
        fault::write_all(file, format!("{at} {} {} {message}\n", self.who, level.as_str()).as_bytes())
    }
}

/// The newest line of a level, for `status`.
pub fn last(path: &Path, level: Level) -> Option<String> {
    let word = format!(" {} ", level.as_str());
    let newest_in = |file: &Path| {
        let text = fsx::text(file)?;
        text.lines()
            .rev()
            .find(|line| line.splitn(3, ' ').nth(2).is_some_and(|rest| format!(" {rest}").starts_with(&word)))
            .map(str::to_owned)
    };
    newest_in(path).or_else(|| newest_in(&path.with_extension("1")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;

    #[test]
    fn lines_are_single_and_the_last_error_is_found() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("log");
        let log = Log::new(path.clone(), DateTime::UNIX_EPOCH, "session-end");
        log.error("first\nwith a break");
        log.ok("an error word in a good line");
        assert_eq!(
            last(&path, Level::Error).as_deref(),
            Some("1970-01-01T00:00:00Z session-end error first with a break")
        );
    }

    #[test]
    fn it_rotates_once() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("log");
        let log = Log::new(path.clone(), DateTime::UNIX_EPOCH, "worker");
        for _ in 0..3000 {
            log.ok(&"x".repeat(200));
        }
        let sizes = [path.clone(), path.with_extension("1")].map(|p| fs::metadata(p).unwrap().len());
        assert!(sizes.iter().all(|s| *s <= ROTATE_AT + 300), "{sizes:?}");
    }
}
