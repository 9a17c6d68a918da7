//! `ingrain undo`: take back what was done, the newest first.

use anyhow::{Context, Result};

use super::place;
use crate::cli;
use crate::ctx::Ctx;
use crate::error::Exit;
use crate::stage::undo;
use crate::ui::Ui;
use crate::worker::Run;

pub(super) fn run(args: &cli::Undo, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = Run::for_person(ctx, &project)?;
    for word in &args.what {
        let number = word.parse().with_context(|| format!("`{word}` is no number"))?;
        let undone = undo::take_back(&mut run, number, None)?;
        let by = undone.by.map_or(String::new(), |by| format!("; `ingrain undo {by}` does it again"));
        ui.talk(&format!("took back {}{by}", undone.deed));
    }
    run.publish()?;
    Ok(Exit::Ok)
}
