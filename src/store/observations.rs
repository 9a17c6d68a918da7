//! Observations with their keys, sightings, evidence and review flags. Saving one records what it was before.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::Value;

use super::history;
use super::{Result, StoreError, millis, time};
use crate::core::deed::Thing;
use crate::core::did::{Action, Did};
use crate::core::mirror;
use crate::core::model::{Details, Evidence, Observation, ReviewReason, Time};
use crate::core::reconcile::Known;
use crate::core::word_enum::UnknownWord;

const COLUMNS: &str =
    "id, kind, title, details, count, penalty, status, quality_ok, quality, first_seen, last_seen,
     superseded_by, said";

pub fn all(db: &Connection) -> Result<Vec<Observation>> {
    each(db)?.into_iter().map(|(_, observation)| observation).collect()
}

pub fn ids(db: &Connection) -> Result<BTreeSet<String>> {
    let mut find = db.prepare_cached("SELECT id FROM observation")?;
    let ids = find.query_map([], |row| row.get(0))?;
    Ok(ids.collect::<rusqlite::Result<_>>()?)
}

/// Every row by its id, also those that cannot be read.
pub fn each(db: &Connection) -> Result<Vec<(String, Result<Observation>)>> {
    let mut find = db.prepare_cached(&format!("SELECT {COLUMNS} FROM observation ORDER BY id"))?;
    let raw: Vec<Raw> = find.query_map([], Raw::read)?.collect::<rusqlite::Result<_>>()?;
    let mut parts = Parts::of_all(db)?;
    Ok(raw.into_iter().map(|row| (row.id.clone(), row.decode(&mut parts))).collect())
}

pub fn count(db: &Connection) -> Result<usize> {
    let counted: i64 = db.query_row("SELECT count(*) FROM observation", [], |row| row.get(0))?;
    Ok(counted as usize)
}

pub fn get(db: &Connection, id: &str) -> Result<Option<Observation>> {
    let mut find = db.prepare_cached(&format!("SELECT {COLUMNS} FROM observation WHERE id = ?1"))?;
    let Some(raw) = find.query_row([id], Raw::read).optional()? else {
        return Ok(None);
    };
    let mut parts = Parts::of_one(db, id)?;
    raw.decode(&mut parts).map(Some)
}

pub fn titles(db: &Connection) -> Result<BTreeMap<String, String>> {
    let mut find = db.prepare_cached("SELECT id, title FROM observation")?;
    let titles = find.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(titles.collect::<rusqlite::Result<_>>()?)
}

/// What reconciling needs of every observation, without its evidence. A file that names one which made room for another was
/// left by a person, or on another branch, and is not taken up again.
pub fn known(db: &Connection) -> Result<Vec<Known>> {
    let mut find = db.prepare_cached(
        "SELECT id, kind, title, status FROM observation
         WHERE NOT (status = 'ready' AND superseded_by IS NOT NULL) ORDER BY id",
    )?;
    let mut rows = find.query([])?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        let (kind, status): (String, String) = (row.get(1)?, row.get(3)?);
        all.push(Known { id: row.get(0)?, kind: kind.parse()?, title: row.get(2)?, status: status.parse()? });
    }
    Ok(all)
}

