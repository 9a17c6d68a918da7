//! `ingrain status`: reports whether ingrain is on, what came in, what was learned, what it cost and
//! what is wrong.

mod page;

use std::collections::BTreeMap;

use anyhow::Result;
use serde::Serialize;

use super::guard::door;
use super::{backfill, place, worth};
use crate::cli;
use crate::client::receipt;
use crate::client::registration;
use crate::client::wiring;
use crate::core::config::{Config, Promotion};
use crate::core::knowledge::reconcile::DiskState;
use crate::core::knowledge::reconcile::absence_text::Absent;
use crate::core::model::{Kind, Observation, Status, Time};
use crate::core::policy::report::ArtifactUse;
use crate::core::policy::report::SessionCounts;
use crate::core::review;
use crate::core::text;
use crate::extractor;
use crate::hook::spool;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::os::fsx::Lock;
use crate::os::log;
use crate::project::configuration::{self, Loaded};
use crate::project::trust::Trust;
use crate::project::{self, Project};
use crate::store::meta::MetaKey;
use crate::store::stats::{Failure, OpenBatch};
use crate::store::{self, RunSummary, Store};
use crate::ui::Ui;
use crate::worker::memory::Memory;
use crate::worker::policy_state;
use crate::worker::stage::reconcile;
use crate::worker::visibility::{self, Asked};

/// After this many starts without an end, capture counts as broken.
const SILENT_STARTS: usize = 5;

#[derive(Debug, Default, Serialize)]
struct Report {
    enabled: bool,
    project: Option<String>,
    /// The project is excluded.
    excluded: bool,
    /// The settings files that call us.
    hooks: Vec<String>,
    /// Settings files with our hooks that Claude Code does not load.
    hooks_not_loaded: Vec<String>,
    gates: bool,
    /// The settings file whose status line is ours.
    status_line: Option<String>,
    sessions: SessionCounts,
    observations: Observations,
    artifacts: usize,
    /// Artifacts that were missing at the last look.
    missing: Vec<Absent>,
    /// Texts that the person has not accepted, which are not shown to sessions.
    unknown: Vec<String>,
    /// Number of commands that agents proposed.
    proposals: usize,
    /// Number of recorded outcomes without the fields that learning needs.
    incomplete: u32,
    /// Tools with an overlay that no run has used for long.
    stale_overlays: Vec<String>,
    /// Use of artifacts, most used first.
    artifact_use: Vec<ArtifactUse>,
    /// Calls of a model and their cost, in all projects.
    runs_today: u32,
    spend_usd_today: f64,
    /// Batches in progress.
    batches: Vec<OpenBatch>,
    last_runs: Vec<RunSummary>,
    last_failure: Option<Failure>,
    last_captured: Option<Time>,
    /// When a session last announced something new.
    notified_at: Option<Time>,
    last_reconcile: Option<serde_json::Value>,
    /// Number of past sessions that ingrain has not read.
    past: usize,
    /// Rules that could be enforced on tool calls.
    guards: usize,
    /// What was said too seldom to be written: as many as `review` lists, and those that it lists after them.
    #[serde(skip)]
    said_seldom: (usize, usize),
    extractor: String,
    health: Vec<String>,
    /// Next steps, and how to speed them up.
    next: Vec<String>,
    /// Remarks that are no problems.
    notes: Vec<String>,
    log: Option<String>,
}

#[derive(Debug, Serialize)]
struct Observations {
    total: usize,
    by_type: BTreeMap<&'static str, usize>,
    by_status: BTreeMap<&'static str, usize>,
    needs_review: usize,
    /// Number of ready observations that wait for acceptance.
    waiting: usize,
}

pub(super) fn run(args: &cli::Json, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let report = gather(ctx)?;
    if args.json {
        ui.json(&report)?;
    } else {
        ui.data(&page::page(&report))?;
    }
    Ok(if report.health.is_empty() { Exit::Ok } else { Exit::Failed })
}

fn gather(ctx: &Ctx) -> Result<Report> {
    let mut report = Report::default();
    register(ctx, &mut report)?;
    spending(ctx, &mut report);
    // People run this in the home folder too, which is no project.
    let root = if ctx.cwd.is_dir() { project::find_root(ctx, &ctx.cwd) } else { Some(place::root(ctx)?) };
    report.past = if root.is_some() { backfill::unread(ctx)?.sessions.len() } else { 0 };
    report.project = root.as_ref().map(|root| root.display().to_string());
    report.excluded = root.as_ref().is_some_and(|root| project::is_excluded(ctx, root));
    let known = root.as_deref().map(|root| (root, place::known_at(ctx, root)));
    let known =
        known.map(|(root, known)| (root, known.unwrap_or_else(|error| unreadable(&error, &mut report))));
    match known {
        Some((_, Some(project))) => examine(ctx, &project, &mut report)?,
        Some((root, None)) => {
            configure(ctx, configuration::of_stranger(ctx, root), &mut report);
        }
        None => {
            configure(ctx, configuration::of_user(ctx), &mut report);
        }
    }
    report.next = next(&report);
    Ok(report)
}

