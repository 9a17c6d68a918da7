//! `ingrain pattern reinforce|ignore`: counts a person's verdict on a pattern, as a validator's would
//! be.

use anyhow::{Result, ensure};

use super::named;
use crate::cli;
use crate::cmd::place;
use crate::core::model::change_kind::ChangeKind;
use crate::core::patterns::pattern::{Lifecycle, Pattern};
use crate::core::patterns::verdict_effect;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::store;
use crate::ui::Ui;
use crate::worker;
use crate::worker::ruling::pattern;
use crate::worker::run::Run;

pub(super) fn reinforce(args: &cli::Counted, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let pattern = found(&run, &args.id)?;
    let after = verdict_effect::reinforced(&pattern, ctx.now);
    save(&mut run, &after, ChangeKind::Reinforced, args, ui)
}

pub(super) fn ignore(args: &cli::Counted, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let pattern = found(&run, &args.id)?;
    let after = verdict_effect::penalised(&pattern, &run.config.config.roles, ctx.now);
    save(&mut run, &after, ChangeKind::Rejected, args, ui)
}

/// Finds a pattern that is not deprecated.
fn found(run: &Run<'_>, word: &str) -> Result<Pattern> {
    let pattern = named(store::patterns::all(run.store.read())?, |pattern| &pattern.id, word)?;
    let stands = || {
        ensure!(pattern.lifecycle != Lifecycle::Deprecated, "{} is deprecated", pattern.id);
        Ok(())
    };
    stands().hint(format!("`ingrain pattern reset {}` lets it start anew", pattern.id))?;
    Ok(pattern)
}

fn save(
    run: &mut Run<'_>,
    after: &Pattern,
    action: ChangeKind,
    args: &cli::Counted,
    ui: &Ui,
) -> Result<Exit> {
    let track = &after.track;
    let regression = track.regression().map(|what| format!("; a regression: {what}")).unwrap_or_default();
    let counts = format!("confirmed {}, rejected {}{regression}", track.reinforced, track.ignored);
    if !args.dry_run {
        pattern::count(run, after, action)?;
        worker::publish(run)?;
    }
    if args.json {
        ui.json(after)?;
    } else {
        let done = if args.dry_run { "would be" } else { "is" };
        ui.talk(&format!("{} {done} {action}: {counts}", after.id));
    }
    if args.dry_run {
        ui.dry_run();
    }
    Ok(Exit::Ok)
}
