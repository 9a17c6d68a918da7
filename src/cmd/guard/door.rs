//! The PreToolUse hook, without which no guard is enforced: registered where ingrain is enabled, and
//! missed aloud.

use std::path::Path;

use anyhow::Result;

use crate::cli::Scope;
use crate::client::hook_event::Hook;
use crate::client::wiring::{self, Wiring};
use crate::cmd::{enable, place};
use crate::core::guards::guard::Guard;
use crate::core::text::plural;
use crate::hook::prepared::gates::Gates;
use crate::os::ctx::Ctx;
use crate::project::{self, Project};
use crate::store;
use crate::ui::Ui;

/// Registers the hook beside the others, unless it is there or no guard is set.
pub fn open(ctx: &Ctx, project: &Project, ui: &Ui) -> Result<()> {
    let Some(store) = place::open(project)? else { return Ok(()) };
    let guards = store::guards::all(store.read())?;
    drop(store);
    let Some(fault) = fault(ctx, &project.root, &guards)? else { return Ok(()) };
    match scope(ctx, &wiring::look(ctx, Some(&project.root))?) {
        Some(scope) => enable::add_gates(scope, &project.root, ctx, ui),
        None => {
            ui.warn(&fault);
            Ok(())
        }
    }
}

/// Why the guards that are set are not enforced, and what to run.
pub fn fault(ctx: &Ctx, root: &Path, guards: &[Guard]) -> Result<Option<String>> {
    let set = guards.iter().filter(|guard| guard.level.speaks()).count();
    let wiring = wiring::look(ctx, Some(root))?;
    if set == 0 || wiring.has_gates() {
        return Ok(None);
    }
    let set = plural(set, "guard is set", "guards are set");
    let local = if scope(ctx, &wiring) == Some(Scope::Local) { " --scope local" } else { "" };
    Ok(Some(format!(
        "{set} and not enforced, because the PreToolUse hook is not registered: run `ingrain enable{local} --gates`"
    )))
}

/// Does a project wait for the hook in this settings file, the user's or one project's?
pub fn is_awaited(ctx: &Ctx, of: Option<&Path>) -> Result<bool> {
    let concerned = |project: &Project| of.is_none_or(|root| project.root == root);
    let has_guards =
        |project: &Project| Gates::load(project).ok().flatten().is_some_and(|gates| !gates.guards.is_empty());
    Ok(project::all(ctx)?.iter().any(|project| concerned(project) && has_guards(project)))
}

/// The settings file with our other hooks.
fn scope(ctx: &Ctx, wiring: &Wiring) -> Option<Scope> {
    let user = ctx.claude.join("settings.json");
    let (path, _) = wiring.calls(Hook::SessionStart).into_iter().next()?;
    Some(if path == user { Scope::User } else { Scope::Local })
}
