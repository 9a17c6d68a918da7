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
    /// Show what a role would be told first, with the numbers behind it
    #[command(after_help = "Example: ingrain pattern query --role judge --labels auth 'token expiry'")]
    Query(PatternQuery),
    /// Say that a pattern held up
    #[command(after_help = "Example: ingrain pattern reinforce pat_3f9c2a7b10de")]
    Reinforce(Counted),
    /// Say that a pattern was a false positive: it is held back until it holds up again
    #[command(after_help = "Example: ingrain pattern ignore pat_3f9c2a7b10de")]
    Ignore(Counted),
}

#[derive(Debug, Args)]
pub struct PatternQuery {
    /// What it should be like; without it, only the record counts
    pub text: Option<String>,
    /// Who would be told: the main session, or subagents of this type
    #[arg(long, default_value = MAIN_ROLE)]
    pub role: String,
    /// Labels of the work at hand
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    pub labels: Vec<String>,
    /// The phase of the work at hand, such as plan or review
    #[arg(long)]
    pub phase: Option<String>,
    /// Files that the work changes
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    pub files: Vec<String>,
    /// At most this many
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub limit: usize,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Counted {
    /// Its id, or the first characters of it
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
    /// Whose report it is
    #[arg(long, value_name = "ROLE")]
    pub adversarial_role: String,
    /// Who judged it
    #[arg(long, value_name = "ROLE")]
    pub validator_role: String,
    /// The report
    #[arg(long, value_name = "FILE")]
    pub deliberation: PathBuf,
    /// The verdict: a text with a verdict-json block, or its JSON alone
    #[arg(long, value_name = "FILE")]
    pub verdict: PathBuf,
    /// The transcript of the agent that reported, to look up what its tools printed
    #[arg(long, value_name = "FILE")]
    pub transcript: Option<PathBuf>,
    /// Files that the work changed
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    pub files: Vec<String>,
    /// Labels of the work
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    pub labels: Vec<String>,
    /// The phase of the work, such as plan or review
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
    /// Also those that are deprecated
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

#[derive(Debug, Args)]
pub struct Errors {
    #[command(subcommand)]
    pub command: ErrorsCommand,
}

#[derive(Debug, Subcommand)]
pub enum ErrorsCommand {
    /// Note an error of a run outside Claude Code
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
    /// What went wrong
    pub message: String,
    /// The run it belongs to
    #[arg(long, value_name = "ID", default_value = "manual")]
    pub run: String,
    /// validation, timeout, conflict, tool_failure or unknown; guessed from the message when left out
    #[arg(long = "type", value_name = "TYPE")]
    pub kind: Option<ErrorType>,
    /// The tool that reported it
    #[arg(long)]
    pub tool: Option<String>,
    /// What was being done
    #[arg(long)]
    pub context: Option<String>,
    /// Where in the code it came up
    #[arg(long, value_name = "TRACE")]
    pub stack: Option<String>,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct ErrorList {
    /// Only those of this run
    #[arg(long, value_name = "ID")]
    pub run: Option<String>,
    /// Only those that are not resolved
    #[arg(long)]
    pub unresolved: bool,
    /// At most this many
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub limit: usize,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct ErrorContext {
    /// Only those of this run
    #[arg(long, value_name = "ID")]
    pub run: Option<String>,
    /// Also those that are resolved
    #[arg(long)]
    pub include_resolved: bool,
    /// At most this many, the newest
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub limit: usize,
}

#[derive(Debug, Args)]
pub struct ErrorStats {
    /// Only those of this run
    #[arg(long, value_name = "ID")]
    pub run: Option<String>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct TaskContext {
    /// What is going to be done
    #[arg(long, value_name = "TEXT")]
    pub task: String,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}
