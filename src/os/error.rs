//! Errors of commands: the failure, its cause, and a hint about what to type next.

use std::fmt;
use std::io;
use std::process::ExitCode;

use anyhow::Error;

use crate::core::text;

/// How a command ended, for the shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Ok,
    /// It failed, or what it looked at is not healthy.
    Failed,
    /// The arguments were invalid.
    Usage,
    /// Interrupted by the person.
    Interrupted,
    /// The exit code of the person's own program, which we ran.
    Theirs(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Ok => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::Interrupted => 130,
            Exit::Theirs(code) => code,
        })
    }
}

/// Invalid arguments, found after parsing.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// A question was left unanswered. Nothing was changed.
#[derive(Debug, thiserror::Error)]
#[error("cancelled, nothing was changed")]
pub struct Cancelled;

/// An error and the advice that goes with it. It reads as the error itself.
#[derive(Debug)]
struct Hinted {
    error: Error,
    hint: String,
}

impl fmt::Display for Hinted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Hinted {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.error.source()
    }
}

/// Adds a hint about what to do, as a sentence that names a command.
pub trait Hint<T> {
    fn hint(self, hint: impl Into<String>) -> Result<T, Error>;
}

impl<T, E: Into<Error>> Hint<T> for Result<T, E> {
    fn hint(self, hint: impl Into<String>) -> Result<T, Error> {
        self.map_err(|error| hinted(error.into(), hint))
    }
}

pub fn hinted(error: Error, hint: impl Into<String>) -> Error {
    Error::new(Hinted { error, hint: hint.into() })
}

pub fn exit_of(error: &Error) -> Exit {
    if contains::<Usage>(error) {
        Exit::Usage
    } else if contains::<Cancelled>(error) {
        Exit::Interrupted
    } else if is_closed_pipe(error) {
        Exit::Ok
    } else {
        Exit::Failed
    }
}

/// The reader of our output closed the pipe, which is no failure.
pub fn is_closed_pipe(error: &Error) -> bool {
    find::<io::Error>(error).is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

/// `error:`, `caused by:` and, after a blank line, `hint:`. `paint` colours these words.
pub fn render(error: &Error, paint: impl Fn(&str) -> String) -> String {
    let mut messages = error.chain().map(|cause| text::inert(&cause.to_string()));
    let mut out = format!("{} {}", paint("error:"), messages.next().unwrap_or_default());
    for cause in messages {
        out.push_str(&format!("\n{} {cause}", paint("caused by:")));
    }
    for (i, hint) in hints(error).iter().enumerate() {
        let gap = if i == 0 { "\n\n" } else { "\n" };
        out.push_str(&format!("{gap}{} {hint}", paint("hint:")));
    }
    out
}

/// All hints of an error.
pub fn hints(error: &Error) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for cause in error.chain() {
        if let Some(hinted) = cause.downcast_ref::<Hinted>() {
            found.push(hinted.hint.clone());
            found.extend(hints_below(&hinted.error));
        }
    }
    found
}

/// Hints of an error that is hidden behind a hint of its own.
fn hints_below(error: &Error) -> Vec<String> {
    error
        .downcast_ref::<Hinted>()
        .map(|h| [vec![h.hint.clone()], hints_below(&h.error)].concat())
        .unwrap_or_default()
}

fn contains<T: std::error::Error + Send + Sync + 'static>(error: &Error) -> bool {
    find::<T>(error).is_some()
}

/// A cause of this type, below any hints.
pub fn find<T: std::error::Error + Send + Sync + 'static>(error: &Error) -> Option<&T> {
    error.chain().find_map(|cause| match cause.downcast_ref::<Hinted>() {
        Some(hinted) => find::<T>(&hinted.error),
        None => cause.downcast_ref::<T>(),
    })
}

#[cfg(test)]
mod tests {
    use anyhow::{Context, anyhow};

    use super::*;

    fn plain(error: &Error) -> String {
        render(error, str::to_owned)
    }

    #[test]
    fn an_error_reads_from_what_happened_to_what_to_do() {
        let denied = io::Error::new(io::ErrorKind::PermissionDenied, "permission denied");
        let error = Err::<(), _>(denied)
            .hint("run `ingrain enable --scope local`")
            .context("could not write `settings.json`")
            .unwrap_err();
        assert_eq!(
            plain(&error),
            "error: could not write `settings.json`\ncaused by: permission denied\n\n\
             hint: run `ingrain enable --scope local`"
        );
        assert_eq!(exit_of(&error), Exit::Failed);
    }

    #[test]
    fn a_message_cannot_drive_the_terminal() {
        assert_eq!(plain(&anyhow!("no `\u{1b}[2J\u{202e}x`")), "error: no `[2Jx`");
    }

    #[test]
    fn every_hint_is_shown_and_no_message_twice() {
        let error = Err::<(), _>(anyhow!("no")).hint("second").hint("first").unwrap_err();
        assert_eq!(plain(&error), "error: no\n\nhint: first\nhint: second");
    }

    #[test]
    fn the_exit_code_follows_the_cause_through_contexts_and_hints() {
        let wrap = |error: Error| Err::<(), _>(error).hint("h").context("c").hint("h").unwrap_err();
        let closed = io::Error::from(io::ErrorKind::BrokenPipe);
        for (error, exit) in [
            (Error::new(Usage("no such key".into())), Exit::Usage),
            (Error::new(Cancelled), Exit::Interrupted),
            (Error::new(closed), Exit::Ok),
            (anyhow!("else"), Exit::Failed),
        ] {
            assert_eq!(exit_of(&wrap(error)), exit);
        }
    }
}
