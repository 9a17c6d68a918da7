//! ingrain learns from the Claude Code sessions people already have.

pub mod cli;
pub mod cmd;
pub mod configuration;
pub mod core;
pub mod ctx;
pub mod error;
pub mod fsx;
pub mod git;
pub mod hook;
pub mod log;
pub mod marker;
pub mod prepared;
pub mod process;
pub mod project;
pub mod registration;
pub mod spool;
pub mod store;
pub mod tail;
pub mod trust;
pub mod ui;
