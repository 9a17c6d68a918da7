//! Commands about which tools can be trusted.

use clap::{Args, Subcommand};

use super::Output;

#[derive(Debug, Args)]
pub struct Policy {
    #[command(subcommand)]
    pub command: PolicyCommand,
}

#[derive(Debug, Subcommand)]
pub enum PolicyCommand {
    /// Show what is known of all tools, or of one
    #[command(after_help = "Example: ingrain policy show bash:gh")]
    Show(PolicyShow),
    /// Decide yourself whether you are asked, and how often a tool may be retried
    #[command(after_help = "Example: ingrain policy set mcp:github --approval --note 'token expires daily'")]
    Set(PolicySet),
    /// Agree that a reliable tool counts as less risky than usual
    #[command(after_help = "Example: ingrain policy accept bash:cargo")]
    Accept(Adapter),
    /// Take back what you said, and let the tool start anew
    #[command(after_help = "Example: ingrain policy reset bash:gh")]
    Reset(Adapter),
}

#[derive(Debug, Args)]
pub struct PolicyShow {
    /// A tool: bash:PROGRAM, mcp:SERVER, skill:NAME, agent:TYPE, or a built-in one
    pub adapter: Option<String>,
    /// Every tool, not only the least reliable ones
    #[arg(long)]
    pub all: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Adapter {
    /// A tool: bash:PROGRAM, mcp:SERVER, skill:NAME, agent:TYPE, or a built-in one
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
    /// Retries before the known fix is told
    #[arg(long, group = "what", value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10))]
    pub retries: Option<u32>,
}

#[derive(Debug, Args)]
pub struct PolicySet {
    #[command(flatten)]
    pub which: Adapter,
    #[command(flatten)]
    pub wish: Wish,
    /// Why, for whoever asks later
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
    /// Print one HTML page that needs nothing else
    #[arg(long, group = "format")]
    pub html: bool,
    #[command(flatten)]
    pub output: Output,
}
