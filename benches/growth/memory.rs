//! A database with so many of everything, as the program stores it.

use ingrain::core::did::{Action, Did};
use ingrain::store::{self, Store, measured};

use super::rows::{artifact, at, observation};
use crate::outcomes::outcome;

pub(crate) struct Memory {
    pub(crate) rows: usize,
    pub(crate) store: Store,
}

impl Memory {
    pub(super) fn of(rows: usize) -> Memory {
        let mut store = Store::in_memory().expect("a database in memory");
        store.write(|db| (0..rows).try_for_each(|n| fill(db, n))).expect("rows can be stored");
        Memory { rows, store }
    }
}

/// An observation, its artifact, and an outcome.
fn fill(db: &rusqlite::Connection, n: usize) -> store::Result<()> {
    measured::save_observation(
        db,
        &observation(n),
        Did { action: Action::Observed, cause: "bench", at: at(n) },
    )?;
    measured::save_artifact(db, &artifact(n))?;
    measured::save_outcome(db, &outcome(n), None).map(drop)
}
