//! Commands that agents proposed: run as if the user had typed them, or dropped.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Parser;

use crate::cli::Cli;
use crate::cmd::{self, place};
use crate::core::review::ReviewDecision;
use crate::core::review::authority::Proposal;
use crate::core::text;
use crate::os::ctx::Ctx;
use crate::os::process;
use crate::project::Project;
use crate::store;
use crate::ui::Ui;
use crate::worker;

/// Learning from many sessions takes time.
const PATIENCE: Duration = Duration::from_secs(600);

/// Finds a proposal by name, `p7`.
pub fn find(project: &Project, name: &str) -> Result<Option<Proposal>> {
    let Some(store) = place::open(project)? else { return Ok(None) };
    let all = store::proposals::all(store.read())?;
    Ok(all.into_iter().find(|proposal| proposal.name() == name))
}

/// Runs the command with its normal output.
pub fn rule(
    ctx: &Ctx,
    project: &Project,
    proposal: &Proposal,
    ruling: &ReviewDecision,
    ui: &Ui,
) -> Result<String> {
    let name = proposal.name();
    if is_accepted(ruling)? {
        let words = std::iter::once("ingrain").chain(proposal.words.iter().map(String::as_str));
        let cli = Cli::try_parse_from(words).context("this version has no such command")?;
        cmd::run(cli, Ctx { cwd: proposal.folder.as_str().into(), ..ctx.clone() }, ui)?;
    }
    drop_one(ctx, project, proposal.id)?;
    Ok(format!("{} {name}: {}", ruling.done(), proposal.command_line()))
}

/// Runs the command in another process, because the review owns the screen.
pub fn rule_quietly(
    ctx: &Ctx,
    project: &Project,
    proposal: &Proposal,
    ruling: &ReviewDecision,
) -> Result<String> {
    let mut said = String::new();
    if is_accepted(ruling)? {
        let mut command = Command::new(ctx.main_exe().context("could not find the `ingrain` program")?);
        command.args(&proposal.words).current_dir(&proposal.folder);
        let done = process::run(command, Vec::new(), PATIENCE)?;
        said = text::one_line(&String::from_utf8_lossy(&done.stderr));
        ensure!(done.status.success(), "{said}");
    }
    drop_one(ctx, project, proposal.id)?;
    Ok(format!("{} {}: {said}", ruling.done(), proposal.name()))
}

fn is_accepted(ruling: &ReviewDecision) -> Result<bool> {
    match ruling {
        ReviewDecision::Accept => Ok(true),
        ReviewDecision::Reject => Ok(false),
        _ => bail!("a proposal can only be accepted or rejected"),
    }
}

fn drop_one(ctx: &Ctx, project: &Project, id: i64) -> Result<()> {
    let mut run = worker::for_person(ctx, project)?;
    Ok(run.store.write(|db| store::proposals::remove(db, id))?)
}
