//! ingrain learns from the Claude Code sessions people already have.
pub mod core;
