//! The slash commands `/ingrain:status` and so on, and the text that says how to apply knowledge. The
//! plugin ships them; `enable` places the same files beside the settings, so their names are the same.
//! Each is noted in the receipt. A file that somebody else placed or changed is left alone.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::client::journal::LOCAL_SETTINGS;
use crate::client::receipt::{self, Installed, Presence};
use crate::core::text;
use crate::os::ctx::Ctx;
use crate::os::fsx;

/// Below the settings folder; Claude Code names the commands in it `/ingrain:…`.
const FOLDER: &str = "commands/ingrain";

const FILES: [(&str, &str); 8] = [
    ("status", include_str!("../../plugin/commands/status.md")),
    ("review", include_str!("../../plugin/commands/review.md")),
    ("remember", include_str!("../../plugin/commands/remember.md")),
    ("forget", include_str!("../../plugin/commands/forget.md")),
    ("undo", include_str!("../../plugin/commands/undo.md")),
    ("why", include_str!("../../plugin/commands/why.md")),
    ("off-record", include_str!("../../plugin/commands/off-record.md")),
    ("apply-knowledge", include_str!("../../plugin/skills/apply-knowledge/SKILL.md")),
];
/// Commands in a project are not committed unless the person removes this file.
const IGNORE: (&str, &str) = (".gitignore", "*\n");

/// Command files to place or remove beside one settings file.
#[derive(Debug, Default)]
pub struct CommandFiles {
    pub folder: PathBuf,
    /// Set for a project's own settings.
    root: Option<PathBuf>,
    ours: Vec<(PathBuf, &'static str)>,
    /// Files of other owners.
    pub foreign: Vec<PathBuf>,
}

impl CommandFiles {
    fn beside(settings: &Path) -> Result<CommandFiles> {
        let claude = settings.parent().context("the settings file has no folder")?;
        let root = claude.parent().filter(|_| settings.ends_with(LOCAL_SETTINGS));
        let root = root.map(Path::to_owned);
        Ok(CommandFiles { folder: claude.join(FOLDER), root, ..CommandFiles::default() })
    }

    /// Files that `enable` would place: missing ones, and ours of another version.
    pub fn to_place(ctx: &Ctx, settings: &Path) -> Result<CommandFiles> {
        let mut plan = CommandFiles::beside(settings)?;
        let known = receipt::load(ctx).unwrap_or_default().files;
        for (path, text) in plan.wanted() {
            let is_same = fsx::read_text_opt(&path)?.as_deref() == Some(text);
            match known.iter().find(|file| file.path == path).map(Installed::is_there).transpose()? {
                _ if is_same => {}
                Some(Presence::Same | Presence::Gone) => plan.ours.push((path, text)),
                None if path.symlink_metadata().is_err() => plan.ours.push((path, text)),
                Some(Presence::Other) | None => plan.foreign.push(path),
            }
        }
        Ok(plan)
    }

    /// Files that `disable` would remove: those that are unchanged since they were placed.
    pub fn to_remove(ctx: &Ctx, settings: &Path) -> Result<CommandFiles> {
        let mut plan = CommandFiles::beside(settings)?;
        let known = receipt::load(ctx).unwrap_or_default().files;
        // Where the receipt was lost, what says word for word what we place is ours.
        for (path, text) in plan.wanted() {
            let is_noted = known.iter().any(|file| file.path == path);
            if !is_noted && fsx::read_text_opt(&path)?.as_deref() == Some(text) {
                plan.ours.push((path, ""));
            }
        }
        for file in known {
            if file.path.parent() != Some(&plan.folder) {
                continue;
            }
            match file.is_there()? {
                Presence::Same | Presence::Gone => plan.ours.push((file.path, "")),
                Presence::Other => plan.foreign.push(file.path),
            }
        }
        Ok(plan)
    }

