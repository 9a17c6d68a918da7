//! Lookup of the project that a command works on, and of its database.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::os::ctx::Ctx;
use crate::os::error::{self, Hint};
use crate::project::{self, Project};
use crate::store::{Store, StoreError};
use crate::ui::Ui;
use crate::worker;
use crate::worker::file::promise;
use crate::worker::recovery;

/// The folder of the project that a command works on.
pub fn root(ctx: &Ctx) -> Result<PathBuf> {
    let missing = || match ctx.cwd.exists() {
        true => format!("`{}` is not in a project", ctx.cwd.display()),
        false => format!("there is no folder `{}`", ctx.cwd.display()),
    };
    project::find_root(ctx, &ctx.cwd)
        .with_context(missing)
        .hint("run it in a project, or name one with `--project DIR`")
}

/// The project of this folder, if it is known.
pub fn known(ctx: &Ctx) -> Result<Option<Project>> {
    known_at(ctx, &root(ctx)?)
}

pub fn project(ctx: &Ctx) -> Result<Project> {
    let root = root(ctx)?;
    project::lookup_or_start(ctx, &root).hint(who_may_read(&ctx.data))
}

/// Finishes an interrupted change before the database is read.
pub fn settle(ctx: &Ctx) -> Result<()> {
    if let Some((project, store)) = memory_if_any(ctx)?
        && promise::is_open(&store)?
    {
        worker::for_person(ctx, &project)?;
    }
    Ok(())
}

/// Message of a command without anything to show.
const NOTHING_YET: &str = "nothing learned here yet";
const WHAT_WAITS: &str = "`ingrain status` says what waits";

/// The project and its database for reading; `None` if nothing was learned here yet.
pub fn memory(ctx: &Ctx) -> Result<Option<(Project, Store)>> {
    at(ctx, &root(ctx)?)
}

/// The same for commands that also work outside of projects.
pub fn memory_if_any(ctx: &Ctx) -> Result<Option<(Project, Store)>> {
    root(ctx).map_or(Ok(None), |root| at(ctx, &root))
}

/// The same for commands that need a database.
pub fn learned(ctx: &Ctx) -> Result<(Project, Store)> {
    memory(ctx)?.context(NOTHING_YET).hint(WHAT_WAITS)
}

/// Advice for a folder of ours that cannot be used.
pub fn who_may_read(folder: &Path) -> String {
    let folder = folder.to_string_lossy();
    let folder = shlex::try_quote(&folder).unwrap_or_default();
    format!(
        "the folder has to be yours, with all that is in it: `ls -ld {folder}` says whose it is, \
         `sudo chown -R \"$(id -un)\" {folder} && chmod -R u+rwX {folder}` makes it yours"
    )
}

/// Prints that nothing was learned, as an answer and not an error.
pub fn tell_nothing(ui: &Ui) {
    ui.talk(NOTHING_YET);
    ui.hint(WHAT_WAITS);
}

fn at(ctx: &Ctx, root: &Path) -> Result<Option<(Project, Store)>> {
    let Some(project) = known_at(ctx, root)? else {
        return Ok(None);
    };
    Ok(open(&project)?.map(|store| (project, store)))
}

pub fn known_at(ctx: &Ctx, root: &Path) -> Result<Option<Project>> {
    project::lookup_readable(ctx, root).hint(who_may_read(&ctx.data))
}

pub fn open(project: &Project) -> Result<Option<Store>> {
    match project.db().symlink_metadata() {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error)
            .with_context(|| format!("could not read `{}`", project.db().display()))
            .hint(who_may_read(&project.state)),
        _ => recovery::read(project).map_err(|error| explained(project, error)),
    }
}

/// Adds the database's path and hints to an error.
pub fn explained(project: &Project, error: StoreError) -> anyhow::Error {
    let hint = error.hint();
    let what = format!("could not open the memory of this project, `{}`", project.db().display());
    error::hinted(anyhow::Error::new(error).context(what), hint)
}

/// The same for a database that failed later.
pub fn advised(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref::<StoreError>().map(StoreError::hint) {
        Some(hint) => error::hinted(error, hint),
        None => error,
    }
}
