//! The input of a hook, reduced to the fields that are certain. Input that cannot be one of our events
//! is `None`.

use std::path::PathBuf;

use super::wire::Wire;
use crate::core::patterns::roles::role_of;
use crate::core::session::turns::{self, ToolCall};
use crate::core::text::safe_name;

/// A required field is missing.
pub const INCOMPLETE: &str = "the hook's input names no session, transcript or folder";

/// Permission modes without questions, in which asking would mean denying.
const NEVER_ASKING: [&str; 2] = ["bypassPermissions", "dontAsk"];

/// Known reasons for the end of a session. Others are not logged.
const END_REASONS: [&str; 6] =
    ["clear", "resume", "logout", "prompt_input_exit", "bypass_permissions_disabled", "other"];
const UNKNOWN: &str = "unknown";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartSource {
    Startup,
    Resume,
    Clear,
    Compact,
    Fork,
}

impl StartSource {
    pub fn as_str(self) -> &'static str {
        match self {
            StartSource::Startup => "startup",
            StartSource::Resume => "resume",
            StartSource::Clear => "clear",
            StartSource::Compact => "compact",
            StartSource::Fork => "fork",
        }
    }

    /// An unknown source gets the full context, like a fresh start.
    fn parse(word: Option<&str>) -> StartSource {
        match word {
            Some("resume") => StartSource::Resume,
            Some("clear") => StartSource::Clear,
            Some("compact") => StartSource::Compact,
            Some("fork") => StartSource::Fork,
            _ => StartSource::Startup,
        }
    }
}

/// Fields common to all hooks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartedSession {
    pub id: String,
    pub transcript: PathBuf,
    pub cwd: PathBuf,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    pub session: StartedSession,
    pub source: StartSource,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    pub session: StartedSession,
    pub reason: &'static str,
}

/// A subagent that is about to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agent {
    pub session: StartedSession,
    pub role: String,
    pub id: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    pub session: StartedSession,
    pub text: String,
}

/// A tool that is about to be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingCall {
    pub session: StartedSession,
    pub action: ToolCall,
    pub may_ask: bool,
}

fn session(wire: &Wire) -> Option<StartedSession> {
    Some(StartedSession {
        id: safe_name(wire.session_id.get()?),
        transcript: wire.transcript_path.get()?.into(),
        cwd: wire.cwd.get()?.into(),
    })
}

pub fn start(wire: &Wire) -> Option<Start> {
    Some(Start { session: session(wire)?, source: StartSource::parse(wire.source.get()) })
}

/// `None` for Claude Code's internal agents, which have no type.
pub fn agent(wire: &Wire) -> Option<Agent> {
    let id = wire.agent_id.get().map(str::to_owned);
    Some(Agent { session: session(wire)?, role: role_of(wire.agent_type.get()?), id })
}

pub fn prompt(wire: &Wire) -> Option<Prompt> {
    Some(Prompt { session: session(wire)?, text: wire.prompt.get()?.to_owned() })
}

pub fn call(wire: &Wire) -> Option<PendingCall> {
    let action = turns::action_of(wire.tool_name.get()?, wire.tool_input());
    let may_ask = wire.permission_mode.get().is_none_or(|mode| !NEVER_ASKING.contains(&mode));
    Some(PendingCall { session: session(wire)?, action, may_ask })
}

pub fn end(wire: &Wire) -> Option<End> {
    let named = wire.reason.get().unwrap_or(UNKNOWN);
    let reason = END_REASONS.into_iter().find(|reason| *reason == named).unwrap_or(UNKNOWN);
    Some(End { session: session(wire)?, reason })
}