/// Next steps that a person would otherwise not know about.
fn next(report: &Report) -> Vec<String> {
    let mut next = Vec::new();
    if !report.enabled || report.excluded || report.project.is_none() {
        return next;
    }
    let (shown, more) = report.said_seldom;
    if shown > 0 {
        let lessons = text::plural(shown + more, "lesson waits", "lessons wait");
        let them = if shown == 1 { "it" } else { "them" };
        let after = if more > 0 { format!(": {shown} shown, {more} more after them") } else { String::new() };
        next.push(format!("{lessons} to be said again; `ingrain review` accepts {them} now{after}"));
    }
    if report.past > 0 {
        let sessions = text::plural(report.past, "earlier session", "earlier sessions");
        next.push(format!("{sessions} of this project not read yet: `ingrain backfill` learns from them"));
    }
    if next.is_empty() && report.observations.total == 0 {
        next.push("learning begins when the next session ends".to_owned());
    }
    next
}

fn unreadable(error: &anyhow::Error, report: &mut Report) -> Option<Project> {
    report.health.push(format!("{error:#}"));
    None
}

/// Problems of a project's database.
pub(super) fn health(ctx: &Ctx, project: &Project) -> Result<Vec<String>> {
    let mut report = Report::default();
    spending(ctx, &mut report);
    examine(ctx, project, &mut report)?;
    Ok(report.health)
}

fn examine(ctx: &Ctx, project: &Project, report: &mut Report) -> Result<()> {
    report.log = Some(project.log().display().to_string());
    let config = configure(ctx, configuration::load(ctx, project), report);
    if let Err(error) = Trust::load(project) {
        report.health.push(format!("{error:#}; nothing is trusted until the next run writes it anew"));
    }
    match place::open(project) {
        Ok(Some(store)) => {
            remember(&store, &config, ctx.now, report)?;
            let memory = Memory { project, db: store.read(), config: &config, now: ctx.now };
            report.guards = memory.open_guards()?;
            report.health.extend(door::fault(ctx, &project.root, &store::guards::all(store.read())?)?);
            let unknown = visibility::unknown(project, Some(store.read()), Asked::Open)?;
            report.unknown = unknown.iter().map(DiskState::name).collect();
        }
        Ok(None) => {}
        Err(error) => report.health.push(format!("{error:#}")),
    }
    watch(project, report);
    Ok(())
}

fn register(ctx: &Ctx, report: &mut Report) -> Result<()> {
    let wiring = wiring::look(ctx, project::find_root(ctx, &ctx.cwd).as_deref())?;
    for (kept, remedy) in [(registration::check(ctx), "ingrain enable"), (receipt::check(ctx), "install.sh")]
    {
        let broken = kept.err().map(|error| format!("{error:#}; run `{remedy}`, which rewrites it"));
        report.health.extend(broken);
    }
    // The settings files decide; registrations only tell where something is missing.
    report.hooks.extend(wiring.callers().map(|file| file.display().to_string()));
    for registered in registration::all(ctx)? {
        let here = registered.project.as_ref().is_none_or(|project| ctx.cwd.starts_with(project));
        let file = registered.settings.display();
        if !here || registered.commands.is_empty() || wiring.callers().any(|path| path == registered.settings)
        {
            continue;
        }
        match registered.is_current() {
            true => report.hooks_not_loaded.push(file.to_string()),
            false => {
                report.health.push(format!("the hooks are no longer in `{file}`: run `ingrain enable`"));
            }
        }
    }
    let missing = wiring.missing_calls();
    if !missing.is_empty() {
        report.health.push(format!("no hook is registered for {}: run `ingrain enable`", missing.join(", ")));
    }
    for (program, file) in wiring.lost_programs() {
        report.health.push(format!(
            "`{}`, called by `{}`, is not there: run `ingrain enable`",
            program.display(),
            file.display()
        ));
    }
    if wiring.plugin_on() {
        report.hooks.push("the plugin".into());
    }
    report.enabled = !report.hooks.is_empty();
    report.gates = wiring.has_gates();
    report.status_line = wiring.own_status_line().map(|(file, _)| file.display().to_string());
    let obstacles = wiring.obstacles(ctx).into_iter();
    report.health.extend(obstacles.map(|obstacle| format!("{}; {}", obstacle.found, obstacle.advice)));
    Ok(())
}

fn spending(ctx: &Ctx, report: &mut Report) {
    match crate::extractor::spending::today(ctx) {
        Ok(today) => (report.runs_today, report.spend_usd_today) = (today.runs, today.usd),
        Err(error) => report.health.push(format!("{error:#}")),
    }
}

