//! Figures for the promises of speed. Ratios within one run, because machines differ: `cargo bench`, or one of them with
//! `cargo bench -- growth`.
#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a report that stops when something is wrong"
)]

mod growth;
mod hooks;
mod learning;
mod outcomes;
mod reading;
#[path = "../tests/it/transcripts.rs"]
mod transcripts;

fn main() {
    let reports: [(&str, fn()); 5] = [
        ("hooks", hooks::report),
        ("reading", reading::report),
        ("learning", learning::report),
        ("growth", growth::report),
        ("outcomes", outcomes::report),
    ];
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    for (name, report) in reports {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            report();
        }
    }
}
