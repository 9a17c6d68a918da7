//! Seed 003: from people's words and actions to observations that are ready to be written.

pub(crate) mod inbox;
pub mod readiness;

pub(crate) mod orders;

pub(crate) mod batching;
pub(crate) mod direct;
pub mod extract;
pub mod merge;
pub mod recurring;
pub mod said_lately;
pub mod structure;
pub mod topics;
pub mod verify;
pub mod waiting;
