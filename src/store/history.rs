//! The history: every change with its cause and the previous state. A change set is identified by its
//! first row.

use rusqlite::{Connection, Params, Row, params};
use serde::Serialize;
use serde_json::Value;

use super::{Result, millis, rows, state};
use crate::core::history::change::{self, Change, ChangedThing};
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};

const COLUMNS: &str = "id, change_set, at, thing, subject, action, cause, actor, before, after, undoes";

/// Runs `work` and records its change of the thing, if any.
pub fn recorded<T>(
    db: &Connection,
    thing: ChangedThing,
    subject: &str,
    did: ChangeCause<'_>,
    work: impl FnOnce() -> Result<T>,
) -> Result<T> {
    let before = state::get(db, thing, subject)?;
    let done = work()?;
    let after = state::get(db, thing, subject)?;
    if before != after {
        let (before, after) = change::delta(before, after);
        record(db, thing, subject, did, (before.as_ref(), after.as_ref()))?;
    }
    Ok(done)
}

/// Records a new thing.
pub fn came(db: &Connection, thing: ChangedThing, subject: &str, did: ChangeCause<'_>) -> Result<()> {
    record(db, thing, subject, did, (None::<&Value>, state::get(db, thing, subject)?.as_ref()))
}

/// Restores an earlier state of a thing, or deletes it.
pub fn restore(
    db: &Connection,
    thing: ChangedThing,
    subject: &str,
    did: ChangeCause<'_>,
    to: Option<&Value>,
) -> Result<()> {
    recorded(db, thing, subject, did, || state::put(db, thing, subject, to))
}

/// Records an action without a change.
pub fn note(db: &Connection, subject: &str, did: ChangeCause<'_>) -> Result<()> {
    record(db, ChangedThing::Note, subject, did, (None::<&Value>, None::<&Value>))
}

/// Records a change with the states before and after.
pub fn record(
    db: &Connection,
    thing: ChangedThing,
    subject: &str,
    did: ChangeCause<'_>,
    (before, after): (Option<&impl Serialize>, Option<&impl Serialize>),
) -> Result<()> {
    let before = before.map(serde_json::to_string).transpose()?;
    let after = after.map(serde_json::to_string).transpose()?;
    let sql = "INSERT INTO history (at, thing, subject, action, cause, before, after)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let ChangeCause { action, cause, at } = did;
    let row = params![millis(at), thing.as_str(), subject, action.as_str(), cause, before, after];
    db.prepare_cached(sql)?.execute(row)?;
    Ok(())
}

/// Assigns rows without a change set to `open` or a new one.
pub(super) fn close(
    db: &Connection,
    open: Option<i64>,
    actor: &str,
    undoes: Option<i64>,
) -> Result<Option<i64>> {
    let first = "SELECT min(id) FROM history WHERE change_set IS NULL";
    let Some(first) = rows::one(db, first, [], rows::value::<Option<i64>>)? else { return Ok(open) };
    let change_set = open.unwrap_or(first);
    let sql = "UPDATE history SET change_set = ?1, actor = ?2, undoes = ?3 WHERE change_set IS NULL";
    db.prepare_cached(sql)?.execute(params![change_set, actor, undoes])?;
    Ok(Some(change_set))
}

/// The newest changes first, of one subject or of all.
pub fn list(db: &Connection, subject: Option<&str>, limit: usize) -> Result<Vec<Change>> {
    entries(db, "?1 IS NULL OR subject = ?1 ORDER BY id DESC LIMIT ?2", params![subject, limit as i64])
}

/// Everything since a moment, the newest first.
pub fn since(db: &Connection, at: Time) -> Result<Vec<Change>> {
    entries(db, "at >= ?1 ORDER BY id DESC", [millis(at)])
}

/// Everything from a change set on, the newest first.
pub fn from(db: &Connection, change_set: i64) -> Result<Vec<Change>> {
    entries(db, "change_set >= ?1 ORDER BY id DESC", [change_set])
}

/// The changes of a change set in order. Any of its numbers identifies it.
pub fn of_deed(db: &Connection, number: i64) -> Result<Vec<Change>> {
    entries(db, "change_set = (SELECT change_set FROM history WHERE id = ?1) ORDER BY id", [number])
}

/// Changes of a thing after a given change, newest first.
pub fn later(db: &Connection, thing: ChangedThing, subject: &str, after: i64) -> Result<Vec<Change>> {
    let later = "subject = ?1 AND thing = ?2 AND id > ?3 ORDER BY id DESC";
    entries(db, later, params![subject, thing.as_str(), after])
}

/// Everything after a change, in order.
pub fn after(db: &Connection, id: i64) -> Result<Vec<Change>> {
    entries(db, "id > ?1 ORDER BY id", [id])
}

/// The change set that undid this one and was not undone itself.
pub fn undone_by(db: &Connection, change_set: i64) -> Result<Option<i64>> {
    let sql = "SELECT DISTINCT change_set FROM history WHERE undoes = ?1 ORDER BY change_set DESC";
    let undoing: Vec<i64> = rows::all(db, sql, [change_set], rows::value)?;
    for undo in undoing {
        if undone_by(db, undo)?.is_none() {
            return Ok(Some(undo));
        }
    }
    Ok(None)
}

/// The last change set with this action whose cause contains the given text.
pub fn last_deed(db: &Connection, action: ChangeKind, named: &str) -> Result<Option<i64>> {
    let sql = "SELECT MAX(change_set) FROM history WHERE action = ?1 AND instr(cause, ?2) > 0";
    rows::one(db, sql, [action.as_str(), named], rows::value)
}

/// The state in which the last event of this kind left its subject.
pub fn last_told(db: &Connection, action: ChangeKind, subject: &str) -> Result<Option<Value>> {
    let told = "subject = ?1 AND thing = 'note' AND action = ?2 ORDER BY id DESC LIMIT 1";
    let last = entries(db, told, [subject, action.as_str()])?.pop();
    Ok(last.and_then(|last| last.after).map(|after| serde_json::from_str(&after)).transpose()?)
}

/// The newest recorded text of a file or entry.
pub fn last_of_file(db: &Connection, place: &str) -> Result<Option<Change>> {
    let kept = "subject = ?1 AND thing = 'file' AND after IS NOT NULL ORDER BY id DESC LIMIT 1";
    Ok(entries(db, kept, [place])?.pop())
}

fn entries(db: &Connection, which: &str, values: impl Params) -> Result<Vec<Change>> {
    rows::all(db, &format!("SELECT {COLUMNS} FROM history WHERE {which}"), values, decode)
}

fn decode(row: &Row<'_>) -> Result<Change> {
    let id = row.get(0)?;
    Ok(Change {
        id,
        change_set: row.get::<_, Option<i64>>(1)?.unwrap_or(id),
        at: rows::time(row, 2)?,
        thing: rows::word(row, 3)?,
        subject: row.get(4)?,
        action: ChangeKind::read(&row.get::<_, String>(5)?),
        cause: row.get(6)?,
        actor: row.get(7)?,
        before: row.get(8)?,
        after: row.get(9)?,
        undoes: row.get(10)?,
    })
}

pub fn newest_id(db: &Connection) -> Result<i64> {
    rows::one(db, "SELECT coalesce(max(id), 0) FROM history", [], rows::value)
}
