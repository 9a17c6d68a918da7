//! The worker: the whole pipeline, top to bottom. It runs detached after a session, or in the
//! foreground for `ingrain learn`; both do the same work under the same lock.

pub(crate) mod file;
mod learned;
pub(crate) mod memory;
mod mend;
mod missed;
pub(crate) mod policy_state;
mod privacy;
pub(crate) mod purge;
pub(crate) mod reading;
pub(crate) mod recovery;
pub(crate) mod rehearsal;
pub(crate) mod ruling;
pub(crate) mod run;
pub(crate) mod stage;
pub(crate) mod visibility;

use std::fmt::Debug;

use anyhow::{Context, Result, anyhow, bail};

use crate::client::journal;
use crate::core::policy::policy_update::PolicyUpdate;
use crate::core::redact::Redactor;
use crate::os::ctx::Ctx;
use crate::os::error::Hint;
use crate::os::fsx::Lock;
use crate::os::log::{COMMAND, Log, WORKER};
use crate::project::{self, Project};
use crate::store;
use crate::worker::file::promise;
use crate::worker::ruling::undo;
use crate::worker::run::{Eagerness, PATIENCE, Run, turn_of_a_person};
use crate::worker::stage::{
    apply_rewording, extract, guards, ingest, lifecycle, mirrors, policy, prepare, promote, reconcile,
    recurring, refresh, render, review, score, structure, topics, withdraw,
};

/// The result of a run, for the log and for the person who asked for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunReport {
    pub ingested: ingest::Ingested,
    /// Sessions that were read before and learned from only now.
    pub waited: usize,
    pub scored: score::Scored,
    pub extracted: extract::Extracted,
    pub reconciled: reconcile::ReconcileCounts,
    /// Number of new observations.
    pub observed: usize,
    pub promoted: usize,
    pub rendered: render::Rendered,
}

/// The detached worker. It has no terminal, so errors go to the log.
pub fn detached(ctx: &Ctx, project: &Project, in_turn: bool) -> Result<()> {
    let log = log(ctx, project, WORKER);
    log.clone().notes_panics(|| {});
    let done =
        turn(project, in_turn).and_then(|turn| turn.map(|turn| run(ctx, project, &log, turn)).transpose());
    match &done {
        Ok(Some(report)) => log.ok(&report.to_string()),
        Ok(None) => {}
        Err(error) => log.error(&format!("{error:#}")),
    }
    done.map(drop)
}

fn log(ctx: &Ctx, project: &Project, who: &'static str) -> Log {
    Log::new(project.log(), ctx.now, who).cleaned(|message| match Redactor::new(&[]) {
        Ok(redactor) => redactor.redact(&message).into_owned(),
        Err(_) => String::new(),
    })
}

/// One worker runs and at most one waits. A worker that finds another waiting may exit, because that one will read the
/// spool after our note was left there. So nothing is lost, and nothing piles up. A hook checks this itself, and hands its
/// turn over to the worker that it starts.
fn turn(project: &Project, in_turn: bool) -> Result<Option<Lock>> {
    match in_turn {
        true => Ok(Some(Lock::handed_over()?)),
        false => Lock::try_take(&project.queue_lock()),
    }
}

fn run(ctx: &Ctx, project: &Project, log: &Log, turn: Lock) -> Result<RunReport> {
    let lock = Lock::take_within(&project.lock(), PATIENCE * 60)?
        .context("the project stayed locked for ten minutes")?;
    turn.free()?;
    log.begins();
    let mut run = open(ctx, project, lock, log.clone(), "worker")?;
    learn(&mut run, Eagerness::default())
}

/// Opens a run for a person's command. All of it is one change set.
pub fn for_person<'a>(ctx: &'a Ctx, project: &'a Project) -> Result<Run<'a>> {
    let lock = turn_of_a_person(project)?;
    let mut run = open(ctx, project, lock, log(ctx, project, COMMAND), "you")?;
    let _ = run.store.begin_change_set();
    Ok(run)
}

