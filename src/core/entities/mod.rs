//! The concrete things that sentences and tool calls name: commands, checkers, keys, places.

pub(crate) mod danger;

pub(crate) mod admission;
pub mod call_tokens;
pub(crate) mod checkers;
pub(crate) mod commands;
pub mod grammar;
pub(crate) mod keys;
pub(crate) mod negation;
pub mod places;
