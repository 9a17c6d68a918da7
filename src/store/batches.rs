//! Batches of sessions for an extractor, and the runs spent on them.

use rusqlite::{Connection, Row, params};

use super::{Result, millis, rows};
use crate::core::learn::batching::{MAX_TRIES, Waiting};
use crate::core::model::{BatchSession, Prior, Signal, Time};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batch {
    pub id: i64,
    pub tries: u32,
}

/// Selection of waiting sessions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Waits {
    #[default]
    All,
    /// Sessions that a person named. Others wait for the configured extractor.
    Person,
}

pub fn waiting(db: &Connection, of: Waits) -> Result<Waiting> {
    let sql = "SELECT count(DISTINCT session), coalesce(sum(length(text)), 0) FROM signal
               WHERE batch IS NULL AND (?1 OR session IN (SELECT id FROM session WHERE found_by = 'person'))";
    let (sessions, chars): (i64, i64) = rows::one(db, sql, [of == Waits::All], rows::columns)?;
    Ok(Waiting { sessions: sessions as usize, chars: chars as usize })
}

/// Puts the oldest `sessions` waiting sessions into a new batch.
pub fn make(db: &Connection, of: Waits, sessions: usize, at: Time) -> Result<Batch> {
    db.prepare_cached("INSERT INTO batch (made_at, state) VALUES (?1, 'waiting')")?.execute([millis(at)])?;
    let id = db.last_insert_rowid();
    let sql = "UPDATE signal SET batch = ?1 WHERE batch IS NULL AND session IN
               (SELECT session FROM signal WHERE batch IS NULL
                    AND (?3 OR session IN (SELECT id FROM session WHERE found_by = 'person'))
                GROUP BY session ORDER BY min(at), session LIMIT ?2)";
    db.prepare_cached(sql)?.execute(params![id, sessions as i64, of == Waits::All])?;
    Ok(Batch { id, tries: 0 })
}

/// The oldest batch that may be tried.
pub fn next(db: &Connection, of: Waits) -> Result<Option<Batch>> {
    let sql = "SELECT id, tries FROM batch WHERE state = 'waiting'
                   AND (?1 OR NOT EXISTS (SELECT 1 FROM signal JOIN session ON session.id = signal.session
                                          WHERE signal.batch = batch.id AND session.found_by <> 'person'))
               ORDER BY id LIMIT 1";
    rows::first(db, sql, [of == Waits::All], |row| Ok(Batch { id: row.get(0)?, tries: row.get(1)? }))
}

/// Gives failed batches another round, when a person asks.
pub fn retry_failed(db: &Connection) -> Result<usize> {
    Ok(db.execute("UPDATE batch SET state = 'waiting', tries = 0 WHERE state = 'failed'", [])?)
}

/// Requires the extraction lock: a batch that is still `running` was left by a crash.
pub fn recover(db: &Connection) -> Result<usize> {
    let sql = "UPDATE batch SET state = CASE WHEN tries >= ?1 THEN 'failed' ELSE 'waiting' END,
                   last_error = 'the worker was killed during the run' WHERE state = 'running'";
    Ok(db.prepare_cached(sql)?.execute([MAX_TRIES])?)
}

/// The batch's sessions in the order of time.
pub fn load(db: &Connection, batch: i64) -> Result<Vec<BatchSession>> {
    let sql = "SELECT session, turn, at, text, prior_turn, prior_text FROM signal WHERE batch = ?1
               ORDER BY (SELECT min(s.at) FROM signal s WHERE s.batch = ?1 AND s.session = signal.session),
                   session, at, ord";
    by_session(db, rows::all(db, sql, [batch], |row| Ok((row.get(0)?, signal(row)?)))?)
}

/// All sessions whose words wait for an extractor.
pub fn unlearned(db: &Connection) -> Result<Vec<BatchSession>> {
    let sql = "SELECT session, turn, at, text, prior_turn, prior_text FROM signal ORDER BY session, at, ord";
    by_session(db, rows::all(db, sql, [], |row| Ok((row.get(0)?, signal(row)?)))?)
}

fn by_session(db: &Connection, signals: Vec<(String, Signal)>) -> Result<Vec<BatchSession>> {
    let mut sessions: Vec<BatchSession> = Vec::new();
    for (session, signal) in signals {
        match sessions.last_mut().filter(|last| last.session == session) {
            Some(last) => last.signals.push(signal),
            None => {
                let injected = injected_into(db, &session)?;
                sessions.push(BatchSession { session, signals: vec![signal], injected });
            }
        }
    }
    Ok(sessions)
}

fn signal(row: &Row<'_>) -> Result<Signal> {
    let prior = row.get::<_, Option<String>>(4)?.zip(row.get(5)?);
    Ok(Signal {
        turn: row.get(1)?,
        at: rows::time(row, 2)?,
        text: row.get(3)?,
        prior: prior.map(|(turn, text)| Prior { turn, text }),
    })
}

fn injected_into(db: &Connection, session: &str) -> Result<Vec<String>> {
    rows::all(db, "SELECT text FROM injected WHERE session = ?1", [session], rows::value)
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRecord {
    pub run: i64,
    pub batch: i64,
    pub at: Time,
    pub cost_usd: f64,
    pub items: usize,
    pub dropped: usize,
}

pub fn begin_run(db: &Connection, batch: i64, extractor: &str, day: &str, at: Time) -> Result<i64> {
    db.prepare_cached("UPDATE batch SET state = 'running', tries = tries + 1 WHERE id = ?1")?
        .execute([batch])?;
    let sql = "INSERT INTO run (batch, extractor, day, started_at) VALUES (?1, ?2, ?3, ?4)";
    db.prepare_cached(sql)?.execute(params![batch, extractor, day, millis(at)])?;
    Ok(db.last_insert_rowid())
}

/// Finishes a batch: its signals are deleted, only evidence stays.
pub fn finish_run(db: &Connection, record: &RunRecord) -> Result<()> {
    end_run(db, record, None)?;
    db.prepare_cached("UPDATE batch SET state = 'done', last_error = NULL WHERE id = ?1")?
        .execute([record.batch])?;
    db.prepare_cached("DELETE FROM signal WHERE batch = ?1")?.execute([record.batch])?;
    let sql = "DELETE FROM injected WHERE session NOT IN (SELECT session FROM signal)";
    db.prepare_cached(sql)?.execute([])?;
    Ok(())
}

/// Keeps the batch for a later session; after three tries it is marked as failed, and still kept.
pub fn fail_run(db: &Connection, record: &RunRecord, error: &str) -> Result<()> {
    end_run(db, record, Some(error))?;
    let sql =
        "UPDATE batch SET state = CASE WHEN tries >= ?2 THEN 'failed' ELSE 'waiting' END, last_error = ?3
               WHERE id = ?1";
    db.prepare_cached(sql)?.execute(params![record.batch, MAX_TRIES, error])?;
    Ok(())
}

fn end_run(db: &Connection, record: &RunRecord, error: Option<&str>) -> Result<()> {
    let sql =
        "UPDATE run SET ended_at = ?2, cost_usd = ?3, items = ?4, dropped = ?5, error = ?6 WHERE id = ?1";
    db.prepare_cached(sql)?.execute(params![
        record.run,
        millis(record.at),
        record.cost_usd,
        record.items as i64,
        record.dropped as i64,
        error
    ])?;
    Ok(())
}
