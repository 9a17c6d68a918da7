//! Guards: rules that a person wants enforced on tool calls. They are proposed from lessons and
//! rejected calls, replayed over all stored calls first, and act only at the level that the person
//! chose.

pub mod door;
pub mod feedback;
pub mod guard;
pub mod matcher;
pub mod propose;
pub mod replay;
