//! The install receipt: every file with its hash and every folder that was created, so that
//! uninstalling needs no guesses.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::core::text;
use crate::os::ctx::Ctx;
use crate::os::error::Hint;
use crate::os::fsx;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Receipt {
    pub files: Vec<Installed>,
    /// Outer ones before inner ones.
    pub folders: Vec<PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Installed {
    pub path: PathBuf,
    pub sha256: String,
}

impl Installed {
    pub fn of(path: &Path) -> Result<Installed> {
        let bytes =
            fsx::read_bytes_opt(path)?.with_context(|| format!("`{}` is not there", path.display()))?;
        Ok(Installed { path: path.to_owned(), sha256: text::hash_bytes(&bytes) })
    }

    /// Is it there, and still what was installed?
    pub fn is_there(&self) -> Result<Presence> {
        let read =
            fsx::read_opt(&self.path).with_context(|| format!("could not read `{}`", self.path.display()))?;
        Ok(match read {
            None => Presence::Gone,
            Some(bytes) if text::hash_bytes(&bytes) == self.sha256 => Presence::Same,
            Some(_) => Presence::Other,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    Gone,
    Same,
    /// Another file took its place.
    Other,
}

pub fn file(ctx: &Ctx) -> PathBuf {
    ctx.data.join("receipt.json")
}

pub fn load(ctx: &Ctx) -> Result<Receipt> {
    match fsx::read_bytes_opt(&file(ctx))? {
        Some(bytes) => serde_json::from_slice(&bytes)
            .with_context(|| format!("could not read `{}`", file(ctx).display()))
            .hint("run `install.sh` again, which rewrites it; without the file, the programs stay"),
        None => Ok(Receipt::default()),
    }
}

/// Checks that the receipt can be read.
pub fn check(ctx: &Ctx) -> Result<()> {
    load(ctx).map(drop)
}

/// Adds to the receipt, before any of the files is written.
pub fn note(ctx: &Ctx, files: Vec<Installed>, folders: &[PathBuf]) -> Result<()> {
    let before = match load(ctx) {
        // A new installation can rebuild an unreadable receipt.
        Err(_) if files.is_empty() => return Ok(()),
        before => before.unwrap_or_default(),
    };
    let mut receipt = before.clone();
    let own = [&ctx.data, &ctx.config].into_iter().flat_map(|folder| missing_above(folder));
    for folder in folders.iter().cloned().chain(own) {
        if !receipt.folders.contains(&folder) {
            receipt.folders.push(folder);
        }
    }
    receipt.files.retain(|old| files.iter().all(|new| new.path != old.path));
    receipt.files.extend(files);
    if receipt == before {
        return Ok(());
    }
    fsx::write_private_with_folders(&file(ctx), &serde_json::to_vec_pretty(&receipt)?)
}

/// Drops files that we removed.
pub fn forget(ctx: &Ctx, files: &[&Path]) -> Result<()> {
    let mut receipt = load(ctx)?;
    let known = receipt.files.len();
    receipt.files.retain(|file| !files.contains(&file.path.as_path()));
    match receipt.files.len() == known {
        true => Ok(()),
        false => fsx::write_private_with_folders(&file(ctx), &serde_json::to_vec_pretty(&receipt)?),
    }
}

/// Missing parent folders, which are created with this one.
fn missing_above(folder: &Path) -> Vec<PathBuf> {
    let above = folder.ancestors().skip(1).take_while(|folder| !folder.exists());
    let mut missing: Vec<PathBuf> = above.map(Path::to_owned).collect();
    missing.reverse();
    missing
}
