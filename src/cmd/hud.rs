//! `ingrain hud`: prints one line about what has been learned here. A status line runs it every few
//! moments, so it opens no database and reports no errors; failures go to the log.

use std::path::Path;

use serde::Serialize;

use crate::cli;
use crate::core::context::hud::Hud;
use crate::hook::prepared;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::os::log::Log;
use crate::project;
use crate::ui::Ui;

#[derive(Serialize)]
struct Json {
    line: Option<String>,
    #[serde(flatten)]
    counts: Hud,
}

pub(super) fn run(args: &cli::Json, ctx: &Ctx, ui: &Ui) -> Exit {
    let counts = counts(ctx, &ctx.cwd);
    let line = counts.line();
    // A closed pipe is no failure.
    let _ = match (args.json, line) {
        (true, line) => ui.json(&Json { line, counts }),
        (false, line) => line.map_or(Ok(()), |line| ui.data(&line)),
    };
    Exit::Ok
}

/// The prepared figures of a folder's project; none outside of projects.
pub(super) fn counts(ctx: &Ctx, folder: &Path) -> Hud {
    let project = project::find_root(ctx, folder).and_then(|root| project::lookup(ctx, &root));
    let Some(project) = project else {
        return Hud::default();
    };
    prepared::hud::load(&project).map(Option::unwrap_or_default).unwrap_or_else(|error| {
        Log::new(project.log(), ctx.now, "hud").note(&format!("{error:#}"));
        Hud::default()
    })
}
