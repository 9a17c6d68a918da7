//! Arguments of `remember`, `forget`, `told` and `off-record`.

use clap::Args;

use super::Change;

#[derive(Debug, Args)]
pub struct Remember {
    /// Lesson in your own words
    #[arg(value_name = "TEXT")]
    pub words: Vec<String>,
    /// Use it in all of your projects
    #[arg(long)]
    pub everywhere: bool,
    /// The words are a prompt: "remember that dates are utc"
    #[arg(long, hide = true)]
    pub loosely: bool,
    #[command(flatten)]
    pub change: Change,
}

#[derive(Debug, Args)]
pub struct Forget {
    /// Id, entry (ADR-003), or a few words of the lesson
    #[arg(value_name = "ID|WORDS")]
    pub words: Vec<String>,
    /// The words are a prompt: "forget the postgres thing, we use mysql now"
    #[arg(long, hide = true)]
    pub loosely: bool,
    #[command(flatten)]
    pub change: Change,
}

#[derive(Debug, Args)]
pub struct OffRecord {
    /// `off`: let the session teach again
    pub switch: Option<String>,
}

#[derive(Debug, Args)]
pub struct Told {
    /// Session id, or its first characters [default: newest session]
    pub session: Option<String>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}
