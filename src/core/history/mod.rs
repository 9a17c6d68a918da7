//! TODO

pub(crate) mod change;
pub(crate) mod change_text;
pub(crate) mod file_past;
pub(crate) mod undo;
