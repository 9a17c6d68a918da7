//! What a session teaches with: the person's words, each with the assistant's words that it answers. Everything
//! else in a transcript stays outside.

use crate::core::model::{Signal, Time};

/// One session, ready for the store: redacted, cut, and only what was not seen before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Channels {
    pub signals: Vec<Signal>,
    /// The turns that were read for the first time, to be remembered.
    pub seen: Vec<SeenTurn>,
    pub uses: Vec<Use>,
    /// What hooks put into the session: an assistant repeating it proves nothing.
    pub injected: Vec<String>,
    pub first_at: Option<Time>,
    pub last_at: Option<Time>,
    pub branch: Option<String>,
    /// Every prompt came from a program.
    pub headless: bool,
    /// Messages that people (or, headless, programs) sent, known ones included.
    pub typed_turns: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenTurn {
    pub id: String,
    pub at: Time,
    /// Of the normalised words of a typed turn: the same words within a day are one sighting.
    pub text_hash: Option<String>,
}

/// A sign that something learned was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    pub of: UseOf,
    pub at: Time,
    pub turn: String,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UseOf {
    /// The assistant named a knowledge entry: `ADR-001`, `PF-002`.
    Cited(String),
    /// `/self-learning:slug` ran, by the person or the agent.
    Command(String),
    /// Another command or skill ran under this name.
    Skill(String),
    /// A file of `.memory/knowledge/` was read.
    Read(String),
}
