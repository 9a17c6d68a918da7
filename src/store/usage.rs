//! What was shown, and what was really used: once per observation and session.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, params};

use super::{Result, millis, time};
use crate::core::model::Time;

pub fn record_use(db: &Connection, observation: &str, session: &str, how: &str, at: Time) -> Result<()> {
    let sql = "INSERT OR IGNORE INTO usage (observation, session, how, at) VALUES (?1, ?2, ?3, ?4)";
    db.prepare_cached(sql)?.execute(params![observation, session, how, millis(at)])?;
    Ok(())
}

/// `role` is whose context it went into: `main`, or a subagent's type.
pub fn record_shown(db: &Connection, session: &str, subject: &str, role: &str, at: Time) -> Result<()> {
    let sql = "INSERT OR IGNORE INTO shown (session, subject, role, at) VALUES (?1, ?2, ?3, ?4)";
    db.prepare_cached(sql)?.execute(params![session, subject, role, millis(at)])?;
    Ok(())
}

/// What a role was shown in a session.
pub fn shown_to(db: &Connection, session: &str, role: &str) -> Result<Vec<String>> {
    let mut find = db.prepare_cached("SELECT subject FROM shown WHERE session = ?1 AND role = ?2")?;
    let rows = find.query_map([session, role], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Everything that a session was shown, whoever in it.
pub fn shown_during(db: &Connection, session: &str) -> Result<BTreeSet<String>> {
    let mut find = db.prepare_cached("SELECT DISTINCT subject FROM shown WHERE session = ?1")?;
    let subjects = find.query_map([session], |row| row.get(0))?;
    Ok(subjects.collect::<rusqlite::Result<_>>()?)
}

pub fn uses_of(db: &Connection, observation: &str) -> Result<u32> {
    let sql = "SELECT count(*) FROM usage WHERE observation = ?1";
    Ok(db.prepare_cached(sql)?.query_row([observation], |row| row.get(0))?)
}

/// Sessions that were shown this.
pub fn shown_in(db: &Connection, subject: &str) -> Result<u32> {
    let sql = "SELECT count(*) FROM shown WHERE subject = ?1";
    Ok(db.prepare_cached(sql)?.query_row([subject], |row| row.get(0))?)
}

/// When each observation was last used.
pub fn last_uses(db: &Connection) -> Result<BTreeMap<String, Time>> {
    let mut find = db.prepare_cached("SELECT observation, max(at) FROM usage GROUP BY observation")?;
    let mut rows = find.query([])?;
    let mut uses = BTreeMap::new();
    while let Some(row) = rows.next()? {
        uses.insert(row.get(0)?, time(row.get(1)?)?);
    }
    Ok(uses)
}
