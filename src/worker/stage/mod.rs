//! What is done with the database and the project's files. Everything here reads both, asks the pure core for a plan, and
//! carries it out, each step in a transaction of its own. The order of the loop stands in `worker.rs`.

pub mod agent_reports;
pub mod apply_rewording;
pub mod apply_verdicts;
pub mod followed_patterns;
pub mod record_patterns;
pub(crate) mod user_edits;

// The stages.
pub mod extract;
pub mod ingest;
pub mod lifecycle;
pub mod mend;
pub mod mirrors;
pub mod policy;
pub mod prepare;
pub mod promote;
pub mod reconcile;
pub mod refresh;
pub mod render;
pub mod review;
pub mod score;
pub mod structure;
pub mod withdraw;

// What people ask for, in commands.

// What both are made of.
mod replaced;
