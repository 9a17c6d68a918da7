//! What the structural detectors saw in each session.

use rusqlite::{Connection, params};

use super::{Result, millis, time};
use crate::core::structure::{Fact, Sighting};

/// A session shows a thing once, however often it is read.
pub fn record(db: &Connection, sightings: &[Sighting]) -> Result<()> {
    let sql = "INSERT OR IGNORE INTO structure_sighting (kind, key, value, session, turn, at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let mut insert = db.prepare_cached(sql)?;
    for sighting in sightings {
        let (kind, key, value) = sighting.fact.encode();
        insert.execute(params![kind, key, value, sighting.session, sighting.turn, millis(sighting.at)])?;
    }
    Ok(())
}

/// Everything that counts. A row that its grammar does not accept is passed over.
pub fn all(db: &Connection) -> Result<Vec<Sighting>> {
    let sql = "SELECT kind, key, value, session, turn, at FROM structure_sighting WHERE forgotten = 0";
    let mut find = db.prepare_cached(sql)?;
    let mut rows = find.query([])?;
    let mut sightings = vec![];
    while let Some(row) = rows.next()? {
        let (kind, key, value): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        if let Some(fact) = Fact::decode(&kind, &key, &value) {
            let (session, turn, at) = (row.get(3)?, row.get(4)?, time(row.get(5)?)?);
            sightings.push(Sighting { fact, session, turn, at });
        }
    }
    Ok(sightings)
}

/// What was seen so far teaches nothing any more.
pub fn forget(db: &Connection) -> Result<()> {
    db.execute("UPDATE structure_sighting SET forgotten = 1", [])?;
    Ok(())
}
