//! Recovery of a damaged database: it is put aside, never deleted, and the backup from the last run
//! replaces it. Later lessons are learned again from the transcripts: every session with a marker is
//! read once more, and turns that the backup knows do not count twice.
//!
//! A database that is missing or empty counts as damaged if there is a backup with content.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, Result};

use crate::hook::marker;
use crate::os::ctx::Ctx;
use crate::os::fault;
use crate::os::fsx;
use crate::os::log::Log;
use crate::project::Project;
use crate::store::meta::Notice;
use crate::store::{self, PATIENCE, Store, StoreError};
use crate::worker::missed;

const GONE: &str = "its file is empty or gone, and there is a copy of it";
const BLANK: &str = "it holds nothing, and there is a copy that does";

pub fn open(ctx: &Ctx, project: &Project, log: &Log) -> Result<Store> {
    let opened = to_write(project);
    if let Some(why) = opened.as_ref().err().and_then(StoreError::damage) {
        return recover(ctx, project, log, why);
    }
    opened.with_context(|| format!("could not open `{}`", project.db().display()))
}

/// Opens for writing. The file is checked before SQLite would create a new one.
fn to_write(project: &Project) -> store::Result<Store> {
    if !fsx::is_written(&project.db()) && has_copy(project)? {
        return Err(StoreError::Corrupt(GONE.into()));
    }
    let store = Store::open(&project.db(), PATIENCE)?;
    store.check()?;
    refuse_blank(project, store)
}

/// Opens for reading. `None` when nothing was learned yet, an error when the database was lost.
pub fn read(project: &Project) -> store::Result<Option<Store>> {
    match Store::open_existing(&project.db(), PATIENCE)? {
        Some(store) => refuse_blank(project, store).map(Some),
        None if has_copy(project)? => Err(StoreError::Corrupt(GONE.into())),
        None => Ok(None),
    }
}

fn refuse_blank(project: &Project, store: Store) -> store::Result<Store> {
    match store.is_blank()? && has_copy(project)? {
        true => Err(StoreError::Corrupt(BLANK.into())),
        false => Ok(store),
    }
}

/// Is there a backup with content? One from a newer program counts.
fn has_copy(project: &Project) -> store::Result<bool> {
    let copy = Store::open_existing(&project.backup(), PATIENCE);
    match copy.and_then(|copy| copy.map(|copy| copy.is_blank()).transpose()) {
        Ok(is_blank) => Ok(is_blank == Some(false)),
        Err(error) if error.damage().is_some() => Ok(false),
        Err(error) => Err(error),
    }
}

/// The replacement is complete before it is moved into place, including its notice and the sessions to read again, so an
/// interrupt leaves either the old or the new state.
fn recover(ctx: &Ctx, project: &Project, log: &Log, why: &str) -> Result<Store> {
    let (db, fresh) = (project.db(), project.state.join("learning.recovered.db"));
    let from = match lay_out(project, &fresh)? {
        true => "the last copy was restored",
        false => "there was no copy, so learning starts over",
    };
    let aside = fsx::free(&project.state.join(format!("learning.damaged-{}.db", ctx.now.timestamp())));
    let damaged = fsx::is_written(&db);
    let told = match damaged {
        true => format!("was damaged ({why}) and put aside as `{}`; {from}", aside.display()),
        false => format!("was damaged ({why}); {from}"),
    };
    let told = format!("the memory of this project {told}");
    log.error(&told);
    note(ctx, project, &fresh, &told)?;
    if damaged {
        put_aside(&db, &aside)?;
    }
    fsx::remove_if_there(&journal(&db))?;
    fsx::rename(&fresh, &db)?;
    Ok(Store::open(&db, PATIENCE)?)
}

/// Lays out a copy of the backup, or an empty database. `false` if there was no usable backup. A full disk is an error, not
/// a reason to start empty.
fn lay_out(project: &Project, fresh: &Path) -> Result<bool> {
    // A leftover of an interrupted recovery would be replayed into the new file.
    fsx::remove_if_there(&journal(fresh))?;
    if let Some(bytes) = fsx::read_bytes_opt(&project.backup())?.filter(|bytes| !bytes.is_empty()) {
        fsx::write_private_for_good(fresh, &bytes)?;
        match Store::open(fresh, PATIENCE).and_then(|store| store.check()) {
            Err(error) if error.damage().is_some() => fsx::remove_if_there(&journal(fresh))?,
            Err(error) => {
                return Err(error)
                    .with_context(|| format!("could not open `{}`", project.backup().display()));
            }
            Ok(()) => return Ok(true),
        }
    }
    fsx::remove_if_there(fresh)?;
    Ok(false)
}

/// Prepares the replacement: every session will be read once more, and a notice is stored.
fn note(ctx: &Ctx, project: &Project, fresh: &Path, told: &str) -> Result<()> {
    let mut store = Store::open(fresh, PATIENCE)?;
    store.write(|db| -> Result<()> {
        for marker in marker::all(project) {
            store::sessions::note(db, &missed::note(marker), ctx.now)?;
        }
        Ok(store::meta::notify(db, Notice::Recovered, told)?)
    })?;
    drop(store);
    Ok(fsx::remove_if_there(&journal(fresh))?)
}

/// SQLite's journal of a database.
pub fn journal(db: &Path) -> PathBuf {
    let mut name = db.as_os_str().to_owned();
    name.push("-journal");
    name.into()
}

/// Links the second name first, so that there is always a database.
fn put_aside(db: &Path, aside: &Path) -> io::Result<()> {
    fault::before("link")?;
    fs::hard_link(db, aside).or_else(|_| fsx::rename(db, aside))
}

/// Step `back_up`: copies the database after a run. An unchanged one is not copied again, and an empty one never replaces
/// one with content.
pub fn back_up(project: &Project, store: &Store) -> Result<()> {
    let db = store.read();
    // Signals that an extractor has read must leave the backup too.
    let (newest, read) = (store::history::newest_id(db)?, store::sessions::readings(db)?);
    let changed = format!("{newest} {read} {}", store::sessions::waiting_signals(db)?);
    let stamp = project.state.join("learning.backup.at");
    let done = fsx::read_bytes_opt(&stamp)?.is_some_and(|at| at == changed.as_bytes());
    if done && fsx::is_written(&project.backup()) || store.is_blank()? && has_copy(project)? {
        return Ok(());
    }
    store.back_up(&project.backup())?;
    fsx::write_private(&stamp, changed.as_bytes())
}
