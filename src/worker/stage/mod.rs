//! The steps of the loop, one file each; `worker/mod.rs` has their order. A step reads the database and
//! the project's files, asks the pure core for a plan, and carries it out in a transaction of its own.
//! No step imports another: what two of them need stands beside this folder.

pub mod apply_rewording;
pub mod extract;
pub mod guards;
pub mod ingest;
pub mod lifecycle;
pub mod mirrors;
pub mod policy;
pub mod prepare;
pub mod promote;
pub mod reconcile;
pub mod recurring;
pub mod refresh;
pub mod render;
pub mod review;
pub mod score;
pub mod structure;
pub mod topics;
pub mod withdraw;
