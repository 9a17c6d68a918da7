//! Segments of a session: each outcome with its errors, the subjects used in it and the strategies seen
//! in it. All rows of a segment are replaced together, so that a second reading leaves the same rows.

use std::collections::BTreeSet;

use rusqlite::{Connection, params};

use super::outcomes::Saved;
use super::{Result, errors, history, millis, outcomes, rows};
use crate::core::history::change::ChangedThing;
use crate::core::model::Time;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::outcome::{Outcome, OutcomeSource};
use crate::core::session::segments::Segment;

/// A lesson that was used in a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedSubject {
    pub subject: String,
    /// `cited`, `invoked` or `read`.
    pub how: &'static str,
    pub at: Time,
}

/// Stores one segment of a session, unless another session has its turn already.
pub fn save(
    db: &Connection,
    session: &str,
    segment: &Segment,
    used: &[UsedSubject],
    labels: &[&str],
) -> Result<Saved> {
    let outcome = Outcome { session: Some(session.to_owned()), ..segment.outcome.clone() };
    let saved = outcomes::save(db, &outcome, Some(&segment.task))?;
    if saved != Saved::NotOurs {
        errors::replace(db, &outcome, &segment.errors)?;
        errors::answer(db, &outcome.run_id, &segment.successes)?;
        put_uses(db, &outcome.run_id, used)?;
        put_labels(db, &outcome.run_id, labels)?;
    }
    Ok(saved)
}

/// Records a pattern that was named in a segment. Unlike other uses these are only added, because subagents name them in
/// transcripts of their own, which are read once. A session's citation replaces a pipeline's record of the same use.
pub fn cite(db: &Connection, run_id: &str, pattern: &str, at: Time, source: OutcomeSource) -> Result<()> {
    let sql = "INSERT INTO segment_use (run_id, kind, subject, how, at, source)
               SELECT run_id, 'pattern', id, 'cited', ?3, ?4 FROM outcome, pattern WHERE run_id = ?1 AND id = ?2
               ON CONFLICT DO UPDATE SET source = excluded.source
                   WHERE segment_use.source = 'recorded' AND excluded.source = 'transcript'";
    if db.prepare_cached(sql)?.execute(params![run_id, pattern, millis(at), source.as_str()])? > 0 {
        let sql = "UPDATE pattern SET last_used = max(last_used, ?2) WHERE id = ?1";
        db.prepare_cached(sql)?.execute(params![pattern, millis(at)])?;
    }
    Ok(())
}

/// Replaces the patterns that a pipeline says its run followed; a session's citations stay. `false` if nothing changed.
pub fn follow(db: &Connection, outcome: &Outcome, patterns: &[String], did: ChangeCause<'_>) -> Result<bool> {
    let before = cited(db, &outcome.run_id)?;
    let sql = "DELETE FROM segment_use WHERE kind = 'pattern' AND run_id = ?1 AND source = 'recorded'";
    db.prepare_cached(sql)?.execute([&outcome.run_id])?;
    let did = ChangeCause { action: ChangeKind::Seen, ..did };
    for pattern in patterns {
        let cite = || cite(db, &outcome.run_id, pattern, outcome.timestamp, OutcomeSource::Recorded);
        history::recorded(db, ChangedThing::Pattern, pattern, did, cite)?;
    }
    Ok(cited(db, &outcome.run_id)? != before)
}

fn cited(db: &Connection, run_id: &str) -> Result<BTreeSet<String>> {
    let sql = "SELECT subject FROM segment_use WHERE kind = 'pattern' AND run_id = ?1";
    rows::all(db, sql, [run_id], rows::value)
}

/// The segment that a session was in at this moment.
pub fn running_at(db: &Connection, session: &str, at: Time) -> Result<Option<String>> {
    let sql =
        "SELECT run_id FROM outcome WHERE session = ?1 AND at <= ?2 ORDER BY at DESC, segment DESC LIMIT 1";
    rows::first(db, sql, params![session, millis(at)], rows::value)
}

fn put_uses(db: &Connection, run_id: &str, used: &[UsedSubject]) -> Result<()> {
    let sql = "DELETE FROM segment_use WHERE run_id = ?1 AND kind = 'observation'";
    db.prepare_cached(sql)?.execute([run_id])?;
    let sql = "INSERT OR IGNORE INTO segment_use (run_id, kind, subject, how, at) VALUES (?1, 'observation', ?2, ?3, ?4)";
    for used in used {
        db.prepare_cached(sql)?.execute(params![run_id, used.subject, used.how, millis(used.at)])?;
    }
    Ok(())
}

fn put_labels(db: &Connection, run_id: &str, labels: &[&str]) -> Result<()> {
    db.prepare_cached("DELETE FROM segment_strategy WHERE run_id = ?1")?.execute([run_id])?;
    for label in labels {
        db.prepare_cached("INSERT OR IGNORE INTO segment_strategy (run_id, label) VALUES (?1, ?2)")?
            .execute([run_id, label])?;
    }
    Ok(())
}
