//! `ingrain errors`: lists, records and resolves errors of earlier work.

use anyhow::{Context, Result, ensure};

use super::{naming, place};
use crate::cli::{self, ErrorsCommand};
use crate::core::outcomes::error_log::{self, ErrorEntry};
use crate::core::outcomes::repeated_failure;
use crate::core::session::{failure, segments};
use crate::core::text;
use crate::os::clock;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::store;
use crate::ui::{self, Ui};
use crate::worker;

pub(super) fn run(args: &cli::Errors, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    match &args.command {
        ErrorsCommand::Record(args) => record(args, ctx, ui),
        ErrorsCommand::List(args) => list(args, ctx, ui),
        ErrorsCommand::Context(args) => context(args, ctx, ui),
        ErrorsCommand::Resolve(args) => resolve(args, ctx, ui),
        ErrorsCommand::Stats(args) => stats(args, ctx, ui),
    }
}

/// All errors, or those of one run.
fn known(ctx: &Ctx, run: Option<&str>) -> Result<Vec<ErrorEntry>> {
    let mut errors = match place::memory(ctx)? {
        Some((_, store)) => store::errors::all(store.read())?,
        None => Vec::new(),
    };
    errors.retain(|error| run.is_none_or(|run| error.segment == run));
    Ok(errors)
}

fn record(args: &cli::ErrorRecord, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let clean = |text: &str| text::one_line(&run.redactor.redact(text));
    let message = clean(&args.message);
    ensure!(!message.is_empty(), "an error needs a message");
    let tool = args.tool.as_deref().map(clean);
    let (segment, kind) = (clean(&args.run), args.kind.unwrap_or_else(|| failure::error_type(&message)));
    let error = ErrorEntry {
        id: error_log::id_of(&segment, tool.as_deref(), &message),
        segment,
        kind,
        context: args.context.as_deref().map(clean),
        tool,
        message,
        stack: args.stack.as_deref().map(clean),
        at: ctx.now,
        resolved: false,
        times: 1,
    };
    if args.dry_run {
        ui.talk(&format!("would note {}, {}", error.id, error.kind));
        ui.dry_run();
        return Ok(Exit::Ok);
    }
    let fresh = run.store.write(|db| store::errors::record(db, &error))?;
    worker::publish(&mut run)?;
    let said = if fresh { "noted" } else { "noted again" };
    ui.talk(&format!("{said} {}, {}", error.id, error.kind));
    tell_strikes(ctx, &error, ui)
}

/// Warns after three equal failures.
fn tell_strikes(ctx: &Ctx, error: &ErrorEntry, ui: &Ui) -> Result<Exit> {
    let same = known(ctx, None)?.into_iter().filter(|other| other.tool == error.tool && !other.resolved);
    let attempts = same.map(|e| {
        let signature = segments::signature(&e.message);
        let (tried, failed_with) = (e.segment, e.message);
        (signature, repeated_failure::Attempt { tried, failed_with, at: e.at, times: e.times })
    });
    let wanted = segments::signature(&error.message);
    let struck = repeated_failure::gather(attempts).into_iter().find(|strikes| strikes.signature == wanted);
    if let Some(review) = struck.as_ref().and_then(repeated_failure::review) {
        ui.data(&ui::inert(&review))?;
    }
    Ok(Exit::Ok)
}

fn list(args: &cli::ErrorList, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let mut errors = known(ctx, args.run.as_deref())?;
    errors.retain(|error| !args.unresolved || !error.resolved);
    errors.reverse();
    errors.truncate(args.limit);
    if args.json {
        ui.json(&errors)?;
    } else if errors.is_empty() {
        let is_filtered = args.run.is_some() || args.unresolved;
        ui.talk(if is_filtered { "no error matches" } else { "no errors" });
    } else {
        ui.data(&ui::columns(&errors.iter().map(row).collect::<Vec<_>>()))?;
    }
    Ok(Exit::Ok)
}

fn row(e: &ErrorEntry) -> [String; 5] {
    let state = if e.resolved { "resolved" } else { "open" };
    let at = clock::minute(e.at);
    [e.id.clone(), at, e.kind.to_string(), state.to_owned(), ui::inert(&e.message)]
}

fn context(args: &cli::ErrorContext, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let mut errors = known(ctx, args.run.as_deref())?;
    errors.retain(|error| args.include_resolved || !error.resolved);
    let newest = errors.split_off(errors.len().saturating_sub(args.limit));
    match error_log::context(&newest, args.include_resolved) {
        text if text.is_empty() => ui.talk("no errors"),
        text => ui.data(ui::inert(&text).trim_end())?,
    }
    Ok(Exit::Ok)
}

fn resolve(args: &cli::Ruled, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let error = naming::find(store::errors::all(run.store.read())?, |error| &error.id, &args.id)?;
    let error = error.with_context(|| format!("no error `{}`", args.id));
    let error = error.hint("`ingrain errors list` shows the ids")?;
    if error.resolved {
        ui.talk(&format!("nothing to change: {} is resolved already", error.id));
    } else if args.dry_run {
        ui.talk(&format!("{} would be resolved", error.id));
        ui.dry_run();
    } else {
        run.store.write(|db| store::errors::resolve(db, &error.id, ctx.now))?;
        worker::publish(&mut run)?;
        ui.talk(&format!("{} is resolved", error.id));
    }
    Ok(Exit::Ok)
}

fn stats(args: &cli::ErrorStats, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let stats = error_log::stats(&known(ctx, args.run.as_deref())?);
    if args.json {
        ui.json(&stats)?;
    } else {
        let types = stats.by_type.iter().map(|(kind, count)| format!("\n  {kind} {count}"));
        let all = text::plural(stats.total as usize, "error", "errors");
        ui.data(&format!("{all}, {} open{}", stats.unresolved, types.collect::<String>()))?;
    }
    Ok(Exit::Ok)
}
