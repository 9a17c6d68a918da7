//! Guards: proposed, active and rejected.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, Row, params};

use super::history;
use super::{Result, millis, rows};
use crate::core::guards::guard::{Guard, GuardLevel, SEEN};
use crate::core::guards::matcher::Matcher;
use crate::core::guards::propose::GuardProposal;
use crate::core::guards::replay::{WorkEnd, WorkEnds};
use crate::core::history::change::ChangedThing;
use crate::core::model::Time;
use crate::core::model::change_kind::ChangeCause;

const COLUMNS: &str = "id, matcher, level, rule, said_at, observation, set_at";
/// Prefix and suffix of the id of a guard that asked, in the records of deliveries.
const ASKED: (&str, &str) = ("guard:", ":asked");

/// Guards in order of creation. Rows that the grammar does not accept are in `unreadable`.
pub fn all(db: &Connection) -> Result<Vec<Guard>> {
    let sql = format!("SELECT {COLUMNS} FROM guard ORDER BY CAST(substr(id, 2) AS INTEGER)");
    let found: Vec<Option<Guard>> = rows::all(db, &sql, [], decode)?;
    Ok(found.into_iter().flatten().collect())
}

/// Ids and matchers of guards that the grammar does not accept. They enforce nothing.
pub fn unreadable(db: &Connection) -> Result<Vec<(String, String)>> {
    let found: Vec<(String, String)> = rows::all(db, "SELECT id, matcher FROM guard", [], rows::columns)?;
    Ok(found.into_iter().filter(|(_, matcher)| matcher.parse::<Matcher>().is_err()).collect())
}

fn decode(row: &Row<'_>) -> Result<Option<Guard>> {
    let matcher: String = row.get(1)?;
    let Ok(matcher) = matcher.parse() else { return Ok(None) };
    Ok(Some(Guard {
        id: row.get(0)?,
        matcher,
        level: rows::word(row, 2)?,
        rule: row.get(3)?,
        said_at: rows::time(row, 4)?,
        observation: row.get(5)?,
        set_at: rows::time_if_any(row, 6)?,
    }))
}

/// Replaces the proposals from lessons. Guards that a person ruled on stay.
pub fn propose(db: &Connection, proposals: &[GuardProposal]) -> Result<usize> {
    let known = all(db)?;
    let wanted: BTreeSet<String> = proposals.iter().map(|one| one.matcher.to_string()).collect();
    for guard in known.iter().filter(|guard| guard.level == GuardLevel::Proposed) {
        if !wanted.contains(&guard.matcher.to_string()) {
            remove_row(db, &guard.id)?;
        }
    }
    let mut added = 0;
    for one in
        proposals.iter().filter(|one| !known.iter().any(|guard| guard.matcher.usual() == one.matcher.usual()))
    {
        let guard = Guard {
            id: next_id(db)?,
            matcher: one.matcher.clone(),
            level: GuardLevel::Proposed,
            rule: if one.is_said { one.rule.clone() } else { format!("{SEEN}{}", one.rule) },
            said_at: one.said_at,
            observation: one.observation.clone(),
            set_at: None,
        };
        put(db, &guard)?;
        added += 1;
    }
    Ok(added)
}

/// Stores a person's ruling on a guard, with a line in the history.
pub fn set(db: &Connection, guard: &Guard, did: ChangeCause<'_>) -> Result<()> {
    history::recorded(db, ChangedThing::Guard, &guard.id, did, || put(db, guard))
}

pub fn remove(db: &Connection, id: &str, did: ChangeCause<'_>) -> Result<()> {
    history::recorded(db, ChangedThing::Guard, id, did, || remove_row(db, id))
}

/// The next unused id. Ids that the history may mention are not reused.
pub fn next_id(db: &Connection) -> Result<String> {
    let sql = "SELECT COALESCE(max(CAST(substr(id, 2) AS INTEGER)), 0) + 1 FROM
               (SELECT id FROM guard UNION ALL SELECT subject AS id FROM history WHERE thing = 'guard')";
    let next: i64 = rows::one(db, sql, [], rows::value)?;
    Ok(format!("g{next}"))
}

fn put(db: &Connection, guard: &Guard) -> Result<()> {
    let sql = "INSERT INTO guard (id, matcher, level, rule, said_at, observation, set_at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
               ON CONFLICT (id) DO UPDATE SET level = excluded.level, rule = excluded.rule,
                   set_at = excluded.set_at";
    let Guard { id, matcher, level, rule, said_at, observation, set_at } = guard;
    let row = params![
        id,
        matcher.to_string(),
        level.as_str(),
        rule,
        millis(*said_at),
        observation,
        set_at.map(millis)
    ];
    db.prepare_cached(sql)?.execute(row)?;
    Ok(())
}

fn remove_row(db: &Connection, id: &str) -> Result<()> {
    db.prepare_cached("DELETE FROM guard WHERE id = ?1")?.execute([id])?;
    Ok(())
}

/// Outcome of each segment, by its first turn.
pub fn work_ends(db: &Connection) -> Result<WorkEnds> {
    let sql = "SELECT run_id, result IN ('partial', 'failure'), rollback FROM outcome
               WHERE source = 'transcript'";
    rows::all(db, sql, [], |row| Ok((row.get(0)?, WorkEnd { corrected: row.get(1)?, reverted: row.get(2)? })))
}

/// Sessions in which each guard spoke.
pub fn spoke(db: &Connection) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let sql = "SELECT substr(subject, 7), session FROM delivered
               WHERE subject LIKE 'guard:%' AND subject NOT LIKE '%:asked'";
    let found: Vec<(String, String)> = rows::all(db, sql, [], rows::columns)?;
    let mut spoke: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (id, session) in found {
        spoke.entry(id).or_default().insert(session);
    }
    Ok(spoke)
}

/// Sessions in which each guard asked, and when. A matching call that ran afterwards was allowed.
pub fn asked(db: &Connection) -> Result<BTreeMap<String, BTreeMap<String, Time>>> {
    let sql = "SELECT subject, session, min(at) FROM delivered WHERE subject LIKE 'guard:%:asked'
               GROUP BY subject, session";
    let found: Vec<(String, String, Time)> =
        rows::all(db, sql, [], |row| Ok((row.get(0)?, row.get(1)?, rows::time(row, 2)?)))?;
    let mut asked: BTreeMap<String, BTreeMap<String, Time>> = BTreeMap::new();
    for (subject, session, at) in found {
        let id = subject.strip_prefix(ASKED.0).and_then(|rest| rest.strip_suffix(ASKED.1));
        asked.entry(id.unwrap_or_default().to_owned()).or_default().insert(session, at);
    }
    Ok(asked)
}
