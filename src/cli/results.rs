//! Arguments of the commands about outcomes, patterns and errors.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::core::model::outcome::ErrorType;
use crate::core::outcomes::maturity::MaturityState;
use crate::core::patterns::pattern::MAIN_ROLE;

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
    /// Show one pattern with its record
    #[command(after_help = "Example: ingrain pattern show pat_3f9c2a7b10de --json")]
    Show(One),
    /// Add a pattern of your own; it counts as promoted
    #[command(
        after_help = "Example: ingrain pattern add 'Split by feature, not by file type' --tag planning"
    )]
    Add(PatternAdd),
    /// Mark a pattern as good: it is shown from now on
    #[command(after_help = "Example: ingrain pattern promote pat_3f9c2a7b10de")]
    Promote(Ruled),
    /// Mark a pattern as bad: it is no longer shown
    #[command(
        after_help = "Example: ingrain pattern deprecate pat_3f9c2a7b10de --reason 'made reviews slower'"
    )]
    Deprecate(Deprecate),
    /// Withdraw a ruling, or restart a deprecated pattern
    #[command(after_help = "Example: ingrain pattern reset pat_3f9c2a7b10de")]
    Reset(Ruled),
    /// Rank the patterns for a role, with their scores
    #[command(after_help = "Example: ingrain pattern query --role judge --labels auth 'token expiry'")]
    Query(PatternQuery),
    /// Confirm a pattern once
    #[command(after_help = "Example: ingrain pattern reinforce pat_3f9c2a7b10de")]
    Reinforce(Counted),
    /// Count a pattern as a false positive: it is held back until it is confirmed again
    #[command(after_help = "Example: ingrain pattern ignore pat_3f9c2a7b10de")]
    Ignore(Counted),
}

#[derive(Debug, Args)]
pub struct PatternQuery {
    /// Text to compare with; without it, only the record counts
    pub text: Option<String>,
    /// Audience: the main session, or subagents of this type
    #[arg(long, default_value = MAIN_ROLE)]
    pub role: String,
    /// Labels of the work at hand
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    pub labels: Vec<String>,
    /// Phase of the work at hand, such as plan or review
    #[arg(long)]
    pub phase: Option<String>,
    /// Files that the work changes
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    pub files: Vec<String>,
    /// Maximum rows
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub limit: usize,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Counted {
    /// Id, or its first characters
    pub id: String,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct Feedback {
    /// Role that wrote the report
    #[arg(long, value_name = "ROLE")]
    pub adversarial_role: String,
    /// Role that gave the verdict
    #[arg(long, value_name = "ROLE")]
    pub validator_role: String,
    /// Report file
    #[arg(long, value_name = "FILE")]
    pub deliberation: PathBuf,
    /// Verdict file: text with a verdict-json block, or its JSON alone
    #[arg(long, value_name = "FILE")]
    pub verdict: PathBuf,
    /// Id of the pipeline's run, which is counted once; without it, the same report within a day is a repeat
    #[arg(long, value_name = "ID")]
    pub run: Option<String>,
    /// Transcript of the reporting agent, to look up the output of its tools
    #[arg(long, value_name = "FILE")]
    pub transcript: Option<PathBuf>,
    /// Files that the work changed
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    pub files: Vec<String>,
    /// Labels of the work
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    pub labels: Vec<String>,
    /// Phase of the work, such as plan or review
    #[arg(long)]
    pub phase: Option<String>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct PatternList {
    /// Include deprecated patterns
    #[arg(long)]
    pub all: bool,
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
    /// Id, or its first characters
    pub id: String,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct PatternAdd {
    /// One line of 20 to 240 characters
    pub text: String,
    /// Audience: the main session, or subagents of this type
    #[arg(long, default_value = MAIN_ROLE)]
    pub role: String,
    /// Tag; may be repeated
    #[arg(long = "tag", value_name = "TAG")]
    pub tags: Vec<String>,
    /// Record as an anti-pattern
    #[arg(long)]
    pub avoid: bool,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct Ruled {
    /// Id, or its first characters
    pub id: String,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct Deprecate {
    #[command(flatten)]
    pub which: Ruled,
    /// Reason, kept in the history
    #[arg(long)]
    pub reason: String,
}

#[derive(Debug, Args)]
pub struct Errors {
    #[command(subcommand)]
    pub command: ErrorsCommand,
}

#[derive(Debug, Subcommand)]
pub enum ErrorsCommand {
    /// Record an error of a run outside Claude Code
    #[command(
        after_help = "Example: ingrain errors record 'type check failed' --run build-17 --type validation"
    )]
    Record(ErrorRecord),
    /// List errors, newest first
    #[command(after_help = "Example: ingrain errors list --json")]
    List(ErrorList),
    /// Print the errors as a section for a prompt
    #[command(after_help = "Example: ingrain errors context --include-resolved")]
    Context(ErrorContext),
    /// Mark an error as resolved
    #[command(after_help = "Example: ingrain errors resolve err_3f9c2a7b10de")]
    Resolve(Ruled),
    /// Count errors by type
    #[command(after_help = "Example: ingrain errors stats --json")]
    Stats(ErrorStats),
}

#[derive(Debug, Args)]
pub struct ErrorRecord {
    /// Error message
    pub message: String,
    /// Run that it belongs to
    #[arg(long, value_name = "ID", default_value = "manual")]
    pub run: String,
    /// Error type: validation, timeout, conflict, tool_failure, unknown [default: guessed from the message]
    #[arg(long = "type", value_name = "TYPE")]
    pub kind: Option<ErrorType>,
    /// Tool that reported it
    #[arg(long)]
    pub tool: Option<String>,
    /// Work in progress at the time
    #[arg(long)]
    pub context: Option<String>,
    /// Stack trace
    #[arg(long, value_name = "TRACE")]
    pub stack: Option<String>,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct ErrorList {
    /// Only this run
    #[arg(long, value_name = "ID")]
    pub run: Option<String>,
    /// Only unresolved errors
    #[arg(long)]
    pub unresolved: bool,
    /// Maximum rows
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub limit: usize,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct ErrorContext {
    /// Only this run
    #[arg(long, value_name = "ID")]
    pub run: Option<String>,
    /// Include resolved errors
    #[arg(long)]
    pub include_resolved: bool,
    /// Maximum errors, newest first
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub limit: usize,
}

#[derive(Debug, Args)]
pub struct ErrorStats {
    /// Only this run
    #[arg(long, value_name = "ID")]
    pub run: Option<String>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct TaskContext {
    /// Task in a few words
    #[arg(long, value_name = "TEXT")]
    pub task: String,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}
