//! Internal commands: the worker that a hook starts, and a hook called through `ingrain` itself.

use anyhow::{Result, anyhow};

use crate::cli;
use crate::client::hook_event::Hook;
use crate::hook;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Usage};
use crate::os::log::{Log, WORKER};
use crate::project;
use crate::worker;

/// Leaves the hook's process session first, because its processes end with it. Without a terminal, errors go to the user's
/// log until the project is known.
pub(super) fn run(args: &cli::Worker, ctx: &Ctx) -> Result<Exit> {
    let log = Log::new(ctx.log(), ctx.now, WORKER);
    log.clone().notes_panics(|| {});
    let _ = rustix::process::setsid();
    let project = project::lookup(ctx, &args.root)
        .ok_or_else(|| anyhow!("`{}` is no project that a hook has seen", args.root.display()))
        .inspect_err(|error| log.error(&error.to_string()))?;
    // Do not keep the session's folder busy, so that it can be removed or unmounted.
    let _ = std::env::set_current_dir(&project.state);
    worker::detached(ctx, &project, args.in_turn)?;
    Ok(Exit::Ok)
}

pub(super) fn hook(args: &cli::Hook) -> Result<Exit> {
    let hook = Hook::parse(&args.event).ok_or_else(|| Usage(format!("no hook `{}`", args.event)))?;
    hook::run(hook);
    Ok(Exit::Ok)
}
