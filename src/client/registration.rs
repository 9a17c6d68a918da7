//! A record of where `enable` put the hooks. `disable` undoes exactly that. The plugin's hooks read it
//! too, so that a session is counted once when both are enabled.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::core::config::client_settings::SettingsUndo;
use crate::os::ctx::Ctx;
use crate::os::fsx;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registration {
    pub settings: PathBuf,
    /// The project whose local settings these are; `None` for the user's own, which hold everywhere.
    pub project: Option<PathBuf>,
    /// The hooks as they stand in the file, without JSON escapes; empty if only a status line was registered because the
    /// plugin has the hooks.
    pub commands: Vec<String>,
    /// `enable` created the file, so `disable` removes it if nothing else was added.
    pub created: bool,
    /// `enable` created its folder too.
    #[serde(default)]
    pub created_folder: bool,
    /// The data to restore the file byte for byte.
    pub undo: Option<SettingsUndo>,
    /// The same for the file before our last change, in case that was interrupted.
    #[serde(default)]
    pub earlier: Option<SettingsUndo>,
}

impl Registration {
    /// The undo data that fits this text.
    pub fn undo(&self, text: &str) -> Option<&SettingsUndo> {
        let both = [&self.undo, &self.earlier].into_iter().flatten();
        both.into_iter().find(|undo| undo.restore(text).is_some())
    }
}

fn file(ctx: &Ctx) -> PathBuf {
    ctx.data.join("registrations.json")
}

/// All registrations; empty if the file is empty, because the settings themselves still hold the hooks and `enable` writes
/// it anew.
pub fn all(ctx: &Ctx) -> Result<Vec<Registration>> {
    let bytes = fsx::read_bytes_opt(&file(ctx))?;
    Ok(bytes.and_then(|bytes| parsed(&bytes).ok()).unwrap_or_default())
}

fn parsed(bytes: &[u8]) -> serde_json::Result<Vec<Registration>> {
    serde_json::from_slice(bytes)
}

/// Checks that the registrations can be read.
pub fn check(ctx: &Ctx) -> Result<()> {
    let noted = fsx::read_bytes_opt(&file(ctx))?.map(|bytes| parsed(&bytes)).transpose();
    noted.map(drop).with_context(|| format!("could not read `{}`", file(ctx).display()))
}

/// Replaces the registration of the same settings file.
pub fn record(ctx: &Ctx, new: Registration) -> Result<()> {
    let mut all = all(ctx)?;
    all.retain(|old| old.settings != new.settings);
    all.push(new);
    save(ctx, &all)
}

pub fn forget(ctx: &Ctx, settings: &Path) -> Result<()> {
    let mut all = all(ctx)?;
    let known = all.len();
    all.retain(|old| old.settings != settings);
    if all.len() == known { Ok(()) } else { save(ctx, &all) }
}

fn save(ctx: &Ctx, all: &[Registration]) -> Result<()> {
    fsx::create_private_dir(&ctx.data)?;
    fsx::sweep(&ctx.data);
    fsx::write_private_for_good(&file(ctx), &serde_json::to_vec_pretty(all)?)
}

/// Is this hook the plugin's, while a settings file that applies to this folder calls us too?
pub fn settings_speak_for_us(ctx: &Ctx, cwd: &Path) -> bool {
    if ctx.env.plugin_root.is_none() {
        return false;
    }
    let registered = all(ctx).unwrap_or_default();
    let here = |r: &Registration| r.project.as_ref().is_none_or(|project| cwd.starts_with(project));
    registered.iter().filter(|r| here(r)).any(Registration::is_current)
}

impl Registration {
    /// Does the settings file still call us?
    pub fn is_current(&self) -> bool {
        let Ok(Some(text)) = fsx::read_opt(&self.settings) else {
            return false;
        };
        let text = String::from_utf8_lossy(&text);
        let in_json =
            |command: &String| serde_json::to_string(command).is_ok_and(|json| text.contains(&json));
        self.commands.iter().any(in_json)
    }
}
