//! Arguments of the commands that install, configure and remove ingrain.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::extractor;
use crate::core::config::ExtractorChoice;

#[derive(Debug, Args)]
pub struct Enable {
    /// Whose settings file: yours for all projects, or this project's local one
    #[arg(long, value_enum, default_value_t = Scope::User)]
    pub scope: Scope,
    /// Who turns words into observations; without it you are asked, or without a terminal builtin is taken
    #[arg(long, value_parser = extractor())]
    pub extractor: Option<ExtractorChoice>,
    /// Also have Claude Code ask you, once per session, before a tool that keeps failing here
    #[arg(long)]
    pub gates: bool,
    /// Do not ask before such a tool any more; without either, that stays as it is
    #[arg(long, conflicts_with = "gates")]
    pub no_gates: bool,
    /// Also show what was learned in Claude Code's status line, below the one you have
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
    /// Also remove the commands, skills and knowledge that ingrain wrote and nobody edited, in every project
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
    /// The shell to write for
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub struct Man {
    /// Made when it is missing
    pub dir: PathBuf,
}

#[derive(Debug, Args)]
pub struct Statusline {
    /// The status line that stood in the settings file before
    #[arg(long, value_name = "COMMAND")]
    pub wraps: Option<String>,
    /// The status line of a settings file that counts less
    #[arg(long, value_name = "COMMAND", conflicts_with = "wraps")]
    pub hides: Option<String>,
}
