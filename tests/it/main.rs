//! One binary for everything that runs the real executables or reads real sessions.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "helpers of tests are tests"
)]

mod configure;
mod corpus;
mod demo;
<<<<<<< HEAD
mod enable;
=======
mod faults;
>>>>>>> d53ae6c (loop: superseded decisions, review flags, a cap that is told, and tests for bad days)
mod hooks;
mod laws;
mod learning;
mod model;
mod session;
mod transcripts;
mod trust;
mod world;
