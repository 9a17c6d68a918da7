//! What the built-in extractor would learn from folders of transcripts, one repository per folder:
//!
//! `cargo run --release --example learned_words -- FOLDER`
//!
//! Nothing is stored. It is how the tables in `src/core/extract/markers` are judged: by reading all of it.
#![allow(clippy::print_stdout)]

mod folders;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;
use ingrain::core::config::Thresholds;
use ingrain::core::entities::places::Places;
use ingrain::core::learn::extract::{build_request, markers};
use ingrain::core::learn::merge::{Rules, merge};
use ingrain::core::learn::readiness::is_ready;
use ingrain::core::learn::verify::{Grounds, KnownText, holds, verify};
use ingrain::core::model::{BatchSession, Observation, Time};
use ingrain::core::redact::Redactor;
use ingrain::core::session::signals::channels;

use folders::{transcripts, turns};

fn main() -> Result<()> {
    folders::each_repository(show)
}

fn show(repository: &Path) -> Result<()> {
    let sessions = sessions(repository)?;
    let signals: usize = sessions.iter().map(|session| session.signals.len()).sum();
    let response = markers::builtin(&build_request(&[], &sessions));
    let (known, redactor, places) = (KnownText::default(), Redactor::new(&[])?, Places::default());
    let grounds = Grounds { existing: &[], known: &known, redactor: &redactor, places: &places };
    let verified = verify(response.observations, &sessions, grounds);
    let thresholds = Thresholds::default();
    let rules = Rules { thresholds: &thresholds, holds: &holds };
    let learned = merge(&[], verified.candidates, rules);
    let ready = learned.iter().filter(|merged| is_ready(&merged.after, &thresholds)).count();
    let (sessions, all) = (sessions.len(), learned.len());
    println!(
        "\n=== {}: {sessions} sessions, {signals} signals, {all} observations, {ready} ready",
        repository.display()
    );
    for merged in &learned {
        print(&merged.after, is_ready(&merged.after, &thresholds));
    }
    verified.dropped.iter().for_each(|reason| println!("dropped: {reason}"));
    Ok(())
}

fn print(observation: &Observation, ready: bool) {
    let state = match (ready, observation.quality_ok) {
        (true, _) => "ready",
        (false, true) => "observing",
        (false, false) => "observing, not good enough",
    };
    folders::print_learned(observation, state);
    for evidence in &observation.evidence {
        println!("    {} {}: “{}”", evidence.session, evidence.speaker.as_str(), evidence.quote);
    }
}

/// Every session's share of a batch, each turn in the first file that has it.
fn sessions(repository: &Path) -> Result<Vec<BatchSession>> {
    let redactor = Redactor::new(&[])?;
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut sessions = vec![];
    for file in transcripts(repository)? {
        let turns = turns(&file)?;
        let channels = channels(&turns, &redactor, &|id| !seen.contains(id), false, Time::MAX_UTC);
        seen.extend(channels.seen.iter().map(|turn| turn.id.clone()));
        sessions.push(BatchSession {
            session: file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            signals: channels.signals,
            injected: channels.injected,
        });
    }
    Ok(sessions)
}
