//! `ingrain enable`: registers the hooks, once, and explains the consequences.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::disable::{self, Removal};
use super::guard::door;
use super::{backfill, consent, place, show_changes};
use crate::cli::{Enable, Scope};
use crate::client::commands::CommandFiles;
use crate::client::hook_event::Hook;
use crate::client::journal::{self, UserChangeKind, Wires};
use crate::client::receipt;
use crate::client::registration::{self, Registration};
use crate::client::wiring::{self, Obstacle, Wiring};
use crate::core::config::client_settings::{self, Edit, HookEntry, NewStatusLine, SettingsUndo, Wanted};
use crate::core::config::jsonc::JsonFault;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::os::fsx;
use crate::project;
use crate::ui::Ui;

const NO_PROGRAM: &str = "could not find the `ingrain` program";
const NO_SHELL_SPELLS: &str = "the path of ingrain cannot be written in a shell command";

/// One of Claude Code's settings files.
pub(super) struct SettingsFile {
    pub path: PathBuf,
    /// Set for a project's local file.
    pub project: Option<PathBuf>,
}

/// A planned change of a settings file.
struct Plan {
    file: SettingsFile,
    wanted: Wanted,
    edit: Edit,
    /// We created the file, now or earlier.
    created: bool,
    created_folder: bool,
    registered: bool,
    /// Undo data for the current file.
    earlier: Option<SettingsUndo>,
}

pub(super) fn run(args: &Enable, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let plan = Plan::make(args, ctx)?;
    show_changes(ui, &plan.file.path, &plan.edit.changes)?;
    let commands = plan.commands(ctx)?;
    show_changes(ui, &commands.folder, &commands.changes("add"))?;
    for foreign in &commands.foreign {
        ui.warn(&format!("`{}` is not ours, so it stays as it is", foreign.display()));
    }
    let obstacles = plan.obstacles(ctx)?;
    for obstacle in &obstacles {
        ui.warn(&obstacle.found);
        ui.hint(obstacle.advice);
    }
    let consent = consent::plan(args.extractor, ctx, &ui.unless(args.dry_run))?;
    consent.show(ui)?;
    let news = !plan.edit.changes.is_empty();
    if args.dry_run {
        ui.dry_run();
        return Ok(Exit::Ok);
    }
    receipt::note(ctx, Vec::new(), &[])?;
    consent.apply(ctx)?;
    journal::noted(ctx, plan.change()?, "ingrain enable", None, || plan.apply(ctx))?;
    if let Err(error) = commands.place(ctx) {
        ui.warn(&format!("could not place the slash commands: {error:#}"));
    }
    if news {
        let counts = match obstacles.is_empty() {
            true => "enabled, from the next session on",
            false => "registered, but no hook will run until that is fixed",
        };
        explain(ctx, counts, consent.sends(), &plan, ui);
        consent.recommend(ctx, ui);
        backfill::offer(ctx, ui)?;
    } else if consent.is_empty() && !commands.is_empty() {
        ui.talk("the slash commands work from the next session on");
    } else if consent.is_empty() {
        let word = if obstacles.is_empty() { "enabled" } else { "registered" };
        ui.talk(&format!("already {word} in `{}`, nothing to change", plan.file.path.display()));
    }
    Ok(Exit::Ok)
}

/// Registers the PreToolUse hook beside the others, and changes nothing else.
pub(super) fn add_gates(scope: Scope, root: &Path, ctx: &Ctx, ui: &Ui) -> Result<()> {
    let file = match scope {
        Scope::User => SettingsFile::of(scope, ctx)?,
        Scope::Local => SettingsFile::local(root),
    };
    let args =
        Enable { scope, extractor: None, gates: true, no_gates: false, statusline: false, dry_run: false };
    let plan = Plan::of(file, &args, ctx)?;
    journal::noted(ctx, plan.change()?, "ingrain guard", None, || plan.apply(ctx))?;
    ui.talk(&format!(
        "the PreToolUse hook is registered in `{}`: guards are enforced from the next session on",
        plan.file.path.display()
    ));
    for obstacle in plan.obstacles(ctx)? {
        ui.warn(&obstacle.found);
        ui.hint(obstacle.advice);
    }
    Ok(())
}

impl Plan {
    fn make(args: &Enable, ctx: &Ctx) -> Result<Plan> {
        Plan::of(SettingsFile::of(args.scope, ctx)?, args, ctx)
    }

