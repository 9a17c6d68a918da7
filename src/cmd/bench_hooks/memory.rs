//! Measures session start in a project with a large memory.

use std::time::Duration;

use anyhow::{Context, Result};
use chrono::DateTime;
use rusqlite::Connection;

use super::Load;
use crate::core::context::inject::Parts;
use crate::core::knowledge::index::{Index, IndexEntry};
use crate::core::knowledge::mirror;
use crate::core::knowledge::render;
use crate::core::model::Kind;
use crate::core::model::artifact_path::Ledger;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::hook::prepared::{Prepared, Watched};
use crate::os::fsx;
use crate::os::fsx::Stamp;
use crate::project::Project;
use crate::store::{self, Store};

pub(super) fn learn(project: &Project, load: Load) -> Result<()> {
    for ledger in Ledger::ALL {
        fsx::write_in_project(&project.root, ledger.path(), b"# Knowledge\n")?;
    }
    let prepared = Prepared {
        start_tokens: 800,
        min_room: 80,
        parts: Parts { index: index(project, load.artifacts), ..Parts::default() },
        knowledge: Ledger::ALL.map(|ledger| Stamp::of(&project.root, ledger.path())),
        artifacts: (0..load.artifacts).map(|n| artifact(project, n)).collect::<Result<_>>()?,
        ..Prepared::new()
    };
    prepared.save(project)?;
    let mut store = Store::open(&project.db(), Duration::ZERO)?;
    store.write(|db| (0..load.observations).try_for_each(|n| observe(db, n)))
}

fn index(project: &Project, entries: usize) -> Index {
    let entry = |n: usize| IndexEntry {
        anchor: format!("ADR-{n:03}"),
        title: format!("A decision with a title of some length, number {n}"),
        status: "Active".into(),
        area: None,
    };
    let [decisions_path, pitfalls_path] =
        Ledger::ALL.map(|ledger| project.in_root(ledger.path()).display().to_string());
    Index { entries: (1..=entries).map(entry).collect(), decisions_path, pitfalls_path }
}

fn artifact(project: &Project, n: usize) -> Result<Watched> {
    let path = render::path(Kind::Workflow, &format!("command-{n}"));
    fsx::write_in_project(&project.root, &path, b"---\ndescription: \"x\"\n---\n")?;
    let stamp = Stamp::of(&project.root, &path).context("the file was written")?;
    Ok(Watched { observation: format!("obs_{n:010}"), stamp, anchor: None, missing: false })
}

fn observe(db: &Connection, n: usize) -> Result<()> {
    let line =
        format!(r#"{{"id":"obs_{n:010}","type":"workflow","pattern":"Workflow {n}","details":"run {n}"}}"#);
    let now = DateTime::UNIX_EPOCH;
    let observation = mirror::parse_line(&line, now)?;
    Ok(store::observations::save(
        db,
        &observation,
        ChangeCause { action: ChangeKind::Observed, cause: "bench", at: now },
    )?)
}
