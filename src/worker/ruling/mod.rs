//! A person's decisions, carried out: on observations, patterns, tools and trust, their direct
//! commands, and undo.

pub mod direct;
pub mod found_text;
pub mod guard;
pub mod observation;
pub mod pattern;
pub mod tool;
pub mod trust;
pub mod undo;
