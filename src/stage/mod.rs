//! What is done with the database and the project's files. Everything here reads both, asks the pure core for a plan, and
//! carries it out, each step in a transaction of its own. The order of the loop stands in `worker.rs`.

// The stages.
pub mod correct;
pub mod deliberate;
pub mod extract;
pub mod ingest;
pub mod lifecycle;
pub mod mend;
pub mod mirrors;
pub mod own_words;
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
pub mod order;
pub mod patterns;
pub mod rule;
pub mod trusted;
pub mod undo;

// What both are made of.
pub mod draft;
pub mod files;
pub mod followed;
mod lost;
pub mod notebook;
pub mod promise;
mod replaced;
