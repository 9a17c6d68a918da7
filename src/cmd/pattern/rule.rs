//! `ingrain pattern add|promote|deprecate|reset`: a person's rulings on patterns.

use anyhow::{Result, ensure};

use super::named;
use crate::cli;
use crate::cmd::{place, ruled};
use crate::core::outcomes::maturity::CannotPromote;
use crate::core::patterns::agent_report::category;
use crate::core::patterns::lifecycle;
use crate::core::patterns::lines;
use crate::core::patterns::pattern::{LENGTHS, Lifecycle, Pattern, PatternKind};
use crate::core::patterns::roles::role_of;
use crate::core::patterns::ruling::PatternDecision;
use crate::core::redact::Redactor;
use crate::core::text;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::store;
use crate::ui::{self, Ui};
use crate::worker;
use crate::worker::ruling::pattern;
use crate::worker::run::Run;

pub(super) fn add(args: &cli::PatternAdd, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let pattern = written(args, &run)?;
    if store::patterns::get(run.store.read(), &pattern.id)?.is_some() {
        ui.talk(&format!("nothing to change: {} says that already", pattern.id));
        return Ok(Exit::Ok);
    }
    if args.dry_run {
        let content = ui::inert(&pattern.content);
        ui.talk(&format!("would add {}: {content}{}", pattern.id, unheard(&pattern)));
        ui.dry_run();
        return Ok(Exit::Ok);
    }
    pattern::add(&mut run, &pattern)?;
    worker::publish(&mut run)?;
    ui.talk(&format!("added {}{}", pattern.id, unheard(&pattern)));
    Ok(Exit::Ok)
}

/// Explains why a promoted pattern is still not shown: its text could make a session fetch, run or obey something.
fn unheard(pattern: &Pattern) -> String {
    let refusal = lines::refusal(pattern, 0).filter(|_| !pattern.is_negative());
    refusal.map(|why| format!(", but sessions are not told: it {why}")).unwrap_or_default()
}

fn written(args: &cli::PatternAdd, run: &Run<'_>) -> Result<Pattern> {
    let content = text::one_line(&args.text);
    let length = content.chars().count();
    ensure!(LENGTHS.contains(&length), "a pattern has 20 to 240 characters, this one has {length}");
    let words = [&content, &args.role].into_iter().chain(&args.tags);
    ensure!(!words.into_iter().any(|word| run.redactor.has_secret(word)), "the pattern holds a secret");
    let pattern = Pattern::new(&role_of(&args.role), &content, category(&content), run.ctx.now);
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
    rule(args, ctx, ui, |_| PatternDecision::Promote)
}

pub(super) fn deprecate(args: &cli::Deprecate, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    rule(&args.which, ctx, ui, |redactor| {
        PatternDecision::Deprecate(redactor.redact(&args.reason).into_owned())
    })
}

pub(super) fn reset(args: &cli::Ruled, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    rule(args, ctx, ui, |_| PatternDecision::Reset)
}

fn rule(
    args: &cli::Ruled,
    ctx: &Ctx,
    ui: &Ui,
    word: impl FnOnce(&Redactor) -> PatternDecision,
) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let pattern = named(store::patterns::all(run.store.read())?, |pattern| &pattern.id, &args.id)?;
    let (id, word) = (&pattern.id, word(&run.redactor));
    let but = match word {
        PatternDecision::Promote => unheard(&lifecycle::promoted(&pattern, ctx.now)),
        PatternDecision::Deprecate(_) | PatternDecision::Reset => String::new(),
    };
    let done = match args.dry_run {
        true => pattern::look(&run, &pattern, &word).map(|_| format!("{id} would be {}{but}", word.done())),
        false => pattern::rule(&mut run, &pattern, &word).map(|()| format!("{id} is {}{but}", word.done())),
    };
    let done = match done {
        Err(error) if error.is::<CannotPromote>() => {
            Err(error).hint(format!("`ingrain pattern reset {id}` lets it start anew"))
        }
        done => done,
    };
    let is_done = ruled::tell(id, done, ui)?;
    if args.dry_run {
        ui.dry_run();
    } else if is_done {
        worker::publish(&mut run)?;
    }
    Ok(Exit::Ok)
}
