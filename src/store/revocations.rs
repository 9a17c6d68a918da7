//! Lessons that people revoked.

use rusqlite::{Connection, params};

use super::{Result, millis, rows};
use crate::core::learn::merge::Revocation;

/// Stores revocations, each once however often it is read.
pub fn record(db: &Connection, said: &[Revocation]) -> Result<()> {
    let sql = "INSERT OR IGNORE INTO revocation (turn, quote, session, at) VALUES (?1, ?2, ?3, ?4)";
    let mut insert = db.prepare_cached(sql)?;
    for one in said {
        insert.execute(params![one.turn, one.quote, one.session, millis(one.at)])?;
    }
    Ok(())
}

pub fn all(db: &Connection) -> Result<Vec<Revocation>> {
    rows::all(db, "SELECT turn, quote, session, at FROM revocation", [], |row| {
        let (turn, quote, session) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(Revocation { turn, quote, session, at: rows::time(row, 3)? })
    })
}
