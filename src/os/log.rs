//! The log, which keeps "fail open" from becoming "fail silently": one line per run of a hook or
//! worker. `status` shows the last failure, or that a worker left no line. The log never holds text of
//! a session.

use std::fs::{self, File};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::core::model::Time;
use crate::core::text;
use crate::os::fault;
use crate::os::fsx;

/// Size at which the log rotates; there are two files at most.
const ROTATE_AT: u64 = 256 * 1024;

/// Name in the log of the detached worker, and of commands that do the same work.
pub const WORKER: &str = "worker";
pub const COMMAND: &str = "cli";

/// The worker's first line. Its last one is `ok` or an error.
const BEGINS: &str = "begins";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
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
    /// Masks secrets in quoted text. Hooks do not link the detectors, and quote nothing.
    clean: fn(String) -> String,
}

impl Log {
    pub fn new(path: PathBuf, now: Time, who: &'static str) -> Log {
        Log { path, now, who, wordy: false, clean: |message| message }
    }

    pub fn cleaned(self, clean: fn(String) -> String) -> Log {
        Log { clean, ..self }
    }

    /// Logs a message that is only built at the debug level.
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

    pub fn begins(&self) {
        self.note(BEGINS);
    }

    /// Installs a panic hook that writes a line here and then calls `then`.
    pub fn notes_panics(self, then: impl Fn() + Send + Sync + 'static) {
        std::panic::set_hook(Box::new(move |info| {
            self.error(&format!("panic: {}", without_quotes(&info.to_string())));
            then();
        }));
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
        let message = (self.clean)(text::one_line(message));
        fault::write_all(file, format!("{at} {} {} {message}\n", self.who, level.as_str()).as_bytes())
    }
}

/// A panic message may quote text of a session: slicing a `str` at a wrong index does.
fn without_quotes(message: &str) -> &str {
    message.split(['`', '"']).next().unwrap_or_default()
}

/// The start of the last worker, if it wrote no last line and no command has done its work since.
pub fn left_open(path: &Path) -> Option<String> {
    let (line, begins) = newest(path, |line| line.begins() || line.ends())?;
    begins.then(|| line.split(' ').next().unwrap_or_default().to_owned())
}

struct Line<'a> {
    who: &'a str,
    level: &'a str,
    message: &'a str,
}

impl Line<'_> {
    fn read(line: &str) -> Option<Line<'_>> {
        let mut words = line.splitn(4, ' ').skip(1);
        Some(Line { who: words.next()?, level: words.next()?, message: words.next()? })
    }

    fn begins(&self) -> bool {
        (self.who, self.message) == (WORKER, BEGINS)
    }

    fn ends(&self) -> bool {
        let [ok, error] = [Level::Ok, Level::Error].map(Level::as_str);
        (self.who == WORKER && [ok, error].contains(&self.level)) || (self.who == COMMAND && self.level == ok)
    }
}

/// The newest matching line, and whether a worker began with it.
fn newest(path: &Path, is_meant: impl Fn(&Line<'_>) -> bool) -> Option<(String, bool)> {
    newest_in(path, &is_meant).or_else(|| newest_in(&path.with_extension("1"), &is_meant))
}

fn newest_in(file: &Path, is_meant: impl Fn(&Line<'_>) -> bool) -> Option<(String, bool)> {
    let text = fsx::text(file)?;
    for line in text.lines().rev() {
        if let Some(read) = Line::read(line).filter(|read| is_meant(read)) {
            return Some((line.to_owned(), read.begins()));
        }
    }
    None
}

/// The last failure that still counts, for `status`: a hook's until anything succeeds, a worker's until a later run
/// succeeds. The order of lines decides, not their times, because clocks jump.
pub fn last_failure(path: &Path) -> Option<String> {
    let text: String =
        [path.with_extension("1"), path.to_owned()].iter().filter_map(|f| fsx::text(f)).collect();
    let (mut of_hooks, mut of_workers, mut begun) = (None, None, 0);
    for (n, line) in (1..).zip(text.lines()) {
        let mut words = line.splitn(4, ' ').skip(1);
        let works = words.next().is_some_and(|who| [WORKER, COMMAND].contains(&who));
        match (words.next(), works) {
            (Some("note"), true) if words.next() == Some(BEGINS) => begun = n,
            (Some("ok"), true) => {
                of_hooks = None;
                of_workers = of_workers.filter(|(failed, _)| *failed > begun);
            }
            (Some("ok"), false) => of_hooks = None,
            (Some("error"), true) => of_workers = Some((n, line)),
            (Some("error"), false) => of_hooks = Some((n, line)),
            _ => {}
        }
    }
    of_hooks.max(of_workers).map(|(_, line)| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;

    #[test]
    fn lines_are_single_and_the_last_error_is_found() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("log");
        let log = |who| Log::new(path.clone(), DateTime::UNIX_EPOCH, who);
        log("session-end").error("first\nwith a break");
        log("user-prompt").note("an error word in another line");
        let line = "1970-01-01T00:00:00Z session-end error first with a break";
        assert_eq!(last_failure(&path).as_deref(), Some(line));
    }

    #[test]
    fn a_failure_is_over_when_what_failed_goes_well() {
        for (told, left) in [
            (&[("worker", false), ("session-end", true)][..], Some("worker")),
            (&[("worker", false), ("worker", true), ("session-end", true)], Some("worker")),
            (&[("worker", false), ("begins", true), ("worker", true)], None),
            (&[("cli", false), ("begins", true), ("worker", true)], None),
            (&[("session-end", false), ("session-start", true)], None),
            (&[("session-end", false), ("worker", true)], None),
            (&[("worker", false), ("session-end", false)], Some("session-end")),
            (&[("worker", false), ("session-end", false), ("session-end", true)], Some("worker")),
            (&[("worker", true), ("worker", false)], Some("worker")),
        ] {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("log");
            for (who, went_well) in told {
                let log = |who| Log::new(path.clone(), DateTime::UNIX_EPOCH, who);
                match (*who, went_well) {
                    (BEGINS, _) => log("worker").note(BEGINS),
                    (who, true) => log(who).ok("done"),
                    (who, false) => log(who).error("not done"),
                }
            }
            let line = left.map(|who| format!("1970-01-01T00:00:00Z {who} error not done"));
            assert_eq!(last_failure(&path), line, "{told:?}");
        }
    }

    #[test]
    fn a_worker_is_at_its_end_when_it_or_a_command_says_so() {
        let dir = tempfile::tempdir().unwrap();
        let by = |who| Log::new(dir.path().join("log"), DateTime::UNIX_EPOCH, who);
        let left_open = || left_open(&dir.path().join("log")).is_some();
        assert!(!left_open());
        for (ends, worded) in [
            (Log::ok as fn(&Log, &str), "read 1 sessions"),
            (Log::error, "panic: panicked at src/x.rs:1:1: "),
        ] {
            by(WORKER).begins();
            by(WORKER).note("finishing the undo of 3");
            by("session-end").ok("noted");
            by(COMMAND).error("could not note it");
            assert!(left_open());
            ends(&by(WORKER), worded);
            assert!(!left_open(), "{worded}");
        }
        by(WORKER).begins();
        by(COMMAND).ok("read 1 sessions");
        assert!(!left_open());
    }

    #[test]
    fn a_panic_is_noted_without_what_it_quotes() {
        let cut = "panicked at src/a.rs:3:5:\nbyte index 2 is not a char boundary of `an é of a session`";
        assert_eq!(without_quotes(cut), "panicked at src/a.rs:3:5:\nbyte index 2 is not a char boundary of ");
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
