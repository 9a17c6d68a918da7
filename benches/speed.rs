//! The benchmark runner. Figures are ratios within one run, because machines differ: `cargo bench`, or
//! one of them with `cargo bench -- growth`. It exits with 1 if a promise of speed is broken.
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

use std::process::ExitCode;

/// The result of a comparison with the promised figure.
#[derive(Clone, Copy, PartialEq)]
enum Verdict {
    Kept,
    Broken,
}

impl Verdict {
    fn of(kept: bool) -> Verdict {
        if kept { Verdict::Kept } else { Verdict::Broken }
    }
}

type Report = fn() -> Verdict;

fn main() -> ExitCode {
    let reports: [(&str, Report); 5] = [
        ("hooks", hooks::report),
        ("reading", reading::report),
        ("learning", learning::report),
        ("growth", growth::report),
        ("outcomes", outcomes::report),
    ];
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let mut broken = Vec::new();
    for (name, report) in reports {
        if (wanted.is_empty() || wanted.iter().any(|word| word == name)) && report() == Verdict::Broken {
            broken.push(name);
        }
    }
    if broken.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!("beyond what is promised: {}", broken.join(", "));
    ExitCode::FAILURE
}
