//! Distinct errors of each segment, and errors recorded by hand.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row, params, params_from_iter};

use super::history;
use super::{Result, millis, outcomes, rows};
use crate::core::history::change::ChangedThing;
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeCause, ChangeKind, SAID};
use crate::core::model::outcome::Outcome;
use crate::core::outcomes::error_log::{ErrorEntry, id_of};
use crate::core::session::segments::{WorkError, signature};

const COLUMNS: &str = "id, coalesce(run_id, session, ''), type, message, context, tool, at, resolved_at IS NOT NULL, times, stack";

/// Limit per branch, newest first; few of them are shown.
const MOST_LOOKED_AT: usize = 200;

/// Every error, the oldest first.
pub fn all(db: &Connection) -> Result<Vec<ErrorEntry>> {
    rows::all(db, &format!("SELECT {COLUMNS} FROM error ORDER BY at, id"), [], decode)
}

/// The open errors of each branch: those of its last session, whenever that was, and those that came up after `since`
/// in work that did not succeed. An error that successful work left open did not matter.
pub fn left_open(db: &Connection, since: Time) -> Result<Vec<(Option<String>, Vec<ErrorEntry>)>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM error WHERE branch IS ?2 AND resolved_at IS NULL AND (session = ?1 OR (at > ?3
             AND EXISTS (SELECT 1 FROM outcome WHERE outcome.run_id = error.run_id AND result <> 'success')))
         ORDER BY at DESC, id LIMIT {MOST_LOOKED_AT}"
    );
    let mut left = Vec::new();
    for (branch, session) in last_sessions(db)? {
        let errors: Vec<_> = rows::all(db, &sql, params![session, branch, millis(since)], decode)?;
        if !errors.is_empty() {
            left.push((branch, errors));
        }
    }
    Ok(left)
}

fn last_sessions(db: &Connection) -> Result<Vec<(Option<String>, String)>> {
    let sql = "SELECT branch, session FROM (
                   SELECT branch, session, row_number() OVER (PARTITION BY branch ORDER BY max(at) DESC, session) AS place
                   FROM outcome WHERE session IS NOT NULL GROUP BY branch, session
               ) WHERE place = 1 ORDER BY branch";
    rows::all(db, sql, [], rows::columns)
}

/// Records a reported error. `false` if it was known: then it is counted again and reopened. Occurrences before its
/// resolution are not counted. The run stands for a session, because pipelines report errors before the run's outcome.
pub fn record(db: &Connection, error: &ErrorEntry) -> Result<bool> {
    let known = db.prepare_cached("SELECT 1 FROM error WHERE id = ?1")?.exists([&error.id])?;
    let sql = "INSERT INTO error (id, session, context, type, tool, signature, message, at, by_person, stack)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 1, ?9)
               ON CONFLICT (id) DO UPDATE SET at = excluded.at, resolved_at = NULL, resolved_by = NULL,
                   times = CASE WHEN resolved_at IS NULL THEN times + 1 ELSE 1 END";
    let did = ChangeCause { action: ChangeKind::Noted, cause: "ingrain errors record", at: error.at };
    history::recorded(db, ChangedThing::Error, &error.id, did, || {
        db.prepare_cached(sql)?.execute(params![
            error.id,
            error.segment,
            error.context,
            error.kind.as_str(),
            error.tool.as_deref().unwrap_or_default(),
            signature(&error.message),
            error.message,
            millis(error.at),
            error.stack,
        ])?;
        Ok(!known)
    })
}

/// Marks an error as resolved by a person.
pub fn resolve(db: &Connection, id: &str, at: Time) -> Result<()> {
    let sql = "UPDATE error SET resolved_at = ?2, resolved_by = 'a person', by_person = 1 WHERE id = ?1";
    let did = ChangeCause { action: ChangeKind::Resolved, cause: SAID, at };
    history::recorded(db, ChangedThing::Error, id, did, || {
        db.prepare_cached(sql)?.execute(params![id, millis(at)])?;
        Ok(())
    })
}

