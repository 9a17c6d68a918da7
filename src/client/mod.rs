//! TODO

pub(crate) mod backfill;
pub(crate) mod journal;
pub(crate) mod receipt;
pub(crate) mod registration;
pub(crate) mod subagents;
pub mod transcript_lines;
pub(crate) mod wiring;
