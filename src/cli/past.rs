//! Arguments of the commands that show history and undo it.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub struct History {
    /// Only changes of this id, entry, file or tool
    #[arg(value_name = "ID|PATH")]
    pub what: Option<String>,
    /// Only changes since then: 2h, 7d, a date, or a number
    #[arg(long, value_name = "WHEN")]
    pub since: Option<String>,
    /// Maximum lines
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least_one)]
    pub limit: usize,
    /// Also counters and derived values
    #[arg(long)]
    pub all: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Events {
    /// Only events since then: 2h, 7d, a date, or a number
    #[arg(long, value_name = "WHEN")]
    pub since: Option<String>,
    /// Keep printing new events; without `--since`, past ones are left out
    #[arg(long)]
    pub follow: bool,
    /// Print JSON for scripts, one event per line
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Undo {
    /// Change number from `ingrain history`, or an id, entry or file [default: newest change]
    #[arg(value_name = "N|ID|PATH")]
    pub what: Vec<String>,
    /// All changes since then: 2h, 7d, a date, or a number
    #[arg(long, value_name = "WHEN", conflicts_with = "what")]
    pub since: Option<String>,
    /// Show what would be undone, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Diff {
    /// Only this file or folder
    pub path: Option<PathBuf>,
    /// Changes since then: 2h, 7d, a date, or a number from `ingrain history`
    #[arg(long, value_name = "WHEN", default_value = "7d")]
    pub since: String,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Why {
    /// Id, entry (ADR-003), file (with #ADR-003 or :LINE), criterion, or plain words
    /// (without it: a list of what can be asked for)
    #[arg(value_name = "ID|PATH|WORDS")]
    pub what: Vec<String>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

fn at_least_one(word: &str) -> Result<usize, &'static str> {
    word.parse().ok().filter(|count| *count > 0).ok_or("expected a whole number from 1 on")
}
