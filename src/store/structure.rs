//! What the structural detectors saw in each session.

use rusqlite::{Connection, params};

use super::history;
use super::{Result, millis, time};
use crate::core::deed::Thing;
use crate::core::did::{Action, Did};
use crate::core::model::Time;
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
pub fn forget(db: &Connection, cause: &str, at: Time) -> Result<()> {
    let did = Did { action: Action::Forgotten, cause, at };
    let forget = "UPDATE structure_sighting SET forgotten = 1 WHERE kind = ?1";
    for kind in kinds(db)? {
        history::recorded(db, Thing::Structure, &kind, did, || {
            Ok(db.prepare_cached(forget)?.execute([&kind])?)
        })?;
    }
    Ok(())
}

/// The same for what was seen at these turns, wherever else it was seen.
pub fn forget_seen_at(db: &Connection, turns: &[String], cause: &str, at: Time) -> Result<()> {
    let did = Did { action: Action::Forgotten, cause, at };
    let find = "SELECT kind, key, value FROM structure_sighting WHERE turn = ?1";
    let forget = "UPDATE structure_sighting SET forgotten = 1 WHERE kind = ?1 AND key = ?2 AND value = ?3";
    for turn in turns {
        let mut find = db.prepare_cached(find)?;
        let facts = find.query_map([turn], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let facts: Vec<(String, String, String)> = facts.collect::<rusqlite::Result<_>>()?;
        for fact in facts {
            let forgotten = [&fact.0, &fact.1, &fact.2];
            history::recorded(db, Thing::Structure, &fact.0, did, || {
                Ok(db.prepare_cached(forget)?.execute(forgotten)?)
            })?;
        }
    }
    Ok(())
}

/// The turns that an observation was concluded from, if nobody said it.
pub fn turns_behind(db: &Connection, observation: &str) -> Result<Vec<String>> {
    let sql = "SELECT turn FROM evidence WHERE observation = ?1 AND speaker = 'structure'";
    let mut find = db.prepare_cached(sql)?;
    let turns = find.query_map([observation], |row| row.get(0))?;
    Ok(turns.collect::<rusqlite::Result<_>>()?)
}

fn kinds(db: &Connection) -> Result<Vec<String>> {
    let mut find = db.prepare_cached("SELECT DISTINCT kind FROM structure_sighting")?;
    let kinds = find.query_map([], |row| row.get(0))?;
    Ok(kinds.collect::<rusqlite::Result<_>>()?)
}
