//! Step `reconcile`: compares the project's disk with the records and applies the difference. Edits are
//! the person's, deletions are rejections, and an entry without a record is recorded again.

mod owners;
mod restore;
mod user_edits;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result};
use rusqlite::Connection;

use crate::core::knowledge::entries;
use crate::core::knowledge::provenance::TextOwner;
use crate::core::knowledge::reconcile::absence_text::{self, Absent};
use crate::core::knowledge::reconcile::{
    self, CleanedFolder, GitLook, ManifestRow, ReconcileInput, ReconcilePlan, ReconcileStep,
};
use crate::core::learn::readiness::REFUSAL;
use crate::core::model::artifact_path::Ledger;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::{Observation, ReviewReason, Status, Time};
use crate::core::text;
use crate::project::artifacts;
use crate::project::git::{self, GitTrace};
use crate::store;
use crate::store::meta::{MetaKey, Notice};
use crate::worker::run::Run;
use crate::worker::visibility::{self, Asked};
use owners::NewTexts;

pub use crate::core::knowledge::reconcile::ReconcileCounts;

pub fn run(run: &mut Run<'_>) -> Result<ReconcileCounts> {
    // Taken first, so that the next look notices whatever git does from here on.
    let trace = GitTrace::of(&run.project.root);
    let (mut plan, mut owners) = look_closely(run)?;
    if !plan.restored.is_empty() {
        restore::run(run, &plan.restored)?;
        (plan, owners) = look_closely(run)?;
    }
    apply(run, &plan, &owners, &trace)?;
    tell_of_unknown(run, &owners)?;
    Ok(plan.counts)
}

/// Plans a reconciliation without applying it.
pub fn look(run: &Run<'_>) -> Result<ReconcilePlan> {
    Ok(look_closely(run)?.0)
}

fn look_closely(run: &Run<'_>) -> Result<(ReconcilePlan, NewTexts)> {
    let db = run.store.read();
    let rows = store::artifacts::all(db)?;
    let known = store::observations::known(db)?;
    let disk = artifacts::look(&run.project.root);
    let (texts, owners) = owners::of(run, &rows, &disk)?;
    let git = git_look(run, &rows)?;
    let branch = run.branch();
    let look = ReconcileInput {
        rows: &rows,
        disk: &disk,
        observations: &known,
        texts: &texts,
        git: &git,
        branch: branch.as_deref(),
        now: run.ctx.now,
    };
    let sweep = CleanedFolder {
        is_cleaned: !run.project.owns_mirrors(),
        cleaned_at: store::meta::cleaned_at(run.store.read())?,
    };
    Ok((reconcile::plan(&look, sweep), owners))
}

fn git_look(run: &Run<'_>, rows: &[ManifestRow]) -> Result<GitLook> {
    let (db, root) = (run.store.read(), &run.project.root);
    let paths: BTreeSet<&str> = rows.iter().map(|row| row.path.as_str()).collect();
    let last = store::meta::git_trace(db)?;
    Ok(GitLook {
        tracked: paths.into_iter().filter(|path| git::tracks(root, path)).map(str::to_owned).collect(),
        kept: store::known_texts::kept_paths(db)?,
        has_moved: last.is_some_and(|last| last.has_moved(root)),
    })
}

/// Artifacts that were missing at the last look, by observation.
pub fn absent(db: &Connection) -> Result<BTreeMap<String, Absent>> {
    let swept_at = store::meta::cleaned_at(db)?;
    let mut all = BTreeMap::new();
    for row in store::artifacts::all(db)?.iter().filter(|row| row.missing_since.is_some()) {
        let absent = Absent::of(row, &of(db, row)?, swept_at);
        all.extend(absent.map(|absent| (row.observation_id.clone(), absent)));
    }
    Ok(all)
}

fn apply(run: &mut Run<'_>, plan: &ReconcilePlan, owners: &NewTexts, trace: &GitTrace) -> Result<()> {
    let now = run.ctx.now;
    let counts = serde_json::to_string(&plan.counts)?;
    let (root, redactor) = (&run.project.root, &run.redactor);
    let trace = serde_json::to_string(trace)?;
    run.store.write(|db| -> Result<()> {
        for hash in &owners.hashes {
            store::known_texts::add(db, hash, owners.owner, now)?;
        }
        store::meta::set(db, MetaKey::GitTrace, &trace)?;
        store::meta::remove(db, MetaKey::SessionsWrote)?;
        for step in &plan.steps {
            apply_step(db, step, now)?;
            user_edits::record(db, root, redactor, step, now)?;
        }
        flag_mass_deletion(db, &plan.mass_deletion, now)?;
        remember_numbers(db, root)?;
        if plan.is_swept {
            store::meta::set(db, MetaKey::Cleaned, &now.timestamp_millis().to_string())?;
        }
        Ok(store::meta::set(db, MetaKey::Reconciled, &counts)?)
    })
}

