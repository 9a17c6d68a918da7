//! The history of recorded changes, its wording, and undo.

pub(crate) mod change;
pub(crate) mod change_text;
pub(crate) mod file_past;
pub(crate) mod learning_event;
pub(crate) mod state_fields;
pub(crate) mod undo;
