//! Claude Code's own files: settings with our hooks in them, our commands, what an installation placed, transcripts and where they are.

pub(crate) mod backfill;
pub(crate) mod commands;
pub mod hook_event;
pub(crate) mod journal;
pub(crate) mod receipt;
pub(crate) mod registration;
pub(crate) mod servers;
pub(crate) mod subagents;
pub mod transcript_lines;
pub(crate) mod wiring;
