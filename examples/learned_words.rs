//! What the built-in extractor would learn from folders of transcripts, one repository per folder:
//!
//! `cargo run --release --example learned_words -- FOLDER`
//!
//! Nothing is stored. It is how the tables in `src/core/extract/markers` are judged: by reading all of it.
#![allow(clippy::print_stdout)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use ingrain::core::channels::channels;
use ingrain::core::extract::{build_request, markers};
use ingrain::core::model::{BatchSession, Candidate, Time};
use ingrain::core::redact::Redactor;
use ingrain::core::transcript;
use ingrain::core::turns::{Turn, TurnReader};
use ingrain::core::verify::{KnownText, holds, verify};

fn main() -> Result<()> {
    let folder = std::env::args_os()
        .nth(1)
        .context("which folder of transcripts?")?;
    for repository in sorted(Path::new(&folder))? {
        show(&repository)?;
    }
    Ok(())
}

fn show(repository: &Path) -> Result<()> {
    let sessions = sessions(repository)?;
    let signals: usize = sessions.iter().map(|session| session.signals.len()).sum();
    let response = markers::builtin(&build_request(&[], &sessions));
    let redactor = Redactor::new(&[])?;
    let verified = verify(
        response.observations,
        &sessions,
        &[],
        &KnownText::default(),
        &redactor,
    );
    let found = verified.candidates.len();
    println!(
        "\n=== {}: {} sessions, {signals} signals, {found} lessons",
        repository.display(),
        sessions.len()
    );
    let mut by_key: BTreeMap<String, Vec<Candidate>> = BTreeMap::new();
    for candidate in verified.candidates {
        let kind = candidate.details.kind();
        let keys: Vec<&str> = candidate.keys.iter().map(String::as_str).collect();
        by_key
            .entry(format!("{kind:<10} {}", keys.join(", ")))
            .or_default()
            .push(candidate);
    }
    for (key, sightings) in by_key {
        let of = |candidate: &Candidate| candidate.evidence.clone();
        let evidence: Vec<_> = sightings.iter().flat_map(of).collect();
        let seen_in: BTreeSet<&str> = evidence
            .iter()
            .map(|evidence| evidence.session.as_str())
            .collect();
        let is_good = |c: &Candidate| holds(c.details.kind(), &c.quality, &evidence);
        let good = if sightings.iter().any(is_good) {
            "holds"
        } else {
            "weak"
        };
        println!("\n{key}  [{} sessions, {good}]", seen_in.len());
        sightings.iter().for_each(print_candidate);
    }
    verified
        .dropped
        .iter()
        .for_each(|reason| println!("dropped: {reason}"));
    Ok(())
}

fn print_candidate(candidate: &Candidate) {
    println!("  # {}", candidate.title);
    println!("    {}", candidate.details.text().replace('\n', " | "));
    for evidence in &candidate.evidence {
        println!(
            "    {} {}: “{}”",
            evidence.session,
            evidence.speaker.as_str(),
            evidence.quote
        );
    }
}

/// Every session's share of a batch, each turn in the first file that has it.
fn sessions(repository: &Path) -> Result<Vec<BatchSession>> {
    let redactor = Redactor::new(&[])?;
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut sessions = vec![];
    for file in transcripts(repository)? {
        let turns = turns(&fs::read(&file)?);
        let channels = channels(&turns, &redactor, &|id| !seen.contains(id), false, Time::MAX_UTC);
        seen.extend(channels.seen.iter().map(|turn| turn.id.clone()));
        sessions.push(BatchSession {
            session: file
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            signals: channels.signals,
            injected: channels.injected,
        });
    }
    Ok(sessions)
}

fn turns(bytes: &[u8]) -> Vec<Turn> {
    let mut reader = TurnReader::new();
    for line in bytes.split(|byte| *byte == b'\n') {
        if let Ok(Some(entry)) = transcript::parse(line) {
            reader.push(&entry);
        }
    }
    reader.finish()
}

fn transcripts(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = vec![];
    for path in sorted(folder)? {
        if path.is_dir() {
            files.extend(transcripts(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    Ok(files)
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("could not read `{}`", folder.display()))?;
    let mut paths = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
