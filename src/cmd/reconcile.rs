//! `ingrain reconcile`: compares what was written with what is on disk.

use anyhow::Result;

use super::place;
use crate::cli;
use crate::core::knowledge::reconcile::{ReconcileCounts, ReconcileStep};
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::ui::Ui;
use crate::worker;
use crate::worker::stage::reconcile;

pub(super) fn run(args: &cli::Change, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let counts = match place::memory(ctx)? {
        None => ReconcileCounts::default(),
        Some(_) => look(args, ctx, ui)?,
    };
    if args.json {
        ui.json(&counts)?;
    } else {
        let ReconcileCounts { deletions, edits, unchanged, healed } = counts;
        ui.talk(&format!("{deletions} deleted, {edits} edited, {unchanged} unchanged, {healed} healed"));
    }
    if args.dry_run {
        ui.dry_run();
    }
    Ok(Exit::Ok)
}

fn look(args: &cli::Change, ctx: &Ctx, ui: &Ui) -> Result<ReconcileCounts> {
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let plan = reconcile::look(&run)?;
    if !args.json {
        plan.steps.iter().try_for_each(|step| ui.data(&line(step)))?;
    }
    if args.dry_run {
        return Ok(plan.counts);
    }
    let counts = reconcile::run(&mut run)?;
    worker::settle(&mut run)?;
    Ok(counts)
}

fn line(step: &ReconcileStep) -> String {
    let (what, row) = match step {
        ReconcileStep::Edited(row) => ("edited by you, kept as it is", row),
        ReconcileStep::Missing(row) => {
            ("missing; counts as deleted if it is still missing in twelve hours", row)
        }
        ReconcileStep::Found(row) => ("found again", row),
        ReconcileStep::Healed(row) => ("found without a record, recorded again", row),
        ReconcileStep::Overtaken(row) => {
            ("git tracks its file here; kept, and not taken for a rejection", row)
        }
        ReconcileStep::Deleted(row) => ("deleted by you, never proposed again", row),
    };
    format!("{}: {what}", row.place())
}
