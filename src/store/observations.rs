//! Observations with their keys, sightings, evidence and review flags. Each save records the previous
//! state.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, Row, params};
use serde_json::Value;

use super::history;
use super::{Result, StoreError, millis, rows};
use crate::core::history::change::ChangedThing;
use crate::core::knowledge::mirror;
use crate::core::knowledge::reconcile::KnownObservation;
use crate::core::model::change_kind::ChangeCause;
use crate::core::model::word_enum::UnknownWord;
use crate::core::model::{Evidence, Observation, ReviewReason};
use crate::core::review::flags;

const COLUMNS: &str =
    "id, kind, title, details, count, penalty, status, quality_ok, quality, first_seen, last_seen,
     superseded_by, review_state";

pub fn all(db: &Connection) -> Result<Vec<Observation>> {
    each(db)?.into_iter().map(|(_, observation)| observation).collect()
}

pub fn ids(db: &Connection) -> Result<BTreeSet<String>> {
    rows::all(db, "SELECT id FROM observation", [], rows::value)
}

/// Every row by id, including invalid ones. Only a database error fails.
pub fn each(db: &Connection) -> Result<Vec<(String, Result<Observation>)>> {
    let mut parts = Parts::of(db, None)?;
    let sql = format!("SELECT {COLUMNS} FROM observation ORDER BY id");
    rows::all(db, &sql, [], |row| match decode(row, &mut parts) {
        Err(error) if !matches!(error, StoreError::Decode(_)) => Err(error),
        decoded => Ok((row.get(0)?, decoded)),
    })
}

pub fn count(db: &Connection) -> Result<usize> {
    let counted: i64 = rows::one(db, "SELECT count(*) FROM observation", [], rows::value)?;
    Ok(counted as usize)
}

pub fn get(db: &Connection, id: &str) -> Result<Option<Observation>> {
    let sql = format!("SELECT {COLUMNS} FROM observation WHERE id = ?1");
    rows::first(db, &sql, [id], |row| decode(row, &mut Parts::of(db, Some(id))?))
}

/// Observations that this one replaced.
pub fn superseded_by(db: &Connection, newer: &str) -> Result<Vec<Observation>> {
    let sql = "SELECT id FROM observation WHERE superseded_by = ?1 ORDER BY id";
    let ids: Vec<String> = rows::all(db, sql, [newer], rows::value)?;
    ids.iter().filter_map(|id| get(db, id).transpose()).collect()
}

pub fn titles(db: &Connection) -> Result<BTreeMap<String, String>> {
    rows::all(db, "SELECT id, title FROM observation", [], rows::columns)
}

/// The part of every observation that reconciling needs, without evidence. A file of a replaced observation was left by a
/// person or on another branch, and is not adopted again.
pub fn known(db: &Connection) -> Result<Vec<KnownObservation>> {
    let sql = "SELECT id, kind, title, status, superseded_by IS NOT NULL FROM observation ORDER BY id";
    let all: Vec<(KnownObservation, bool)> = rows::all(db, sql, [], |row| {
        let (kind, status) = (rows::word(row, 1)?, rows::word(row, 3)?);
        Ok((KnownObservation { id: row.get(0)?, kind, title: row.get(2)?, status }, row.get(4)?))
    })?;
    let is_meant =
        |(known, superseded): &(KnownObservation, bool)| !flags::stepped_aside(known.status, *superseded);
    Ok(all.into_iter().filter(is_meant).map(|(known, _)| known).collect())
}

/// Observations flagged for this reason.
pub fn flagged(db: &Connection, reason: ReviewReason) -> Result<BTreeSet<String>> {
    let sql = "SELECT observation FROM review WHERE reason = ?1";
    rows::all(db, sql, [reason.as_str()], rows::value)
}

/// Stores `after` and records the change in the history. Storing the same again does nothing.
pub fn save(db: &Connection, after: &Observation, did: ChangeCause<'_>) -> Result<()> {
    if get(db, &after.id)?.as_ref() == Some(after) {
        return Ok(());
    }
    history::recorded(db, ChangedThing::Observation, &after.id, did, || put(db, after))
}

pub fn delete(db: &Connection, id: &str, did: ChangeCause<'_>) -> Result<()> {
    super::artifacts::forget(db, id, did)?;
    history::recorded(db, ChangedThing::Observation, id, did, || drop_row(db, id))
}

fn drop_row(db: &Connection, id: &str) -> Result<()> {
    db.prepare_cached("DELETE FROM observation WHERE id = ?1")?.execute([id])?;
    Ok(())
}

