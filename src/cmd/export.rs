//! `ingrain export`: prints all observations, one JSON line each, in the format that `import` reads.

use anyhow::Result;

use super::{place, write_out};
use crate::cli;
use crate::core::knowledge::mirror;
use crate::core::text;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::project::configuration;
use crate::store;
use crate::ui::{self, Ui};

pub(super) fn run(args: &cli::Export, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let lines = match place::memory(ctx)? {
        Some((project, store)) => {
            let thresholds = configuration::load(ctx, &project)?.config.thresholds;
            let observations = store::observations::all(store.read())?;
            mirror::log(&observations, &store::artifacts::all(store.read())?, &thresholds)
        }
        None => Vec::new(),
    };
    let lines: Vec<String> = lines.iter().map(|line| ui::inert_json(line)).collect();
    match &args.output.out {
        Some(file) => {
            let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
            write_out(ctx, file, args.output.force, &text)?;
            let count = text::plural(lines.len(), "observation", "observations");
            ui.talk(&format!("wrote {count} to `{}`", file.display()));
        }
        None if lines.is_empty() => place::tell_nothing(ui),
        None => ui.raw(&lines.join("\n"))?,
    }
    Ok(Exit::Ok)
}
