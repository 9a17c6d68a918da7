//! `enable`: registers the hooks, once, and says what that means.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{backfill, consent, place, show_changes};
use crate::cli::{Enable, Scope};
use crate::core::jsonc::Fault;
use crate::core::settings::{self, Edit, HookEntry};
use crate::ctx::Ctx;
use crate::error::{Exit, Hint};
use crate::fsx;
use crate::hook::Hook;
use crate::registration::{self, Registration};
use crate::ui::Ui;

/// A settings file of the editor's that may call us.
pub(super) struct SettingsFile {
    pub path: PathBuf,
    /// Set for a project's local file.
    pub project: Option<PathBuf>,
}

/// What `enable` is about to do to a settings file.
struct Plan {
    file: SettingsFile,
    hooks: Vec<HookEntry>,
    edit: Edit,
    /// We made the file, now or earlier.
    created: bool,
    registered: bool,
    /// There were gates, and nobody asked to keep them.
    drops_gates: bool,
}

pub(super) fn run(args: &Enable, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let plan = Plan::make(SettingsFile::of(args.scope, ctx)?, args.gates, ctx)?;
    show_changes(ui, &plan.file.path, &plan.edit.changes)?;
    warn_if_not_loaded(&plan, ui);
    if plan.drops_gates {
        ui.hint("without `--gates` nobody is asked before a tool that keeps failing any more");
    }
    let consent = consent::plan(args.extractor, ctx, &ui.unless(args.dry_run))?;
    consent.show(ui)?;
    let news = !plan.edit.changes.is_empty();
    if args.dry_run {
        ui.dry_run();
        return Ok(Exit::Ok);
    }
    consent.apply()?;
    plan.apply(ctx)?;
    if news {
        explain(ctx, consent.sends(), args.gates, ui);
        backfill::offer(ctx, ui)?;
    } else if consent.is_empty() {
        ui.talk(&format!("already enabled in `{}`, nothing to change", plan.file.path.display()));
    }
    Ok(Exit::Ok)
}

impl Plan {
    fn make(file: SettingsFile, gates: bool, ctx: &Ctx) -> Result<Plan> {
        let before = fsx::read_text_opt(&file.path)?;
        let old = registration::all(ctx)?.into_iter().find(|r| r.settings == file.path);
        let wanted: &[Hook] = if gates { &Hook::ALL } else { Hook::ALWAYS };
        let hooks = wanted.iter().map(|hook| entry(ctx, *hook)).collect::<Result<Vec<HookEntry>>>()?;
        let undo = old.as_ref().and_then(|r| r.undo.as_ref());
        let edit = checked(&file.path, settings::plan_enable(before.as_deref(), undo, &hooks))?;
        let created = before.is_none() || old.as_ref().is_some_and(|r| r.created);
        let had_gates = before.as_deref().is_some_and(has_gates);
        Ok(Plan { file, hooks, edit, created, registered: old.is_some(), drops_gates: had_gates && !gates })
    }

    fn apply(&self, ctx: &Ctx) -> Result<()> {
        if !self.edit.changes.is_empty() {
            let folder = self.file.path.parent().context("the settings file has no folder")?;
            std::fs::create_dir_all(folder)
                .with_context(|| format!("could not create `{}`", folder.display()))?;
            fsx::write_user_file(&self.file.path, self.edit.after.as_bytes())?;
        } else if self.registered {
            return Ok(());
        }
        registration::record(ctx, self.registration())
    }

    fn registration(&self) -> Registration {
        Registration {
            settings: self.file.path.clone(),
            project: self.file.project.clone(),
            commands: self.hooks.iter().map(|hook| hook.command.clone()).collect(),
            created: self.created,
            undo: self.edit.undo.clone(),
        }
    }
}

impl SettingsFile {
    pub(super) fn of(scope: Scope, ctx: &Ctx) -> Result<SettingsFile> {
        match scope {
            Scope::User => Ok(SettingsFile { path: ctx.claude.join("settings.json"), project: None }),
            Scope::Local => {
                let root = place::root(ctx)?;
                Ok(SettingsFile { path: root.join(".claude/settings.local.json"), project: Some(root) })
            }
        }
    }
}

fn has_gates(settings: &str) -> bool {
    let is_gate = |entry: &HookEntry| entry.event == Hook::PreToolUse.event();
    settings::look(settings).is_ok_and(|look| look.hooks.iter().any(is_gate))
}

/// One small program per event; where only `ingrain` itself was built, it does their work.
fn entry(ctx: &Ctx, hook: Hook) -> Result<HookEntry> {
    let command = match ctx.sibling(&format!("ingrain-{}", hook.name())) {
        Some(door) => settings::command(&door, &[]),
        None => {
            let program = ctx.main_exe().context("could not find the `ingrain` program")?;
            settings::command(&program, &["hook", hook.name()])
        }
    };
    let command = command.context("ingrain lies in a folder whose name no shell can spell")?;
    Ok(HookEntry { event: hook.event().to_owned(), command })
}

/// A refused settings file, with the file's name and what to do.
pub(super) fn checked(path: &Path, edit: Result<Edit, Fault>) -> Result<Edit> {
    edit.with_context(|| format!("could not read `{}`", path.display()))
        .hint("correct the file and try again; it was not changed")
}

/// We can edit more than the client can read.
fn warn_if_not_loaded(plan: &Plan, ui: &Ui) {
    if let Err(fault) = settings::look(&plan.edit.after) {
        ui.warn(&format!("Claude Code does not load `{}`: {fault}", plan.file.path.display()));
        ui.hint("correct the file: until then nothing in it counts, its hooks included");
    }
}

fn explain(ctx: &Ctx, sends: &str, gates: bool, ui: &Ui) {
    let asks =
        if gates { "asks   you before a tool that keeps failing here, once per session\n" } else { "" };
    ui.talk(&format!(
        "enabled, from the next session on\n\
         reads  the transcripts of your sessions with Claude Code; secrets are masked before anything is kept\n\
         keeps  what it learns in `{}`, and what holds up as commands, skills and knowledge in the project\n\
         sends  {sends}\n\
         {asks}\
         undo   with `ingrain disable`",
        ctx.data.display()
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_door_is_recognised_as_ours() {
        for hook in Hook::ALL {
            assert!(settings::is_ours(&format!("/bin/ingrain-{}", hook.name())), "{}", hook.name());
            assert!(settings::is_ours(&format!("/bin/ingrain hook {}", hook.name())), "{}", hook.name());
        }
    }
}
