//! Sessions, the offsets up to which they were read, their turns, and signals that wait for an
//! extractor.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};

use super::{Result, StoreError, millis, rows};
use crate::client::transcript_lines::Cursor;
use crate::core::model::Time;
use crate::core::session::signals::{RESEND_HOURS, SessionSignals};

pub(super) const FIRST_SIGHTING_BETWEEN: &str = "SELECT session FROM turn WHERE text_hash = ?1 AND at BETWEEN ?2 AND ?3 AND is_sighting ORDER BY at, id LIMIT 1";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundBy {
    Hook,
    Missed,
    Person,
}

impl FoundBy {
    fn as_str(self) -> &'static str {
        match self {
            FoundBy::Hook => "hook",
            FoundBy::Missed => "missed",
            FoundBy::Person => "person",
        }
    }
}

/// A session that should be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub session: String,
    pub transcript: PathBuf,
    pub cwd: PathBuf,
    /// A program ran it, as far as a hook could tell.
    pub headless: bool,
    pub found_by: FoundBy,
}

/// A session that waits to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    pub session: String,
    pub transcript: PathBuf,
    pub headless: bool,
    pub noted_at: Time,
}

/// The result of one reading of a transcript.
#[derive(Debug)]
pub struct StoredReading<'a> {
    pub session: &'a str,
    pub transcript: &'a Path,
    pub channels: &'a SessionSignals,
    pub cursor: &'a Cursor,
    pub skipped_lines: u64,
    pub now: Time,
}

/// Notes a session for reading. A session that was read is read again: it may have been resumed, by a person although a
/// program began it, or the other way round.
pub fn note(db: &Connection, note: &Note, at: Time) -> Result<()> {
    let sql = "INSERT INTO session (id, transcript, cwd, headless, found_by, state, noted_at)
               VALUES (?1, ?2, ?3, ?4, ?5, 'noted', ?6)
               ON CONFLICT (id) DO UPDATE SET state = 'noted', transcript = excluded.transcript, cwd = excluded.cwd,
                   headless = excluded.headless OR (state = 'noted' AND headless)";
    db.prepare_cached(sql)?.execute(params![
        note.session,
        note.transcript.to_string_lossy(),
        note.cwd.to_string_lossy(),
        note.headless,
        note.found_by.as_str(),
        millis(at)
    ])?;
    Ok(())
}

pub fn to_read(db: &Connection) -> Result<Vec<Unread>> {
    let sql =
        "SELECT id, transcript, headless, noted_at FROM session WHERE state = 'noted' ORDER BY noted_at, id";
    rows::all(db, sql, [], |row| {
        Ok(Unread {
            session: row.get(0)?,
            transcript: PathBuf::from(row.get::<_, String>(1)?),
            headless: row.get(2)?,
            noted_at: rows::time(row, 3)?,
        })
    })
}

/// When each session ended, the oldest first.
pub fn ends(db: &Connection) -> Result<Vec<Time>> {
    let sql = "SELECT coalesce(last_at, noted_at) AS at FROM session ORDER BY at";
    rows::all(db, sql, [], |row| rows::time(row, 0))
}

/// Was it read up to this end?
pub fn is_read(db: &Connection, session: &str) -> Result<bool> {
    Ok(db.prepare_cached("SELECT 1 FROM session WHERE id = ?1 AND state = 'read'")?.exists([session])?)
}

/// Every session that was noted, in any state.
pub fn known(db: &Connection) -> Result<BTreeSet<String>> {
    let all: Vec<String> = rows::all(db, "SELECT id FROM session", [], rows::value)?;
    Ok(all.into_iter().collect())
}

pub fn waiting_signals(db: &Connection) -> Result<i64> {
    rows::one(db, "SELECT count(*) FROM signal", [], rows::value)
}

/// A value that changes with every reading.
pub fn readings(db: &Connection) -> Result<String> {
    let sql = "SELECT count(*) || ' ' || coalesce(max(read_at), 0) FROM session WHERE state = 'read'";
    rows::one(db, sql, [], rows::value)
}