fn decode(row: &Row<'_>) -> Result<ErrorEntry> {
    let tool: String = row.get(5)?;
    Ok(ErrorEntry {
        id: row.get(0)?,
        segment: row.get(1)?,
        kind: rows::word(row, 2)?,
        message: row.get(3)?,
        context: row.get(4)?,
        tool: Some(tool).filter(|tool| !tool.is_empty()),
        stack: row.get(9)?,
        at: rows::time(row, 6)?,
        resolved: row.get(7)?,
        times: row.get(8)?,
    })
}

/// Replaces the errors of a segment. Those that a person or later work resolved stay resolved.
pub fn replace(db: &Connection, outcome: &Outcome, faults: &[WorkError]) -> Result<()> {
    let ids: Vec<String> =
        faults.iter().map(|fault| id_of(&outcome.run_id, Some(&fault.tool), &fault.signature)).collect();
    drop_others(db, &outcome.run_id, &ids)?;
    let is_forgotten = outcomes::is_forgotten(db, &outcome.run_id)?;
    let sql = "INSERT INTO error (id, run_id, session, branch, type, tool, signature, message, at, resolved_at, resolved_by,
                   target, times, context)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
               ON CONFLICT (id) DO UPDATE SET type = excluded.type, message = excluded.message, at = excluded.at,
                   branch = excluded.branch, target = excluded.target, times = excluded.times, context = excluded.context,
                   resolved_at = CASE
                       WHEN by_person THEN resolved_at
                       WHEN excluded.resolved_at IS NULL AND resolved_by IS NULL AND resolved_at > excluded.at
                           THEN resolved_at
                       ELSE excluded.resolved_at END,
                   resolved_by = CASE WHEN by_person THEN resolved_by ELSE excluded.resolved_by END";
    for (id, fault) in ids.iter().zip(faults) {
        db.prepare_cached(sql)?.execute(params![
            id,
            outcome.run_id,
            outcome.session,
            outcome.branch,
            fault.kind.as_str(),
            fault.tool,
            fault.signature,
            fault.message,
            millis(fault.at),
            fault.resolved.as_ref().map(|resolution| millis(resolution.at)),
            fault.resolved.as_ref().and_then(|resolution| resolution.by.as_deref()).filter(|_| !is_forgotten),
            fault.target,
            fault.times,
            fault.marks
        ])?;
    }
    Ok(())
}

/// Records successes and closes earlier open errors. Sessions may be read in any order, so a success also closes errors
/// that are found later.
pub fn answer(db: &Connection, run_id: &str, successes: &BTreeMap<String, Time>) -> Result<()> {
    let remember = "INSERT INTO last_success (target, at) VALUES (?1, ?2)
                    ON CONFLICT (target) DO UPDATE SET at = max(at, excluded.at)";
    let close = "UPDATE error SET resolved_at = ?2 WHERE target = ?1 AND resolved_at IS NULL AND at < ?2";
    for (target, at) in successes {
        db.prepare_cached(remember)?.execute(params![target, millis(*at)])?;
        db.prepare_cached(close)?.execute(params![target, millis(*at)])?;
    }
    let closed_before = "UPDATE error SET resolved_at = last_success.at FROM last_success
                         WHERE run_id = ?1 AND error.target = last_success.target AND resolved_at IS NULL
                             AND last_success.at > error.at";
    db.prepare_cached(closed_before)?.execute([run_id])?;
    Ok(())
}

fn drop_others(db: &Connection, run_id: &str, ids: &[String]) -> Result<()> {
    let marks = vec!["?"; ids.len()].join(", ");
    let sql = format!("DELETE FROM error WHERE run_id = ? AND id NOT IN ({marks})");
    let values = std::iter::once(run_id).chain(ids.iter().map(String::as_str));
    db.execute(&sql, params_from_iter(values))?;
    Ok(())
}
