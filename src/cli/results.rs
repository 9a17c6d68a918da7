//! Commands about what results taught.

use clap::{Args, Subcommand};

use crate::core::maturity::MaturityState;
use crate::core::pattern::MAIN_ROLE;

#[derive(Debug, Args)]
pub struct Pattern {
    #[command(subcommand)]
    pub command: PatternCommand,
}

#[derive(Debug, Subcommand)]
pub enum PatternCommand {
    /// List patterns and warnings, best first
    #[command(after_help = "Example: ingrain pattern list --state proven --text migration")]
    List(PatternList),
    /// Show one pattern with how it fared
    #[command(after_help = "Example: ingrain pattern show pat_3f9c2a7b10de --json")]
    Show(One),
    /// Write down a pattern yourself; it counts as promoted
    #[command(
        after_help = "Example: ingrain pattern add 'Split by feature, not by file type' --tag planning"
    )]
    Add(PatternAdd),
    /// Say that a pattern is good: it is told from now on
    #[command(after_help = "Example: ingrain pattern promote pat_3f9c2a7b10de")]
    Promote(Ruled),
    /// Say that a pattern is bad: it is not told any more
    #[command(
        after_help = "Example: ingrain pattern deprecate pat_3f9c2a7b10de --reason 'made reviews slower'"
    )]
    Deprecate(Deprecate),
    /// Take a ruling back, or let a deprecated one start anew
    #[command(after_help = "Example: ingrain pattern reset pat_3f9c2a7b10de")]
    Reset(Ruled),
}

#[derive(Debug, Args)]
pub struct PatternList {
    /// Only this maturity: candidate, established, proven, deprecated
    #[arg(long)]
    pub state: Option<MaturityState>,
    /// Only with this tag
    #[arg(long)]
    pub tag: Option<String>,
    /// Only patterns, or only warnings: pattern, anti_pattern
    #[arg(long, value_parser = ["pattern", "anti_pattern"])]
    pub kind: Option<String>,
    /// Only with all of these words
    #[arg(long, value_name = "WORDS")]
    pub text: Option<String>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct One {
    /// Its id, or the first characters of it
    pub id: String,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct PatternAdd {
    /// One line of 20 to 240 characters
    pub text: String,
    /// Who is told: the main session, or subagents of this type
    #[arg(long, default_value = MAIN_ROLE)]
    pub role: String,
    /// What it belongs to; may be given several times
    #[arg(long = "tag", value_name = "TAG")]
    pub tags: Vec<String>,
    /// It is something to avoid
    #[arg(long)]
    pub avoid: bool,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct Ruled {
    /// Its id, or the first characters of it
    pub id: String,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct Deprecate {
    #[command(flatten)]
    pub which: Ruled,
    /// Why, for whoever asks later
    #[arg(long)]
    pub reason: String,
}
