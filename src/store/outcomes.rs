//! Outcomes of segments by their first turn, and of pipeline runs by their own id.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row, params};

use super::{Result, millis, rows};
use crate::core::model::outcome::{AdapterUse, FailureDetails, Outcome, OutcomeSource, RunResult};
use crate::core::text::head;
use crate::core::text::word_prints::WordPrints;

/// The result of saving an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    New,
    Changed,
    /// An equal outcome was stored already.
    Same,
    /// Another session has the turn, or the run was recorded: nothing changed.
    NotOurs,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    pub result: Option<RunResult>,
    pub session: Option<String>,
    pub limit: Option<usize>,
}

/// An outcome with fingerprints of its prompt's words, and those words that are kept because they taught.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredOutcome {
    pub outcome: Outcome,
    pub prints: WordPrints,
    pub asked: Option<String>,
}

impl StoredOutcome {
    /// Has the work no name but a session id, which people never see?
    pub fn is_nameless(&self) -> bool {
        let Outcome { source, files_touched, adapters_used, .. } = &self.outcome;
        *source == OutcomeSource::Transcript
            && self.asked.is_none()
            && files_touched.is_empty()
            && adapters_used.is_empty()
    }

    /// A name for people: what was asked, its files or its tools.
    pub fn named(&self) -> String {
        let Outcome { run_id, session, files_touched, adapters_used, .. } = &self.outcome;
        let list = |names: Vec<&str>| names.into_iter().take(MOST_NAMED).collect::<Vec<_>>().join(", ");
        let files = || files_touched.iter().map(String::as_str).collect::<Vec<_>>();
        let adapters = || adapters_used.iter().map(|used| used.id.as_str()).collect::<Vec<_>>();
        match &self.asked {
            Some(asked) => asked.clone(),
            None if !files_touched.is_empty() => list(files()),
            None if !adapters_used.is_empty() => list(adapters()),
            None => match session.as_deref().filter(|_| self.is_nameless()) {
                Some(session) => format!("talk without changes in session {}", head(session, SESSION_CHARS)),
                None => run_id.clone(),
            },
        }
    }
}

/// The beginning of a session's id is enough to find it.
const SESSION_CHARS: usize = 8;

/// Limit of names in a line.
const MOST_NAMED: usize = 3;

const COLUMNS: &str = "run_id, session, segment, at, result, duration_ms, wall_ms, error_count, raw_error_count,
    retry_count, quality, rollback, human_override, risk, strategy, failure_mode, dominant_failure, branch, files,
    criteria, word_prints, source, failure_detail, omitted";
const ASKED: &str = "(SELECT quote FROM evidence WHERE evidence.turn = run_id AND speaker = 'user'
    ORDER BY observation LIMIT 1)";

/// Stores an outcome unless it belongs to another session. Its position in the session is counted here, once.
pub fn save(db: &Connection, outcome: &Outcome, task: Option<&str>) -> Result<Saved> {
    let known = get(db, &outcome.run_id)?;
    let prints = task.map(WordPrints::of);
    let mut outcome = outcome.clone();
    if outcome.source == OutcomeSource::Transcript && is_forgotten(db, &outcome.run_id)? {
        outcome.files_touched = Default::default();
    }
    let saved = match &known {
        None => Saved::New,
        Some(stored) if is_foreign(&stored.outcome, &outcome) => return Ok(Saved::NotOurs),
        Some(stored) => {
            outcome.session = outcome.session.or_else(|| stored.outcome.session.clone());
            outcome.segment = outcome.segment.or(stored.outcome.segment);
            let says_the_same = outcome == Outcome { source: outcome.source, ..stored.outcome.clone() };
            let same = says_the_same && prints.as_ref().is_none_or(|prints| stored.prints == *prints);
            if same { return Ok(Saved::Same) } else { Saved::Changed }
        }
    };
    if outcome.source == OutcomeSource::Transcript && outcome.segment.is_none() {
        outcome.segment = Some(next_segment(db, outcome.session.as_deref())?);
    }
    put(db, &outcome, prints.as_ref())?;
    put_adapters(db, &outcome)?;
    Ok(saved)
}

/// Did `clear` empty it?
pub(super) fn is_forgotten(db: &Connection, run_id: &str) -> Result<bool> {
    Ok(db.prepare_cached("SELECT 1 FROM outcome WHERE run_id = ?1 AND forgotten = 1")?.exists([run_id])?)
}

