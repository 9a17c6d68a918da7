//! Arguments of `review`.

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub struct Review {
    /// Only these ids or entries such as ADR-003, whatever their state
    #[arg(value_name = "ID", conflicts_with_all = ["accept", "reject", "keep", "deprecate", "restore", "capacity"])]
    pub ids: Vec<String>,
    /// Print the items without asking
    #[arg(long)]
    pub list: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub rulings: Rulings,
    /// Make room in a knowledge file, least used entries first
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "both")]
    pub capacity: Option<Shelf>,
    /// Show what would change, and change nothing
    #[arg(long, requires = "ruling")]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
#[group(id = "ruling", multiple = true)]
pub struct Rulings {
    /// Write these now, regardless of thresholds
    #[arg(long, value_name = "ID", num_args = 1..)]
    pub accept: Vec<String>,
    /// Never learn these again
    #[arg(long, value_name = "ID", num_args = 1..)]
    pub reject: Vec<String>,
    /// Keep these as they are, and clear their flags
    #[arg(long, value_name = "ID", num_args = 1..)]
    pub keep: Vec<String>,
    /// Retire these; they stay in the history
    #[arg(long, value_name = "ID", num_args = 1..)]
    pub deprecate: Vec<String>,
    /// Restore what was deprecated or rejected
    #[arg(long, value_name = "ID", num_args = 1..)]
    pub restore: Vec<String>,
}

/// A knowledge file, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shelf {
    Decisions,
    Pitfalls,
    Both,
}
