//! Context for sessions: ranking, recall for prompts, injection at the start of a session, and the
//! status line.

pub(crate) mod hud;
pub mod inject;
pub mod rank;
pub(crate) mod recall;