fn is_foreign(stored: &Outcome, outcome: &Outcome) -> bool {
    outcome.source == OutcomeSource::Transcript
        && (stored.source == OutcomeSource::Recorded || stored.session != outcome.session)
}

fn next_segment(db: &Connection, session: Option<&str>) -> Result<u32> {
    let sql = "SELECT coalesce(max(segment), 0) + 1 FROM outcome WHERE session = ?1";
    rows::one(db, sql, [session], rows::value)
}

fn put(db: &Connection, outcome: &Outcome, prints: Option<&WordPrints>) -> Result<()> {
    let sql = format!(
        "INSERT INTO outcome ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
             ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24)
         ON CONFLICT (run_id) DO UPDATE SET session = excluded.session, segment = excluded.segment, at = excluded.at,
             result = excluded.result, duration_ms = excluded.duration_ms, wall_ms = excluded.wall_ms,
             error_count = excluded.error_count, raw_error_count = excluded.raw_error_count,
             retry_count = excluded.retry_count, quality = excluded.quality, rollback = excluded.rollback,
             human_override = excluded.human_override, risk = excluded.risk, strategy = excluded.strategy,
             failure_mode = excluded.failure_mode, dominant_failure = excluded.dominant_failure,
             failure_detail = excluded.failure_detail, branch = excluded.branch, files = excluded.files, criteria = excluded.criteria,
             word_prints = coalesce(excluded.word_prints, word_prints), source = excluded.source,
             omitted = excluded.omitted, mirrored = 0,
             judged = 0"
    );
    let o = outcome;
    db.prepare_cached(&sql)?.execute(params![
        o.run_id,
        o.session,
        o.segment,
        millis(o.timestamp),
        o.result.as_str(),
        o.duration_ms as i64,
        o.wall_duration_ms as i64,
        o.error_count,
        o.raw_error_count,
        o.retry_count,
        o.post_execution_score,
        o.rollback_occurred,
        o.human_override,
        o.risk_level.as_str(),
        o.strategy.map(|s| s.as_str()),
        o.failure_mode.map(|m| m.as_str()),
        o.failure_details.as_ref().map(|details| &details.dominant_failure_type),
        o.branch,
        list(&o.files_touched),
        list(&o.criteria),
        prints.map(ToString::to_string),
        o.source.as_str(),
        o.failure_details.as_ref().and_then(|details| details.detail.as_ref()),
        serde_json::to_string(&o.omitted)?,
    ])?;
    Ok(())
}

fn put_adapters(db: &Connection, outcome: &Outcome) -> Result<()> {
    db.prepare_cached("DELETE FROM outcome_adapter WHERE run_id = ?1")?.execute([&outcome.run_id])?;
    let sql = "INSERT INTO outcome_adapter (adapter, run_id, failed, retries, at, result, quality, failure_type, confidence)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    for used in &outcome.adapters_used {
        db.prepare_cached(sql)?.execute(params![
            used.id,
            outcome.run_id,
            used.failed,
            used.retries,
            millis(outcome.timestamp),
            outcome.result.as_str(),
            outcome.post_execution_score,
            used.failure_type,
            used.confidence
        ])?;
    }
    Ok(())
}

pub fn get(db: &Connection, run_id: &str) -> Result<Option<StoredOutcome>> {
    let sql = format!("SELECT {COLUMNS}, {ASKED} FROM outcome WHERE run_id = ?1");
    rows::first(db, &sql, [run_id], |row| decode(db, row))
}

/// Outcomes of the runs that a query selects, by id.
pub(super) fn among(db: &Connection, runs: &str) -> Result<BTreeMap<String, Outcome>> {
    let sql = format!(
        "SELECT adapter, failed, retries, failure_type, confidence, run_id FROM outcome_adapter
         WHERE run_id IN ({runs}) ORDER BY adapter"
    );
    let mut adapters: BTreeMap<String, Vec<AdapterUse>> = BTreeMap::new();
    for (run, used) in rows::all::<_, Vec<(String, _)>>(db, &sql, [], |row| Ok((row.get(5)?, adapter(row)?)))?
    {
        adapters.entry(run).or_default().push(used);
    }
    let sql = format!("SELECT {COLUMNS}, NULL FROM outcome WHERE run_id IN ({runs})");
    rows::all(db, &sql, [], |row| {
        let run: String = row.get(0)?;
        let used = adapters.remove(&run).unwrap_or_default();
        Ok((run, decode_with(row, used)?.outcome))
    })
}

