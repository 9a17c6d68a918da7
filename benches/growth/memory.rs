//! A database of a given size, filled as the program fills it and opened as the program opens it.

use std::time::Duration;

use ingrain::core::model::change_kind::{ChangeCause, ChangeKind};
use ingrain::store::{self, Store, measured};
use rusqlite::Connection;
use tempfile::TempDir;

use super::rows::{artifact, at, observation};
use super::timed;
use crate::outcomes::outcome;

pub(crate) struct Memory {
    pub(crate) rows: usize,
    dir: TempDir,
}

impl Memory {
    pub(super) fn of(rows: usize) -> Memory {
        let memory = Memory { rows, dir: tempfile::tempdir().expect("a temporary folder") };
        memory.open().write(|db| (0..rows).try_for_each(|n| fill(db, n))).expect("rows can be stored");
        memory
    }

    fn open(&self) -> Store {
        Store::open(&self.dir.path().join("learning.db"), Duration::ZERO).expect("a database")
    }

    pub(crate) fn read<T>(&self, rows: impl FnOnce(&Connection) -> store::Result<T>) -> (T, Duration) {
        timed(|| rows(self.open().read()).expect("rows can be read"))
    }
}

/// An observation, its artifact, and an outcome.
fn fill(db: &Connection, n: usize) -> store::Result<()> {
    measured::save_observation(
        db,
        &observation(n),
        ChangeCause { action: ChangeKind::Observed, cause: "bench", at: at(n) },
    )?;
    measured::save_artifact(db, &artifact(n))?;
    measured::save_outcome(db, &outcome(n), None).map(drop)
}
