//! `ingrain render`: write the files of everything that is ready.

use anyhow::Result;

use super::learn::wrote;
use super::place;
use crate::cli;
use crate::ctx::Ctx;
use crate::error::Exit;
use crate::run::Run;
use crate::stage::render::{self, Rendered};
use crate::ui::{self, Ui};

pub(super) fn run(args: &cli::Change, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let rendered = match place::memory(ctx)? {
        None => Rendered::default(),
        Some(_) => write(args, ctx, ui)?,
    };
    if args.json {
        ui.data(&serde_json::to_string(&rendered)?)?;
    } else if args.dry_run {
        ui.dry_run();
    } else {
        wrote(&rendered.paths, ui)?;
        let count = ui::plural(rendered.paths.len(), "file", "files");
        ui.talk(&format!("{count} written, {} skipped", rendered.skipped));
        if rendered.skipped > 0 {
            ui.hint(
                "`ingrain review` shows what waits for you, and the log of `ingrain status` what went wrong",
            );
        }
    }
    Ok(Exit::Ok)
}

fn write(args: &cli::Change, ctx: &Ctx, ui: &Ui) -> Result<Rendered> {
    let project = place::project(ctx)?;
    let mut run = Run::for_person(ctx, &project)?;
    if args.dry_run {
        for observation in render::ready(&run)? {
            let (kind, id, title) = (observation.kind(), &observation.id, ui::sanitize(&observation.title));
            ui.data(&format!("write {kind} {id}: {title}"))?;
        }
        return Ok(Rendered::default());
    }
    Ok(run.settle()?.1)
}
