//! What `install.sh` calls when it is done: notes what it placed, for `uninstall`. One path a line on stdin, as text; with a
//! slash at its end it is a folder that had to be made.

use std::io::{self, BufRead};
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::client::receipt::{self, Installed};
use crate::os::ctx::Ctx;
use crate::os::error::Exit;

pub(super) fn run(ctx: &Ctx) -> Result<Exit> {
    let lines: Vec<String> =
        io::stdin().lock().lines().collect::<io::Result<_>>().context("could not read what was installed")?;
    let (folders, files): (Vec<&String>, Vec<&String>) = lines.iter().partition(|line| line.ends_with('/'));
    let files =
        files.into_iter().map(|file| Installed::of(&ctx.cwd.join(file))).collect::<Result<Vec<_>>>()?;
    let folders: Vec<PathBuf> = folders.into_iter().map(|folder| ctx.cwd.join(folder)).collect();
    receipt::note(ctx, files, &folders)?;
    Ok(Exit::Ok)
}
