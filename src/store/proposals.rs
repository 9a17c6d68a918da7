//! Commands that agents proposed and that wait for a person.

use rusqlite::{Connection, Row, params};

use super::{Result, millis, rows};
use crate::core::review::authority::Proposal;

/// Limit of proposals: the oldest make room.
const MOST: i64 = 50;

pub fn all(db: &Connection) -> Result<Vec<Proposal>> {
    rows::all(db, "SELECT id, at, agent, session, folder, command FROM proposal ORDER BY id", [], decode)
}

/// Stores a proposal and returns its number. A repeated command is the same proposal.
pub fn add(db: &Connection, asked: &Proposal) -> Result<i64> {
    let command = serde_json::to_string(&asked.words)?;
    let sql = "INSERT INTO proposal (at, agent, session, folder, command) VALUES (?1, ?2, ?3, ?4, ?5)
               ON CONFLICT (folder, command) DO UPDATE SET at = excluded.at";
    let Proposal { at, agent, session, folder, .. } = asked;
    db.prepare_cached(sql)?.execute(params![millis(*at), agent, session, folder, command])?;
    let oldest = "DELETE FROM proposal
                  WHERE id NOT IN (SELECT id FROM proposal ORDER BY at DESC, id DESC LIMIT ?1)";
    db.prepare_cached(oldest)?.execute([MOST])?;
    let sql = "SELECT id FROM proposal WHERE folder = ?1 AND command = ?2";
    rows::one(db, sql, [folder, &command], rows::value)
}

/// The one that asks for just this, if there is one.
pub fn find(db: &Connection, folder: &str, words: &[String]) -> Result<Option<i64>> {
    let sql = "SELECT id FROM proposal WHERE folder = ?1 AND command = ?2";
    rows::first(db, sql, [folder, &serde_json::to_string(words)?], rows::value)
}

pub fn remove(db: &Connection, id: i64) -> Result<()> {
    db.prepare_cached("DELETE FROM proposal WHERE id = ?1")?.execute([id])?;
    Ok(())
}

fn decode(row: &Row<'_>) -> Result<Proposal> {
    Ok(Proposal {
        id: row.get(0)?,
        at: rows::time(row, 1)?,
        agent: row.get(2)?,
        session: row.get(3)?,
        folder: row.get(4)?,
        words: rows::json(row, 5)?,
    })
}