/// Marks a session without content: it was opened and left, or read before its transcript was deleted.
pub fn mark_empty(db: &Connection, session: &str) -> Result<()> {
    let sql = "UPDATE session SET state = iif(read_at IS NULL, 'empty', 'read'), error = NULL WHERE id = ?1";
    db.prepare_cached(sql)?.execute([session])?;
    Ok(())
}

pub fn mark_unreadable(db: &Connection, session: &str, error: &str) -> Result<()> {
    let sql = "UPDATE session SET state = 'unreadable', error = ?2 WHERE id = ?1";
    db.prepare_cached(sql)?.execute([session, error])?;
    Ok(())
}

/// Notes a turn that was handled before its transcript was read.
pub fn note_turn(db: &Connection, id: &str, session: &str, at: Time) -> Result<()> {
    let sql =
        "INSERT OR IGNORE INTO turn (id, session, at, text_hash, is_sighting) VALUES (?1, ?2, ?3, NULL, 0)";
    db.prepare_cached(sql)?.execute(params![id, session, millis(at)])?;
    Ok(())
}

/// Deletes a session.
pub fn forget(db: &Connection, session: &str) -> Result<()> {
    for sql in [
        "DELETE FROM signal WHERE session = ?1",
        "DELETE FROM cursor WHERE transcript = (SELECT transcript FROM session WHERE id = ?1)",
        "DELETE FROM injected WHERE session = ?1",
        "DELETE FROM session WHERE id = ?1",
    ] {
        db.prepare_cached(sql)?.execute([session])?;
    }
    Ok(())
}

/// Lookup of the session that saw a turn first. The pure rules that call it cannot fail, so its first error is kept
/// until `end`.
pub struct Owners<'d> {
    db: &'d Connection,
    failure: RefCell<Option<StoreError>>,
}

impl<'d> Owners<'d> {
    pub fn new(db: &'d Connection) -> Self {
        Self { db, failure: RefCell::default() }
    }

    pub fn of(&self, turn: &str) -> Option<String> {
        self.ask(turn).unwrap_or_else(|failure| {
            self.failure.borrow_mut().get_or_insert(failure);
            None
        })
    }

    fn ask(&self, turn: &str) -> Result<Option<String>> {
        rows::first(self.db, "SELECT session FROM turn WHERE id = ?1", [turn], rows::value)
    }

    pub fn end(self) -> Result<()> {
        self.failure.into_inner().map_or(Ok(()), Err)
    }
}

/// The session that a waiting signal is credited to.
pub fn credited_session(db: &Connection, turn: &str) -> Result<Option<String>> {
    rows::first(db, "SELECT counts_for FROM signal WHERE turn = ?1", [turn], rows::value)
}

/// Is this a turn of its own, not the same typed words within a day?
pub fn is_sighting(db: &Connection, turn: &str) -> Result<bool> {
    let sql = "SELECT is_sighting FROM turn WHERE id = ?1 AND text_hash IS NOT NULL";
    Ok(rows::first(db, sql, [turn], rows::value)?.unwrap_or(true))
}

pub fn cursor(db: &Connection, transcript: &Path) -> Result<Option<Cursor>> {
    let sql = "SELECT inode, position, before FROM cursor WHERE transcript = ?1";
    rows::first(db, sql, [transcript.to_string_lossy()], |row| {
        Ok(Cursor {
            inode: row.get::<_, i64>(0)? as u64,
            offset: row.get::<_, i64>(1)? as u64,
            before: row.get(2)?,
        })
    })
}

