//! One concrete store over SQLite, the one source of truth. SQL stands beside the function that runs it. Only the
//! worker and the command line write here; hooks read files that were prepared for them.

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

/// What the benchmarks fill and read. The rest is the crate's own, so that the compiler sees what nobody needs.
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

/// How long one waits for another who writes.
pub const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    change_set: ChangeSet,
}

/// To be given back when a change set ends.
#[must_use]
pub struct ChangeSetBefore {
    whole: Option<Option<i64>>,
    joined: bool,
}

/// Whose hand it is, and what belongs together.
#[derive(Clone, Debug, Default)]
struct ChangeSet {
    actor: String,
    /// All transactions are one change set, the one that is named once it has begun. Otherwise each is one.
    whole: Option<Option<i64>>,
    undoes: Option<i64>,
}

impl Store {
    /// Opens for writing, creating and migrating as needed.
    pub fn open(path: &Path, patience: Duration) -> Result<Store> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        prepare(&connection, patience)?;
        // What a row does not hold any more was masked or forgotten for a reason: its bytes go, too.
        connection.execute_batch("PRAGMA secure_delete = ON;")?;
        // No -wal and -shm beside the file, which network folders cannot share, and no folder entry made and removed
        // with every transaction. SQLite does not remember this one.
        connection.execute_batch("PRAGMA journal_mode = TRUNCATE;")?;
        migrate::migrate(&mut connection)?;
        make_private(path);
        Ok(Store { connection, path: path.to_path_buf(), change_set: ChangeSet::default() })
    }

    /// Opens what is there for reading. `None` when nothing was learned yet.
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

    /// Damage that opening does not notice.
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

    /// Who writes from now on.
    pub fn by(&mut self, actor: &str) {
        self.change_set.actor = actor.to_owned();
    }

    pub fn actor(&self) -> &str {
        &self.change_set.actor
    }

    /// Whatever is written until `end_deed` is one change set; within a change set it goes on. Says how things were.
    pub fn begin_change_set(&mut self) -> ChangeSetBefore {
        let whole = self.change_set.whole;
        self.change_set.whole = whole.or(Some(None));
        ChangeSetBefore { whole, joined: true }
    }

    /// The same, but never part of what was done before.
    pub fn begin_new_deed(&mut self) -> ChangeSetBefore {
        self.resume_deed(None)
    }

    /// Goes on with a change set that somebody could not finish; without one, begins another.
    pub fn resume_deed(&mut self, change_set: Option<i64>) -> ChangeSetBefore {
        ChangeSetBefore { whole: self.change_set.whole.replace(change_set), joined: false }
    }

    pub fn end_deed(&mut self, ChangeSetBefore { whole, joined }: ChangeSetBefore) {
        self.change_set.whole = if joined { whole.and(self.change_set.whole) } else { whole };
    }

    /// Everything is a change set of its own from now on.
    pub fn step_by_step(&mut self) {
        self.change_set.whole = None;
    }

    /// What is written now takes back this change set.
    pub fn undoing(&mut self, change_set: Option<i64>) {
        self.change_set.undoes = change_set;
    }

    /// The change set that is being done, once something of it is written.
    pub fn change_set(&self) -> Option<i64> {
        self.change_set.whole.flatten()
    }

    /// Runs `work` as `write` would, and keeps nothing of it.
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
            // Half a copy would only take up the room that is left.
            let _ = fsx::remove_if_there(&fresh);
        }
        copied?;
        make_private(&fresh);
        // SQLite does not sync such a copy, and it takes the place of one that was.
        fsx::sync(&fresh)?;
        Ok(fsx::rename(&fresh, to)?)
    }

    /// Leaves no byte of what rows do not hold any more: not on free pages, not in what is left of a journal.
    pub fn scrub(&self) -> Result<()> {
        self.connection.execute_batch("PRAGMA temp_store = MEMORY; VACUUM;")?;
        Ok(())
    }

    /// Was nothing ever noted or done here?
    pub fn is_blank(&self) -> Result<bool> {
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM session) AND NOT EXISTS (SELECT 1 FROM history)";
        rows::one(&self.connection, sql, [], rows::value)
    }
}

/// A database file is input too: no schema of it may run functions, and its structures cannot be bent.
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