/// The newest first.
pub fn newest(db: &Connection, filter: &Filter) -> Result<Vec<StoredOutcome>> {
    let sql = format!(
        "SELECT {COLUMNS}, {ASKED} FROM outcome WHERE (?1 IS NULL OR result = ?1) AND (?2 IS NULL OR session = ?2)
         ORDER BY at DESC, session, segment DESC, run_id LIMIT ?3"
    );
    let limit = filter.limit.map_or(-1, |limit| limit as i64);
    let wanted = params![filter.result.map(|r| r.as_str()), filter.session, limit];
    rows::all(db, &sql, wanted, |row| decode(db, row))
}

/// Outcomes that the mirror lacks, or all of them, oldest first.
pub fn to_mirror(db: &Connection, all: bool) -> Result<Vec<Outcome>> {
    let which = if all { "" } else { "WHERE mirrored = 0" };
    let sql = format!("SELECT {COLUMNS}, NULL FROM outcome {which} ORDER BY at, session, segment, run_id");
    rows::all(db, &sql, [], |row| Ok(decode(db, row)?.outcome))
}

pub fn mark_mirrored(db: &Connection) -> Result<()> {
    db.prepare_cached("UPDATE outcome SET mirrored = 1 WHERE mirrored = 0")?.execute([])?;
    Ok(())
}

fn decode(db: &Connection, row: &Row<'_>) -> Result<StoredOutcome> {
    decode_with(row, adapters(db, &row.get::<_, String>(0)?)?)
}

fn decode_with(row: &Row<'_>, adapters_used: Vec<AdapterUse>) -> Result<StoredOutcome> {
    let run_id: String = row.get(0)?;
    let outcome = Outcome {
        source: rows::word(row, 21)?,
        session: row.get(1)?,
        segment: row.get(2)?,
        result: rows::word(row, 4)?,
        duration_ms: row.get::<_, i64>(5)?.unsigned_abs(),
        wall_duration_ms: row.get::<_, i64>(6)?.unsigned_abs(),
        error_count: row.get(7)?,
        raw_error_count: row.get(8)?,
        retry_count: row.get(9)?,
        post_execution_score: row.get(10)?,
        rollback_occurred: row.get(11)?,
        human_override: row.get(12)?,
        strategy: rows::word_if_any(row, 14)?,
        failure_mode: rows::word_if_any(row, 15)?,
        failure_details: failure_details(row.get(16)?, row.get(22)?),
        branch: row.get(17)?,
        files_touched: rows::json(row, 18)?,
        criteria: rows::json(row, 19)?,
        omitted: rows::json(row, 23)?,
        adapters_used,
        ..Outcome::begun(run_id, rows::time(row, 3)?)
    };
    let risk_level = rows::word_if_any(row, 13)?.unwrap_or(outcome.risk_level);
    let prints: Option<String> = row.get(20)?;
    Ok(StoredOutcome {
        outcome: Outcome { risk_level, ..outcome },
        prints: prints.as_deref().map(WordPrints::read).unwrap_or_default(),
        asked: row.get(24)?,
    })
}

pub(super) fn failure_details(kind: Option<String>, detail: Option<String>) -> Option<FailureDetails> {
    kind.map(|dominant_failure_type| FailureDetails { dominant_failure_type, detail })
}

fn adapters(db: &Connection, run_id: &str) -> Result<Vec<AdapterUse>> {
    let sql = "SELECT adapter, failed, retries, failure_type, confidence FROM outcome_adapter WHERE run_id = ?1 ORDER BY adapter";
    rows::all(db, sql, [run_id], adapter)
}

/// Decodes a row that starts with id, failure, retries, failure type and certainty.
pub(super) fn adapter(row: &Row<'_>) -> Result<AdapterUse> {
    Ok(AdapterUse {
        id: row.get(0)?,
        failed: row.get(1)?,
        retries: row.get(2)?,
        failure_type: row.get(3)?,
        confidence: row.get(4)?,
    })
}

fn list(texts: &[String]) -> String {
    serde_json::Value::from(texts).to_string()
}

#[cfg(test)]
mod tests;
