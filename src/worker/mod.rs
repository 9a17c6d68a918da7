//! The worker: the loop's whole pipeline, top to bottom. It runs detached after a session, or in the foreground for
//! `ingrain learn`; both do the same work under the same lock.

pub(crate) mod visibility;

pub(crate) mod file;
mod missed;
pub(crate) mod recovery;
pub(crate) mod rehearsal;
pub(crate) mod ruling;
pub(crate) mod run;
pub(crate) mod stage;

use anyhow::{Context, Result, anyhow, bail};

use crate::client::journal;
use crate::core::policy::policy_update::PolicyUpdate;
use crate::core::redact::Redactor;
use crate::os::ctx::Ctx;
use crate::os::error::Hint;
use crate::os::fsx::Lock;
use crate::os::log::{COMMAND, Log, WORKER};
use crate::project::configuration;
use crate::project::{self, Project};
use crate::store;
use crate::worker::file::promise;
use crate::worker::ruling::undo;
use crate::worker::run::{Eagerness, PATIENCE, Run, turn_of_a_person};
use crate::worker::stage::{
    apply_rewording, extract, ingest, lifecycle, mend, mirrors, policy, prepare, promote, reconcile, refresh,
    render, review, score, structure, withdraw,
};

/// What a run did, for the log and for the person who asked for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunReport {
    pub ingested: ingest::Ingested,
    pub scored: score::Scored,
    pub extracted: extract::Extracted,
    pub reconciled: reconcile::ReconcileCounts,
    /// How many observations came into being.
    pub observed: usize,
    pub promoted: usize,
    pub rendered: render::Rendered,
}

/// The detached worker. Nobody sees how it ends, so the log has to tell.
pub fn detached(ctx: &Ctx, project: &Project, in_turn: bool) -> Result<()> {
    let log = Log::new(project.log(), ctx.now, WORKER);
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

/// One works and at most one waits: whoever finds somebody waiting already may go, because the one who waits will look at
/// the spool after our event was left there. So nothing is lost, and nothing piles up. A hook sees to that itself, and hands
/// the turn over to the one worker that it starts.
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
    Run::open(ctx, project, lock, log.clone(), "worker")?.all(Eagerness::default())
}

impl<'a> Run<'a> {
    /// For a command of the person's. All that it does is one change set.
    pub fn for_person(ctx: &'a Ctx, project: &'a Project) -> Result<Run<'a>> {
        let lock = turn_of_a_person(project)?;
        let mut run = Run::open(ctx, project, lock, Log::new(project.log(), ctx.now, COMMAND), "you")?;
        let _ = run.store.begin_change_set();
        Ok(run)
    }

    fn open(ctx: &'a Ctx, project: &'a Project, lock: Lock, mut log: Log, actor: &str) -> Result<Run<'a>> {
        if project::is_excluded(ctx, &project.root) {
            bail!("`{}` is excluded from learning by the user's configuration", project.root.display());
        }
        let mut store = recovery::open(ctx, project, &log)?;
        store.by(actor);
        if let Err(error) = journal::settle(ctx) {
            log.error(&format!("could not note what was changed for all projects: {error:#}"));
        }
        project::remember(ctx, project)?;
        mend::run(&mut store, project, &log)?;
        promise::finish(&mut store, project)?;
        let config = configuration::load(ctx, project)?;
        let redactor = Redactor::new(&config.config.redact.extra).context("`redact.extra` cannot be used")?;
        log.wordy = config.config.debug;
        let mut run = Run { ctx, project, store, config, redactor, log, watch: None, lock: Some(lock) };
        undo::finish(&mut run)?;
        ingest::take_starts(&mut run)?;
        Ok(run)
    }

    /// The loop. Each step of it is a change set of its own.
    pub fn all(&mut self, eagerness: Eagerness) -> Result<RunReport> {
        self.store.step_by_step();
        if let Some(problem) = self.config.obstacle() {
            return Err(anyhow!("learning waits until the configuration is corrected: {problem}"))
                .hint("look at it with `ingrain configure --list`");
        }
        let known = store::observations::ids(self.store.read())?;
        let ingested = self.traced("ingest", ingest::run)?;
        let scored = self.traced("judge", Run::judge_and_note)?;
        self.traced("lifecycle", lifecycle::run)?;
        let reconciled = self.traced("reconcile", reconcile::run)?;
        self.traced("structure", structure::run)?;
        let extracted = self.traced("extract", |run| extract::run(run, eagerness))?;
        let (promoted, rendered) = self.traced("settle", Run::settle)?;
        let observed = store::observations::ids(self.store.read())?.difference(&known).count();
        Ok(RunReport { ingested, scored, extracted, reconciled, observed, promoted, rendered })
    }

    /// What a stage did, for those who set `debug`.
    fn traced<T: std::fmt::Debug>(
        &mut self,
        stage: &str,
        work: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let done = work(self)?;
        self.log.debug(|| format!("{stage}: {done:?}"));
        Ok(done)
    }

    /// What the ends of work say about what was used in it, and about the tools it was done with.
    pub fn judge(&mut self, each: impl FnMut(PolicyUpdate)) -> Result<score::Scored> {
        let scored = score::run(self)?;
        policy::run(self, each)?;
        Ok(scored)
    }

    /// A line for each outcome would fill the log in a backfill: of many the last one is noted.
    fn judge_and_note(&mut self) -> Result<score::Scored> {
        let mut last = None;
        let scored = self.judge(|cycle| last = Some(cycle.summary))?;
        last.into_iter().for_each(|summary| self.log.debug(|| summary));
        Ok(scored)
    }

    /// From observations to files: everything that follows from the database alone.
    pub fn settle(&mut self) -> Result<(usize, render::Rendered)> {
        // Sessions may have been told something while a model was asked.
        ingest::take_starts(self)?;
        reconcile::adopt(self)?;
        let promoted = promote::run(self)?;
        withdraw::run(self)?;
        apply_rewording::run(self)?;
        refresh::run(self)?;
        let rendered = render::run(self)?;
        review::run(self)?;
        self.publish()?;
        Ok((promoted, rendered))
    }

    /// Rewrites what is derived. A project that cannot be written keeps no session from being told.
    pub fn publish(&mut self) -> Result<()> {
        let mirrored = mirrors::run(self);
        prepare::run(self)?;
        recovery::back_up(self.project, &self.store)?;
        mirrored
    }
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
