//! Recorded changes, in plain words, and how they are taken back.

pub(crate) mod change;
pub(crate) mod change_text;
pub(crate) mod file_past;
pub(crate) mod learning_event;
pub(crate) mod state_fields;
pub(crate) mod undo;
