//! A person's part in what validators do: this held up, that was a false positive.

use anyhow::{Result, ensure};

use super::named;
use crate::cli;
use crate::cmd::place;
use crate::core::correction;
use crate::core::did::Action;
use crate::core::pattern::{Lifecycle, Pattern};
use crate::ctx::Ctx;
use crate::error::{Exit, Hint};
use crate::run::Run;
use crate::stage::patterns;
use crate::store;
use crate::ui::Ui;

pub(super) fn reinforce(args: &cli::Counted, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = Run::for_person(ctx, &project)?;
    let pattern = found(&run, &args.id)?;
    let after = correction::reinforced(&pattern, ctx.now);
    save(&mut run, &after, Action::Reinforced, args, ui)
}

pub(super) fn ignore(args: &cli::Counted, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = Run::for_person(ctx, &project)?;
    let pattern = found(&run, &args.id)?;
    let after = correction::penalised(&pattern, &run.config.config.roles, ctx.now);
    save(&mut run, &after, Action::Rejected, args, ui)
}

/// A deprecated one is not told, whatever it counts.
fn found(run: &Run<'_>, word: &str) -> Result<Pattern> {
    let pattern = named(store::patterns::all(run.store.read())?, |pattern| &pattern.id, word)?;
    let stands = || {
        ensure!(pattern.lifecycle != Lifecycle::Deprecated, "{} is deprecated", pattern.id);
        Ok(())
    };
    stands().hint(format!("`ingrain pattern reset {}` lets it start anew", pattern.id))?;
    Ok(pattern)
}

fn save(run: &mut Run<'_>, after: &Pattern, action: Action, args: &cli::Counted, ui: &Ui) -> Result<Exit> {
    let track = &after.track;
    let regression = track.regression().map(|what| format!("; a regression: {what}")).unwrap_or_default();
    let counts = format!("confirmed {}, rejected {}{regression}", track.reinforced, track.ignored);
    if args.dry_run {
        ui.talk(&format!("{} would be {action}: {counts}", after.id));
        return Ok(Exit::Ok);
    }
    patterns::count(run, after, action)?;
    run.publish()?;
    if args.json {
        ui.json(after)?;
    } else {
        ui.talk(&format!("{} is {action}: {counts}", after.id));
    }
    Ok(Exit::Ok)
}