    fn of(file: SettingsFile, args: &Enable, ctx: &Ctx) -> Result<Plan> {
        let before = fsx::read_text_opt(&file.path)?;
        let old = registration::all(ctx)?.into_iter().find(|r| r.settings == file.path);
        let look = before.as_deref().and_then(|text| client_settings::written(text).ok()).unwrap_or_default();
        let had_gates = look.hooks.iter().any(|entry| entry.event == Hook::PreToolUse.event());
        let awaited = !args.no_gates && door::is_awaited(ctx, file.project.as_deref())?;
        let gates = args.gates || awaited || (had_gates && !args.no_gates);
        let wiring = wiring::look(ctx, file.project.as_deref())?;
        let by_plugin = args.statusline && look.hooks.is_empty() && !gates && wiring.plugin_on();
        let line = args.statusline || look.own_status_line().is_some();
        let wanted = wanted(ctx, &file, &wiring, Wires { hooks: !by_plugin, gates, status_line: line })?;
        let undo = old.as_ref().zip(before.as_deref()).and_then(|(old, text)| old.undo(text)).cloned();
        let edit =
            checked(&file.path, client_settings::plan_enable(before.as_deref(), undo.as_ref(), &wanted))?;
        let created = before.is_none() || old.as_ref().is_some_and(|r| r.created);
        let had_folder = file.path.parent().is_some_and(Path::is_dir);
        Ok(Plan {
            created_folder: old.as_ref().map_or(!had_folder, |r| r.created_folder),
            registered: old.is_some_and(|r| r.commands == commands(&wanted)),
            earlier: undo,
            file,
            wanted,
            edit,
            created,
        })
    }

    /// Restores the earlier hooks in place of the current ones, in one write, so that there is no moment without hooks.
    fn back_to(wires: Wires, settings: &Path, ctx: &Ctx) -> Result<Plan> {
        let file = SettingsFile::at(settings, ctx)?;
        let old = registration::all(ctx)?.into_iter().find(|r| r.settings == settings);
        let now = fsx::read_text_opt(settings)?;
        let removal = disable::plan(settings, old.as_ref())?;
        let bare = removal.as_ref().map_or(now.as_deref(), Removal::rest);
        let wanted = wanted(ctx, &file, &wiring::look(ctx, file.project.as_deref())?, wires)?;
        let had_folder = settings.parent().is_some_and(Path::is_dir);
        Ok(Plan {
            edit: checked(settings, client_settings::plan_enable(bare, None, &wanted))?,
            created: bare.is_none(),
            created_folder: removal.as_ref().map_or(!had_folder, |removal| removal.remove_folder),
            registered: false,
            earlier: old.zip(now).and_then(|(old, text)| old.undo(&text).cloned()),
            file,
            wanted,
        })
    }

    /// Slash commands; the plugin has its own.
    fn commands(&self, ctx: &Ctx) -> Result<CommandFiles> {
        let by_plugin = wiring::look(ctx, self.file.project.as_deref())?.plugin_on();
        match self.wanted.hooks.is_empty() || by_plugin {
            true => Ok(CommandFiles::default()),
            false => CommandFiles::to_place(ctx, &self.file.path),
        }
    }

    /// The change for the history.
    fn change(&self) -> Result<UserChangeKind> {
        let settings = self.file.path.clone();
        let (before, after) = (Wires::in_file(&settings)?, Wires::in_text(&self.edit.after));
        Ok(UserChangeKind::Hooks { settings, before, after })
    }

    /// Notes the change first, so that it can be undone byte for byte after an interrupt.
    fn apply(&self, ctx: &Ctx) -> Result<()> {
        if self.edit.changes.is_empty() && self.registered {
            return Ok(());
        }
        registration::record(ctx, self.registration())?;
        if self.edit.changes.is_empty() {
            return Ok(());
        }
        let folder = self.file.path.parent().context("the settings file has no folder")?;
        fsx::create_dir(folder).with_context(|| format!("could not create `{}`", folder.display()))?;
        fsx::write_user_file(&self.file.path, self.edit.after.as_bytes())
    }

    fn registration(&self) -> Registration {
        Registration {
            settings: self.file.path.clone(),
            project: self.file.project.clone(),
            commands: commands(&self.wanted),
            created: self.created,
            created_folder: self.created_folder,
            undo: self.edit.undo.clone(),
            earlier: self.earlier.clone(),
        }
    }

    /// Reasons why registered hooks would not run: we can edit files that Claude Code cannot load.
    fn obstacles(&self, ctx: &Ctx) -> Result<Vec<Obstacle>> {
        let mut wiring = wiring::look(ctx, project::find_root(ctx, &ctx.cwd).as_deref())?;
        // Another broken file does not affect the hooks of this one.
        wiring.files.retain(|file| file.look.is_ok() || file.path == self.file.path);
        Ok(wiring.with(&self.file.path, &self.edit.after).obstacles(ctx))
    }

