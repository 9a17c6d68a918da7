//! Agents' conclusions, kept until no verdict can come any more, and the verdicts that were applied.

use std::collections::BTreeSet;
use std::path::PathBuf;

use rusqlite::{Connection, Row, params};

use super::{Result, millis, rows};
use crate::core::model::Time;
use crate::core::patterns::agent_report::heard::ReportKind;
use crate::core::patterns::evidence_level::EvidenceLevel;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredReport {
    pub turn: String,
    pub call: Option<String>,
    pub session: String,
    pub role: String,
    pub kind: ReportKind,
    pub at: Time,
    /// Redacted.
    pub text: String,
    /// Transcript of the reporting agent.
    pub transcript: Option<PathBuf>,
    /// Files that its agent changed.
    pub files: Vec<String>,
}

/// An applied verdict.
#[derive(Clone, Copy, Debug)]
pub struct Applied<'a> {
    pub turn: &'a str,
    pub judged: &'a StoredReport,
    /// Hash of its text.
    pub words: &'a str,
    pub validator: &'a str,
    pub passed: bool,
    pub evidence: EvidenceLevel,
    pub at: Time,
}

/// `false` when this turn, or the result of the same call, is stored already.
pub fn add(db: &Connection, said: &StoredReport) -> Result<bool> {
    let sql =
        "INSERT OR IGNORE INTO agent_report (turn, call, session, role, kind, at, text, transcript, files)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    let transcript = said.transcript.as_ref().map(|path| path.to_string_lossy());
    let files = serde_json::to_string(&said.files)?;
    let row = params![
        said.turn,
        said.call,
        said.session,
        said.role,
        said.kind.as_str(),
        millis(said.at),
        said.text,
        transcript,
        files
    ];
    Ok(db.prepare_cached(sql)?.execute(row)? > 0)
}

/// The last report of a role in a session before this time, as long as its text is kept.
pub fn last_of(db: &Connection, session: &str, role: &str, before: Time) -> Result<Option<StoredReport>> {
    let sql = "SELECT turn, call, session, role, kind, at, text, transcript, files FROM agent_report
               WHERE session = ?1 AND role = ?2 AND at <= ?3 AND kind <> 'verdict' AND text <> ''
               ORDER BY at DESC, turn DESC LIMIT 1";
    rows::first(db, sql, params![session, role, millis(before)], decode)
}

/// The last report since then whose turn begins so.
pub fn last_like(db: &Connection, turn: &str, since: Time) -> Result<Option<String>> {
    let sql = "SELECT turn FROM agent_report WHERE substr(turn, 1, length(?1)) = ?1 AND at > ?2 ORDER BY at DESC LIMIT 1";
    rows::first(db, sql, params![turn, millis(since)], rows::value)
}

/// The roles that concluded something in a session.
pub fn roles_in(db: &Connection, session: &str) -> Result<BTreeSet<String>> {
    let sql = "SELECT DISTINCT role FROM agent_report WHERE session = ?1 AND kind <> 'verdict'";
    rows::all(db, sql, [session], rows::value)
}

/// Every file that a session's agents changed.
pub fn files_changed_in(db: &Connection, session: &str) -> Result<BTreeSet<String>> {
    let sql = "SELECT files FROM agent_report WHERE session = ?1 UNION ALL SELECT files FROM outcome WHERE session = ?1";
    let files: Vec<Vec<String>> = rows::all(db, sql, [session], |row| rows::json(row, 0))?;
    Ok(files.into_iter().flatten().collect())
}

/// Drops texts that are too old for a verdict.
pub fn forget_words(db: &Connection, before: Time) -> Result<()> {
    let sql = "UPDATE agent_report SET text = '' WHERE at < ?1 AND text <> ''";
    db.prepare_cached(sql)?.execute([millis(before)])?;
    Ok(())
}

/// `false` when this verdict, or an equal one on the same report, was applied before.
pub fn apply(db: &Connection, verdict: &Applied<'_>) -> Result<bool> {
    let sql =
        "INSERT OR IGNORE INTO verdict (turn, judged, words, validator, adversarial, passed, evidence, at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let row = params![
        verdict.turn,
        verdict.judged.turn,
        verdict.words,
        verdict.validator,
        verdict.judged.role,
        verdict.passed,
        verdict.evidence.as_str(),
        millis(verdict.at)
    ];
    Ok(db.prepare_cached(sql)?.execute(row)? > 0)
}

fn decode(row: &Row<'_>) -> Result<StoredReport> {
    let transcript: Option<String> = row.get(7)?;
    Ok(StoredReport {
        turn: row.get(0)?,
        call: row.get(1)?,
        session: row.get(2)?,
        role: row.get(3)?,
        kind: rows::word(row, 4)?,
        at: rows::time(row, 5)?,
        text: row.get(6)?,
        transcript: transcript.map(PathBuf::from),
        files: rows::json(row, 8)?,
    })
}
