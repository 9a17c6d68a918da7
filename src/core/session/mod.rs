//! A session as the client wrote it: turns with an origin, signals and pairs, segments and how each
//! ended.

pub(crate) mod check_result;

pub mod client_tags;
pub mod client_words;
pub(crate) mod error_marks;
pub(crate) mod failure;
pub(crate) mod failure_type;
pub mod pasted;
pub(crate) mod project_identity;
pub mod segments;
pub mod signals;
pub(crate) mod tool_call;
pub mod transcript;
pub mod turns;
