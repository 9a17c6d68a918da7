//! `ingrain migrate-knowledge`: backs up the knowledge files and removes the entries that older tools
//! seeded.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::json;

use super::place;
use crate::cli;
use crate::core::knowledge::legacy::{self, LegacySweep};
use crate::core::model::artifact_path::Ledger;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::text;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::os::fsx;
use crate::project::Project;
use crate::project::artifacts;
use crate::store;
use crate::store::meta::{self, MetaKey};
use crate::ui::{self, Ui};
use crate::worker;
use crate::worker::file::promise;
use crate::worker::file::rewrite::FileChange;
use crate::worker::run::Run;
use crate::worker::stage::reconcile;

/// Files of an older tool.
const ORPHANS: [&str; 2] = [".memory/PROJECT-PATTERNS.md", ".memory/knowledge/PROJECT-PATTERNS.md"];

/// A file to change or remove.
struct Migration {
    path: &'static str,
    before: String,
    after: Option<String>,
    removed: Vec<String>,
}

pub(super) fn run(args: &cli::MigrateKnowledge, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let asked = if args.migrations.is_empty() { &LegacySweep::ALL[..] } else { &args.migrations };
    let mut sweeps = Vec::new();
    for sweep in asked {
        if !was_done(&run, *sweep)? {
            sweeps.push(*sweep);
        }
    }
    let migrations = plan(&run, &sweeps)?;
    let removed: Vec<&String> = migrations.iter().flat_map(|m| &m.removed).collect();
    if args.json {
        let names: Vec<&str> = sweeps.iter().map(|sweep| sweep.name()).collect();
        ui.json(&json!({ "migrations": names, "removed": removed, "dry_run": args.dry_run }))?;
    } else {
        removed.iter().try_for_each(|what| ui.data(&format!("remove {}", ui::inert(what))))?;
    }
    if sweeps.is_empty() {
        ui.talk("this has run before; what is there now is yours");
    } else if migrations.is_empty() {
        ui.talk("nothing to remove");
    }
    if args.dry_run {
        ui.dry_run();
        return Ok(Exit::Ok);
    }
    if !migrations.is_empty() {
        let copies = back_up(&project, &migrations, ctx)?;
        apply(&mut run, &sweeps, &migrations)?;
        let count = text::plural(removed.len(), "entry", "entries");
        ui.talk(&format!("removed {count}; the files as they were are in `{}`", copies.display()));
    }
    let mut done = done(&run)?;
    done.extend(sweeps.iter().map(|sweep| sweep.name().to_owned()));
    run.store.write(|db| meta::set(db, MetaKey::KnowledgeMigrated, &Vec::from_iter(done).join(" ")))?;
    Ok(Exit::Ok)
}

/// Each migration runs once, unless it was undone: later entries without a source are the person's, not an older tool's.
fn was_done(run: &Run<'_>, sweep: LegacySweep) -> Result<bool> {
    let db = run.store.read();
    let last = store::history::last_deed(db, ChangeKind::Migrated, sweep.name())?;
    let undone_by = last.map(|change_set| store::history::undone_by(db, change_set)).transpose()?.flatten();
    Ok(undone_by.is_none() && done(run)?.contains(sweep.name()))
}

fn done(run: &Run<'_>) -> Result<BTreeSet<String>> {
    let names = meta::get(run.store.read(), MetaKey::KnowledgeMigrated)?.unwrap_or_default();
    Ok(names.split_whitespace().map(str::to_owned).collect())
}

fn plan(run: &Run<'_>, sweeps: &[LegacySweep]) -> Result<Vec<Migration>> {
    let ours = store::artifacts::anchors(run.store.read())?;
    let mut migrations = Vec::new();
    for ledger in Ledger::ALL {
        let Some(before) = artifacts::knowledge(&run.project.root, ledger)? else {
            continue;
        };
        let (after, taken) = legacy::sweep(&before, sweeps, &ours);
        if !taken.is_empty() {
            let removed = taken.iter().map(|s| format!("{}: {}", s.anchor, s.title)).collect();
            migrations.push(Migration { path: ledger.path(), before, after: Some(after), removed });
        }
    }
    let orphans = if sweeps.contains(&LegacySweep::V2) { &ORPHANS[..] } else { &[] };
    for path in orphans {
        if let Some(before) = fsx::read_text_opt(&fsx::inside(&run.project.root, path)?)? {
            migrations.push(Migration { path, before, after: None, removed: vec![(*path).to_owned()] });
        }
    }
    Ok(migrations)
}

fn back_up(project: &Project, migrations: &[Migration], ctx: &Ctx) -> Result<PathBuf> {
    let first = project.state.join(format!("knowledge-before-{}", ctx.now.timestamp()));
    // A try that was cut off left a part of the same copies.
    let folder = if would_lose(&first, migrations)? { fsx::free(&first) } else { first };
    fsx::create_private_dir(&folder)?;
    for migration in migrations {
        fsx::write_private_for_good(&copy_of(&folder, migration), migration.before.as_bytes())?;
    }
    Ok(folder)
}

/// Whether copying into the folder would overwrite a copy that is different.
fn would_lose(folder: &Path, migrations: &[Migration]) -> Result<bool> {
    for migration in migrations {
        let copied = fsx::read_text_opt(&copy_of(folder, migration))?;
        if copied.is_some_and(|copied| copied != migration.before) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn copy_of(folder: &Path, migration: &Migration) -> PathBuf {
    folder.join(migration.path.replace('/', "_"))
}

fn apply(run: &mut Run<'_>, sweeps: &[LegacySweep], migrations: &[Migration]) -> Result<()> {
    let names: Vec<&str> = sweeps.iter().map(|sweep| sweep.name()).collect();
    let cause = format!("ingrain migrate-knowledge: {}", names.join(", "));
    let did = ChangeCause { action: ChangeKind::Migrated, cause: &cause, at: run.ctx.now };
    let root = &run.project.root;
    run.store.write(|db| reconcile::remember_numbers(db, root))?;
    for migration in migrations {
        let change = FileChange {
            place: migration.path,
            before: Some(&migration.before),
            after: migration.after.as_deref(),
        };
        promise::keep(run, change, did, |_| Ok(()))?;
    }
    worker::publish(run)
}
