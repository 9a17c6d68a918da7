//! `ingrain uninstall`: removes hooks and status line from every settings file, the plugin from Claude
//! Code, our folders and programs, and the mirrors in every project. Artifacts stay in the projects
//! unless `--artifacts` asks for their removal.
//!
//! The order makes a crash harmless: what is needed to find the rest goes last, so a second run
//! continues.

mod places;
mod plugin;
mod project;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};

use super::disable::{self, Removal};
use super::enable::SettingsFile;
use super::show_changes;
use crate::cli::{Scope, Uninstall};
use crate::client::commands::{self, CommandFiles};
use crate::client::registration;
use crate::core::text;
use crate::os::ctx::Ctx;
use crate::os::error::{Cancelled, Exit, Hint, Usage};
use crate::os::fsx::Lock;
use crate::project::{self as projects, Project};
use crate::ui::{self, Ui};
use places::InstalledPlaces;
use plugin::Plugin;
use project::Leaving;

/// Time to wait for a worker.
const PATIENCE: Duration = Duration::from_secs(30);

struct Plan {
    settings: Vec<Removal>,
    projects: Vec<Project>,
    /// Removals from projects.
    leaving: Vec<Leaving>,
    plugins: Vec<Plugin>,
    places: InstalledPlaces,
}

pub(super) fn run(args: &Uninstall, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let plan = Plan::make(args, ctx)?;
    if plan.is_empty() {
        if !args.dry_run {
            // An uninstall that was interrupted at its end may have left them.
            plan.places.leave_folders(ctx);
        }
        ui.talk("ingrain has left nothing to remove");
        plugin::tell_copies(ctx, ui);
        return Ok(Exit::Ok);
    }
    if !args.yes && !args.dry_run && ui.ask().is_none() {
        return Err(Usage("without a terminal `uninstall` needs `--yes`".into()).into());
    }
    plan.show(ui)?;
    plan.advise(args, ui);
    if args.dry_run {
        plugin::tell_copies(ctx, ui);
        ui.dry_run();
        return Ok(Exit::Ok);
    }
    confirm(args, ui, &plan)?;
    plan.apply(args, ctx, ui)?;
    plugin::tell_copies(ctx, ui);
    ui.talk("ingrain is removed");
    Ok(Exit::Ok)
}

impl Plan {
    fn make(args: &Uninstall, ctx: &Ctx) -> Result<Plan> {
        let projects = projects::all(ctx)?;
        let leaving = projects.iter().map(|project| Leaving::plan(project, args.artifacts));
        Ok(Plan {
            settings: settings(ctx, &projects)?,
            leaving: leaving.collect::<Result<Vec<_>>>()?,
            plugins: plugin::installed(ctx)?,
            places: InstalledPlaces::find(ctx)?,
            projects,
        })
    }

    fn is_empty(&self) -> bool {
        self.settings.is_empty() && self.plugins.is_empty() && self.places.is_empty()
    }

    fn show(&self, ui: &Ui) -> Result<()> {
        for removal in &self.settings {
            show_changes(ui, &removal.settings, &removal.edit.changes)?;
        }
        for leaving in &self.leaving {
            show_changes(ui, &leaving.project.root, &leaving.changes())?;
        }
        let lines = self.plugins.iter().map(Plugin::line).chain(self.places.lines());
        lines.into_iter().try_for_each(|line| ui.data(&ui::inert(&line)))
    }

    fn advise(&self, args: &Uninstall, ui: &Ui) {
        if !args.artifacts && self.leaving.iter().any(|leaving| leaving.has_artifacts) {
            ui.hint("commands, skills and knowledge stay in your projects; `--artifacts` removes those you did not edit");
        }
        if self.projects.iter().any(project::has_open_session) {
            ui.hint("close the sessions of Claude Code that are open: they still know the hooks");
        }
    }

    fn apply(&self, args: &Uninstall, ctx: &Ctx, ui: &Ui) -> Result<()> {
        for removal in &self.settings {
            CommandFiles::to_remove(ctx, &removal.settings)?.remove(ctx)?;
            disable::apply(removal)?;
            registration::forget(ctx, &removal.settings)?;
        }
        let _quiet = self.projects.iter().map(lock).collect::<Result<Vec<_>>>()?;
        // Plan again, because a worker may have written in between.
        self.projects.iter().try_for_each(|project| Leaving::plan(project, args.artifacts)?.apply())?;
        for removal in &self.settings {
            commands::leave_folders(ctx, &removal.settings);
            removal.leave_folder();
        }
        for plugin in &self.plugins {
            plugin.remove(ctx, ui);
        }
        self.places.remove(ctx)
    }
}

/// Settings files of registrations, the user's own, and each project's, because a registration may have been lost.
fn settings(ctx: &Ctx, projects: &[Project]) -> Result<Vec<Removal>> {
    let registered = registration::all(ctx)?;
    let mut files: Vec<PathBuf> = registered.iter().map(|r| r.settings.clone()).collect();
    files.push(SettingsFile::of(Scope::User, ctx)?.path);
    files.extend(projects.iter().map(|project| SettingsFile::local(&project.root).path));
    files.sort_unstable();
    files.dedup();
    let mut removals = Vec::new();
    for file in files {
        removals.extend(disable::plan(&file, registered.iter().find(|r| r.settings == file))?);
    }
    Ok(removals)
}

/// Takes both locks, so that no worker can write for this project any more.
fn lock(project: &Project) -> Result<[Option<Lock>; 2]> {
    let take = |path: PathBuf| -> Result<Option<Lock>> {
        let lock = Lock::take_within(&path, PATIENCE)?;
        let lock =
            lock.with_context(|| format!("ingrain's worker is busy with `{}`", project.root.display()));
        lock.hint("try again in a moment; what was removed so far stays removed").map(Some)
    };
    match project.state.is_dir() {
        true => Ok([take(project.queue_lock())?, take(project.lock())?]),
        false => Ok([None, None]),
    }
}

fn confirm(args: &Uninstall, ui: &Ui, plan: &Plan) -> Result<()> {
    let Some(mut ask) = ui.ask().filter(|_| !args.yes) else {
        return Ok(());
    };
    let known = text::plural(plan.projects.len(), "project", "projects");
    if ask.yes_no(&format!("Remove ingrain, and what it knows of {known}?"), false)? {
        Ok(())
    } else {
        Err(Cancelled.into())
    }
}
