//! A run over one project: its database under its lock, its configuration, and helpers that all steps
//! share.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::core::config::ExtractorChoice;
use crate::core::entities::places::Places;
use crate::core::redact::Redactor;
use crate::extractor;
use crate::os::ctx::Ctx;
use crate::os::error::Hint;
use crate::os::fsx::Lock;
use crate::os::log::Log;
use crate::project::Project;
use crate::project::configuration::{self, Loaded};
use crate::project::git;
use crate::store::Store;
use crate::store::batches::Waits;

/// Time that a person's command waits for a writing worker.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Waits for a worker, and returns an error if that takes too long.
pub fn turn_of_a_person(project: &Project) -> Result<Lock> {
    Lock::take_within(&project.lock(), PATIENCE)?
        .context("ingrain's worker is writing this project's memory")
        .hint("try again in a moment")
}

/// One run over one project, the argument of every step and of every command that changes something.
pub struct Run<'a> {
    pub ctx: &'a Ctx,
    pub project: &'a Project,
    pub store: Store,
    pub config: Loaded,
    pub redactor: Redactor,
    pub log: Log,
    /// Called after every session that was read, for progress on the screen.
    pub watch: Option<Box<dyn Fn()>>,
    /// Released while a model is called, so that hooks and commands never wait for one.
    lock: Option<Lock>,
}

/// Relaxed conditions of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Eagerness {
    /// Learn from batches of any size.
    pub any_batch_size: bool,
    /// Also from very little text, and retry failed batches.
    pub now: bool,
    pub of: Waits,
}

impl<'a> Run<'a> {
    /// Loads the configuration. A copy of the database needs no lock.
    pub fn new(
        ctx: &'a Ctx,
        project: &'a Project,
        store: Store,
        mut log: Log,
        lock: Option<Lock>,
    ) -> Result<Run<'a>> {
        let config = configuration::load(ctx, project)?;
        let redactor = Redactor::new(&config.config.redact.extra).context("`redact.extra` cannot be used")?;
        log.wordy = config.config.debug;
        Ok(Run { ctx, project, store, config, redactor, log, watch: None, lock })
    }

    /// Sets the extractor that a person named, for this run.
    pub fn choose(&mut self, extractor: ExtractorChoice) -> Result<()> {
        self.config.config.extractor = extractor;
        match extractor::unmet(self.ctx, &self.config.config) {
            Some(unmet) => Err(unmet).hint(unmet.remedy()),
            None => Ok(()),
        }
    }

    /// The current branch, redacted for storage.
    pub fn branch(&self) -> Option<String> {
        git::branch(&self.project.root).map(|branch| self.redactor.redact(&branch).into_owned())
    }

    /// Folders of the project and the person.
    pub fn places(&self) -> Places {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let home = self.ctx.home.as_deref().map(text);
        Places { root: text(&self.project.root), home: home.unwrap_or_default() }
    }

    /// Runs something slow without the lock.
    pub fn unlocked<T>(&mut self, slow: impl FnOnce(&Run<'a>) -> T) -> Result<T> {
        self.lock = None;
        let value = slow(self);
        self.lock = Lock::take_within(&self.project.lock(), PATIENCE * 60)?;
        self.lock.as_ref().context("another process kept the project's lock for ten minutes")?;
        Ok(value)
    }
}
