//! What was done, and how it is taken back.

use clap::Args;

#[derive(Debug, Args)]
pub struct Undo {
    /// Numbers of changes as `ingrain history` shows them, or the id of what was changed last
    #[arg(value_name = "N|ID")]
    pub what: Vec<String>,
}
