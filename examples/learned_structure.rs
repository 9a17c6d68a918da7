//! Prints what the structural detectors would learn from folders of transcripts, one repository per
//! folder:
//!
//! `cargo run --release --example learned_structure -- FOLDER`
//!
//! Nothing is stored. The thresholds in `src/core/learn/structure` are judged by reading all of the
//! output, and a sample of what the detectors hold back.
#![allow(clippy::print_stdout)]

mod folders;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use ingrain::core::config::Thresholds;
use ingrain::core::entities::places::Places;
use ingrain::core::learn::merge::{Rules, merge};
use ingrain::core::learn::readiness::is_ready;
use ingrain::core::learn::structure::words::heard;
use ingrain::core::learn::structure::{FactSighting, Frame, conclusions, sightings};
use ingrain::core::learn::verify::{Grounds, KnownText, Wording, holds, verify};
use ingrain::core::model::{BatchSession, Candidate, Observation, Time};
use ingrain::core::redact::Redactor;
use ingrain::core::session::signals::channels;

use folders::{transcripts, turns};

fn main() -> Result<()> {
    folders::each_repository(show)
}

fn show(repository: &Path) -> Result<()> {
    let Seen { sightings: seen, said } = seen(repository)?;
    let thresholds = Thresholds::default();
    let rules = Rules { thresholds: &thresholds, holds: &holds };
    let candidates = conclusions(&seen, &KnownText::default()).into_iter().chain(said).collect();
    let learned = merge(&[], candidates, rules);
    println!("\n=== {}: {} sightings, {} concluded", repository.display(), seen.len(), learned.len());
    learned.iter().for_each(|merged| print(&merged.after, is_ready(&merged.after, &thresholds)));
    println!("\n--- sighted, by number of sessions");
    print_sightings(&seen);
    Ok(())
}

fn print(observation: &Observation, ready: bool) {
    let state = if ready { "ready" } else { "observing" };
    print_learned(observation, state);
    for evidence in &observation.evidence {
        println!("    {} {} {}", evidence.session, evidence.at.date_naive(), evidence.quote);
    }
}

/// Prints an observation without its evidence.
fn print_learned(observation: &Observation, state: &str) {
    println!("\n[{}] {} ({} sessions, {state})", observation.kind(), observation.title, observation.count);
    println!("    keys {:?}", observation.keys);
    println!("    {}", observation.details.text().replace('\n', " | "));
}

fn print_sightings(seen: &[FactSighting]) {
    let mut facts: BTreeMap<(&str, String, String), BTreeSet<&str>> = BTreeMap::new();
    for sighting in seen {
        facts.entry(sighting.fact.encode()).or_default().insert(&sighting.session);
    }
    let mut facts: Vec<_> = facts.into_iter().collect();
    facts.sort_by_key(|(fact, sessions)| (fact.0, std::cmp::Reverse(sessions.len())));
    for ((kind, key, value), sessions) in
        facts.iter().filter(|(fact, _)| !["acted", "checked", "worked", "added"].contains(&fact.0))
    {
        println!("{:>4} {kind:<10} {key} {value}", sessions.len());
    }
}

#[derive(Default)]
struct Seen {
    sightings: Vec<FactSighting>,
    said: Vec<Candidate>,
}

/// Every session's facts, the oldest first, with prompts counted in the first file that has them.
fn seen(repository: &Path) -> Result<Seen> {
    let redactor = Redactor::new(&[])?;
    let mut sessions = vec![];
    for file in transcripts(repository)? {
        let turns = turns(&file)?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        sessions.push((turns.iter().find_map(|turn| turn.at), name, turns));
    }
    sessions.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    let mut known: BTreeSet<String> = BTreeSet::new();
    let (known_text, places) = (KnownText::default(), Places::default());
    let mut all = Seen::default();
    for (_, session, turns) in &sessions {
        let is_copy = |prompt: &str| known.contains(prompt);
        let frame = Frame { session, root: "/", is_copy: &is_copy, now: Time::MAX_UTC };
        all.sightings.extend(sightings(turns, &frame, &redactor));
        let channels = channels(turns, &redactor, &|id| !known.contains(id), false, Time::MAX_UTC);
        let batch = [BatchSession {
            session: session.clone(),
            signals: channels.signals,
            injected: channels.injected,
        }];
        for heard in heard(turns, &batch[0]) {
            let grounds = Grounds {
                existing: &[],
                known: &known_text,
                redactor: &redactor,
                places: &places,
                wording: Wording::Ours,
            };
            all.said.extend(verify(vec![heard.item], &batch, grounds).candidates);
        }
        known.extend(turns.iter().filter(|turn| turn.origin.teaches()).map(|turn| turn.id.clone()));
    }
    Ok(all)
}
