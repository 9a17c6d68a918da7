//! The SQLite store, the single source of truth. SQL stands beside the function that runs it. Only the
//! worker and the commands write here; hooks read prepared files.

pub(crate) mod agent_reports;
pub(crate) mod artifacts;
pub(crate) mod attribution;
pub(crate) mod backtest;
pub(crate) mod batches;
pub mod contexts;
mod error;
pub(crate) mod errors;
pub(crate) mod feedback;
pub(crate) mod folders;
pub mod guards;
pub(crate) mod history;
pub(crate) mod known_texts;
pub(crate) mod masking;
pub(crate) mod meta;
mod migrate;
pub(crate) mod observations;
pub(crate) mod outcomes;
pub mod patterns;
pub(crate) mod policy;
pub(crate) mod proposals;
pub mod recall;
pub(crate) mod requests;
pub(crate) mod revocations;
mod rows;
pub(crate) mod segments;
pub(crate) mod sessions;
pub(crate) mod state;
pub(crate) mod stats;
pub(crate) mod structure;
#[cfg(test)]
mod tests;
pub mod usage;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::core::model::Time;
use crate::os::fault;
use crate::os::fsx;

/// The part that benchmarks use. Everything else is private to the crate, so that the compiler reports unused code.
pub mod measured {
    pub use super::artifacts::{all as artifacts, save as save_artifact};
    pub use super::observations::{all as observations, known, save as save_observation};
    pub use super::outcomes::save as save_outcome;
    pub use super::policy::reviewed;
}

pub use batches::{Batch, RunRecord};
pub use error::{Result, StoreError};
pub use migrate::SCHEMA_VERSION;
pub use sessions::{FoundBy, Note, StoredReading, Unread};
pub use stats::RunSummary;

/// Time to wait for another writer.
pub const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    change_set: ChangeSet,
}

/// The previous state, restored when a change set ends.
#[must_use]
pub struct ChangeSetBefore {
    whole: Option<Option<i64>>,
    joined: bool,
}

/// Actor and grouping of changes.
#[derive(Clone, Debug, Default)]
struct ChangeSet {
    actor: String,
    /// `Some`: all transactions form one change set, with its number once it has begun. `None`: each is its own.
    whole: Option<Option<i64>>,
    undoes: Option<i64>,
}

