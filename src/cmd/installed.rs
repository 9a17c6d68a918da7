//! The command that `install.sh` calls at its end: it records the installed files for `uninstall`.
//! stdin has one path per line; a trailing slash marks a folder that was created.

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
