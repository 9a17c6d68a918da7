//! `ingrain clear`: forgets all observations and tool calls. Rejections stay, turns stay counted, and
//! files in the project become the user's own. No quotes, calls, remedies and touched files are left, neither in the history
//! nor in a backup.

use anyhow::Result;

use super::place;
use crate::cli;
use crate::core::model::Status;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::text;
use crate::os::ctx::Ctx;
use crate::os::error::{Cancelled, Exit, Usage};
use crate::os::fsx;
use crate::store;
use crate::ui::Ui;
use crate::worker;
use crate::worker::purge;

pub(super) fn run(args: &cli::Clear, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let all = store::observations::all(run.store.read())?;
    let doomed: Vec<_> = all.iter().filter(|o| o.status != Status::Deprecated).collect();
    let calls = store::structure::count_tool_calls(run.store.read())? as usize;
    let requests = store::requests::count(run.store.read())? as usize;
    let kinds = [
        (doomed.len(), "observation", "observations"),
        (calls, "tool call", "tool calls"),
        (requests, "single request", "single requests"),
    ];
    let parts = kinds.into_iter().filter(|(n, ..)| *n > 0).map(|(n, one, many)| text::plural(n, one, many));
    let parts: Vec<String> = parts.collect();
    let Some((last, before)) = parts.split_last() else {
        ui.talk("nothing to forget");
        return Ok(Exit::Ok);
    };
    let count = if before.is_empty() { last.clone() } else { format!("{} and {last}", before.join(", ")) };
    if args.dry_run {
        ui.data(&format!("forget {count}, keep the files in the project"))?;
        ui.dry_run();
        return Ok(Exit::Ok);
    }
    confirm(args, ui, &count)?;
    let backup = fsx::free(&project.state.join(format!("learning.cleared-{}.db", ctx.now.timestamp())));
    purge::forget_quotes(&mut run)?;
    run.store.back_up(&backup)?;
    let did = ChangeCause { action: ChangeKind::Cleared, cause: "ingrain clear", at: ctx.now };
    run.store.write(|db| -> Result<()> {
        for observation in &doomed {
            store::observations::delete(db, &observation.id, did)?;
        }
        Ok(store::structure::forget(db, did.cause, did.at)?)
    })?;
    run.store.scrub()?;
    worker::publish(&mut run)?;
    ui.talk(&format!("forgot {count}; a copy of the memory, without quotes, is in `{}`", backup.display()));
    Ok(Exit::Ok)
}

fn confirm(args: &cli::Clear, ui: &Ui, count: &str) -> Result<()> {
    if args.yes {
        return Ok(());
    }
    let Some(mut ask) = ui.ask() else {
        return Err(Usage("without a terminal `clear` needs `--yes`".into()).into());
    };
    if ask.yes_no(&format!("Forget {count}? Files in the project stay."), false)? {
        Ok(())
    } else {
        Err(Cancelled.into())
    }
}
