//! Step `mirrors`: readable copies of the database in the project, and the ignore files that keep them
//! private. Nothing is created before the first observation, and correct files are left untouched.

mod ignores;
mod outcomes;
mod own;

pub use ignores::own_knowledge;
pub use outcomes::outdate as outdate_outcomes;
pub use own::{mirrors as own_mirrors, own_files};

use std::collections::HashSet;

use anyhow::{Context, Result};

use crate::core::knowledge::mirror::{self, ManifestEntry};
use crate::core::knowledge::reconcile::ManifestRow;
use crate::core::learn::inbox;
use crate::core::model::Observation;
use crate::os::fsx;
use crate::project::MANIFEST;
use crate::store::{self, meta::Notice};
use crate::worker::file::{kept, rewrite};
use crate::worker::run::Run;

const LOG: &str = ".memory/learning-log.jsonl";
pub fn run(run: &mut Run<'_>) -> Result<()> {
    let observations = store::observations::all(run.store.read())?;
    let artifacts = store::artifacts::all(run.store.read())?;
    kept::run(run)?;
    let observations = public(run, observations, &artifacts);
    if observations.is_empty() {
        return withdraw(run);
    }
    ignores::write(run, &artifacts)?;
    others_aside(run)?;
    // First, because it identifies the others as ours.
    write(run, MANIFEST, &mirror::manifest(&run.project.id, &manifest(&artifacts)))?;
    write(run, LOG, &log(run, &observations, &artifacts))?;
    outcomes::append(run)?;
    ignores::leave_folders(run, &artifacts)
}

/// Removes all mirrors when nothing was learned, or all of it was undone.
fn withdraw(run: &mut Run<'_>) -> Result<()> {
    for file in own::mirrors(run.project) {
        rewrite::put(&run.project.root, &mut run.store, &file, None)?;
    }
    ignores::leave_folders(run, &[])
}

/// Renames files of the same names that another program, or the original of a copied project, wrote.
fn others_aside(run: &mut Run<'_>) -> Result<()> {
    if run.project.owns_mirrors() {
        return Ok(());
    }
    for file in [LOG, MANIFEST, outcomes::OUTCOMES] {
        let path = fsx::inside(&run.project.root, file)?;
        if path.exists() {
            let aside = fsx::aside(&path).with_context(|| format!("could not put `{file}` aside"))?;
            let aside = aside.strip_prefix(&run.project.root).unwrap_or(&aside).display().to_string();
            run.log.note(&format!("`{file}` is of another program or project and is kept as `{aside}`"));
            if file == LOG {
                let notice =
                    format!("a learning log of another program or project is kept: `ingrain import {aside}`");
                run.store.write(|db| store::meta::notify(db, Notice::Aside, &notice))?;
            }
        }
    }
    Ok(())
}

fn public(run: &Run<'_>, all: Vec<Observation>, artifacts: &[ManifestRow]) -> Vec<Observation> {
    let written: HashSet<&str> = artifacts.iter().map(|a| a.observation_id.as_str()).collect();
    let mode = run.config.config.promotion;
    all.into_iter().filter(|o| inbox::is_public(written.contains(o.id.as_str()), mode)).collect()
}

fn log(run: &Run<'_>, observations: &[Observation], artifacts: &[ManifestRow]) -> String {
    let lines = mirror::log(observations, artifacts, &run.config.config.thresholds);
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn manifest(artifacts: &[ManifestRow]) -> Vec<ManifestEntry> {
    let entry = |a: &ManifestRow| ManifestEntry {
        observation_id: a.observation_id.clone(),
        kind: a.kind,
        path: a.path.clone(),
        content_hash: a.content_hash.clone(),
        rendered_at: a.rendered_at,
        anchor_id: a.anchor.clone(),
        branch: a.branch.clone(),
    };
    artifacts.iter().map(entry).collect()
}

fn write(run: &mut Run<'_>, file: &str, text: &str) -> Result<()> {
    if fsx::read_bytes_opt(&run.project.in_root(file))?.is_some_and(|bytes| bytes == text.as_bytes()) {
        return Ok(());
    }
    rewrite::put(&run.project.root, &mut run.store, file, Some(text))
}
