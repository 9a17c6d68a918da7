//! `ingrain disable`: removes the hooks. What was learned stays.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::enable::{self, SettingsFile};
use super::show_changes;
use crate::cli::{Disable, Scope};
use crate::client::commands::CommandFiles;
use crate::client::journal::{self, UserChangeKind, Wires};
use crate::client::registration::{self, Registration};
use crate::core::config::client_settings::{self, Edit};
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::os::fsx;
use crate::project;
use crate::ui::Ui;

const NOT_ENABLED: &str = "not enabled here, nothing to change";

pub(super) struct Removal {
    pub settings: PathBuf,
    pub edit: Edit,
    /// We created the file, and nothing else is in it.
    remove_file: bool,
    /// Its folder is removed too.
    pub remove_folder: bool,
}

impl Removal {
    /// The rest of the file.
    pub(super) fn rest(&self) -> Option<&str> {
        (!self.remove_file).then_some(&self.edit.after)
    }

    /// Removes the folder if it is empty.
    pub(super) fn leave_folder(&self) {
        let folder = self.settings.parent().filter(|_| self.remove_folder);
        let _ = folder.map(std::fs::remove_dir);
    }
}

pub(super) fn run(args: &Disable, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let registered = registration::all(ctx)?;
    let (here, elsewhere): (Vec<_>, Vec<_>) = registered.iter().partition(|r| concerns(ctx, r));
    let mut removals = Vec::new();
    for settings in files(ctx, &here) {
        let known = here.iter().find(|r| r.settings == settings).copied();
        removals.extend(plan(&settings, known)?);
    }
    for removal in &removals {
        show_changes(ui, &removal.settings, &removal.edit.changes)?;
        let commands = CommandFiles::to_remove(ctx, &removal.settings)?;
        show_changes(ui, &commands.folder, &commands.changes("remove"))?;
        for foreign in &commands.foreign {
            ui.warn(&format!("`{}` was changed since it was placed, so it stays", foreign.display()));
        }
    }
    if args.dry_run {
        if removals.is_empty() {
            ui.talk(NOT_ENABLED);
        }
        ui.dry_run();
        return Ok(Exit::Ok);
    }
    for removal in &removals {
        let (settings, before) = (removal.settings.clone(), Wires::in_file(&removal.settings)?);
        let change = UserChangeKind::Hooks { settings, before, after: None };
        let commands = CommandFiles::to_remove(ctx, &removal.settings)?;
        journal::noted(ctx, change, "ingrain disable", None, || {
            commands.remove(ctx)?;
            apply(removal)
        })?;
    }
    for registration in &here {
        registration::forget(ctx, &registration.settings)?;
    }
    conclude(ctx, ui, &removals, &elsewhere);
    Ok(Exit::Ok)
}

/// Plans the removal of the hooks from one settings file.
pub(super) fn one(ctx: &Ctx, settings: &Path) -> Result<()> {
    CommandFiles::to_remove(ctx, settings)?.remove(ctx)?;
    plan_one(ctx, settings)?.iter().try_for_each(apply)
}

/// Would the file be removed?
pub(super) fn removes_file(ctx: &Ctx, settings: &Path) -> Result<bool> {
    Ok(plan_one(ctx, settings)?.map_or(!settings.exists(), |removal| removal.remove_file))
}

fn plan_one(ctx: &Ctx, settings: &Path) -> Result<Option<Removal>> {
    let registered = registration::all(ctx)?;
    plan(settings, registered.iter().find(|r| r.settings == settings))
}

/// Is it the user's file or this project's? Files of other projects are left alone.
fn concerns(ctx: &Ctx, registration: &Registration) -> bool {
    let root = project::find_root(ctx, &ctx.cwd);
    registration.project.as_ref().is_none_or(|project| Some(project) == root.as_ref())
}

fn files(ctx: &Ctx, registered: &[&Registration]) -> Vec<PathBuf> {
    let usual = [Scope::User, Scope::Local].into_iter().filter_map(|scope| SettingsFile::of(scope, ctx).ok());
    let mut all: Vec<PathBuf> = registered.iter().map(|r| r.settings.clone()).collect();
    all.extend(usual.map(|file| file.path));
    all.sort_unstable();
    all.dedup();
    all
}

pub(super) fn plan(path: &Path, known: Option<&Registration>) -> Result<Option<Removal>> {
    let Some(text) = fsx::read_text_opt(path)? else {
        return Ok(None);
    };
    let undo = known.and_then(|r| r.undo(&text));
    let edit = enable::checked(path, client_settings::plan_disable(&text, undo))?;
    if edit.changes.is_empty() {
        return Ok(None);
    }
    let remove_file = known.is_some_and(|r| r.created) && client_settings::is_blank(&edit.after);
    let remove_folder = remove_file && known.is_some_and(|r| r.created_folder);
    Ok(Some(Removal { settings: path.to_owned(), edit, remove_file, remove_folder }))
}

pub(super) fn apply(removal: &Removal) -> Result<()> {
    let path = &removal.settings;
    if let Some(rest) = removal.rest() {
        return fsx::write_user_file(path, rest.as_bytes());
    }
    fsx::remove_if_there(path).with_context(|| format!("could not remove `{}`", path.display()))?;
    removal.leave_folder();
    Ok(())
}

fn conclude(ctx: &Ctx, ui: &Ui, removals: &[Removal], elsewhere: &[&Registration]) {
    if removals.is_empty() {
        ui.talk(NOT_ENABLED);
    } else {
        ui.talk(&format!(
            "disabled; what was learned stays in `{}` and in your projects",
            ctx.data.display()
        ));
    }
    for project in elsewhere.iter().filter_map(|r| r.project.as_ref()) {
        ui.hint(&format!("still enabled for `{0}`: run `ingrain disable --project {0}`", project.display()));
    }
}
