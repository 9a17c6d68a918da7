//! Arguments of the commands about guards.

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Args)]
pub struct Guard {
    #[command(subcommand)]
    pub command: GuardCommand,
}

#[derive(Debug, Subcommand)]
pub enum GuardCommand {
    /// List guards with the number of past calls that each matches
    #[command(after_help = "Example: ingrain guard list --json")]
    List(GuardList),
    /// Show one guard with the past calls that it matches
    #[command(after_help = "Example: ingrain guard show g1")]
    Show(GuardShow),
    /// Add a guard of your own
    #[command(
        after_help = "Example: ingrain guard add 'git push --force' --level deny --rule 'history is shared'"
    )]
    Add(GuardAdd),
    /// Show which guards match a command, without running it
    #[command(after_help = "Example: ingrain guard test 'cd app && git push -f'")]
    Test(GuardTest),
    /// Set the level of a guard
    #[command(after_help = "Example: ingrain guard set g1 ask")]
    Set(GuardSet),
    /// Remove a guard
    #[command(after_help = "Example: ingrain guard remove g1")]
    Remove(GuardRemove),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ChosenLevel {
    /// The model reads the rule beside the call's result
    Tell,
    /// You are asked before the call
    Ask,
    /// The call is not made
    Deny,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GuardChoice {
    /// The model reads the rule beside the call's result
    Tell,
    /// You are asked before the call
    Ask,
    /// The call is not made
    Deny,
    /// Do not propose it again
    Drop,
}

#[derive(Debug, Args)]
pub struct GuardList {
    /// Include those you dropped
    #[arg(long)]
    pub all: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct GuardShow {
    /// Guard id, or what it matches
    pub guard: String,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct GuardAdd {
    /// Calls to match: `PROGRAM [SUBCOMMAND] [--OPTION] [PATH] [without --OPTION]`, or `edit PATH`
    pub matcher: String,
    /// Level of enforcement
    #[arg(long, value_enum, default_value_t = ChosenLevel::Ask)]
    pub level: ChosenLevel,
    /// Rule in your words, shown to you and the model
    #[arg(long, value_name = "TEXT")]
    pub rule: Option<String>,
    /// Show which past calls it would have matched, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct GuardTest {
    /// Shell command, or `edit PATH`
    pub line: String,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct GuardSet {
    /// Guard id, or what it matches
    pub guard: String,
    /// Level of enforcement
    #[arg(value_enum)]
    pub level: GuardChoice,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct GuardRemove {
    /// Guard id, or what it matches
    pub guard: String,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}
