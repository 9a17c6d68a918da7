//! Claude Code's own files: settings and our hooks in them, slash commands, the install receipt,
//! transcripts.

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
