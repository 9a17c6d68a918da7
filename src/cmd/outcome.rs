//! `ingrain outcome`: how pieces of work ended, and a door for pipelines outside Claude Code to say so.

use std::collections::BTreeMap;
use std::io::Read;

use anyhow::{Context, Result, anyhow};
use serde_json::{Value, json};

use super::place;
use crate::cli;
use crate::core::audit;
use crate::core::cycle::CycleResult;
use crate::core::deed::Thing;
use crate::core::did::{Action, Did};
use crate::core::outcome::{self, Outcome, Recorded};
use crate::core::text::ellipsis;
use crate::ctx::Ctx;
use crate::error::{Exit, Hint};
use crate::fsx;
use crate::run::Run;
use crate::store::history;
use crate::store::outcomes::{Filter, Saved, Source, Stored};
use crate::store::{self, Store};
use crate::ui::{self, Ui};

const TASK_WIDTH: usize = 60;
/// Runs that are named for each gap.
const NAMED: usize = 3;
/// As many as a screen shows.
const SHOWN: usize = 20;

pub(super) fn run(args: &cli::Outcome, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    match &args.command {
        cli::OutcomeCommand::Record(args) => record(args, ctx, ui),
        cli::OutcomeCommand::List(args) => list(args, ctx, ui),
        cli::OutcomeCommand::Audit(args) => audit(args.json, ctx, ui),
    }
}

fn audit(as_json: bool, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let outcomes = match place::memory(ctx)? {
        Some((_, store)) => store::policy::outcomes(store.read())?,
        None => Vec::new(),
    };
    let findings = audit::audit(outcomes.iter().map(|(outcome, _)| outcome));
    if as_json {
        ui.data(&serde_json::to_string_pretty(&findings)?)?;
    } else if findings.is_empty() {
        ui.talk("no gaps");
    } else {
        let line = |finding: &audit::Finding| {
            let newest: Vec<&str> = finding.runs.iter().take(NAMED).map(String::as_str).collect();
            let more = if finding.runs.len() > NAMED { ", …" } else { "" };
            format!("{} {} ({}{more})", finding.runs.len(), finding.gap.explain(), newest.join(", "))
        };
        ui.data(&ui::sanitize(&findings.iter().map(line).collect::<Vec<_>>().join("\n")))?;
    }
    Ok(Exit::Ok)
}

fn list(args: &cli::OutcomeList, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let limit = args.limit.or(if args.json { None } else { Some(SHOWN) });
    let filter = Filter { result: args.result, session: args.session.clone(), limit };
    let stored = match place::memory(ctx)? {
        Some((_, store)) => store::outcomes::newest(store.read(), &filter)?,
        None => Vec::new(),
    };
    if args.json {
        let outcomes: Vec<&Outcome> = stored.iter().map(|stored| &stored.outcome).collect();
        ui.data(&serde_json::to_string_pretty(&outcomes)?)?;
    } else if stored.is_empty() {
        ui.talk("no outcomes yet");
    } else {
        ui.data(&table(&stored))?;
    }
    Ok(Exit::Ok)
}

fn table(stored: &[Stored]) -> String {
    let head = ["WHEN", "RESULT", "MINUTES", "ERRORS", "RETRIES", "QUALITY", "WHAT"].map(str::to_owned);
    let row = |stored: &Stored| {
        let o = &stored.outcome;
        [
            o.timestamp.format("%Y-%m-%d %H:%M").to_string(),
            o.result.to_string(),
            format!("{:.1}", o.duration_ms as f64 / 60_000.0),
            o.error_count.to_string(),
            o.retry_count.to_string(),
            format!("{:.1}", o.post_execution_score),
            ellipsis(&ui::sanitize(stored.task.as_deref().unwrap_or(&o.run_id)), TASK_WIDTH),
        ]
    };
    let rows: Vec<[String; 7]> = std::iter::once(head).chain(stored.iter().map(row)).collect();
    ui::columns(&rows)
}

fn record(args: &cli::OutcomeRecord, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let records = values(&input(args, ctx)?)?;
    let project = place::project(ctx)?;
    let mut run = Run::for_person(ctx, &project)?;
    let outcomes = checked(records, args, &run, ui)?;
    if args.dry_run {
        let planned = planned(&run.store, &outcomes)?;
        return report(args, ui, &outcomes, &planned, &[]);
    }
    let saved = saved(&mut run, &outcomes)?;
    let mut cycles = Vec::new();
    run.judge(|cycle| cycles.push(cycle))?;
    run.publish()?;
    report(args, ui, &outcomes, &saved, &cycles)
}

fn input(args: &cli::OutcomeRecord, ctx: &Ctx) -> Result<String> {
    match args.file.as_deref().filter(|file| file.as_os_str() != "-") {
        Some(file) => {
            let path = ctx.cwd.join(file);
            fsx::read_text_opt(&path)?.with_context(|| format!("there is no `{}`", path.display()))
        }
        None => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).context("could not read the outcome from stdin")?;
            Ok(text)
        }
    }
}