/// Stores a reading in one transaction of turns, signals and cursor. After a crash the same part is read again, and the
/// identity of turns keeps it from counting twice.
pub fn store_reading(db: &Connection, reading: &StoredReading<'_>) -> Result<()> {
    let now = reading.now;
    // The first of equal ids counts, as in the table of turns.
    let hashes: HashMap<&str, Option<&str>> = reading
        .channels
        .seen
        .iter()
        .rev()
        .map(|seen| (seen.id.as_str(), seen.text_hash.as_deref()))
        .collect();
    for signal in &reading.channels.signals {
        let hash = hashes.get(signal.turn.as_str()).copied().flatten();
        let counts_for = first_typed_in(db, hash, signal.at)?.unwrap_or_else(|| reading.session.to_owned());
        let sql = "INSERT OR IGNORE INTO signal (turn, session, counts_for, ord, at, text, prior_turn, prior_text)
                   VALUES (?1, ?2, ?3, (SELECT coalesce(max(ord), 0) + 1 FROM signal WHERE session = ?2), ?4, ?5, ?6, ?7)";
        db.prepare_cached(sql)?.execute(params![
            signal.turn,
            reading.session,
            counts_for,
            millis(signal.at),
            signal.text,
            signal.prior.as_ref().map(|p| &p.turn),
            signal.prior.as_ref().map(|p| &p.text)
        ])?;
    }
    for seen in &reading.channels.seen {
        let (at, hash) = (seen.at.min(now), seen.text_hash.as_deref());
        let is_sighting = hash.is_some() && first_typed_in(db, hash, at)?.is_none();
        let sql = "INSERT OR IGNORE INTO turn (id, session, at, text_hash, is_sighting) VALUES (?1, ?2, ?3, ?4, ?5)";
        db.prepare_cached(sql)?.execute(params![seen.id, reading.session, millis(at), hash, is_sighting])?;
    }
    for text in &reading.channels.injected {
        db.prepare_cached("INSERT OR IGNORE INTO injected VALUES (?1, ?2)")?
            .execute([reading.session, text])?;
    }
    put_cursor(db, reading.transcript, reading.cursor)?;
    finish(db, reading)
}

/// The session in which the same words were typed within a day, if that is a sighting of its own. One that was credited
/// to another takes no credit itself, or a chain of repetitions would never end.
fn first_typed_in(db: &Connection, text_hash: Option<&str>, at: Time) -> Result<Option<String>> {
    let Some(hash) = text_hash else { return Ok(None) };
    let day = chrono::Duration::hours(RESEND_HOURS);
    let between = params![hash, millis(at - day), millis(at + day)];
    rows::first(db, FIRST_SIGHTING_BETWEEN, between, rows::value)
}

/// The folders in which the client keeps this project's transcripts.
pub fn transcript_folders(db: &Connection) -> Result<BTreeSet<PathBuf>> {
    let sql = "SELECT DISTINCT transcript FROM session";
    let transcripts: Vec<String> = rows::all(db, sql, [], |row| Ok(row.get(0)?))?;
    let folder = |transcript: String| Some(Path::new(&transcript).parent()?.to_path_buf());
    Ok(transcripts.into_iter().filter_map(folder).collect())
}

/// How far a transcript was read.
pub fn put_cursor(db: &Connection, transcript: &Path, cursor: &Cursor) -> Result<()> {
    let sql = "INSERT INTO cursor VALUES (?1, ?2, ?3, ?4) ON CONFLICT (transcript) DO UPDATE SET
               inode = excluded.inode, position = excluded.position, before = excluded.before";
    let Cursor { offset, inode, before } = cursor;
    let row = params![transcript.to_string_lossy(), *inode as i64, *offset as i64, before];
    db.prepare_cached(sql)?.execute(row)?;
    Ok(())
}

fn finish(db: &Connection, reading: &StoredReading<'_>) -> Result<()> {
    let channels = reading.channels;
    let sql = "UPDATE session SET state = 'read', read_at = ?2, error = NULL, branch = coalesce(?3, branch),
                   headless = max(headless, ?4), first_at = min(coalesce(first_at, ?5), coalesce(?5, first_at)),
                   last_at = max(coalesce(last_at, ?6), coalesce(?6, last_at)),
                   typed_turns = (SELECT count(*) FROM turn WHERE session = ?1 AND text_hash IS NOT NULL),
                   skipped_lines = skipped_lines + ?7 WHERE id = ?1";
    db.prepare_cached(sql)?.execute(params![
        reading.session,
        millis(reading.now),
        channels.branch,
        channels.headless,
        channels.first_at.map(millis),
        channels.last_at.map(millis),
        reading.skipped_lines as i64
    ])?;
    Ok(())
}
