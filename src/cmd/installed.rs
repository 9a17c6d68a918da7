//! What `install.sh` calls when it is done: notes what it placed, for `uninstall`.

use std::path::PathBuf;

use anyhow::Result;

use crate::cli;
use crate::ctx::Ctx;
use crate::error::Exit;
use crate::receipt::{self, Installed};

pub(super) fn run(args: &cli::Installed, ctx: &Ctx) -> Result<Exit> {
    let files =
        args.files.iter().map(|file| Installed::of(&ctx.cwd.join(file))).collect::<Result<Vec<_>>>()?;
    let folders: Vec<PathBuf> = args.made.iter().map(|folder| ctx.cwd.join(folder)).collect();
    receipt::note(ctx, files, &folders)?;
    Ok(Exit::Ok)
}
