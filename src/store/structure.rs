//! Observed work of each session, as the structural detectors saw it.

use rusqlite::{Connection, Params, Row, params};

use super::history;
use super::{Result, millis, rows};
use crate::core::history::change::ChangedThing;
use crate::core::learn::structure::{DROPPED, Fact, FactSighting, Keeping};
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};

/// Stores the facts of a session; reading it again changes nothing.
pub fn record(db: &Connection, sightings: &[FactSighting]) -> Result<()> {
    for sighting in sightings {
        let (kind, key, value) = sighting.fact.encode();
        let FactSighting { session, turn, .. } = sighting;
        // What was cleared stays so when its session is read again.
        if exists(db, "session = ?1 AND forgotten = 1 AND at >= ?2", params![session, millis(sighting.at)])? {
            continue;
        }
        let is_known = match sighting.fact.keeping() {
            Keeping::OnceForAll => exists(db, "kind = ?1 AND key = ?2", [kind, &key])?,
            Keeping::OncePerSession => {
                let same = "kind = ?1 AND key = ?2 AND value = ?3 AND session = ?4";
                exists(db, same, [kind, &key, &value, session])?
            }
            Keeping::EachTime => {
                let older = "DELETE FROM structure_sighting
                             WHERE kind = ?1 AND session = ?2 AND turn = ?3 AND forgotten = 0";
                db.prepare_cached(older)?.execute([kind, session, turn])?;
                false
            }
        };
        if !is_known {
            let sql = "INSERT OR IGNORE INTO structure_sighting (kind, key, value, session, turn, at)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let at = millis(sighting.at);
            db.prepare_cached(sql)?.execute(params![kind, key, value, session, turn, at])?;
        }
    }
    Ok(())
}

fn exists(db: &Connection, condition: &str, values: impl Params) -> Result<bool> {
    let sql = format!("SELECT 1 FROM structure_sighting WHERE {condition} LIMIT 1");
    Ok(db.prepare_cached(&sql)?.exists(values)?)
}

/// All facts. Rows that the grammar does not accept are skipped.
pub fn all(db: &Connection) -> Result<Vec<FactSighting>> {
    let sql = "SELECT kind, key, value, session, turn, at FROM structure_sighting
               WHERE forgotten = 0 AND kind != 'called'";
    let seen: Vec<Option<FactSighting>> = rows::all(db, sql, [], decode)?;
    Ok(seen.into_iter().flatten().collect())
}

fn decode(row: &Row<'_>) -> Result<Option<FactSighting>> {
    let (kind, key, value): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let Some(fact) = Fact::decode(&kind, &key, &value) else { return Ok(None) };
    Ok(Some(FactSighting { fact, session: row.get(3)?, turn: row.get(4)?, at: rows::time(row, 5)? }))
}

/// The number of stored tool calls.
pub fn count_tool_calls(db: &Connection) -> Result<u32> {
    let sql = "SELECT count(*) FROM structure_sighting WHERE kind = 'called' AND forgotten = 0";
    rows::one(db, sql, [], rows::value)
}

/// Marks all facts so far as forgotten. `masking::drop_quotes` empties them.
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

/// Records that a person gave up a conclusion, so that it is not drawn again.
pub fn drop_conclusion(db: &Connection, observation: &str, cause: &str, at: Time) -> Result<()> {
    let behind = "SELECT 1 FROM evidence WHERE observation = ?1 AND speaker = 'structure' LIMIT 1";
    if !db.prepare_cached(behind)?.exists([observation])? {
        return Ok(());
    }
    let did = ChangeCause { action: ChangeKind::Forgotten, cause, at };
    let drop = "INSERT OR IGNORE INTO structure_sighting (kind, key, value, session, turn, at)
                SELECT ?1, key, '', '', observation, ?3 FROM observation_key WHERE observation = ?2";
    history::recorded(db, ChangedThing::Structure, DROPPED, did, || {
        Ok(db.prepare_cached(drop)?.execute(params![DROPPED, observation, millis(at)])?)
    })?;
    Ok(())
}

/// Every tool call, oldest first.
pub fn tool_calls(db: &Connection) -> Result<Vec<FactSighting>> {
    let sql = "SELECT kind, key, value, session, turn, at FROM structure_sighting
               WHERE kind = 'called' AND forgotten = 0 ORDER BY at, turn";
    let seen: Vec<Option<FactSighting>> = rows::all(db, sql, [], decode)?;
    Ok(seen.into_iter().flatten().collect())
}

/// Facts about calls that never work.
pub fn calls(db: &Connection) -> Result<Vec<FactSighting>> {
    let sql = "SELECT kind, key, value, session, turn, at FROM structure_sighting
               WHERE kind IN ('failed', 'worked') AND forgotten = 0";
    let seen: Vec<Option<FactSighting>> = rows::all(db, sql, [], decode)?;
    Ok(seen.into_iter().flatten().collect())
}

fn kinds(db: &Connection) -> Result<Vec<String>> {
    rows::all(db, "SELECT DISTINCT kind FROM structure_sighting WHERE kind != 'called'", [], rows::value)
}
