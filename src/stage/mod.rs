//! The stages of the worker, in the order of the loop. Each reads the database, asks the pure core for a plan, and
//! applies it in one transaction.

pub mod correct;
pub mod deliberate;
pub mod draft;
pub mod extract;
pub mod files;
pub mod ingest;
pub mod lifecycle;
mod lost;
pub mod mirrors;
pub mod notebook;
pub mod order;
pub mod own_words;
pub mod patterns;
pub mod policy;
pub mod prepare;
pub mod promise;
pub mod promote;
pub mod reconcile;
pub mod render;
pub mod review;
pub mod rule;
pub mod score;
pub mod structure;
pub mod trusted;
pub mod undo;
pub mod withdraw;
