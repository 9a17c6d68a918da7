//! A person's word on patterns. It stands above all evidence until it is taken back.

use anyhow::{Context, Result, ensure};

use super::named;
use crate::cli;
use crate::cmd::place;
use crate::core::did::{Action, Did};
use crate::core::lifecycle;
use crate::core::maturity::{Maturity, Ruling, Standing};
use crate::core::pattern::{Category, Lifecycle, Pattern, PatternKind, Track};
use crate::core::roles::role_of;
use crate::core::text;
use crate::ctx::Ctx;
use crate::error::{Exit, Hint};
use crate::store;
use crate::ui::{self, Ui};
use crate::worker::Run;

/// What can be told in one line.
const LENGTHS: std::ops::RangeInclusive<usize> = 20..=240;

pub(super) fn add(args: &cli::PatternAdd, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = Run::for_person(ctx, &project)?;
    let pattern = written(args, &run)?;
    if store::patterns::get(run.store.read(), &pattern.id)?.is_some() {
        ui.talk(&format!("nothing to change: {} says that already", pattern.id));
        return Ok(Exit::Ok);
    }
    if args.dry_run {
        ui.talk(&format!("would add {}: {}", pattern.id, ui::sanitize(&pattern.content)));
        return Ok(Exit::Ok);
    }
    run.store.write(|db| -> Result<()> {
        let did = Did { action: Action::Added, cause: "a person wrote it", at: ctx.now };
        store::patterns::save(db, &pattern, did)?;
        let ruling = Ruling { standing: Standing::Promoted { at: ctx.now }, counted_from: None };
        Ok(store::feedback::rule(db, &pattern.id, &ruling, Did::ruled(Action::Promoted, ctx.now))?)
    })?;
    run.publish()?;
    ui.talk(&format!("added {}", pattern.id));
    Ok(Exit::Ok)
}

fn written(args: &cli::PatternAdd, run: &Run<'_>) -> Result<Pattern> {
    let content = text::one_line(&args.text);
    let length = content.chars().count();
    ensure!(LENGTHS.contains(&length), "a pattern has 20 to 240 characters, this one {length}");
    let words = [&content, &args.role].into_iter().chain(&args.tags);
    ensure!(!words.into_iter().any(|word| run.redactor.has_secret(word)), "the pattern holds a secret");
    let pattern = Pattern::new(&role_of(&args.role), &content, Category::Rule, run.ctx.now);
    let warning = PatternKind::AntiPattern;
    Ok(Pattern {
        id: if args.avoid { format!("anti-{}", pattern.id) } else { pattern.id.clone() },
        kind: if args.avoid { warning } else { pattern.kind },
        lifecycle: Lifecycle::Active,
        tags: args.tags.iter().map(|tag| text::one_line(tag)).collect(),
        ..pattern
    })
}

pub(super) fn promote(args: &cli::Ruled, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = Run::for_person(ctx, &project)?;
    let (pattern, maturity) = found(&run, &args.id)?;
    let ruling = maturity.ruling.promote(maturity.state, ctx.now);
    let ruling = ruling.hint(format!("`ingrain pattern reset {}` lets it start anew", pattern.id))?;
    let is_held = pattern.track.disputed || pattern.lifecycle != Lifecycle::Active;
    let ruling = ruling.or_else(|| is_held.then_some(maturity.ruling));
    let after = lifecycle::promoted(&pattern, ctx.now);
    apply(&mut run, ruling.map(|ruling| (after, ruling)), Action::Promoted, args, ui)
}

pub(super) fn deprecate(args: &cli::Deprecate, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = Run::for_person(ctx, &project)?;
    let (pattern, maturity) = found(&run, &args.which.id)?;
    let reason = run.redactor.redact(&args.reason).into_owned();
    let ruling = maturity.ruling.deprecate(&reason, ctx.now);
    let after =
        Pattern { lifecycle: Lifecycle::Deprecated, reason: Some(text::one_line(&reason)), ..pattern };
    apply(&mut run, ruling.map(|ruling| (after, ruling)), Action::Deprecated, &args.which, ui)
}

pub(super) fn reset(args: &cli::Ruled, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = Run::for_person(ctx, &project)?;
    let (pattern, maturity) = found(&run, &args.id)?;
    let ruling = maturity.ruling.reset(maturity.by_evidence, ctx.now);
    let has_faded = pattern.lifecycle == Lifecycle::Deprecated || pattern.track.is_held();
    let ruling = ruling.or_else(|| has_faded.then_some(maturity.ruling));
    let warning = pattern.linked.clone().filter(|_| !pattern.is_negative());
    let track = Track { seen: pattern.track.seen, ..Track::first_seen(ctx.now) };
    let after = Pattern { lifecycle: Lifecycle::Candidate, reason: None, linked: None, track, ..pattern };
    let done = apply(&mut run, ruling.map(|ruling| (after, ruling)), Action::Reset, args, ui)?;
    match warning.filter(|_| !args.dry_run) {
        Some(warning) => withdraw(&mut run, &warning).map(|()| done),
        None => Ok(done),
    }
}

/// The warning that was made of a pattern goes when the pattern starts anew.
fn withdraw(run: &mut Run<'_>, warning: &str) -> Result<()> {
    let now = run.ctx.now;
    let did = Did { action: Action::Withdrawn, cause: "its pattern was reset", at: now };
    run.store.write(|db| store::patterns::delete(db, warning, did))?;
    run.publish()
}

fn found(run: &Run<'_>, word: &str) -> Result<(Pattern, Maturity)> {
    let pattern = named(store::patterns::all(run.store.read())?, |pattern| &pattern.id, word)?;
    let maturity =
        store::feedback::maturity(run.store.read(), &pattern.id, run.ctx.now, &run.config.config.maturity)?;
    Ok((pattern, maturity))
}

fn apply(
    run: &mut Run<'_>,
    change: Option<(Pattern, Ruling)>,
    action: Action,
    args: &cli::Ruled,
    ui: &Ui,
) -> Result<Exit> {
    let Some((mut pattern, ruling)) = change else {
        ui.talk(&format!("nothing to change: it was {action} already"));
        return Ok(Exit::Ok);
    };
    if args.dry_run {
        ui.talk(&format!("{} would be {action}", pattern.id));
        return Ok(Exit::Ok);
    }
    let did = Did::ruled(action, run.ctx.now);
    pattern.updated_at = did.at;
    run.store
        .write(|db| -> Result<()> {
            store::patterns::save(db, &pattern, did)?;
            Ok(store::feedback::rule(db, &pattern.id, &ruling, did)?)
        })
        .with_context(|| format!("could not change {}", pattern.id))?;
    run.publish()?;
    ui.talk(&format!("{} is {action}", pattern.id));
    Ok(Exit::Ok)
}
