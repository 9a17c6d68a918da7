//! Requests in people's own words, kept until others ask for the same.

use rusqlite::{Connection, params};

use super::{Result, millis, rows};
use crate::core::learn::recurring::Request;
use crate::core::model::Time;

/// Stores requests, each once however often it is read, and returns the number of new ones.
pub fn record(db: &Connection, said: &[Request]) -> Result<usize> {
    let sql = "INSERT OR IGNORE INTO request (turn, ord, session, counts_for, at, text)
               VALUES (?1, ?2, ?3, coalesce((SELECT counts_for FROM signal WHERE turn = ?1), ?3), ?4, ?5)";
    let mut insert = db.prepare_cached(sql)?;
    let mut new = 0;
    for one in said {
        new += insert.execute(params![one.turn, one.ord as i64, one.session, millis(one.at), one.text])?;
    }
    Ok(new)
}

pub fn forget_before(db: &Connection, at: Time) -> Result<()> {
    db.prepare_cached("DELETE FROM request WHERE at < ?1")?.execute([millis(at)])?;
    Ok(())
}

pub fn count(db: &Connection) -> Result<u32> {
    rows::one(db, "SELECT count(*) FROM request", [], rows::value)
}

/// All of them, oldest first, without those that were sent again within a day.
pub fn all(db: &Connection) -> Result<Vec<Request>> {
    let sql = "SELECT turn, ord, session, counts_for, at, text FROM request
               WHERE turn NOT IN (SELECT id FROM turn WHERE text_hash IS NOT NULL AND is_sighting = 0)
               ORDER BY at, turn, ord";
    rows::all(db, sql, [], |row| {
        let ord: i64 = row.get(1)?;
        let (turn, session, counts_for, text) = (row.get(0)?, row.get(2)?, row.get(3)?, row.get(5)?);
        Ok(Request { turn, ord: ord as usize, session, counts_for, at: rows::time(row, 4)?, text })
    })
}
