//! Arguments of the commands that install, configure and remove ingrain.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::extractor;
use crate::core::config::ExtractorChoice;

#[derive(Debug, Args)]
pub struct Enable {
    /// Settings file: yours for all projects, or this project's local one
    #[arg(long, value_enum, default_value_t = Scope::User)]
    pub scope: Scope,
    /// Extractor to use [default: ask on a terminal, else builtin]
    #[arg(long, value_parser = extractor())]
    pub extractor: Option<ExtractorChoice>,
    /// Let Claude Code ask you, once per session, before a tool that keeps failing here
    #[arg(long)]
    pub gates: bool,
    /// Stop asking before such tools [default: no change]
    #[arg(long, conflicts_with = "gates")]
    pub no_gates: bool,
    /// Show what was learned in Claude Code's status line, below your own
    #[arg(long)]
    pub statusline: bool,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Scope {
    User,
    Local,
}

#[derive(Debug, Args)]
pub struct Disable {
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct Uninstall {
    /// Also remove the unedited commands, skills and knowledge that ingrain wrote, in every project
    #[arg(long)]
    pub artifacts: bool,
    /// Do not ask
    #[arg(long)]
    pub yes: bool,
    /// Show what would be removed, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct Completions {
    /// Shell to generate completions for
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub struct Man {
    /// Output folder, created if missing
    pub dir: PathBuf,
}

#[derive(Debug, Args)]
pub struct Statusline {
    /// Previous status line of this settings file
    #[arg(long, value_name = "COMMAND")]
    pub wraps: Option<String>,
    /// Status line of a settings file with lower precedence
    #[arg(long, value_name = "COMMAND", conflicts_with = "wraps")]
    pub hides: Option<String>,
}