    fn wanted(&self) -> Vec<(PathBuf, &'static str)> {
        let files = FILES.iter().map(|(name, text)| (self.folder.join(format!("{name}.md")), *text));
        let ignore = self.root.iter().map(|_| (self.folder.join(IGNORE.0), IGNORE.1));
        files.chain(ignore).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.ours.is_empty()
    }

    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.ours.iter().map(|(path, _)| path.as_path())
    }

    /// As the screen says it.
    pub fn changes(&self, verb: &str) -> Vec<String> {
        let names: Vec<String> = self.ours.iter().filter_map(|(path, _)| called(path)).collect();
        if names.is_empty() { vec![] } else { vec![format!("{verb} {}", names.join(", "))] }
    }

    /// Notes the files before writing them, so that a crash leaves none that we do not recognise.
    pub fn place(&self, ctx: &Ctx) -> Result<()> {
        if self.ours.is_empty() {
            return Ok(());
        }
        let files = self
            .ours
            .iter()
            .map(|(path, text)| Installed { path: path.clone(), sha256: text::hash_bytes(text.as_bytes()) });
        let above = self.folder.ancestors().take_while(|folder| !folder.exists());
        let mut folders: Vec<PathBuf> = above.map(Path::to_owned).collect();
        folders.reverse();
        receipt::note(ctx, files.collect(), &folders)?;
        for (path, text) in &self.ours {
            self.write(path, text).with_context(|| format!("could not write `{}`", path.display()))?;
        }
        Ok(())
    }

    fn write(&self, path: &Path, text: &str) -> Result<()> {
        let Some(root) = &self.root else {
            fsx::create_dir(&self.folder)?;
            return fsx::write_user_file(path, text.as_bytes());
        };
        let relative = path.strip_prefix(root)?.to_string_lossy();
        fsx::write_in_project(root, &relative, text.as_bytes())
    }

    /// Removes the files, and the folders created for them if they are empty.
    pub fn remove(&self, ctx: &Ctx) -> Result<()> {
        for (path, _) in &self.ours {
            fsx::remove_if_there(path).with_context(|| format!("could not remove `{}`", path.display()))?;
        }
        self.leave_folders(ctx);
        let gone: Vec<&Path> = self.ours.iter().map(|(path, _)| path.as_path()).collect();
        receipt::forget(ctx, &gone)
    }
}

impl CommandFiles {
    fn leave_folders(&self, ctx: &Ctx) {
        let made: BTreeSet<PathBuf> = receipt::load(ctx).unwrap_or_default().folders.into_iter().collect();
        // Its name says that it is ours, also where the receipt was lost.
        let _ = fs::remove_dir(&self.folder);
        for folder in self.folder.ancestors().take_while(|folder| made.contains(*folder)) {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Removes the folders created for the commands beside a settings file if they are empty.
pub fn leave_folders(ctx: &Ctx, settings: &Path) {
    if let Ok(files) = CommandFiles::beside(settings) {
        files.leave_folders(ctx);
    }
}

/// Whether a path is where we place a file of ours, or where an earlier version did.
pub fn is_ours(path: &Path) -> bool {
    let name = path.file_stem().and_then(|name| name.to_str());
    path.parent().is_some_and(|folder| folder.ends_with(FOLDER))
        && FILES.iter().any(|(ours, _)| Some(*ours) == name)
}

/// `/ingrain:status`; the ignore file is no command.
fn called(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?.strip_suffix(".md")?;
    Some(format!("/ingrain:{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::review::direct_prompt;

    /// Each is answered by the prompt's hook, and none starts a program itself.
    #[test]
    fn every_command_is_known_to_the_hook() {
        for (name, text) in FILES.iter().filter(|(name, _)| *name != "apply-knowledge") {
            assert!(direct_prompt::command(&format!("/ingrain:{name}")).is_some(), "{name}");
            assert!(!text.contains("!`") && !text.contains("allowed-tools"), "{name}");
            assert!(text.contains("disable-model-invocation: true"), "{name}");
        }
    }
}
