//! Usage of artifacts: shown and actually used, once per observation and session.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, params};

use super::{Result, millis, rows};
use crate::core::model::Time;

pub fn record_use(db: &Connection, observation: &str, session: &str, how: &str, at: Time) -> Result<()> {
    let sql = "INSERT OR IGNORE INTO usage (observation, session, how, at) VALUES (?1, ?2, ?3, ?4)";
    db.prepare_cached(sql)?.execute(params![observation, session, how, millis(at)])?;
    Ok(())
}

/// `role` names the context: `main`, or a subagent's type.
pub fn record_shown(db: &Connection, session: &str, subject: &str, role: &str, at: Time) -> Result<()> {
    let sql = "INSERT OR IGNORE INTO delivered (session, subject, role, at) VALUES (?1, ?2, ?3, ?4)";
    db.prepare_cached(sql)?.execute(params![session, subject, role, millis(at)])?;
    Ok(())
}

/// Subjects shown to a role in a session.
pub fn shown_to(db: &Connection, session: &str, role: &str) -> Result<Vec<String>> {
    let sql = "SELECT subject FROM delivered WHERE session = ?1 AND role = ?2";
    rows::all(db, sql, [session, role], rows::value)
}

/// Subjects shown in a session, to any role.
pub fn shown_during(db: &Connection, session: &str) -> Result<BTreeSet<String>> {
    rows::all(db, "SELECT DISTINCT subject FROM delivered WHERE session = ?1", [session], rows::value)
}

pub fn uses_of(db: &Connection, observation: &str) -> Result<u32> {
    rows::one(db, "SELECT count(*) FROM usage WHERE observation = ?1", [observation], rows::value)
}

/// Sessions that were shown this.
pub fn shown_in(db: &Connection, subject: &str) -> Result<u32> {
    rows::one(db, "SELECT count(*) FROM delivered WHERE subject = ?1", [subject], rows::value)
}

/// When each observation was last used.
pub fn last_uses(db: &Connection) -> Result<BTreeMap<String, Time>> {
    let sql = "SELECT observation, max(at) FROM usage GROUP BY observation";
    rows::all(db, sql, [], |row| Ok((row.get(0)?, rows::time(row, 1)?)))
}

/// When each observation was used, the oldest first.
pub fn all_uses(db: &Connection) -> Result<BTreeMap<String, Vec<Time>>> {
    let mut uses: BTreeMap<String, Vec<Time>> = BTreeMap::new();
    let sql = "SELECT observation, at FROM usage ORDER BY at";
    let all: Vec<(String, Time)> = rows::all(db, sql, [], |row| Ok((row.get(0)?, rows::time(row, 1)?)))?;
    for (id, at) in all {
        uses.entry(id).or_default().push(at);
    }
    Ok(uses)
}