/// One object, a list of them, or one a line: all are JSON values after each other.
fn values(text: &str) -> Result<Vec<Value>> {
    let mut records = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        match value.map_err(|error| not_json(text, &error))? {
            Value::Array(many) => records.extend(many),
            one => records.push(one),
        }
    }
    if records.is_empty() {
        return Err(anyhow!("there is no outcome in the input")).hint(EXAMPLE);
    }
    Ok(records)
}

const EXAMPLE: &str =
    r#"the least is {"runId": "build-17", "result": "success"}; see `ingrain help outcome record`"#;

fn not_json(text: &str, error: &serde_json::Error) -> anyhow::Error {
    let line = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    let no_number = ["NaN", "Infinity"].into_iter().find(|word| line.contains(word));
    match no_number {
        Some(word) => anyhow!("the input is not JSON: {word} is no number, line {}", error.line()),
        None => anyhow!("the input is not JSON: {error}"),
    }
}

/// All records or none: half a pipeline's outcomes would be worse than an error.
fn checked(records: Vec<Value>, args: &cli::OutcomeRecord, run: &Run<'_>, ui: &Ui) -> Result<Vec<Outcome>> {
    let clean = |text: &str| run.redactor.redact(text).into_owned();
    let several = records.len() > 1;
    let mut outcomes = Vec::new();
    for (n, mut record) in records.into_iter().enumerate() {
        if let (false, Some(fields)) = (args.criteria.is_empty(), record.as_object_mut()) {
            fields.insert("criteria".into(), json!(args.criteria));
        }
        let place = if several { format!("outcome {}", n + 1) } else { "the outcome".into() };
        let Recorded { outcome, ignored } = outcome::parse(&record, run.ctx.now, &clean)
            .with_context(|| format!("{place} was refused, nothing was recorded"))
            .hint(EXAMPLE)?;
        if !ignored.is_empty() {
            ui.warn(&format!("{place} has fields that nobody knows: {}", ignored.join(", ")));
        }
        outcomes.push(outcome);
    }
    Ok(outcomes)
}

fn planned(store: &Store, outcomes: &[Outcome]) -> Result<Vec<Saved>> {
    let plan = |outcome: &Outcome| {
        Ok(match store::outcomes::get(store.read(), &outcome.run_id)? {
            None => Saved::New,
            Some(known) if known.outcome == *outcome => Saved::Same,
            Some(_) => Saved::Changed,
        })
    };
    outcomes.iter().map(plan).collect()
}

fn saved(run: &mut Run<'_>, outcomes: &[Outcome]) -> Result<Vec<Saved>> {
    let now = run.ctx.now;
    let did = Did { action: Action::OutcomeRecorded, cause: "ingrain outcome record", at: now };
    run.store.write(|db| {
        let save = |outcome: &Outcome| {
            let saved = || store::outcomes::save(db, outcome, Source::Recorded, None);
            Ok(history::recorded(db, Thing::Outcome, &outcome.run_id, did, saved)?)
        };
        outcomes.iter().map(save).collect()
    })
}

fn report(
    args: &cli::OutcomeRecord,
    ui: &Ui,
    outcomes: &[Outcome],
    saved: &[Saved],
    cycles: &[CycleResult],
) -> Result<Exit> {
    let count = |wanted: Saved| saved.iter().filter(|saved| **saved == wanted).count();
    let (new, changed, same) = (count(Saved::New), count(Saved::Changed), count(Saved::Same));
    if args.json {
        let counts = json!({
            "recorded": new, "updated": changed, "unchanged": same, "dry_run": args.dry_run, "cycles": cycles,
        });
        ui.data(&counts.to_string())?;
        return Ok(Exit::Ok);
    }
    for (outcome, saved) in outcomes.iter().zip(saved) {
        let did = match saved {
            Saved::New => "recorded",
            Saved::Changed => "was there already, updated",
            Saved::Same | Saved::NotOurs => "was there already, nothing changed",
        };
        ui.talk(&format!("{} ({}): {did}", outcome.run_id, outcome.result));
    }
    for (key, (before, after)) in changes(cycles) {
        ui.talk(&format!("{key}: {before} → {after}"));
    }
    if args.dry_run {
        ui.dry_run();
    }
    Ok(Exit::Ok)
}

/// What all of them changed together: from what was before the first to what is after the last.
fn changes(cycles: &[CycleResult]) -> BTreeMap<&str, (&Value, &Value)> {
    let mut changes: BTreeMap<&str, (&Value, &Value)> = BTreeMap::new();
    for change in cycles.iter().flat_map(|cycle| &cycle.policy_diff.changes) {
        let known = changes.entry(&change.key).or_insert((&change.before, &change.after));
        known.1 = &change.after;
    }
    changes.retain(|_, (before, after)| before != after);
    changes
}
