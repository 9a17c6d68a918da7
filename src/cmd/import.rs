//! `ingrain import FILE`: take over observations from a learning log, ours or the older form. What is here already
//! stays as it is, so a second import changes nothing; what was refused here stays refused.

use anyhow::{Context, Result};

use super::place;
use crate::cli;
use crate::core::mirror::{self, BadLine};
use crate::core::model::{Observation, Status};
use crate::ctx::Ctx;
use crate::error::Exit;
use crate::fsx;
use crate::store;
use crate::ui::{self, Ui};
use crate::worker::Run;

pub(super) fn run(args: &cli::Import, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let file = ctx.cwd.join(&args.file);
    let text = fsx::read_text_opt(&file)?.with_context(|| format!("there is no `{}`", file.display()))?;
    let project = place::project(ctx)?;
    let mut run = Run::for_person(ctx, &project)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (mut new, mut bad) = (Vec::new(), 0);
    for (n, line) in lines {
        match mirror::parse_line(line, ctx.now).and_then(|o| clean(&run, o)) {
            Ok(o) if store::observations::get(run.store.read(), &o.id)?.is_none() => new.push(o),
            Ok(_) => {}
            Err(error) => {
                bad += 1;
                ui.warn(&format!("line {}: {error}", n + 1));
            }
        }
    }
    let count = ui::plural(new.len(), "observation", "observations");
    if args.dry_run {
        ui.talk(&format!("Would take over {count}"));
        return Ok(Exit::Ok);
    }
    let cause = format!("imported from {}", args.file.display());
    run.store.write(|db| -> Result<()> {
        for observation in &new {
            store::observations::save(db, observation, "imported", &cause, ctx.now)?;
        }
        Ok(())
    })?;
    run.settle()?;
    ui.talk(&format!("Took over {count}; the rest was known, {bad} did not fit"));
    Ok(Exit::Ok)
}

/// A log is a file that anybody may have written: no secret comes in through it, and nothing is ready only because
/// the file says so.
fn clean(run: &Run<'_>, mut o: Observation) -> Result<Observation, BadLine> {
    if run.redactor.has_secret(&o.title) || run.redactor.has_secret(&o.details.text()) {
        return Err(BadLine::new("it holds a secret"));
    }
    for evidence in &mut o.evidence {
        evidence.quote = run.redactor.redact(&evidence.quote).into_owned();
    }
    if o.status == Status::Ready {
        o.status = Status::Observing;
    }
    Ok(o)
}
