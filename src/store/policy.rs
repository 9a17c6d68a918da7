//! Inputs of the policy: outcomes reduced to what it uses, fixes that worked later, and people's
//! orders.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rusqlite::{Connection, Row, params};

use super::history;
use super::meta::{self, MetaKey};
use super::outcomes::{adapter, failure_details};
use super::{Result, millis, rows};
use crate::core::history::change::ChangedThing;
use crate::core::model::Time;
use crate::core::model::change_kind::ChangeCause;
use crate::core::model::outcome::{AdapterUse, ErrorType, Outcome};
use crate::core::policy::failure_patterns::{adapters_of, id_of, remedy};
use crate::core::policy::overlay_rules::ToolRuling;
use crate::core::policy::policy_update::told::Overlays;
use crate::core::session::failure_type::of_error;

/// Every outcome, oldest first, and whether the history has mentioned it. Files, criteria and tasks are not loaded,
/// because a report may read a hundred thousand outcomes.
pub fn outcomes(db: &Connection) -> Result<Vec<(Outcome, bool)>> {
    let mut adapters = adapters(db)?;
    let sql = "SELECT run_id, session, at, result, duration_ms, error_count, retry_count, quality, rollback,
                   human_override, risk, failure_mode, dominant_failure, judged, failure_detail, source, omitted
               FROM outcome ORDER BY at, run_id";
    rows::all(db, sql, [], |row| {
        let mut outcome = decode(row)?;
        outcome.adapters_used = adapters.remove(&outcome.run_id).unwrap_or_default();
        Ok((outcome, row.get(13)?))
    })
}

/// Every outcome with its review criteria.
pub fn reviewed(db: &Connection) -> Result<Vec<Outcome>> {
    let mut criteria = criteria(db)?;
    let with_criteria = |(outcome, _): (Outcome, bool)| {
        let criteria = criteria.remove(&outcome.run_id).unwrap_or_default();
        Outcome { criteria, ..outcome }
    };
    Ok(outcomes(db)?.into_iter().map(with_criteria).collect())
}

pub fn names_criteria(db: &Connection) -> Result<bool> {
    Ok(db.prepare_cached("SELECT 1 FROM outcome WHERE criteria != '[]' LIMIT 1")?.exists([])?)
}

/// Review criteria by run. Most runs have none.
fn criteria(db: &Connection) -> Result<HashMap<String, Vec<String>>> {
    let sql = "SELECT run_id, criteria FROM outcome WHERE criteria != '[]'";
    rows::all(db, sql, [], |row| Ok((row.get(0)?, rows::json(row, 1)?)))
}

fn adapters(db: &Connection) -> Result<HashMap<String, Vec<AdapterUse>>> {
    let sql = "SELECT adapter, failed, retries, failure_type, confidence, run_id FROM outcome_adapter
               ORDER BY adapter, run_id";
    let used: Vec<(String, AdapterUse)> = rows::all(db, sql, [], |row| Ok((row.get(5)?, adapter(row)?)))?;
    let mut adapters: HashMap<String, Vec<AdapterUse>> = HashMap::new();
    used.into_iter().for_each(|(run_id, used)| adapters.entry(run_id).or_default().push(used));
    Ok(adapters)
}

fn decode(row: &Row<'_>) -> Result<Outcome> {
    Ok(Outcome {
        source: rows::word(row, 15)?,
        session: row.get(1)?,
        result: rows::word(row, 3)?,
        duration_ms: row.get::<_, i64>(4)?.unsigned_abs(),
        error_count: row.get(5)?,
        retry_count: row.get(6)?,
        post_execution_score: row.get(7)?,
        rollback_occurred: row.get(8)?,
        human_override: row.get(9)?,
        risk_level: rows::word(row, 10)?,
        failure_mode: rows::word_if_any(row, 11)?,
        failure_details: failure_details(row.get(12)?, row.get(14)?),
        omitted: rows::json(row, 16)?,
        ..Outcome::begun(row.get(0)?, rows::time(row, 2)?)
    })
}

