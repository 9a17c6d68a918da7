//! TODO

pub mod client_words;
pub(crate) mod failure;
pub(crate) mod project_identity;
pub mod segments;
pub mod signals;
pub(crate) mod tool_call;
pub mod transcript;
pub mod turns;
