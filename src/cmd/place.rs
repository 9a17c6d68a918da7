//! Which project a command works on, and its memory.

use std::time::Duration;

use anyhow::Result;

use super::project_root;
use crate::ctx::Ctx;
use crate::error;
use crate::project::{self, Project};
use crate::store::{Store, StoreError};

/// How long a reading command waits for a writer.
const BUSY: Duration = Duration::from_secs(5);

/// The project of this folder, as far as ingrain has seen it.
pub fn known(ctx: &Ctx) -> Result<Option<Project>> {
    Ok(project::lookup(ctx, &project_root(ctx)?))
}

pub fn project(ctx: &Ctx) -> Result<Project> {
    project::lookup_or_start(ctx, &project_root(ctx)?)
}

/// The memory for reading; `None` when nothing was learned here yet.
pub fn memory(ctx: &Ctx) -> Result<Option<Store>> {
    let Some(project) = known(ctx)? else {
        return Ok(None);
    };
    open(&project)
}

pub fn open(project: &Project) -> Result<Option<Store>> {
    Store::open_existing(&project.db(), BUSY).map_err(|error| explained(project, error))
}

/// What a person can do about a database that does not open.
pub fn explained(project: &Project, error: StoreError) -> anyhow::Error {
    let hint = match &error {
        StoreError::Busy => "another ingrain is writing; try again in a moment",
        StoreError::Newer { .. } => "update ingrain: run `install.sh` of the newer version",
        StoreError::Corrupt(_) => {
            "run `ingrain learn`: it puts the damaged file aside and takes the last copy"
        }
        StoreError::ReadOnly(_) => "check the folder's owner and permissions",
        StoreError::DiskFull => "free some space and try again",
        StoreError::Decode(_) => "run `ingrain learn`, which brings an older memory forward",
        StoreError::Sql(_) => "run `ingrain status` to see the log's place",
    };
    let what = format!("could not open the memory of this project, `{}`", project.db().display());
    error::hinted(anyhow::Error::new(error).context(what), hint)
}
