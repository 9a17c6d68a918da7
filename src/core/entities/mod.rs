//! TODO

pub(crate) mod checkers;
pub(crate) mod commands;
pub mod grammar;
pub(crate) mod keys;
pub(crate) mod negation;
pub mod places;
