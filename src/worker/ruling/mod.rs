//! TODO

pub mod observation;
pub mod pattern;
pub mod tool;
pub mod trust;
pub mod undo;
