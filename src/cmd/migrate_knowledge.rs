//! `ingrain migrate-knowledge`: remove what older tools seeded into the knowledge files, after a copy was made.

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

/// Left behind by an older tool.
const ORPHANS: [&str; 2] = [".memory/PROJECT-PATTERNS.md", ".memory/knowledge/PROJECT-PATTERNS.md"];

/// A file that changes, or goes.
struct Migration {
    path: &'static str,
    before: String,
    after: Option<String>,
    removed: Vec<String>,
}

pub(super) fn run(args: &cli::Change, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let was_done = was_done(&run)?;
    let migrations = if was_done { vec![] } else { plan(&run)? };
    let removed: Vec<&String> = migrations.iter().flat_map(|m| &m.removed).collect();
    if args.json {
        ui.json(&json!({ "removed": removed, "dry_run": args.dry_run }))?;
    } else {
        removed.iter().try_for_each(|what| ui.data(&format!("remove {}", ui::inert(what))))?;
    }
    if was_done {
        ui.talk("this was done before, and what stands there now is yours");
    } else if migrations.is_empty() {
        ui.talk("nothing to remove");
    }
    if args.dry_run {
        ui.dry_run();
        return Ok(Exit::Ok);
    }
    if !migrations.is_empty() {
        let copies = back_up(&project, &migrations, ctx)?;
        apply(&mut run, &migrations)?;
        let count = text::plural(removed.len(), "entry", "entries");
        ui.talk(&format!("removed {count}; the files as they were are in `{}`", copies.display()));
    }
    run.store.write(|db| meta::set(db, MetaKey::KnowledgeMigrated, &ctx.now.to_rfc3339()))?;
    Ok(Exit::Ok)
}

/// Once: what a person writes later without saying where it comes from is no older tool's. Unless it was taken back.
fn was_done(run: &Run<'_>) -> Result<bool> {
    let db = run.store.read();
    let last = store::history::last_deed(db, ChangeKind::Migrated)?;
    let undone_by = last.map(|change_set| store::history::undone_by(db, change_set)).transpose()?.flatten();
    Ok(undone_by.is_none() && meta::get(db, MetaKey::KnowledgeMigrated)?.is_some())
}

fn plan(run: &Run<'_>) -> Result<Vec<Migration>> {
    let ours = store::artifacts::anchors(run.store.read())?;
    let mut migrations = Vec::new();
    for ledger in Ledger::ALL {
        let Some(before) = artifacts::knowledge(&run.project.root, ledger)? else {
            continue;
        };
        let (after, taken) = legacy::sweep(&before, &LegacySweep::ALL, &ours);
        if !taken.is_empty() {
            let removed = taken.iter().map(|s| format!("{}: {}", s.anchor, s.title)).collect();
            migrations.push(Migration { path: ledger.path(), before, after: Some(after), removed });
        }
    }
    for path in ORPHANS {
        if let Some(before) = fsx::read_text_opt(&fsx::inside(&run.project.root, path)?)? {
            migrations.push(Migration { path, before, after: None, removed: vec![path.to_owned()] });
        }
    }
    Ok(migrations)
}

fn back_up(project: &Project, migrations: &[Migration], ctx: &Ctx) -> Result<std::path::PathBuf> {
    let folder = project.state.join(format!("knowledge-before-{}", ctx.now.timestamp()));
    fsx::create_private_dir(&folder)?;
    for migration in migrations {
        fsx::write_private_for_good(
            &folder.join(migration.path.replace('/', "_")),
            migration.before.as_bytes(),
        )?;
    }
    Ok(folder)
}

fn apply(run: &mut Run<'_>, migrations: &[Migration]) -> Result<()> {
    let cause = format!("ingrain migrate-knowledge: {}", LegacySweep::ALL.map(LegacySweep::name).join(", "));
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
