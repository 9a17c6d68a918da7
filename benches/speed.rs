//! Figures for the promises of speed. Ratios within one run, because machines differ: `cargo bench`.
#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a report that stops when something is wrong"
)]

mod hooks;
mod reading;
#[path = "../tests/it/transcripts.rs"]
mod transcripts;

fn main() {
    hooks::report();
    reading::report();
}
