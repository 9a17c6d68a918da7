//! `ingrain export`: everything that was learned, one observation a line, as `import` reads it.

use anyhow::Result;

use super::{place, write_out};
use crate::cli;
use crate::core::mirror;
use crate::ctx::Ctx;
use crate::error::Exit;
use crate::store;
use crate::ui::{self, Ui};

pub(super) fn run(args: &cli::Export, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let observations = match place::memory(ctx)? {
        Some((_, store)) => store::observations::all(store.read())?,
        None => Vec::new(),
    };
    let lines: Vec<String> = observations.iter().map(|o| mirror::observation(o).to_string()).collect();
    match &args.output.out {
        Some(file) => {
            let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
            write_out(ctx, file, args.output.force, &text)?;
            let count = ui::plural(lines.len(), "observation", "observations");
            ui.talk(&format!("wrote {count} to `{}`", file.display()));
        }
        None if lines.is_empty() => place::tell_nothing(ui),
        None => ui.data(&lines.join("\n"))?,
    }
    Ok(Exit::Ok)
}
