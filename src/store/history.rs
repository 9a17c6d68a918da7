//! Every change that ingrain makes, with its cause and what was there before.

use rusqlite::{Connection, params};
use serde::Serialize;

use super::{Result, StoreError, millis, time};
use crate::core::model::Time;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HistoryRow {
    pub id: i64,
    pub at: Time,
    /// An observation's id, a file's path, or `settings`.
    pub subject: String,
    pub action: String,
    pub cause: String,
    pub before: Option<String>,
    pub after: Option<String>,
}

#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    pub at: Time,
    pub subject: &'a str,
    pub action: &'a str,
    pub cause: &'a str,
    pub before: Option<&'a str>,
    pub after: Option<&'a str>,
}

pub fn record(db: &Connection, change: Change<'_>) -> Result<i64> {
    let sql =
        "INSERT INTO history (at, subject, action, cause, before, after) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let row =
        params![millis(change.at), change.subject, change.action, change.cause, change.before, change.after];
    db.prepare_cached(sql)?.execute(row)?;
    Ok(db.last_insert_rowid())
}

/// The newest changes first, of one subject or of all.
pub fn list(db: &Connection, subject: Option<&str>, limit: usize) -> Result<Vec<HistoryRow>> {
    let sql = "SELECT id, at, subject, action, cause, before, after FROM history
               WHERE ?1 IS NULL OR subject = ?1 ORDER BY id DESC LIMIT ?2";
    let mut find = db.prepare_cached(sql)?;
    let rows = find.query_map(params![subject, limit as i64], |row| {
        Ok((
            row.get::<_, i64>(1)?,
            HistoryRow {
                id: row.get(0)?,
                at: Time::UNIX_EPOCH,
                subject: row.get(2)?,
                action: row.get(3)?,
                cause: row.get(4)?,
                before: row.get(5)?,
                after: row.get(6)?,
            },
        ))
    })?;
    rows.map(|row| {
        let (at, row) = row.map_err(StoreError::from)?;
        Ok(HistoryRow { at: time(at)?, ..row })
    })
    .collect()
}

pub fn newest_id(db: &Connection) -> Result<i64> {
    Ok(db.query_row("SELECT coalesce(max(id), 0) FROM history", [], |row| row.get(0))?)
}
