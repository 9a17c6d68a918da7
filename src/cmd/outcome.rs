//! `ingrain outcome`: lists how pieces of work ended, and records the outcomes of pipelines outside
//! Claude Code.

mod record;

use anyhow::Result;

use super::place;
use crate::cli;
use crate::core::policy::audit;
use crate::core::text::ellipsis;
use crate::os::clock;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::store;
use crate::store::outcomes::{Filter, StoredOutcome};
use crate::ui::{self, Ui};

const TASK_WIDTH: usize = 60;
/// Number of runs to name per gap.
const NAMED: usize = 3;
/// Default number of rows.
const SHOWN: usize = 20;

pub(super) fn run(args: &cli::Outcome, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    match &args.command {
        cli::OutcomeCommand::Record(args) => record::run(args, ctx, ui),
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
        ui.json(&findings)?;
    } else if findings.is_empty() {
        ui.talk("no gaps");
    } else {
        let lines: Vec<String> = findings.iter().map(finding_line).collect();
        ui.data(&ui::inert(&lines.join("\n")))?;
    }
    Ok(Exit::Ok)
}

fn finding_line(finding: &audit::Finding) -> String {
    let newest: Vec<&str> = finding.runs.iter().take(NAMED).map(String::as_str).collect();
    let more = if finding.runs.len() > NAMED { ", …" } else { "" };
    format!("{} {} ({}{more})", finding.runs.len(), finding.gap.explain(), newest.join(", "))
}

fn list(args: &cli::OutcomeList, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let limit = args.limit.or(if args.json { None } else { Some(SHOWN) });
    let filter = Filter { result: args.result, session: args.session.clone(), limit };
    let stored = match place::memory(ctx)? {
        Some((_, store)) => store::outcomes::newest(store.read(), &filter)?,
        None => Vec::new(),
    };
    if args.json {
        let told = stored.iter().map(|stored| stored.outcome.told());
        ui.json(&told.collect::<serde_json::Result<Vec<_>>>()?)?;
    } else if stored.is_empty() {
        let is_filtered = args.result.is_some() || args.session.is_some();
        ui.talk(if is_filtered { "no outcome matches" } else { "no outcomes yet" });
    } else {
        ui.data(&table(&stored))?;
    }
    Ok(Exit::Ok)
}

fn table(stored: &[StoredOutcome]) -> String {
    let head = ["WHEN", "RESULT", "MINUTES", "ERRORS", "RETRIES", "QUALITY", "WHAT"].map(str::to_owned);
    let rows: Vec<[String; 7]> = std::iter::once(head).chain(stored.iter().map(row)).collect();
    ui::columns(&rows)
}

fn row(stored: &StoredOutcome) -> [String; 7] {
    let o = &stored.outcome;
    [
        clock::minute(o.timestamp),
        o.result.to_string(),
        format!("{:.1}", o.duration_ms as f64 / 60_000.0),
        o.error_count.to_string(),
        o.retry_count.to_string(),
        format!("{:.1}", o.post_execution_score),
        ellipsis(&ui::inert(&stored.named()), TASK_WIDTH),
    ]
}
