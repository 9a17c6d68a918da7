//! TODO

pub(crate) mod hud;
pub mod inject;
pub mod rank;
pub(crate) mod recall;
