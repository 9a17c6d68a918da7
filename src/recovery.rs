//! A damaged database is put aside, never thrown away, and the copy made after the last run takes its place. What
//! was learned since is learned again from the transcripts.

use std::time::Duration;

use anyhow::{Context, Result};

use crate::ctx::Ctx;
use crate::fsx;
use crate::log::Log;
use crate::project::Project;
use crate::store::{self, Store, StoreError};
use crate::worker::Run;

/// The worker's and a command's patience with another writer inside SQLite; the file lock comes first.
const BUSY: Duration = Duration::from_secs(5);

pub fn open(ctx: &Ctx, project: &Project, log: &Log) -> Result<Store> {
    let opened = Store::open(&project.db(), BUSY).and_then(|store| store.check().map(|()| store));
    match opened {
        Err(StoreError::Corrupt(why)) => recover(ctx, project, log, &why),
        other => other.with_context(|| format!("could not open `{}`", project.db().display())),
    }
}

fn recover(ctx: &Ctx, project: &Project, log: &Log, why: &str) -> Result<Store> {
    let aside = project.state.join(format!("learning.damaged-{}.db", ctx.now.timestamp()));
    fsx::rename(&project.db(), &aside)?;
    fsx::remove_if_there(&project.state.join("learning.db-journal"))?;
    let copy = fsx::read_opt(&project.backup())?;
    if let Some(copy) = &copy {
        fsx::write_private(&project.db(), copy)?;
    }
    let from =
        if copy.is_some() { "the last copy was taken" } else { "there was no copy, so learning starts anew" };
    let told = format!(
        "the memory of this project was damaged ({why}) and put aside as `{}`; {from}",
        aside.display()
    );
    log.error(&told);
    let mut store = Store::open(&project.db(), BUSY)?;
    store.write(|db| store::meta::set(db, "notice", &told))?;
    Ok(store)
}

/// After a run, so that the next damage costs little. Unchanged databases are not copied again.
pub fn back_up(run: &mut Run<'_>) -> Result<()> {
    let changed = store::history::newest_id(run.store.read())?.to_string();
    let stamp = run.project.state.join("learning.backup.at");
    let done = fsx::read_opt(&stamp)?.is_some_and(|at| at == changed.as_bytes());
    if done && run.project.backup().exists() {
        return Ok(());
    }
    run.store.back_up(&run.project.backup())?;
    fsx::write_private(&stamp, changed.as_bytes())
}
