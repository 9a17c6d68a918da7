//! The pure part: no clock, no environment, no files, no processes, no SQL. Every rule of the design has one file
//! here, named after it; `tests/it/laws.rs` fails when a file in this folder imports the outside world.

pub mod capacity;
pub mod channels;
pub mod client_words;
pub mod commands;
pub mod config;
pub mod criteria;
pub mod decay;
pub mod error_log;
pub mod extract;
pub mod failure;
pub mod feedback;
pub mod implicit;
pub mod index;
pub mod inject;
pub mod inversion;
pub mod jsonc;
pub mod keys;
pub mod knowledge;
pub mod legacy;
pub mod maturity;
pub mod merge;
pub mod mirror;
pub mod model;
pub mod outcome;
pub mod pattern;
pub mod rank;
pub mod reconcile;
pub mod redact;
pub mod render;
pub mod results_policy;
pub mod rounding;
#[cfg(test)]
pub(crate) mod samples;
pub mod segments;
pub mod settings;
pub mod staleness;
pub mod strategies;
pub mod strikes;
pub mod text;
pub mod thresholds;
pub mod transcript;
pub mod turns;
pub mod verify;
pub(crate) mod word_enum;