/// The observations that are to be looked at for this reason.
pub fn flagged(db: &Connection, reason: ReviewReason) -> Result<BTreeSet<String>> {
    let mut find = db.prepare_cached("SELECT observation FROM review WHERE reason = ?1")?;
    let rows = find.query_map([reason.as_str()], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Stores `after` in place of what was there, and says so in the history. Storing the same again does nothing.
pub fn save(db: &Connection, after: &Observation, did: Did<'_>) -> Result<()> {
    if get(db, &after.id)?.as_ref() == Some(after) {
        return Ok(());
    }
    history::recorded(db, Thing::Observation, &after.id, did, || put(db, after))
}

pub fn delete(db: &Connection, id: &str, did: Did<'_>) -> Result<()> {
    super::artifacts::forget(db, id, did)?;
    history::recorded(db, Thing::Observation, id, did, || drop_row(db, id))
}

fn drop_row(db: &Connection, id: &str) -> Result<()> {
    db.prepare_cached("DELETE FROM observation WHERE id = ?1")?.execute([id])?;
    Ok(())
}

/// Drops what must not even be in the history.
pub fn destroy(db: &Connection, id: &str, why: &str, at: Time) -> Result<()> {
    drop_row(db, id)?;
    let did = Did { action: Action::Purged, cause: why, at };
    history::record(db, Thing::Note, id, did, (None, None))
}

fn put(db: &Connection, o: &Observation) -> Result<()> {
    let sql = "INSERT INTO observation (id, kind, title, details, count, penalty, status, quality_ok, quality,
                   first_seen, last_seen, superseded_by, said)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
               ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, title = excluded.title,
                   details = excluded.details, count = excluded.count, penalty = excluded.penalty,
                   status = excluded.status, quality_ok = excluded.quality_ok, quality = excluded.quality,
                   first_seen = excluded.first_seen, last_seen = excluded.last_seen, superseded_by = excluded.superseded_by,
                   said = excluded.said";
    let (details, quality) = (serde_json::to_string(&o.details)?, serde_json::to_string(&o.quality)?);
    let said = serde_json::to_string(&o.said)?;
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
        said
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

/// A row as it stands in the table.
struct Raw {
    id: String,
    kind: String,
    title: String,
    details: String,
    count: u32,
    penalty: f64,
    status: String,
    quality_ok: bool,
    quality: String,
    first_seen: i64,
    last_seen: i64,
    superseded_by: Option<String>,
    said: String,
}

impl Raw {
    fn read(row: &Row<'_>) -> rusqlite::Result<Raw> {
        Ok(Raw {
            id: row.get(0)?,
            kind: row.get(1)?,
            title: row.get(2)?,
            details: row.get(3)?,
            count: row.get(4)?,
            penalty: row.get(5)?,
            status: row.get(6)?,
            quality_ok: row.get(7)?,
            quality: row.get(8)?,
            first_seen: row.get(9)?,
            last_seen: row.get(10)?,
            superseded_by: row.get(11)?,
            said: row.get(12)?,
        })
    }

    fn decode(self, parts: &mut Parts) -> Result<Observation> {
        let bad = |e: String| StoreError::Decode(format!("observation {}: {e}", self.id));
        let kind = self.kind.parse().map_err(|e: UnknownWord| bad(e.to_string()))?;
        let fields: Value = serde_json::from_str(&self.details).map_err(|e| bad(e.to_string()))?;
        let details: Details = mirror::details(kind, &fields).ok_or_else(|| bad("details".into()))?;
        Ok(Observation {
            details,
            keys: parts.keys.remove(&self.id).unwrap_or_default(),
            sessions: parts.sessions.remove(&self.id).unwrap_or_default(),
            reviews: parts.reviews.remove(&self.id).unwrap_or_default(),
            evidence: parts.evidence.remove(&self.id).unwrap_or_default(),
            status: self.status.parse().map_err(|e: UnknownWord| bad(e.to_string()))?,
            first_seen: time(self.first_seen)?,
            last_seen: time(self.last_seen)?,
            id: self.id,
            title: self.title,
            count: self.count,
            penalty: self.penalty,
            quality_ok: self.quality_ok,
            quality: serde_json::from_str(&self.quality)
                .map_err(|e| StoreError::Decode(format!("quality: {e}")))?,
            superseded_by: self.superseded_by,
            said: serde_json::from_str(&self.said)
                .map_err(|e| StoreError::Decode(format!("what a person said: {e}")))?,
        })
    }
}

/// What hangs on observations, by observation id.
#[derive(Default)]
struct Parts {
    keys: BTreeMap<String, BTreeSet<String>>,
    sessions: BTreeMap<String, BTreeSet<String>>,
    reviews: BTreeMap<String, BTreeSet<ReviewReason>>,
    evidence: BTreeMap<String, Vec<Evidence>>,
}

impl Parts {
    fn of_all(db: &Connection) -> Result<Parts> {
        Parts::load(db, None)
    }

    fn of_one(db: &Connection, id: &str) -> Result<Parts> {
        Parts::load(db, Some(id))
    }

    fn load(db: &Connection, id: Option<&str>) -> Result<Parts> {
        let mut parts = Parts::default();
        for (owner, key) in pairs(db, "observation_key", "key", id)? {
            parts.keys.entry(owner).or_default().insert(key);
        }
        for (owner, session) in pairs(db, "sighting", "session", id)? {
            parts.sessions.entry(owner).or_default().insert(session);
        }
        for (owner, reason) in pairs(db, "review", "reason", id)? {
            parts.reviews.entry(owner).or_default().insert(reason.parse()?);
        }
        parts.load_evidence(db, id)?;
        Ok(parts)
    }

    fn load_evidence(&mut self, db: &Connection, id: Option<&str>) -> Result<()> {
        let filter = if id.is_some() { "WHERE observation = ?1" } else { "WHERE ?1 IS NULL" };
        let sql = format!(
            "SELECT observation, session, turn, speaker, quote, at FROM evidence {filter}
             ORDER BY observation, at, turn, quote"
        );
        let mut find = db.prepare_cached(&sql)?;
        let mut rows = find.query([id])?;
        while let Some(row) = rows.next()? {
            let speaker: String = row.get(3)?;
            let evidence = Evidence {
                session: row.get(1)?,
                turn: row.get(2)?,
                speaker: speaker.parse()?,
                quote: row.get(4)?,
                at: time(row.get(5)?)?,
            };
            self.evidence.entry(row.get(0)?).or_default().push(evidence);
        }
        Ok(())
    }
}

fn pairs(db: &Connection, table: &str, column: &str, id: Option<&str>) -> Result<Vec<(String, String)>> {
    let filter = if id.is_some() { "WHERE observation = ?1" } else { "WHERE ?1 IS NULL" };
    let mut find = db.prepare_cached(&format!("SELECT observation, {column} FROM {table} {filter}"))?;
    let rows = find.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
