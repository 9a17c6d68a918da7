//! Arguments of the commands that show history and undo it.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

#[derive(Debug, Args)]
pub struct History {
    /// Only what concerns this: an id, an entry, a file, a tool
    #[arg(value_name = "ID|PATH")]
    pub what: Option<String>,
    /// Only since then: 2h, 7d, a date, or a number
    #[arg(long, value_name = "WHEN")]
    pub since: Option<String>,
    /// At most so many lines
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least_one())]
    pub limit: usize,
    /// Also what was counted and worked out
    #[arg(long)]
    pub all: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Events {
    /// Only since then: 2h, 7d, a date, or a number
    #[arg(long, value_name = "WHEN")]
    pub since: Option<String>,
    /// Stay, and print what comes; without `--since` nothing of the past
    #[arg(long)]
    pub follow: bool,
    /// Print JSON for scripts, one event a line
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Undo {
    /// Numbers as `ingrain history` shows them, or what was changed: an id, an entry, a file; without it the newest change
    #[arg(value_name = "N|ID|PATH")]
    pub what: Vec<String>,
    /// Everything since then: 2h, 7d, a date, or a number
    #[arg(long, value_name = "WHEN", conflicts_with = "what")]
    pub since: Option<String>,
    /// Show what would be taken back, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Diff {
    /// Only this file, or files below this folder
    pub path: Option<PathBuf>,
    /// Since then: 2h, 7d, a date, or a number of `ingrain history`
    #[arg(long, value_name = "WHEN", default_value = "7d")]
    pub since: String,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Why {
    /// An id, an entry (ADR-003), a file (with #ADR-003 or :LINE), a criterion, or plain words
    #[arg(required = true, value_name = "ID|PATH|WORDS")]
    pub what: Vec<String>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

fn at_least_one() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}