    fn has_gates(&self) -> bool {
        self.wanted.hooks.iter().any(|hook| hook.event == Hook::PreToolUse.event())
    }
}

fn commands(wanted: &Wanted) -> Vec<String> {
    wanted.hooks.iter().map(|hook| hook.command.clone()).collect()
}

/// Restores the earlier content of a settings file.
pub(super) fn put_back(ctx: &Ctx, settings: &Path, wires: Wires) -> Result<()> {
    let plan = Plan::back_to(wires, settings, ctx)?;
    plan.apply(ctx)?;
    plan.commands(ctx)?.place(ctx)
}

fn wanted(ctx: &Ctx, file: &SettingsFile, wiring: &Wiring, wires: Wires) -> Result<Wanted> {
    Ok(Wanted {
        hooks: if wires.hooks { entries(ctx, wires.gates)? } else { Vec::new() },
        status_line: wires.status_line.then(|| status_line(ctx, file, wiring)).transpose()?,
    })
}

impl SettingsFile {
    pub(super) fn of(scope: Scope, ctx: &Ctx) -> Result<SettingsFile> {
        match scope {
            Scope::User => Ok(SettingsFile { path: ctx.claude.join("settings.json"), project: None }),
            Scope::Local => Ok(SettingsFile::local(&place::root(ctx)?)),
        }
    }

    /// The user's file, or a project's.
    fn at(path: &Path, ctx: &Ctx) -> Result<SettingsFile> {
        let user = SettingsFile::of(Scope::User, ctx)?;
        if user.path == path {
            return Ok(user);
        }
        let root = path.parent().and_then(Path::parent).context("the settings file is in no project")?;
        Ok(SettingsFile::local(root))
    }

    pub(super) fn local(root: &Path) -> SettingsFile {
        SettingsFile { path: root.join(journal::LOCAL_SETTINGS), project: Some(root.to_owned()) }
    }
}

fn entries(ctx: &Ctx, gates: bool) -> Result<Vec<HookEntry>> {
    let wanted: &[Hook] = if gates { &Hook::ALL } else { Hook::ALWAYS };
    wanted.iter().map(|hook| entry(ctx, *hook)).collect()
}

/// A project's file takes precedence, so a status line there would hide the user's own.
fn status_line(ctx: &Ctx, file: &SettingsFile, wiring: &Wiring) -> Result<NewStatusLine> {
    let program = ctx.main_exe().context(NO_PROGRAM)?;
    let weaker = file.project.as_ref().and_then(|_| wiring.status_line_below(&file.path));
    NewStatusLine::new(&program, weaker.cloned()).context(NO_SHELL_SPELLS)
}

/// One small program per event, or `ingrain hook` if only `ingrain` was built.
fn entry(ctx: &Ctx, hook: Hook) -> Result<HookEntry> {
    let command = match ctx.sibling(&format!("ingrain-{}", hook.name())) {
        Some(door) => client_settings::command(&door, &[]),
        None => {
            let program = ctx.main_exe().context(NO_PROGRAM)?;
            client_settings::command(&program, &["hook", hook.name()])
        }
    };
    let command = command.context(NO_SHELL_SPELLS)?;
    Ok(HookEntry { event: hook.event().to_owned(), command })
}

/// Adds the file's name and a hint to an edit error.
pub(super) fn checked(path: &Path, edit: Result<Edit, JsonFault>) -> Result<Edit> {
    edit.with_context(|| format!("could not read `{}`", path.display()))
        .hint("correct the file and try again; it was not changed")
}

fn explain(ctx: &Ctx, counts: &str, sends: &str, plan: &Plan, ui: &Ui) {
    let asks = match plan.has_gates() {
        true => "asks   you before a tool that keeps failing here, once per session\n",
        false => "",
    };
    let guards =
        match plan.has_gates() && door::is_awaited(ctx, plan.file.project.as_deref()).unwrap_or(false) {
            true => "checks tool calls against the guards that you set\n",
            false => "",
        };
    let shows = match &plan.wanted.status_line {
        Some(_) => "shows  what was learned in the status line\n",
        None => "",
    };
    ui.talk(&format!(
        "{counts}\n\
         reads  the transcripts of your sessions with Claude Code; secrets are masked before anything is kept\n\
         keeps  what it learns in `{}`, and what holds up as commands, skills and knowledge in the project\n\
         sends  {sends}\n\
         {asks}\
         {guards}\
         {shows}\
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
            assert!(client_settings::is_ours(&format!("/bin/ingrain-{}", hook.name())), "{}", hook.name());
            assert!(
                client_settings::is_ours(&format!("/bin/ingrain hook {}", hook.name())),
                "{}",
                hook.name()
            );
        }
    }
}
