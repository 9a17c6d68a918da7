//! How the work in folders of transcripts ended, one repository per folder:
//!
//! `cargo run --release --example outcomes -- FOLDER [--each]`
//!
//! Nothing is stored. With `--each` every segment is printed as a line of JSON: it is how the rules in
//! `src/core/segments` are judged, by reading what they were about.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod folders;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use ingrain::core::model::Time;
use ingrain::core::model::outcome::RunResult;
use ingrain::core::redact::Redactor;
use ingrain::core::session::segments::{Segment, segments};
use serde_json::json;

use folders::{sorted, transcripts, turns};

fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).context("which folder of transcripts?")?;
    let each = std::env::args().any(|arg| arg == "--each");
    let mut total = BTreeMap::new();
    for repository in sorted(Path::new(&folder))? {
        let mut results: BTreeMap<RunResult, usize> = BTreeMap::new();
        for (file, segment) in distinct(&repository)? {
            *results.entry(segment.outcome.result).or_default() += 1;
            *total.entry(segment.outcome.result).or_default() += 1;
            if each {
                println!("{}", line(&file, &segment));
            }
        }
        eprintln!("{}: {}", repository.display(), told(&results));
    }
    eprintln!("together: {}", told(&total));
    Ok(())
}

fn told(results: &BTreeMap<RunResult, usize>) -> String {
    let count = |result: &RunResult| results.get(result).copied().unwrap_or(0);
    let counts: Vec<String> =
        RunResult::ALL.iter().map(|result| format!("{} {result}", count(result))).collect();
    format!("{} segments: {}", results.values().sum::<usize>(), counts.join(", "))
}

fn line(file: &Path, segment: &Segment) -> String {
    let errors: Vec<_> = segment
        .errors
        .iter()
        .map(|e| json!({"type": e.kind, "tool": e.tool, "signature": e.signature, "resolved": e.resolved.as_ref().map(|r| &r.by)}))
        .collect();
    json!({"file": file, "task": segment.task, "outcome": segment.outcome, "errors": errors}).to_string()
}

/// Every segment in the first file that has it: forks copy.
fn distinct(repository: &Path) -> Result<Vec<(PathBuf, Segment)>> {
    let redactor = Redactor::new(&[])?;
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for file in transcripts(repository)? {
        let turns = turns(&file)?;
        let all = segments(&turns, &redactor, Time::MAX_UTC);
        let fresh = all.into_iter().filter(|segment| seen.insert(segment.outcome.run_id.clone()));
        found.extend(fresh.map(|segment| (file.clone(), segment)));
    }
    Ok(found)
}
