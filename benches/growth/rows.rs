//! Workloads whose time may grow only linearly, and the rows for them.

use std::collections::{BTreeSet, HashMap};

use chrono::DateTime;
use ingrain::core::config::Thresholds;
use ingrain::core::context::rank;
use ingrain::core::knowledge::index::IndexEntry;
use ingrain::core::knowledge::provenance::KnownTexts;
use ingrain::core::knowledge::reconcile::{
    CleanedFolder, DiskState, GitLook, ManifestRow, ReconcileInput, content_hash, plan,
};
use ingrain::core::knowledge::{mirror, render};
use ingrain::core::learn::merge::{Rules, merge, supersessions};
use ingrain::core::learn::verify::holds;
use ingrain::core::model::{Candidate, Evidence, Kind, Observation, Quality, Speaker, Status, Time};
use ingrain::store::measured;

use super::memory::Memory;
use super::{Took, timed};

/// One new candidate for ten known observations; every other one is a sighting of something known.
pub(super) fn merging(memory: &Memory) -> Took {
    let (known, reading) = memory.read(measured::observations);
    let rows = memory.rows;
    let candidates: Vec<Candidate> = (0..rows / 10).map(|n| candidate(n * 5 + rows / 2)).collect();
    let thresholds = Thresholds::default();
    let rules = Rules { thresholds: &thresholds, holds: &holds };
    Took { reading, work: timed(|| merge(&known, candidates, rules)).1 }
}

pub(super) fn superseding(memory: &Memory) -> Took {
    let (known, reading) = memory.read(measured::observations);
    Took { reading, work: timed(|| supersessions(&known)).1 }
}

pub(super) fn ranking(memory: &Memory) -> Took {
    let (known, reading) = memory.read(measured::observations);
    let standing = |observation| rank::RankInput { observation, last_used: None, maturity: None };
    let mut entries: Vec<IndexEntry> = (0..memory.rows).map(entry).collect();
    let anchors: Vec<String> = entries.iter().map(|entry| entry.anchor.clone()).collect();
    let standings: HashMap<&str, rank::RankInput<'_>> =
        anchors.iter().map(String::as_str).zip(known.iter().map(standing)).collect();
    let sort =
        || rank::sort(&mut entries, |entry| standings.get(entry.anchor.as_str()).copied(), at(memory.rows));
    Took { reading, work: timed(sort).1 }
}

/// A hundredth edited, a hundredth gone, as many without a row. What the files say is hashed, as the worker does.
pub(super) fn reconciling(memory: &Memory) -> Took {
    let rows = memory.rows;
    let files: Vec<(usize, String)> = (0..rows + rows / 100).filter(|n| n % 100 != 7).map(file).collect();
    let ((manifest, known, disk), reading) = memory.read(|db| {
        let disk: Vec<DiskState> = files.iter().map(|(n, text)| found(*n, text)).collect();
        Ok((measured::artifacts(db)?, measured::known(db)?, disk))
    });
    let told = manifest.iter().map(|row| row.content_hash.clone()).collect();
    let (texts, git) = (KnownTexts { told, ..KnownTexts::default() }, GitLook::default());
    let look = ReconcileInput {
        rows: &manifest,
        disk: &disk,
        observations: &known,
        texts: &texts,
        git: &git,
        branch: Some("main"),
        now: at(rows),
    };
    Took { reading, work: timed(|| plan(&look, CleanedFolder::default())).1 }
}

/// Words that a project repeats, some far more often than others, and a few that it says once.
fn title(n: usize) -> String {
    let word = |salt: usize| {
        let spread = (n * 7919 + salt * 104_729) % 1009;
        format!("word{}", spread * spread / 1009)
    };
    format!("{} {} {} {} `tool{} check{}`", word(1), word(2), word(3), word(4), n % 97, n / 3)
}

pub(super) fn observation(n: usize) -> Observation {
    let read = mirror::parse_line(&line(n), at(n)).expect("a line of the log");
    Observation { status: Status::Ready, ..read }
}

fn line(n: usize) -> String {
    let kind = Kind::ALL[n % 4];
    let line = serde_json::json!({
        "id": format!("obs_{n:010}"), "type": kind, "pattern": title(n), "observations": 2, "quality_ok": true,
        "details": format!("area: {0}; issue: {0}; decision: use {0}; rationale: r", title(n)),
        "keys": keys(n), "evidence": [said(n)],
    });
    line.to_string()
}

/// Three observations in a row are about one thing, and one in a hundred names what others name too.
fn keys(n: usize) -> BTreeSet<String> {
    BTreeSet::from([format!("tool{} check{}", n % 97, n / 3), format!("src/part{}.rs", n / 100)])
}

fn said(n: usize) -> Evidence {
    Evidence {
        session: format!("s{}", n / 5),
        turn: format!("t{n}"),
        speaker: Speaker::User,
        quote: title(n),
        at: at(n),
    }
}

fn candidate(n: usize) -> Candidate {
    let known = observation(n);
    Candidate {
        title: known.title,
        details: known.details,
        keys: known.keys,
        matches: None,
        credits: Default::default(),
        resent: Default::default(),
        evidence: vec![Evidence { session: format!("new{n}"), turn: format!("new{n}"), ..said(n) }],
        quality: Quality {
            attested: true,
            concrete: true,
            rationale: true,
            both_sides: true,
            ..Quality::default()
        },
    }
}

fn entry(n: usize) -> IndexEntry {
    IndexEntry { anchor: format!("ADR-{n:03}"), title: title(n), status: "Active".into(), area: None }
}

pub(super) fn artifact(n: usize) -> ManifestRow {
    ManifestRow {
        observation_id: format!("obs_{n:010}"),
        kind: Kind::Workflow,
        path: render::path(Kind::Workflow, &format!("command-{n}")),
        anchor: None,
        content_hash: content_hash(&text(n)),
        rendered_at: at(n),
        branch: Some("main".into()),
        missing_since: None,
        missing_branch: None,
        edited: false,
        by_git: None,
    }
}

fn text(n: usize) -> String {
    let steps: Vec<String> = (1..6).map(|step| format!("{step}. Run `{}`\n", title(n + step))).collect();
    format!("---\ndescription: \"{}\"\n---\n\n{}", title(n), steps.concat())
}

fn file(n: usize) -> (usize, String) {
    (n, if n % 100 == 3 { text(n + 1) } else { text(n) })
}

fn found(n: usize, text: &str) -> DiskState {
    let row_of = |n: usize| (render::path(Kind::Workflow, &format!("command-{n}")), format!("obs_{n:010}"));
    let (path, source) = row_of(n);
    DiskState { path, anchor: None, hash: Some(content_hash(text)), source: Some(source), title: None }
}

pub(super) fn at(n: usize) -> Time {
    DateTime::from_timestamp(1_760_000_000 + n as i64, 0).expect("a time")
}
