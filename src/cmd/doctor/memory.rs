//! Checks of storage: whether the database can be written, and when a session last came in.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use super::super::place;
use super::Check;
use crate::core::text;
use crate::hook::marker;
use crate::os::clock;
use crate::os::ctx::Ctx;
use crate::os::error::Hint;
use crate::os::fsx::{self, Lock};
use crate::project::{self, Project};
use crate::store::{self, Store, meta::MetaKey};

const PATIENCE: Duration = Duration::from_secs(10);

pub(super) fn can_be_written(ctx: &Ctx, project: Option<&Project>) -> Check {
    Check::of("memory", write(ctx, project))
}

fn write(ctx: &Ctx, project: Option<&Project>) -> Result<String> {
    let folder = ctx.data.display().to_string();
    fsx::create_private_dir(&ctx.data)
        .and_then(|()| tempfile::tempfile_in(&ctx.data))
        .with_context(|| format!("could not write into `{folder}`"))
        .hint("check the folder's owner and permissions, and whether the disk is full")?;
    let memory = project.map(place::open).transpose()?.flatten();
    let Some(project) = project.filter(|_| memory.is_some()) else {
        return Ok(format!("`{folder}` can be written; nothing learned in this project yet"));
    };
    drop(memory);
    let _lock = Lock::take_within(&project.lock(), PATIENCE)?
        .context("a worker has been writing for a while")
        .hint("try again in a moment")?;
    touch(ctx, project).map_err(|error| place::explained(project, error))?;
    Ok(format!("`{}` is sound and can be written", project.db().display()))
}

fn touch(ctx: &Ctx, project: &Project) -> store::Result<()> {
    let mut store = Store::open(&project.db(), PATIENCE)?;
    store.check()?;
    store.write(|db| store::meta::set(db, MetaKey::Examined, &ctx.now.to_rfc3339()))
}

pub(super) fn sessions(ctx: &Ctx, root: Option<&Path>, project: Option<&Project>) -> Check {
    Check::of("sessions", last_captured(ctx, root, project))
}

fn last_captured(ctx: &Ctx, root: Option<&Path>, project: Option<&Project>) -> Result<String> {
    let Some(root) = root else {
        return Ok("this folder is not in a project, so nothing is learned here".into());
    };
    if project::is_excluded(ctx, root) {
        return Ok("this project is excluded by your configuration, so nothing is learned here".into());
    }
    let memory = project.map(place::open).transpose()?.flatten();
    let (Some(project), Some(store)) = (project, memory) else {
        return Ok("none captured in this project yet".into());
    };
    let Some(last) = store::stats::last_captured(store.read())? else {
        return Ok("none captured in this project yet".into());
    };
    let counts = store::stats::session_counts(store.read())?;
    let found = format!(
        "{} captured, the last one {}",
        text::plural(counts.captured as usize, "session", "sessions"),
        clock::minute(last)
    );
    Ok(match marker::missed(project, ctx.now).len() {
        0 => found,
        lost => format!("{found}; {lost} more ended without SessionEnd and will be read at the next start"),
    })
}
