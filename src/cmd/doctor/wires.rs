//! Checks of the hooks: whether Claude Code loads and calls them, and whether the programs exist.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use super::Check;
use crate::client::hook_event::Hook;
use crate::client::registration;
use crate::client::wiring::{self, Wiring};
use crate::os::ctx::Ctx;
use crate::os::process;

const ENABLE: &str = "run `ingrain enable`";
const INSTALL: &str = "run `install.sh` of one version again, then `ingrain enable`";

/// A state, and no fault: `status` says the same.
pub(super) const NOT_ENABLED: &str = "not enabled; run `ingrain enable`";

pub(super) fn check(ctx: &Ctx, wiring: &Wiring) -> Result<Vec<Check>> {
    let was_enabled = registration::all(ctx)?.iter().any(|registered| !registered.commands.is_empty());
    let hooks = hooks(wiring, was_enabled);
    let checks = [Some(settings(ctx, wiring)), hooks, Some(programs(ctx, wiring)), status_line(wiring)];
    Ok(checks.into_iter().flatten().collect())
}

fn settings(ctx: &Ctx, wiring: &Wiring) -> Check {
    let name = "settings";
    if let Some(obstacle) = wiring.obstacles(ctx).into_iter().next() {
        return Check::problem(name, obstacle.found, obstacle.advice);
    }
    let files: Vec<String> = wiring.files.iter().map(|file| format!("`{}`", file.path.display())).collect();
    Check::ok(
        name,
        match files.as_slice() {
            [] => "no settings file".to_owned(),
            files => format!("{} can be loaded", files.join(", ")),
        },
    )
}

/// `None` if a file that is not loaded may have the missing hooks: that has to be corrected first.
fn hooks(wiring: &Wiring, was_enabled: bool) -> Option<Check> {
    let name = "hooks";
    if wiring.plugin_on() {
        return Some(Check::ok(name, "registered by the plugin"));
    }
    let missing: Vec<&str> =
        Hook::ALWAYS.iter().filter(|hook| wiring.calls(**hook).is_empty()).map(|hook| hook.event()).collect();
    if !missing.is_empty() && wiring.not_loaded().next().is_some() {
        return None;
    }
    if missing.len() == Hook::ALWAYS.len() && !was_enabled {
        return Some(Check::ok(name, NOT_ENABLED));
    }
    if missing.len() == Hook::ALWAYS.len() {
        let found = "no settings file calls ingrain, and its plugin is not enabled";
        return Some(Check::problem(name, found, ENABLE));
    }
    if !missing.is_empty() {
        let found = format!("no hook is registered for {}", missing.join(", "));
        return Some(Check::problem(name, found, ENABLE));
    }
    let calls = Hook::ALL.into_iter().flat_map(|hook| wiring.calls(hook));
    let files: BTreeSet<String> = calls.map(|(file, _)| format!("`{}`", file.display())).collect();
    let files: Vec<String> = files.into_iter().collect();
    let gates = if wiring.has_gates() { ", with gates" } else { "" };
    Some(Check::ok(name, format!("registered in {}{gates}", files.join(", "))))
}

/// A status line is optional. Ours has to work, and another one may take precedence over it.
fn status_line(wiring: &Wiring) -> Option<Check> {
    let name = "status line";
    let (file, ours) = wiring.own_status_line()?;
    let (shown, _) = wiring.status_line()?;
    if !Path::new(&ours.program).is_file() {
        let found = format!("`{}`, called by `{}`, is not there", ours.program, file.display());
        return Some(Check::problem(name, found, ENABLE));
    }
    Some(Check::ok(
        name,
        match shown == file {
            true => format!("shown by `{}`", file.display()),
            false => format!("set in `{}`, but here `{}` shows another", file.display(), shown.display()),
        },
    ))
}

/// All programs need the same version, because versions do not read each other's notes.
fn programs(ctx: &Ctx, wiring: &Wiring) -> Check {
    let name = "programs";
    let version = env!("CARGO_PKG_VERSION");
    let mut called = BTreeSet::new();
    for hook in Hook::ALL {
        match doors(ctx, wiring, hook) {
            Ok(doors) => called.extend(doors),
            Err(error) => return Check::problem(name, format!("{error:#}"), INSTALL),
        }
    }
    for program in &called {
        match version_of(program) {
            Ok(found) if found == version => {}
            Ok(found) => {
                let found = format!("`{}` is {found}, this is ingrain {version}", program.display());
                return Check::problem(name, found, INSTALL);
            }
            Err(error) => return Check::problem(name, format!("{error:#}"), INSTALL),
        }
    }
    let place = ctx.exe.parent().unwrap_or(&ctx.exe).display();
    let mut found = format!("ingrain {version} in `{place}`");
    if !called.is_empty() {
        found.push_str(", and the hooks call the same version");
    }
    Check::ok(name, found)
}

/// Programs that are started at an event.
fn doors(ctx: &Ctx, wiring: &Wiring, hook: Hook) -> Result<Vec<PathBuf>> {
    let mut doors = Vec::new();
    for (file, command) in wiring.calls(hook) {
        let program = wiring::program(command).unwrap_or_default();
        let there = program.is_file();
        let missing = || format!("`{}`, called by `{}`, is not there", program.display(), file.display());
        doors.push(there.then(|| program.clone()).with_context(missing)?);
    }
    if wiring.plugin_on() && Hook::ALWAYS.contains(&hook) {
        let door = format!("ingrain-{}", hook.name());
        let found = launched(ctx, &door);
        doors.push(found.with_context(|| format!("the plugin does not find `{door}`"))?);
    }
    Ok(doors)
}

/// The program that the plugin's launcher finds.
fn launched(ctx: &Ctx, door: &str) -> Option<PathBuf> {
    let path = ctx.env.path.iter().flat_map(std::env::split_paths);
    let home = ctx.home.iter().flat_map(|home| [home.join(".local/bin"), home.join(".cargo/bin")]);
    path.chain(home).map(|folder| folder.join(door)).find(|program| program.is_file())
}

fn version_of(program: &Path) -> Result<String> {
    let mut command = Command::new(program);
    command.arg("--version");
    let answer = process::run(command, Vec::new(), Duration::from_secs(10))?;
    let said = String::from_utf8_lossy(&answer.stdout).into_owned();
    let version = said.split_whitespace().nth(1).map(str::to_owned);
    version.with_context(|| format!("`{}` does not report its version", program.display()))
}