impl Store {
    /// Opens for writing, creating and migrating as needed.
    pub fn open(path: &Path, patience: Duration) -> Result<Store> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        prepare(&connection, patience)?;
        // Masked or deleted text must not stay in the file.
        connection.execute_batch("PRAGMA secure_delete = ON;")?;
        // Without -wal and -shm files, which network folders cannot share, and without creating and deleting a
        // journal per transaction. SQLite does not store this setting.
        connection.execute_batch("PRAGMA journal_mode = TRUNCATE;")?;
        migrate::migrate(&mut connection)?;
        make_private(path);
        Ok(Store { connection, path: path.to_path_buf(), change_set: ChangeSet::default() })
    }

    /// Opens an existing database for reading. `None` when nothing was learned yet.
    pub fn open_existing(path: &Path, patience: Duration) -> Result<Option<Store>> {
        if !path.exists() {
            return Ok(None);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        prepare(&connection, patience)?;
        let readable = migrate::is_readable(&connection)?;
        Ok(readable.then(|| Store { connection, path: path.to_path_buf(), change_set: ChangeSet::default() }))
    }

    pub fn in_memory() -> Result<Store> {
        let mut connection = Connection::open_in_memory()?;
        prepare(&connection, Duration::ZERO)?;
        migrate::migrate(&mut connection)?;
        Ok(Store { connection, path: PathBuf::new(), change_set: ChangeSet::default() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Finds damage that opening does not notice.
    pub fn check(&self) -> Result<()> {
        let verdict: String = self.connection.pragma_query_value(None, "quick_check", |row| row.get(0))?;
        if verdict == "ok" { Ok(()) } else { Err(StoreError::Corrupt(verdict)) }
    }

    /// Runs `work` in one IMMEDIATE transaction: all of it or nothing.
    pub fn write<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(StoreError::from)?;
        let value = work(&transaction)?;
        let ChangeSet { actor, whole, undoes } = &self.change_set;
        let change_set = history::close(&transaction, whole.flatten(), actor, *undoes)?;
        fault::before("commit").map_err(StoreError::from)?;
        transaction.commit().map_err(StoreError::from)?;
        fault::after("commit");
        self.change_set.whole = whole.map(|_| change_set);
        Ok(value)
    }

    /// Sets the actor of later changes.
    pub fn by(&mut self, actor: &str) {
        self.change_set.actor = actor.to_owned();
    }

    pub fn actor(&self) -> &str {
        &self.change_set.actor
    }

    /// Starts a change set, or continues the current one, until `end_deed`. Returns the previous state.
    pub fn begin_change_set(&mut self) -> ChangeSetBefore {
        let whole = self.change_set.whole;
        self.change_set.whole = whole.or(Some(None));
        ChangeSetBefore { whole, joined: true }
    }

    /// The same, but always a new change set.
    pub fn begin_new_deed(&mut self) -> ChangeSetBefore {
        self.resume_deed(None)
    }

    /// Continues an unfinished change set; without one, starts another.
    pub fn resume_deed(&mut self, change_set: Option<i64>) -> ChangeSetBefore {
        ChangeSetBefore { whole: self.change_set.whole.replace(change_set), joined: false }
    }

    pub fn end_deed(&mut self, ChangeSetBefore { whole, joined }: ChangeSetBefore) {
        self.change_set.whole = if joined { whole.and(self.change_set.whole) } else { whole };
    }

    /// Makes every transaction its own change set from now on.
    pub fn step_by_step(&mut self) {
        self.change_set.whole = None;
    }

    /// Marks later changes as the undo of this change set.
    pub fn undoing(&mut self, change_set: Option<i64>) {
        self.change_set.undoes = change_set;
    }

    /// The current change set, once a change of it was written.
    pub fn change_set(&self) -> Option<i64> {
        self.change_set.whole.flatten()
    }

    /// Runs `work` like `write`, and rolls it back.
    pub fn rehearse<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> std::result::Result<T, E>,
    ) -> std::result::Result<T, E> {
        let behaviour = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behaviour).map_err(StoreError::from)?;
        work(&transaction)
    }

    /// For reading, outside a transaction.
    pub fn read(&self) -> &Connection {
        &self.connection
    }

    /// A copy beside the database, from which a damaged one is recovered.
    pub fn back_up(&self, to: &Path) -> Result<()> {
        let fresh = to.with_extension("new");
        let _ = fsx::remove_if_there(&fresh);
        fault::before("copy")?;
        let copied = self.connection.execute("VACUUM INTO ?1", [fresh.to_string_lossy()]);
        if copied.is_err() {
            // Half a copy would only take up space.
            let _ = fsx::remove_if_there(&fresh);
        }
        copied?;
        make_private(&fresh);
        // SQLite does not sync such a copy, and it replaces a synced one.
        fsx::sync(&fresh)?;
        Ok(fsx::rename(&fresh, to)?)
    }

    /// Removes every byte of deleted text: from free pages and from the rest of a journal.
    pub fn scrub(&self) -> Result<()> {
        self.connection.execute_batch("PRAGMA temp_store = MEMORY; VACUUM;")?;
        Ok(())
    }

    /// Is the database empty?
    pub fn is_blank(&self) -> Result<bool> {
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM session) AND NOT EXISTS (SELECT 1 FROM history)";
        rows::one(&self.connection, sql, [], rows::value)
    }
}

/// Treats the file as untrusted input: its schema may not run functions, and its structures are checked.
fn prepare(connection: &Connection, patience: Duration) -> Result<()> {
    connection.busy_timeout(patience)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_prepared_statement_cache_capacity(64);
    connection.execute_batch("PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL;")?;
    Ok(())
}

fn make_private(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600));
}

pub(crate) fn millis(at: Time) -> i64 {
    at.timestamp_millis()
}
