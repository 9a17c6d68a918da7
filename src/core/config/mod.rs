//! The configuration and its layers: defaults, then the user's file, then the project's. The
//! project's file comes with the repository, so it is ignored until the person has trusted exactly
//! that text.

pub mod client_settings;
pub(crate) mod jsonc;

mod edit;
mod keys;
mod layer;
mod rule;
mod table;
#[cfg(test)]
mod tests;
mod thresholds;

pub use edit::{EditError, set_key};
pub use keys::{ConfigKey, find};
pub use layer::{Fail, Level, Problem, layer};
pub use rule::KeyRule;
pub use table::{AntiPattern, Config, Inject, KEYS, Learning, Maturity, Policy, Redact, Roles};
pub use thresholds::{Threshold, Thresholds};

use std::path::Path;

use serde::{Deserialize, Serialize};

/// The extractor that turns words into observations. `Auto` and `Claude` both need the person's
/// consent to call a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExtractorChoice {
    Auto,
    Claude,
    Command,
    Builtin,
}

impl ExtractorChoice {
    pub const WORDS: [&str; 4] = ["auto", "claude", "command", "builtin"];
}

/// Whether a ready observation is written to the project at once or waits for the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Promotion {
    Auto,
    Inbox,
}

impl Promotion {
    pub const WORDS: [&str; 2] = ["auto", "inbox"];
}

/// Whether the project is one of these folders, or inside one.
pub fn holds(folders: &[String], root: &Path, home: Option<&Path>) -> bool {
    folders.iter().any(|folder| match (folder.strip_prefix('~'), home) {
        (Some(below), Some(home)) => root.starts_with(home.join(below.trim_start_matches('/'))),
        _ => root.starts_with(folder),
    })
}