/// Opens a run and finishes what an interrupted one left, before anything is read.
fn open<'a>(ctx: &'a Ctx, project: &'a Project, lock: Lock, log: Log, actor: &str) -> Result<Run<'a>> {
    if project::is_excluded(ctx, &project.root) {
        bail!("`{}` is excluded from learning by the user's configuration", project.root.display());
    }
    let mut store = recovery::open(ctx, project, &log)?;
    store.by(actor);
    if let Err(error) = journal::settle(ctx) {
        log.error(&format!("could not note what was changed for all projects: {error:#}"));
    }
    project::remember(ctx, project)?;
    mend::run(&store, project, &log)?;
    promise::finish(&mut store, project)?;
    let mut run = Run::new(ctx, project, store, log, Some(lock))?;
    undo::finish(&mut run)?;
    ingest::take_starts(&mut run)?;
    Ok(run)
}

/// The loop. Each step is a change set of its own.
pub fn learn(run: &mut Run<'_>, eagerness: Eagerness) -> Result<RunReport> {
    run.store.step_by_step();
    if let Some(problem) = run.config.obstacle() {
        return Err(anyhow!("learning waits until the configuration is corrected: {problem}"))
            .hint("look at it with `ingrain configure --list`");
    }
    let known = store::observations::ids(run.store.read())?;
    let waiting = store::batches::unlearned(run.store.read())?.len();
    let ingested = step(run, "ingest", ingest::run)?;
    let mut last = None;
    let scored = judge(run, |cycle| last = Some(cycle.summary))?;
    // A line for each outcome would fill the log in a backfill, so only the last one is logged.
    last.into_iter().for_each(|summary| run.log.debug(|| summary));
    step(run, "lifecycle", lifecycle::run)?;
    let reconciled = step(run, "reconcile", reconcile::run)?;
    step(run, "structure", structure::run)?;
    step(run, "topics", topics::run)?;
    step(run, "recurring", recurring::run)?;
    let extracted = step(run, "extract", |run| extract::run(run, eagerness))?;
    let (promoted, rendered) = settle(run)?;
    let observed = store::observations::ids(run.store.read())?.difference(&known).count();
    let waited = waiting.min(extracted.sessions);
    Ok(RunReport { ingested, waited, scored, extracted, reconciled, observed, promoted, rendered })
}

/// Turns outcomes into feedback on what was used, and into the policy of tools.
pub fn judge(run: &mut Run<'_>, each: impl FnMut(PolicyUpdate)) -> Result<score::Scored> {
    let scored = step(run, "score", score::run)?;
    step(run, "policy", |run| policy::run(run, each))?;
    Ok(scored)
}

/// The steps from observations to files, which follow from the database alone.
pub fn settle(run: &mut Run<'_>) -> Result<(usize, render::Rendered)> {
    // While the lock was released, sessions may have been shown something.
    ingest::take_starts(run)?;
    promise::finish(&mut run.store, run.project)?;
    let promoted = step(run, "promote", promote::run)?;
    step(run, "withdraw", withdraw::run)?;
    step(run, "apply_rewording", apply_rewording::run)?;
    step(run, "refresh", refresh::run)?;
    let rendered = step(run, "render", render::run)?;
    step(run, "guards", guards::run)?;
    step(run, "review", review::run)?;
    publish(run)?;
    Ok((promoted, rendered))
}

/// Rewrites derived files. Sessions get their context even if the project cannot be written.
pub fn publish(run: &mut Run<'_>) -> Result<()> {
    let mirrored = step(run, "mirrors", mirrors::run);
    step(run, "prepare", prepare::run)?;
    privacy::mend(run)?;
    step(run, "back_up", |run| recovery::back_up(run.project, &run.store))?;
    mirrored
}

/// Runs a step of the loop. Its result is logged under its name at the debug level.
fn step<'a, T: Debug>(
    run: &mut Run<'a>,
    name: &str,
    work: impl FnOnce(&mut Run<'a>) -> Result<T>,
) -> Result<T> {
    let done = work(run)?;
    run.log.debug(|| format!("{name}: {done:?}"));
    Ok(done)
}

impl std::fmt::Display for RunReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let RunReport { ingested, extracted, promoted, rendered, .. } = self;
        write!(
            f,
            "read {} sessions, {} new signals; {}; {} ready, {} rendered",
            ingested.sessions,
            ingested.signals,
            extracted,
            promoted,
            rendered.paths.len()
        )
    }
}