pub fn mark_judged(db: &Connection) -> Result<()> {
    db.prepare_cached("UPDATE outcome SET judged = 1 WHERE judged = 0")?.execute([])?;
    Ok(())
}

/// The overlays that the history last mentioned, if any.
pub fn told(db: &Connection) -> Result<Option<Overlays>> {
    // An unreadable value counts as never mentioned.
    Ok(meta::get(db, MetaKey::Overlays)?.and_then(|overlays| serde_json::from_str(&overlays).ok()))
}

pub fn remember(db: &Connection, overlays: &Overlays) -> Result<()> {
    meta::set(db, MetaKey::Overlays, &serde_json::to_string(overlays)?)
}

/// In a single session a fix may be a coincidence.
const FIXED_SESSIONS: usize = 2;

/// The last fix that resolved a failure pattern in several sessions, by pattern.
pub fn fixes(db: &Connection) -> Result<BTreeMap<String, String>> {
    let sql = "SELECT adapter, message, type, resolved_by, tool, COALESCE(error.session, run_id)
               FROM error JOIN outcome_adapter USING (run_id)
               WHERE resolved_by IS NOT NULL AND by_person = 0
               ORDER BY resolved_at, error.id";
    let read = |row: &Row<'_>| {
        Ok((row.get(0)?, row.get(1)?, rows::word(row, 2)?, row.get(3)?, row.get(4)?, row.get(5)?))
    };
    let resolved: Vec<(String, String, ErrorType, String, String, String)> = rows::all(db, sql, [], read)?;
    let mut seen: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    let mut fixes = BTreeMap::new();
    for (adapter, message, kind, by, tool, session) in resolved {
        let Some(remedy) = remedy(&by).filter(|_| adapters_of(&tool).contains(&adapter)) else { continue };
        let id = id_of(&adapter, of_error(&message, kind).as_str());
        let sessions = seen.entry((id.clone(), remedy.clone())).or_default();
        sessions.insert(session);
        if sessions.len() >= FIXED_SESSIONS {
            fixes.insert(id, remedy);
        }
    }
    Ok(fixes)
}

pub fn orders(db: &Connection) -> Result<BTreeMap<String, ToolRuling>> {
    rows::all(db, "SELECT adapter, body FROM tool_ruling", [], |row| Ok((row.get(0)?, rows::json(row, 1)?)))
}

/// Stores a person's ruling on an adapter, and records it in the history.
pub fn order(db: &Connection, adapter: &str, order: &ToolRuling, did: ChangeCause<'_>) -> Result<()> {
    let after = serde_json::to_string(order)?;
    let sql = "INSERT INTO tool_ruling (adapter, body) VALUES (?1, ?2)
               ON CONFLICT (adapter) DO UPDATE SET body = excluded.body";
    history::recorded(db, ChangedThing::Order, adapter, did, || {
        db.prepare_cached(sql)?.execute([adapter, &after])?;
        Ok(())
    })
}

pub fn was_used(db: &Connection, adapter: &str) -> Result<bool> {
    Ok(db.prepare_cached("SELECT 1 FROM outcome_adapter WHERE adapter = ?1")?.exists([adapter])?)
}

pub fn was_used_since(db: &Connection, adapter: &str, at: Time) -> Result<bool> {
    let sql = "SELECT 1 FROM outcome_adapter WHERE adapter = ?1 AND at > ?2";
    Ok(db.prepare_cached(sql)?.exists(params![adapter, millis(at)])?)
}

/// Every adapter that was ever used or ruled on.
pub fn known_adapters(db: &Connection) -> Result<BTreeSet<String>> {
    let sql = "SELECT adapter FROM outcome_adapter UNION SELECT adapter FROM tool_ruling";
    rows::all(db, sql, [], rows::value)
}
