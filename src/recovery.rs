//! A damaged database is put aside, never thrown away, and the copy made after the last run takes its place. What
//! was learned since is learned again from the transcripts: every session that has a marker is read once more, and the
//! turns that the copy knows do not count twice.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use anyhow::{Context, Result};

use crate::ctx::Ctx;
use crate::fault;
use crate::fsx;
use crate::log::Log;
use crate::marker;
use crate::project::Project;
use crate::store::meta::Notice;
use crate::store::{self, Note, Store, StoreError};

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
    let copy = sound_copy(project)?;
    let aside = project.state.join(format!("learning.damaged-{}.db", ctx.now.timestamp()));
    put_aside(&project.db(), &aside)?;
    fsx::remove_if_there(&project.state.join("learning.db-journal"))?;
    let from = match copy {
        Some(copy) => {
            fsx::rename(&copy, &project.db())?;
            "the last copy was taken"
        }
        None => {
            fsx::remove_if_there(&project.db())?;
            "there was no copy, so learning starts anew"
        }
    };
    let told = format!(
        "the memory of this project was damaged ({why}) and put aside as `{}`; {from}",
        aside.display()
    );
    log.error(&told);
    let mut store = Store::open(&project.db(), BUSY)?;
    store.write(|db| -> Result<()> {
        for marker in marker::all(project) {
            store::sessions::note(db, &Note::missed(marker), ctx.now)?;
        }
        Ok(store::meta::notify(db, Notice::Recovered, &told)?)
    })?;
    Ok(store)
}

/// The last copy, copied again so that it stays one. Written before anything is moved: a full disk must not leave us
/// without a database, because the next run would begin an empty one and copy that.
fn sound_copy(project: &Project) -> Result<Option<PathBuf>> {
    let Some(bytes) = fsx::read_opt(&project.backup())? else {
        return Ok(None);
    };
    let copy = project.state.join("learning.recovered.db");
    fsx::write_private(&copy, &bytes)?;
    let sound = Store::open(&copy, BUSY).and_then(|store| store.check()).is_ok();
    if !sound {
        fsx::remove_if_there(&copy)?;
    }
    Ok(sound.then_some(copy))
}

/// A second name first, so that there is no moment without a database.
fn put_aside(db: &Path, aside: &Path) -> io::Result<()> {
    fault::before("link")?;
    fs::hard_link(db, aside).or_else(|_| fsx::rename(db, aside))
}

/// After a run, so that the next damage costs little. Unchanged databases are not copied again.
pub fn back_up(project: &Project, store: &Store) -> Result<()> {
    let changed =
        format!("{} {}", store::history::newest_id(store.read())?, store::sessions::readings(store.read())?);
    let stamp = project.state.join("learning.backup.at");
    let done = fsx::read_opt(&stamp)?.is_some_and(|at| at == changed.as_bytes());
    if done && project.backup().exists() {
        return Ok(());
    }
    store.back_up(&project.backup())?;
    fsx::write_private(&stamp, changed.as_bytes())
}
