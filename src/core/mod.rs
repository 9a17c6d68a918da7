//! The pure part: no clock, no environment, no files, no processes, no SQL. Every rule of the design has one file
//! here, named after it; `tests/it/laws.rs` fails when a file in this folder imports the outside world.

// What everything is made of.
pub mod config;
pub(crate) mod cost;
pub(crate) mod decay;
pub(crate) mod groups;
pub mod model;
pub(crate) mod rounding;
pub(crate) mod said;
pub(crate) mod when;
pub(crate) mod word_enum;

// Text.
pub(crate) mod blank;
pub(crate) mod echo;
pub(crate) mod find_words;
pub(crate) mod jsonc;
pub(crate) mod keys;
pub mod places;
pub(crate) mod similarity;
pub(crate) mod splice;
pub(crate) mod stance;
pub(crate) mod text;
pub mod tokens;
pub(crate) mod words;

// A session, as the client wrote it.
pub(crate) mod belonging;
pub mod channels;
pub(crate) mod checkers;
pub mod client_words;
pub(crate) mod commands;
pub mod redact;
pub(crate) mod roles;
pub mod segments;
pub(crate) mod tool_call;
pub mod transcript;
pub mod turns;

// What people teach.
pub(crate) mod batching;
pub mod extract;
pub mod merge;
pub(crate) mod promotion;
pub mod structure;
pub mod thresholds;
pub mod verify;

// Artifacts, and what becomes of them.
pub(crate) mod ignore_file;
pub mod index;
pub mod knowledge;
pub(crate) mod legacy;
pub mod mirror;
pub mod reconcile;
pub mod render;
pub mod settings;
pub(crate) mod staleness;
pub(crate) mod uninstall;

// What a person is asked.
pub(crate) mod capacity;
pub(crate) mod review;
pub(crate) mod unused;
pub(crate) mod worth;

// What was changed, and taking it back.
pub(crate) mod deed;
pub mod did;
pub(crate) mod file_past;
pub(crate) mod telling;
pub(crate) mod undo;

// How work ended, and what that says of what was used.
pub(crate) mod attribution;
pub(crate) mod audit;
pub(crate) mod criteria;
pub(crate) mod error_log;
pub(crate) mod failure;
pub(crate) mod feedback;
pub(crate) mod implicit;
pub(crate) mod maturity;
pub(crate) mod open_error;
pub mod outcome;
pub(crate) mod strikes;
pub(crate) mod weighing;

// Tools.
pub(crate) mod agent_profiles;
pub(crate) mod constraints;
pub mod cycle;
pub(crate) mod failure_patterns;
pub mod gate;
pub(crate) mod overlay;
pub(crate) mod policy;
pub(crate) mod reliability;
pub mod report;
pub(crate) mod risk_thresholds;
pub(crate) mod skill_stats;

// What agents conclude.
pub(crate) mod correction;
pub(crate) mod deliberation;
pub(crate) mod evidence_level;
pub(crate) mod fading;
pub(crate) mod inversion;
pub mod lifecycle;
pub mod pattern;
pub(crate) mod pattern_formula;
pub(crate) mod pattern_lines;
pub(crate) mod pattern_ruling;
pub mod pattern_score;
pub(crate) mod strategies;
pub mod verdict;

// What sessions are told.
pub(crate) mod hud;
pub mod inject;
pub mod rank;
pub(crate) mod recall;

// For tests.
#[cfg(test)]
pub(crate) mod samples;
