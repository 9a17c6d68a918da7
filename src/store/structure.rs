//! What the structural detectors saw in each session.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, Row, params};

use super::history;
use super::{Result, millis, rows};
use crate::core::history::change::ChangedThing;
use crate::core::learn::structure::{Fact, FactSighting};
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};

/// A session shows a thing once, however often it is read.
pub fn record(db: &Connection, sightings: &[FactSighting]) -> Result<()> {
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
pub fn all(db: &Connection) -> Result<Vec<FactSighting>> {
    let sql = "SELECT kind, key, value, session, turn, at FROM structure_sighting WHERE forgotten = 0";
    let seen: Vec<Option<FactSighting>> = rows::all(db, sql, [], decode)?;
    Ok(seen.into_iter().flatten().collect())
}

fn decode(row: &Row<'_>) -> Result<Option<FactSighting>> {
    let (kind, key, value): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let Some(fact) = Fact::decode(&kind, &key, &value) else { return Ok(None) };
    Ok(Some(FactSighting { fact, session: row.get(3)?, turn: row.get(4)?, at: rows::time(row, 5)? }))
}

/// What was seen so far teaches nothing any more.
pub fn forget(db: &Connection, cause: &str, at: Time) -> Result<()> {
    let did = ChangeCause { action: ChangeKind::Forgotten, cause, at };
    let forget = "UPDATE structure_sighting SET forgotten = 1 WHERE kind = ?1";
    for kind in kinds(db)? {
        history::recorded(db, ChangedThing::Structure, &kind, did, || {
            Ok(db.prepare_cached(forget)?.execute([&kind])?)
        })?;
    }
    Ok(())
}

/// The same for what was seen at these turns, wherever else it was seen.
pub fn forget_seen_at(db: &Connection, turns: &[String], cause: &str, at: Time) -> Result<()> {
    let did = ChangeCause { action: ChangeKind::Forgotten, cause, at };
    let find = "SELECT kind, key, value FROM structure_sighting WHERE turn = ?1";
    let forget = "UPDATE structure_sighting SET forgotten = 1 WHERE kind = ?1 AND key = ?2 AND value = ?3";
    let mut by_kind: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for turn in turns {
        let facts: Vec<(String, String, String)> = rows::all(db, find, [turn], rows::columns)?;
        for (kind, key, value) in facts {
            by_kind.entry(kind).or_default().insert((key, value));
        }
    }
    // Recording reads all of a kind: once for each, however many facts there are.
    for (kind, facts) in &by_kind {
        history::recorded(db, ChangedThing::Structure, kind, did, || {
            let mut forget = db.prepare_cached(forget)?;
            for (key, value) in facts {
                forget.execute([kind, key, value])?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// The turns that an observation was concluded from, if nobody said it.
pub fn turns_behind(db: &Connection, observation: &str) -> Result<Vec<String>> {
    let sql = "SELECT turn FROM evidence WHERE observation = ?1 AND speaker = 'structure'";
    rows::all(db, sql, [observation], rows::value)
}

fn kinds(db: &Connection) -> Result<Vec<String>> {
    rows::all(db, "SELECT DISTINCT kind FROM structure_sighting", [], rows::value)
}
