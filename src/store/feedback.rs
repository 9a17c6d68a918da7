//! Feedback events: outcomes of segments for what they used, and people's rulings. Maturity is computed
//! from them.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row, params};

use super::history;
use super::{Result, millis, rows};
use crate::core::config;
use crate::core::history::change::ChangedThing;
use crate::core::model::Time;
use crate::core::model::change_kind::ChangeCause;
use crate::core::outcomes::feedback::FeedbackEvent;
use crate::core::outcomes::feedback_weight;
use crate::core::outcomes::maturity::{Maturity, MaturityRuling};

const COLUMNS: &str = "subject, segment, at, helpful, raw";

pub fn all(db: &Connection) -> Result<Vec<FeedbackEvent>> {
    let sql = format!("SELECT {COLUMNS} FROM feedback ORDER BY subject, at, segment");
    rows::all(db, &sql, [], decode)
}

pub fn of(db: &Connection, subject: &str) -> Result<Vec<FeedbackEvent>> {
    let sql = format!("SELECT {COLUMNS} FROM feedback WHERE subject = ?1 ORDER BY at, segment");
    rows::all(db, &sql, [subject], decode)
}

/// Stores the one event of a subject and segment. It is replaced if the outcome was judged anew.
pub fn put(db: &Connection, event: &FeedbackEvent) -> Result<()> {
    let sql = "INSERT INTO feedback (subject, segment, at, helpful, raw) VALUES (?1, ?2, ?3, ?4, ?5)
               ON CONFLICT (subject, segment) DO UPDATE SET at = excluded.at, helpful = excluded.helpful,
                   raw = excluded.raw";
    let row = params![event.subject, event.segment, millis(event.at), event.helpful, event.raw];
    db.prepare_cached(sql)?.execute(row)?;
    Ok(())
}

pub fn remove(db: &Connection, subject: &str, segment: &str) -> Result<()> {
    let sql = "DELETE FROM feedback WHERE subject = ?1 AND segment = ?2";
    db.prepare_cached(sql)?.execute([subject, segment])?;
    Ok(())
}

pub fn ruling(db: &Connection, subject: &str) -> Result<MaturityRuling> {
    let sql = "SELECT ruling FROM ruling WHERE subject = ?1";
    Ok(rows::first(db, sql, [subject], |row| rows::json(row, 0))?.unwrap_or_default())
}

pub fn rulings(db: &Connection) -> Result<BTreeMap<String, MaturityRuling>> {
    rows::all(db, "SELECT subject, ruling FROM ruling", [], |row| Ok((row.get(0)?, rows::json(row, 1)?)))
}

pub fn maturity(db: &Connection, subject: &str, now: Time, rules: &config::Maturity) -> Result<Maturity> {
    let marks = feedback_weight::marks(&of(db, subject)?);
    Ok(Maturity::of(&marks, ruling(db, subject)?, now, rules))
}

/// Maturity of all subjects with feedback or a ruling. All others are candidates.
pub fn maturities(
    db: &Connection,
    now: Time,
    rules: &config::Maturity,
) -> Result<BTreeMap<String, Maturity>> {
    let mut rulings = rulings(db)?;
    let all = all(db)?;
    let by_subject = all.chunk_by(|a, b| a.subject == b.subject);
    let judged = by_subject.map(|events| {
        let ruling = rulings.remove(&events[0].subject).unwrap_or_default();
        let maturity = Maturity::of(&feedback_weight::marks(events), ruling, now, rules);
        (events[0].subject.clone(), maturity)
    });
    let mut maturities: BTreeMap<String, Maturity> = judged.collect();
    for (subject, ruling) in rulings {
        maturities.insert(subject, Maturity::of(&[], ruling, now, rules));
    }
    Ok(maturities)
}

pub fn rule(db: &Connection, subject: &str, ruling: &MaturityRuling, did: ChangeCause<'_>) -> Result<()> {
    let after = serde_json::to_string(ruling)?;
    let sql = "INSERT INTO ruling (subject, ruling) VALUES (?1, ?2)
               ON CONFLICT (subject) DO UPDATE SET ruling = excluded.ruling";
    history::recorded(db, ChangedThing::Ruling, subject, did, || {
        db.prepare_cached(sql)?.execute([subject, &after])?;
        Ok(())
    })
}

fn decode(row: &Row<'_>) -> Result<FeedbackEvent> {
    Ok(FeedbackEvent {
        subject: row.get(0)?,
        segment: row.get(1)?,
        at: rows::time(row, 2)?,
        helpful: row.get(3)?,
        raw: row.get(4)?,
    })
}
