//! Removal of our own folders and of installed files. Only names that we know are removed, because
//! `INGRAIN_HOME` may be any folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::client::receipt::{self, Installed, Presence, Receipt};
use crate::os::ctx::Ctx;
use crate::os::fsx;

/// Everything that is written there. The receipt goes last, because it lists the remaining work.
const STATE: [&str; 12] = [
    "roots",
    "projects",
    "log",
    "log.1",
    "journal.jsonl",
    "journal.promised",
    "journal.lock",
    "spending.json",
    "spending.lock",
    "told-how-to-install",
    "registrations.json",
    "receipt.json",
];
const CONFIG: &str = "config.json";
/// Limit of installed files to list per folder.
const MOST_NAMED: usize = 10;

pub(super) struct InstalledPlaces {
    /// Our files and folders.
    own: Vec<PathBuf>,
    programs: Vec<Installed>,
    replaced: Vec<PathBuf>,
    receipt: Receipt,
}

impl InstalledPlaces {
    pub(super) fn find(ctx: &Ctx) -> Result<InstalledPlaces> {
        let receipt = receipt::load(ctx)?;
        let own = [ctx.config.join(CONFIG)].into_iter().chain(STATE.map(|name| ctx.data.join(name)));
        let (mut programs, mut replaced) = (Vec::new(), Vec::new());
        for file in &receipt.files {
            match file.is_there()? {
                Presence::Same => programs.push(file.clone()),
                Presence::Other => replaced.push(file.path.clone()),
                Presence::Gone => {}
            }
        }
        // Our own program goes last.
        programs.sort_by_key(|file| file.path == ctx.exe);
        Ok(InstalledPlaces { own: own.collect(), programs, replaced, receipt })
    }

    fn own(&self) -> impl Iterator<Item = &PathBuf> {
        self.own.iter().filter(|path| path.symlink_metadata().is_ok())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.own().next().is_none() && self.programs.is_empty()
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let own = self.own().map(|path| format!("remove {}", path.display()));
        let gone = own.chain(self.installed());
        let kept = self.replaced.iter();
        gone.chain(kept.map(|path| format!("keep {}, which another installation placed", path.display())))
            .collect()
    }

    /// Installed files by folder, because the manual has many pages.
    fn installed(&self) -> Vec<String> {
        let mut folders: BTreeMap<&Path, Vec<&Path>> = BTreeMap::new();
        for file in &self.programs {
            folders.entry(file.path.parent().unwrap_or(&file.path)).or_default().push(&file.path);
        }
        let lines = folders.into_iter().flat_map(|(folder, files)| match files.len() {
            0..=MOST_NAMED => files.iter().map(|file| format!("remove {}", file.display())).collect(),
            many => vec![format!("remove {many} files that were installed in {}", folder.display())],
        });
        lines.collect()
    }

    pub(super) fn remove(&self, ctx: &Ctx) -> Result<()> {
        let (last, others): (Vec<_>, Vec<_>) = self.programs.iter().partition(|file| file.path == ctx.exe);
        others.into_iter().try_for_each(|file| remove(&file.path))?;
        self.own().try_for_each(|path| remove(path))?;
        last.into_iter().try_for_each(|file| remove(&file.path))?;
        self.leave_folders(ctx);
        Ok(())
    }

    /// Removes folders of ours that are empty.
    pub(super) fn leave_folders(&self, ctx: &Ctx) {
        let made = self.receipt.folders.iter().rev().cloned();
        for folder in [ctx.data.clone(), ctx.config.clone()].into_iter().chain(made) {
            fsx::sweep(&folder);
            let _ = fs::remove_dir(folder);
        }
    }
}

fn remove(path: &Path) -> Result<()> {
    let is_folder = path.symlink_metadata().is_ok_and(|meta| meta.is_dir());
    let removed = if is_folder { fsx::remove_tree(path) } else { fsx::remove_if_there(path) };
    removed.with_context(|| format!("could not remove `{}`", path.display()))
}