/// Adds the effective configuration; the defaults if it cannot be read.
fn configure(ctx: &Ctx, loaded: Result<Loaded>, report: &mut Report) -> Config {
    match loaded {
        Ok(loaded) => {
            report.extractor = extractor::Extractor::chosen(ctx, &loaded.config).name().to_owned();
            let unmet = extractor::unmet(ctx, &loaded.config);
            report.health.extend(unmet.map(|unmet| format!("{unmet}; {}", unmet.remedy())));
            let (notes, problems): (Vec<_>, Vec<_>) = loaded.problems.iter().partition(|p| p.is_note());
            report.health.extend(problems.iter().map(ToString::to_string));
            report.notes.extend(notes.iter().map(ToString::to_string));
            loaded.config
        }
        Err(error) => {
            report.health.push(format!("{error:#}"));
            Config::default()
        }
    }
}

fn remember(store: &Store, config: &Config, now: Time, report: &mut Report) -> Result<()> {
    let db = store.read();
    report.sessions = store::stats::session_counts(db)?;
    let observations = store::observations::all(db)?;
    let seldom = review::list::proposals(&observations, now);
    report.said_seldom = (seldom.shown.len(), seldom.more);
    report.observations = Observations::of(&observations, config.promotion);
    report.artifact_use = worth::artifacts(store)?;
    report.artifacts = store::artifacts::all(db)?.len();
    report.missing = reconcile::absent(db)?.into_values().collect();
    report.proposals = store::proposals::all(db)?.len();
    let overlays = policy_state::current(db, config, now)?.overlays;
    let stale = overlays.into_values().filter(|overlay| overlay.is_stale(now, &config.policy));
    report.stale_overlays = stale.map(|overlay| overlay.adapter_id).collect();
    report.notes.extend(store::meta::get(db, MetaKey::Restored)?);
    report.incomplete = store::stats::incomplete_outcomes(db)?;
    report.last_runs = store::stats::last_runs(db, 5)?;
    report.last_failure = store::stats::last_failure(db)?;
    report.last_captured = store::stats::last_captured(db)?;
    report.batches = store::stats::open_batches(db)?;
    report.notified_at = store::stats::notified_at(db)?;
    report.last_reconcile =
        store::meta::get(db, MetaKey::Reconciled)?.and_then(|counts| serde_json::from_str(&counts).ok());
    for (sessions, why) in store::stats::failed_batches(db)? {
        let sessions = text::plural(sessions as usize, "session", "sessions");
        report
            .health
            .push(format!("{sessions} could not be learned from ({why}): `ingrain learn --now` tries again"));
    }
    Ok(())
}

impl Default for Observations {
    fn default() -> Self {
        Observations::of(&[], Promotion::Auto)
    }
}

impl Observations {
    fn of(all: &[Observation], mode: Promotion) -> Observations {
        let of_kind = |kind: Kind| all.iter().filter(|o| o.kind() == kind).count();
        let of_status = |status: Status| all.iter().filter(|o| o.status == status).count();
        Observations {
            total: all.len(),
            by_type: Kind::ALL.iter().map(|&kind| (kind.as_str(), of_kind(kind))).collect(),
            by_status: Status::ALL.iter().map(|&status| (status.as_str(), of_status(status))).collect(),
            needs_review: all.iter().filter(|o| !o.reviews.is_empty()).count(),
            waiting: review::list::waiting(all, mode),
        }
    }
}

/// Adds findings from the log and the markers.
fn watch(project: &Project, report: &mut Report) {
    report.health.extend(Lock::fault(&project.lock()));
    if let Some(line) = log::last_failure(&project.log()) {
        report.health.push(format!("the last run failed: {line}"));
    }
    if let Some(begun) = log::left_open(&project.log()).filter(|_| no_worker_runs(project)) {
        report.health.push(format!(
            "the worker that began at {begun} did not finish: `ingrain learn` completes its work"
        ));
    }
    let waiting = spool::has_sessions(&project.spool());
    let started = std::fs::read_dir(project.open()).map_or(0, |markers| markers.count());
    if started >= SILENT_STARTS && report.sessions.captured == 0 && !waiting {
        let silent = format!("{started} sessions began and none ended: is the SessionEnd hook registered?");
        report.health.push(silent);
    }
}

/// Is no worker using the database or calling an extractor? A worker releases the first lock during a call, but takes the
/// second one while it holds the first, so it never finds the second one taken by us.
fn no_worker_runs(project: &Project) -> bool {
    let is_free = |held: &Result<Option<Lock>>| matches!(held, Ok(Some(_)));
    let memory = Lock::try_take(&project.lock());
    is_free(&memory) && is_free(&Lock::try_take(&project.extract_lock()))
}
