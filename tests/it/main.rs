//! One binary for everything that runs the real executables or reads real sessions.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "helpers of tests are tests"
)]

mod corpus;
mod demo;
mod hooks;
mod laws;
mod learning;
mod session;
mod world;
