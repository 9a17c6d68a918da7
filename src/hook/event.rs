//! What a hook acts on: the editor's JSON reduced to what is certain. What cannot be an event of ours is `None`.

use std::path::PathBuf;

use super::wire::Wire;
use crate::spool::safe_session;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Startup,
    Resume,
    Clear,
    Compact,
    Fork,
}

impl Source {
    pub fn as_str(self) -> &'static str {
        match self {
            Source::Startup => "startup",
            Source::Resume => "resume",
            Source::Clear => "clear",
            Source::Compact => "compact",
            Source::Fork => "fork",
        }
    }

    /// An unknown way to start gets the full context, as a fresh start does.
    fn parse(word: Option<&str>) -> Source {
        match word {
            Some("resume") => Source::Resume,
            Some("clear") => Source::Clear,
            Some("compact") => Source::Compact,
            Some("fork") => Source::Fork,
            _ => Source::Startup,
        }
    }
}

/// What every hook gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    pub id: String,
    pub transcript: PathBuf,
    pub cwd: PathBuf,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    pub session: Session,
    pub source: Source,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    pub session: Session,
    pub reason: String,
}

fn session(wire: &Wire) -> Option<Session> {
    Some(Session {
        id: safe_session(wire.session_id()?),
        transcript: wire.transcript_path()?.into(),
        cwd: wire.cwd()?.into(),
    })
}

pub(super) fn start(wire: &Wire) -> Option<Start> {
    Some(Start { session: session(wire)?, source: Source::parse(wire.source()) })
}

pub(super) fn end(wire: &Wire) -> Option<End> {
    Some(End { session: session(wire)?, reason: wire.reason().unwrap_or("unknown").to_owned() })
}
