//! ingrain learns from the Claude Code sessions people already have.

pub mod core;
pub mod ctx;
pub mod fsx;
pub mod git;
pub mod log;
pub mod process;
pub mod spool;