/// Records all numbers in knowledge files, whether ours or a person's: sessions have seen them, so they are never reused.
/// A file that is not text has none.
pub fn remember_numbers(db: &Connection, root: &Path) -> Result<()> {
    for ledger in Ledger::ALL {
        let file = artifacts::knowledge(root, ledger).ok().flatten().unwrap_or_default();
        store::meta::raise_number(db, ledger.prefix(), entries::next_number(&file, ledger, 0) - 1)?;
    }
    Ok(())
}

fn apply_step(db: &Connection, step: &ReconcileStep, now: Time) -> Result<()> {
    match step {
        ReconcileStep::Missing(row) | ReconcileStep::Found(row) | ReconcileStep::Overtaken(row) => {
            store::artifacts::save(db, row)?
        }
        ReconcileStep::Edited(row) => {
            let cause = "the person's version is the one that counts";
            store::artifacts::record(db, row, ChangeCause { action: ChangeKind::Edited, cause, at: now })?;
        }
        ReconcileStep::Healed(row) => healed(db, row, now)?,
        ReconcileStep::Deleted(row) => refused(db, row, now)?,
    }
    Ok(())
}

fn healed(db: &Connection, row: &ManifestRow, now: Time) -> Result<()> {
    let mut observation = of(db, row)?;
    observation.status = Status::Created;
    let cause = "the entry was found without a record of it";
    let did = ChangeCause { action: ChangeKind::Created, cause, at: now };
    store::observations::save(db, &observation, did)?;
    Ok(store::artifacts::record(db, row, did)?)
}

/// A deletion is a rejection by the person, for good.
fn refused(db: &Connection, row: &ManifestRow, now: Time) -> Result<()> {
    let mut observation = of(db, row)?;
    observation.penalty *= REFUSAL;
    observation.status = Status::Deprecated;
    let cause = format!("{} was deleted", row.anchor.as_deref().unwrap_or(&row.path));
    let did = ChangeCause { action: ChangeKind::Refused, cause: &cause, at: now };
    store::observations::save(db, &observation, did)?;
    Ok(store::artifacts::forget(db, &row.observation_id, did)?)
}

fn of(db: &Connection, row: &ManifestRow) -> Result<Observation> {
    store::observations::get(db, &row.observation_id)?
        .with_context(|| format!("the observation {} of `{}` is gone", row.observation_id, row.path))
}

/// Sets or clears the flag for mass deletions.
fn flag_mass_deletion(db: &Connection, due: &BTreeSet<String>, now: Time) -> Result<()> {
    let flagged = store::observations::flagged(db, ReviewReason::MassDeletion)?;
    if flagged.is_empty() != due.is_empty() {
        tell_of_the_sweep(db, due.len())?;
    }
    for id in due.symmetric_difference(&flagged) {
        let Some(mut observation) = store::observations::get(db, id)? else {
            continue;
        };
        let answered = store::artifacts::get(db, id)?
            .and_then(|row| absence_text::facts(&row))
            .is_some_and(|facts| observation.review_state.answers(ReviewReason::MassDeletion, &facts));
        match due.contains(id) && !answered {
            true => observation.reviews.insert(ReviewReason::MassDeletion),
            false => observation.reviews.remove(&ReviewReason::MassDeletion),
        };
        let cause = "most of the project's artifacts vanished at once";
        store::observations::save(
            db,
            &observation,
            ChangeCause { action: ChangeKind::Flagged, cause, at: now },
        )?;
    }
    Ok(())
}

/// Notifies the person once when a new text waits for them.
fn tell_of_unknown(run: &mut Run<'_>, owners: &NewTexts) -> Result<()> {
    let waiting = visibility::unknown(run.project, Some(run.store.read()), Asked::Open)?.len();
    let is_news = owners.owner == TextOwner::Waiting && !owners.hashes.is_empty();
    let texts = text::plural(waiting, "text here is not accepted yet", "texts here are not accepted yet");
    let told = format!("{texts} and not told to sessions: `ingrain review` asks, `ingrain trust` accepts");
    Ok(run.store.write(|db| match waiting {
        0 => store::meta::withdraw(db, Notice::Unknown),
        _ if is_news => store::meta::notify(db, Notice::Unknown, &told),
        _ => Ok(()),
    })?)
}

/// Notifies the person of a mass deletion, because cleaning a folder may delete more than intended.
fn tell_of_the_sweep(db: &Connection, gone: usize) -> Result<()> {
    if gone == 0 {
        return Ok(store::meta::withdraw(db, Notice::Swept)?);
    }
    let text =
        "most of what was written here vanished at once; `ingrain review` writes it again or lets it go";
    Ok(store::meta::notify(db, Notice::Swept, text)?)
}
