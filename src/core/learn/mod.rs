//! TODO

pub(crate) mod batching;
pub mod extract;
pub mod merge;
pub(crate) mod promotion;
pub mod structure;
pub mod thresholds;
pub mod verify;
