//! Arguments of the commands about the reliability of tools.

use clap::{Args, Subcommand};

use super::Output;

#[derive(Debug, Args)]
pub struct Policy {
    #[command(subcommand)]
    pub command: PolicyCommand,
}

#[derive(Debug, Subcommand)]
pub enum PolicyCommand {
    /// Show the reliability of all tools, or of one
    #[command(after_help = "Example: ingrain policy show bash:gh")]
    Show(PolicyShow),
    /// Set whether you are asked before a tool, and how often it may be retried
    #[command(after_help = "Example: ingrain policy set mcp:github --approval --note 'token expires daily'")]
    Set(PolicySet),
    /// Accept a lower risk level for a reliable tool
    #[command(after_help = "Example: ingrain policy accept bash:cargo")]
    Accept(Adapter),
    /// Withdraw your settings for a tool and restart its record
    #[command(after_help = "Example: ingrain policy reset bash:gh")]
    Reset(Adapter),
}

#[derive(Debug, Args)]
pub struct PolicyShow {
    /// Tool: bash:PROGRAM, mcp:SERVER, skill:NAME, agent:TYPE, or a built-in one
    #[arg(value_name = "TOOL")]
    pub adapter: Option<String>,
    /// Include all tools, not only the least reliable ones
    #[arg(long)]
    pub all: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Adapter {
    /// Tool: bash:PROGRAM, mcp:SERVER, skill:NAME, agent:TYPE, or a built-in one
    #[arg(value_name = "TOOL")]
    pub adapter: String,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
#[group(id = "what", required = true, multiple = true)]
pub struct Wish {
    /// Ask before it is used
    #[arg(long, group = "what", conflicts_with = "no_approval")]
    pub approval: bool,
    /// Do not ask before it is used
    #[arg(long, group = "what")]
    pub no_approval: bool,
    /// Retries before the known fix is shown
    #[arg(long, group = "what", value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10))]
    pub retries: Option<u32>,
}

#[derive(Debug, Args)]
pub struct PolicySet {
    #[command(flatten)]
    pub which: Adapter,
    #[command(flatten)]
    pub wish: Wish,
    /// Reason, kept in the history
    #[arg(long, default_value = "")]
    pub note: String,
}

#[derive(Debug, Args)]
pub struct Backtest {
    /// Count only starts since then: 7d, 3w or a date; what was said before is known all the same
    #[arg(long, value_name = "DATE")]
    pub since: Option<String>,
    /// Print JSON for scripts
    #[arg(long, group = "format")]
    pub json: bool,
    /// Print one HTML page that needs nothing else
    #[arg(long, group = "format")]
    pub html: bool,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Debug, Args)]
pub struct Report {
    /// Print JSON for scripts
    #[arg(long, group = "format")]
    pub json: bool,
    /// Print Markdown
    #[arg(long, group = "format")]
    pub md: bool,
    /// Print one self-contained HTML page
    #[arg(long, group = "format")]
    pub html: bool,
    #[command(flatten)]
    pub output: Output,
}
