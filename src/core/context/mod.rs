//! What sessions are told: ranking, what a prompt recalls, what is injected at a start, the status line.

pub(crate) mod hud;
pub mod inject;
pub mod rank;
pub(crate) mod recall;
