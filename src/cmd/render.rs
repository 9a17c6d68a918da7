//! `ingrain render`: writes the artifacts of all ready observations.

use anyhow::Result;
use serde_json::json;

use super::learn::wrote;
use super::place;
use crate::cli;
use crate::core::model::Observation;
use crate::core::text;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::ui::{self, Ui};
use crate::worker;
use crate::worker::stage::render::{self, Rendered};

pub(super) fn run(args: &cli::Change, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    if args.dry_run {
        return foretell(args, ctx, ui);
    }
    let rendered = match place::memory(ctx)? {
        None => Rendered::default(),
        Some(_) => worker::settle(&mut worker::for_person(ctx, &place::project(ctx)?)?)?.1,
    };
    if args.json {
        ui.json(&rendered)?;
        return Ok(Exit::Ok);
    }
    wrote(&rendered.written, ui)?;
    let count = text::plural(rendered.paths.len(), "lesson", "lessons");
    ui.talk(&format!("{count} written, {} skipped", rendered.skipped));
    if rendered.skipped > 0 {
        ui.hint("`ingrain review` shows what waits for you, and the log of `ingrain status` what went wrong");
    }
    Ok(Exit::Ok)
}

fn foretell(args: &cli::Change, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let (ready, skipped) = match place::memory(ctx)? {
        None => (vec![], 0),
        Some(_) => {
            let project = place::project(ctx)?;
            let run = worker::for_person(ctx, &project)?;
            let ready = render::ready(&run)?;
            let skipped = render::waiting(&run, &ready)?;
            (ready, skipped)
        }
    };
    if args.json {
        let one = |o: &Observation| json!({ "id": o.id, "type": o.kind(), "title": o.title });
        let planned: Vec<_> = ready.iter().map(one).collect();
        ui.json(&json!({ "would_render": planned, "skipped": skipped }))?;
        return Ok(Exit::Ok);
    }
    if ready.is_empty() {
        ui.talk("nothing to write");
    }
    for observation in ready {
        let (kind, id, title) = (observation.kind(), &observation.id, ui::inert(&observation.title));
        ui.data(&format!("write {kind} {id}: {title}"))?;
    }
    ui.dry_run();
    Ok(Exit::Ok)
}