fn put(db: &Connection, o: &Observation) -> Result<()> {
    let sql = "INSERT INTO observation (id, kind, title, details, count, penalty, status, quality_ok, quality,
                   first_seen, last_seen, superseded_by, review_state)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
               ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, title = excluded.title,
                   details = excluded.details, count = excluded.count, penalty = excluded.penalty,
                   status = excluded.status, quality_ok = excluded.quality_ok, quality = excluded.quality,
                   first_seen = excluded.first_seen, last_seen = excluded.last_seen, superseded_by = excluded.superseded_by,
                   review_state = excluded.review_state";
    let (details, quality) = (serde_json::to_string(&o.details)?, serde_json::to_string(&o.quality)?);
    let review_state = serde_json::to_string(&o.review_state)?;
    db.prepare_cached(sql)?.execute(params![
        o.id,
        o.kind().as_str(),
        o.title,
        details,
        o.count,
        o.penalty,
        o.status.as_str(),
        o.quality_ok,
        quality,
        millis(o.first_seen),
        millis(o.last_seen),
        o.superseded_by,
        review_state
    ])?;
    put_parts(db, o)
}

fn put_parts(db: &Connection, o: &Observation) -> Result<()> {
    for table in ["observation_key", "sighting", "evidence", "review"] {
        db.prepare_cached(&format!("DELETE FROM {table} WHERE observation = ?1"))?.execute([&o.id])?;
    }
    for key in &o.keys {
        db.prepare_cached("INSERT INTO observation_key VALUES (?1, ?2)")?.execute([&o.id, key])?;
    }
    for session in &o.sessions {
        db.prepare_cached("INSERT INTO sighting VALUES (?1, ?2)")?.execute([&o.id, session])?;
    }
    for reason in &o.reviews {
        db.prepare_cached("INSERT INTO review VALUES (?1, ?2)")?.execute([o.id.as_str(), reason.as_str()])?;
    }
    for e in &o.evidence {
        db.prepare_cached("INSERT OR IGNORE INTO evidence VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
            .execute(params![o.id, e.session, e.turn, e.speaker.as_str(), e.quote, millis(e.at)])?;
    }
    Ok(())
}

fn decode(row: &Row<'_>, parts: &mut Parts) -> Result<Observation> {
    let id: String = row.get(0)?;
    let bad = |e: String| StoreError::Decode(format!("observation {id}: {e}"));
    let word = |e: UnknownWord| bad(e.to_string());
    let kind = row.get::<_, String>(1)?.parse().map_err(word)?;
    let fields: Value = serde_json::from_str(&row.get::<_, String>(3)?).map_err(|e| bad(e.to_string()))?;
    Ok(Observation {
        title: row.get(2)?,
        details: mirror::details(kind, &fields).ok_or_else(|| bad("details".into()))?,
        count: row.get(4)?,
        penalty: row.get(5)?,
        status: row.get::<_, String>(6)?.parse().map_err(word)?,
        quality_ok: row.get(7)?,
        quality: serde_json::from_str(&row.get::<_, String>(8)?)
            .map_err(|e| StoreError::Decode(format!("quality: {e}")))?,
        first_seen: rows::time(row, 9)?,
        last_seen: rows::time(row, 10)?,
        superseded_by: row.get(11)?,
        review_state: serde_json::from_str(&row.get::<_, String>(12)?)
            .map_err(|e| StoreError::Decode(format!("what a person said: {e}")))?,
        keys: parts.keys.remove(&id).unwrap_or_default(),
        sessions: parts.sessions.remove(&id).unwrap_or_default(),
        reviews: parts.reviews.remove(&id).unwrap_or_default(),
        evidence: parts.evidence.remove(&id).unwrap_or_default(),
        id,
    })
}

/// Dependent rows by observation id.
struct Parts {
    keys: BTreeMap<String, BTreeSet<String>>,
    sessions: BTreeMap<String, BTreeSet<String>>,
    reviews: BTreeMap<String, BTreeSet<ReviewReason>>,
    evidence: BTreeMap<String, Vec<Evidence>>,
}

impl Parts {
    /// Loads the parts of one observation, or of all.
    fn of(db: &Connection, id: Option<&str>) -> Result<Parts> {
        let filter = if id.is_some() { "WHERE observation = ?1" } else { "WHERE ?1 IS NULL" };
        let sql = |columns: &str| format!("SELECT observation, {columns} {filter}");
        let evidence =
            sql("session, turn, speaker, quote, at FROM evidence") + " ORDER BY observation, at, turn, quote";
        Ok(Parts {
            keys: rows::by_owner(db, &sql("key FROM observation_key"), [id], |row| Ok(row.get(1)?))?,
            sessions: rows::by_owner(db, &sql("session FROM sighting"), [id], |row| Ok(row.get(1)?))?,
            reviews: rows::by_owner(db, &sql("reason FROM review"), [id], |row| {
                rows::word::<ReviewReason>(row, 1)
            })?,
            evidence: rows::by_owner(db, &evidence, [id], read_evidence)?,
        })
    }
}

fn read_evidence(row: &Row<'_>) -> Result<Evidence> {
    Ok(Evidence {
        session: row.get(1)?,
        turn: row.get(2)?,
        speaker: rows::word(row, 3)?,
        quote: row.get(4)?,
        at: rows::time(row, 5)?,
    })
}
