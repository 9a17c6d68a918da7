//! Figures for `status`.

use rusqlite::Connection;
use serde::Serialize;

use super::{Result, rows};
use crate::core::model::Time;
use crate::core::policy::report::SessionCounts;

pub fn session_counts(db: &Connection) -> Result<SessionCounts> {
    let sql = "WITH part AS (
                   SELECT id, state, found_by,
                       EXISTS (SELECT 1 FROM signal JOIN batch ON batch.id = signal.batch
                               WHERE signal.session = session.id AND batch.state = 'failed') AS stuck,
                       EXISTS (SELECT 1 FROM signal WHERE signal.session = session.id) AS pending
                   FROM session)
               SELECT count(*), coalesce(sum(state = 'read' AND NOT pending), 0),
                   coalesce(sum(state = 'noted' OR (state = 'read' AND pending AND NOT stuck)), 0),
                   coalesce(sum(found_by = 'missed'), 0), coalesce(sum(state = 'unreadable' OR stuck), 0),
                   coalesce(sum(state = 'empty'), 0) FROM part";
    rows::one(db, sql, [], |row| {
        Ok(SessionCounts {
            captured: row.get(0)?,
            learned: row.get(1)?,
            waiting: row.get(2)?,
            missed: row.get(3)?,
            failed: row.get(4)?,
            empty: row.get(5)?,
        })
    })
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunSummary {
    pub started_at: Time,
    pub extractor: String,
    /// What the extractor found, and what of it was not kept.
    pub items: u32,
    pub dropped: u32,
    /// Lessons that the whole run found, by any means: new ones, and known ones that were seen again.
    pub observed: u32,
    pub seen: u32,
    pub cost_usd: f64,
    pub error: Option<String>,
}

/// The last learning runs. One of them may have asked the extractor several times.
pub fn last_runs(db: &Connection, limit: u32) -> Result<Vec<RunSummary>> {
    let sql = "WITH last AS (
                   SELECT max(id) AS id, started_at, max(extractor) AS extractor, sum(items) AS items,
                          sum(dropped) AS dropped, sum(cost_usd) AS cost_usd, max(error) AS error
                   FROM run GROUP BY started_at ORDER BY max(id) DESC LIMIT ?1),
               found AS (
                   SELECT at, subject, min(action) AS action FROM history
                   WHERE thing = 'observation' AND action IN ('observed', 'seen')
                         AND at >= (SELECT min(started_at) FROM last)
                   GROUP BY at, subject)
               SELECT started_at, extractor, items, dropped, cost_usd, error,
                      (SELECT count(*) FROM found WHERE at = started_at AND action = 'observed'),
                      (SELECT count(*) FROM found WHERE at = started_at AND action = 'seen')
               FROM last ORDER BY id DESC";
    rows::all(db, sql, [limit], |row| {
        Ok(RunSummary {
            started_at: rows::time(row, 0)?,
            extractor: row.get(1)?,
            items: row.get(2)?,
            dropped: row.get(3)?,
            cost_usd: row.get(4)?,
            error: row.get(5)?,
            observed: row.get(6)?,
            seen: row.get(7)?,
        })
    })
}

/// A session or batch that could not be learned from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    pub at: Time,
    /// The session that could not be read; `None` if an extractor failed.
    pub session: Option<String>,
    pub why: String,
}

pub fn last_failure(db: &Connection) -> Result<Option<Failure>> {
    let sql = "SELECT coalesce(read_at, noted_at) AS at, id, error FROM session
                   WHERE state = 'unreadable' AND error IS NOT NULL
               UNION ALL SELECT started_at, NULL, error FROM run WHERE error IS NOT NULL
               ORDER BY at DESC LIMIT 1";
    rows::first(db, sql, [], |row| {
        Ok(Failure { at: rows::time(row, 0)?, session: row.get(1)?, why: row.get(2)? })
    })
}

/// Cost of this project's runs on a day.
pub fn spend_on(db: &Connection, day: &str) -> Result<f64> {
    let sql = "SELECT coalesce(sum(cost_usd), 0.0) FROM run WHERE day = ?1";
    rows::one(db, sql, [day], rows::value)
}

pub fn spend_in_all(db: &Connection) -> Result<f64> {
    rows::one(db, "SELECT coalesce(sum(cost_usd), 0.0) FROM run", [], rows::value)
}

/// Batches that failed for good, with their number of sessions and the reason.
pub fn failed_batches(db: &Connection) -> Result<Vec<(u32, String)>> {
    let sql = "SELECT (SELECT count(DISTINCT session) FROM signal WHERE signal.batch = batch.id),
                   coalesce(last_error, '') FROM batch WHERE state = 'failed' ORDER BY id";
    rows::all(db, sql, [], rows::columns)
}

/// A batch in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenBatch {
    pub id: i64,
    /// Stored state: waiting, running or failed.
    pub state: String,
    pub sessions: u32,
}

pub fn open_batches(db: &Connection) -> Result<Vec<OpenBatch>> {
    let sql = "SELECT id, state, (SELECT count(DISTINCT session) FROM signal WHERE signal.batch = batch.id)
               FROM batch WHERE state <> 'done' ORDER BY id";
    rows::all(db, sql, [], |row| Ok(OpenBatch { id: row.get(0)?, state: row.get(1)?, sessions: row.get(2)? }))
}

/// Recorded outcomes with missing fields.
pub fn incomplete_outcomes(db: &Connection) -> Result<u32> {
    rows::one(db, "SELECT count(*) FROM outcome WHERE omitted <> '[]'", [], rows::value)
}

/// When a session last announced a written artifact.
pub fn notified_at(db: &Connection) -> Result<Option<Time>> {
    rows::one(db, "SELECT max(announced_at) FROM artifact", [], |row| rows::time_if_any(row, 0))
}

pub fn last_captured(db: &Connection) -> Result<Option<Time>> {
    rows::one(db, "SELECT max(noted_at) FROM session", [], |row| rows::time_if_any(row, 0))
}
