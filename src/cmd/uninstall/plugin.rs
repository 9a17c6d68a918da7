//! Removal of our plugin. Its files belong to Claude Code, so Claude Code removes it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::core::config::jsonc;
use crate::extractor;
use crate::os::ctx::{Ctx, WORKER_GUARD};
use crate::os::fsx;
use crate::os::process;
use crate::ui::Ui;

const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct Plugin {
    /// `ingrain@marketplace`.
    id: String,
    /// Installed for the user, not by a project's settings, which we do not change.
    is_theirs: bool,
}

/// Our plugins in Claude Code's list; none if the file has an unknown format.
pub(super) fn installed(ctx: &Ctx) -> Result<Vec<Plugin>> {
    let file = ctx.claude.join("plugins/installed_plugins.json");
    let bytes = fsx::read_opt(&file).with_context(|| format!("could not read `{}`", file.display()))?;
    let noted: Value = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    let plugins = noted["plugins"].as_object().into_iter().flatten();
    let ours = plugins.filter(|(id, _)| is_ours(id));
    let mut all: Vec<Plugin> =
        ours.map(|(id, places)| Plugin { id: id.clone(), is_theirs: is_theirs(places) }).collect();
    for id in enabled(ctx)? {
        if !all.iter().any(|plugin| plugin.id == id) {
            all.push(Plugin { id, is_theirs: true });
        }
    }
    Ok(all)
}

/// Our plugins that the user's settings enable, also where the client's list does not name them.
fn enabled(ctx: &Ctx) -> Result<Vec<String>> {
    let text = fsx::read_text_opt(&ctx.claude.join("settings.json"))?.unwrap_or_default();
    let settings = jsonc::value(&text).ok().flatten().unwrap_or_default();
    let named = settings["enabledPlugins"].as_object().into_iter().flatten();
    Ok(named.map(|(id, _)| id.clone()).filter(|id| is_ours(id)).collect())
}

fn is_ours(id: &str) -> bool {
    id.starts_with("ingrain@")
}

/// The client's own copies of the plugin, which it keeps after an uninstall.
pub(super) fn copies(ctx: &Ctx) -> Vec<PathBuf> {
    let cache = fs::read_dir(ctx.claude.join("plugins/cache")).into_iter().flatten().flatten();
    let mut copies: Vec<PathBuf> = cache.map(|marketplace| marketplace.path().join("ingrain")).collect();
    copies.retain(|copy| copy.is_dir());
    copies.sort();
    copies
}

pub(super) fn tell_copies(ctx: &Ctx, ui: &Ui) {
    for copy in copies(ctx) {
        ui.hint(&format!(
            "Claude Code keeps its own copy of the plugin in `{}` until it tidies up; nothing runs it any more, and you may \
             remove the folder",
            copy.display()
        ));
    }
}

/// Older versions of Claude Code have one scope only.
fn is_theirs(places: &Value) -> bool {
    let scope = |place: &Value| place["scope"].as_str().unwrap_or("user").to_owned();
    places.as_array().is_none_or(|places| places.iter().any(|place| scope(place) == "user"))
}

impl Plugin {
    pub(super) fn line(&self) -> String {
        match self.is_theirs {
            true => format!("run claude plugin uninstall {}", self.id),
            false => format!("keep the plugin {}, which a project's settings enable", self.id),
        }
    }

    /// Removes the plugin. A failure does not stop the uninstall.
    pub(super) fn remove(&self, ctx: &Ctx, ui: &Ui) {
        if !self.is_theirs {
            return;
        }
        let marketplace = self.id.split('@').nth(1).unwrap_or_default();
        let steps = [vec!["uninstall", &self.id], vec!["marketplace", "remove", marketplace]];
        for step in steps {
            if let Err(error) = client(ctx, &step) {
                ui.warn(&format!("{error:#}"));
                ui.hint(&format!("run `claude plugin {}` yourself", step.join(" ")));
            }
        }
    }
}

fn client(ctx: &Ctx, arguments: &[&str]) -> Result<()> {
    let program = extractor::find_claude(ctx).context("`claude` is not on the PATH")?;
    let mut command = Command::new(program);
    command.arg("plugin").args(arguments).env(WORKER_GUARD, "1");
    let done = process::run(command, Vec::new(), PATIENCE)?;
    let said = || String::from_utf8_lossy(&done.stderr).trim().to_owned();
    done.status
        .success()
        .then_some(())
        .with_context(|| format!("`claude plugin {}` failed: {}", arguments.join(" "), said()))
}
