//! What a hook acts on: the editor's JSON reduced to what is certain. What cannot be an event of ours is `None`.

use std::path::PathBuf;

use super::wire::Wire;
use crate::core::patterns::roles::role_of;
use crate::core::session::turns::{self, Action};
use crate::core::text::safe_name;

/// What the editor always sends is not there.
pub const INCOMPLETE: &str = "the editor named no session, transcript or folder";

/// Nobody is asked in these, so a question would be a refusal.
const NEVER_ASKING: [&str; 2] = ["bypassPermissions", "dontAsk"];

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

/// A subagent that is about to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    pub session: Session,
    pub role: String,
    pub id: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    pub session: Session,
    pub text: String,
}

/// A tool that is about to be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub session: Session,
    pub action: Action,
    pub may_ask: bool,
}

fn session(wire: &Wire) -> Option<Session> {
    Some(Session {
        id: safe_name(wire.session_id()?),
        transcript: wire.transcript_path()?.into(),
        cwd: wire.cwd()?.into(),
    })
}

pub fn start(wire: &Wire) -> Option<Start> {
    Some(Start { session: session(wire)?, source: Source::parse(wire.source()) })
}

/// The client also starts agents of its own, which have no type.
pub fn agent(wire: &Wire) -> Option<Agent> {
    let id = wire.agent_id().map(str::to_owned);
    Some(Agent { session: session(wire)?, role: role_of(wire.agent_type()?), id })
}

pub fn prompt(wire: &Wire) -> Option<Prompt> {
    Some(Prompt { session: session(wire)?, text: wire.prompt()?.to_owned() })
}

pub fn call(wire: &Wire) -> Option<Call> {
    let action = turns::action_of(wire.tool_name()?, wire.tool_input());
    let may_ask = wire.permission_mode().is_none_or(|mode| !NEVER_ASKING.contains(&mode));
    Some(Call { session: session(wire)?, action, may_ask })
}

pub fn end(wire: &Wire) -> Option<End> {
    Some(End { session: session(wire)?, reason: wire.reason().unwrap_or("unknown").to_owned() })
}
