//! The pure part: no clock, no environment, no files, no processes, no SQL. Each rule of the design
//! has its own file here. A room imports only from the rooms above it; `tests/it/laws.rs` checks
//! both.

pub mod backtest;
pub mod config;
pub mod context;
pub mod entities;
pub mod guards;
pub mod history;
pub mod knowledge;
pub mod learn;
pub mod model;
pub mod outcomes;
pub mod patterns;
pub mod policy;
pub mod redact;
pub mod review;
pub mod session;
pub mod text;
