//! The recall index for prompts. The worker replaces it as a whole; a hook reads it with one indexed
//! query per word.

use std::collections::BTreeSet;

use rusqlite::{Connection, params};

use super::meta::{self, MetaKey};
use super::{Result, rows};
use crate::core::context::inject::InjectedLine;
use crate::core::context::recall::{self, Postings};
use crate::core::model::Time;
use crate::core::patterns::prepared_score::ScoreDecay;
use crate::core::text;

/// Limit per prompt, best first, to bound its latency.
const MOST_LOOKED_AT: usize = 100;

/// A line that may be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Recallable {
    pub line: InjectedLine,
    /// The words it is found by.
    pub about: String,
    /// `None` for lasting lines.
    pub score_decay: Option<ScoreDecay>,
}

/// Replaces all lines, best first. A prompt gets at most `tokens` of them, and none that has faded by then.
pub fn replace(db: &Connection, lines: &[Recallable], tokens: usize) -> Result<()> {
    let stored = text::hash(&format!("{tokens} {lines:?}"));
    if meta::get(db, MetaKey::Recall)?.as_ref() == Some(&stored) {
        return Ok(());
    }
    meta::set(db, MetaKey::RecallTokens, &tokens.to_string())?;
    db.execute_batch("DELETE FROM recall_line; DELETE FROM recall_term;")?;
    let sql = "INSERT INTO recall_line (id, subject, line, score_decay) VALUES (?1, ?2, ?3, ?4)";
    let mut put = db.prepare_cached(sql)?;
    for (id, Recallable { line, score_decay, .. }) in (0u32..).zip(lines) {
        let score_decay = score_decay.as_ref().map(serde_json::to_string).transpose()?;
        put.execute(params![id, line.subject, line.text, score_decay])?;
    }
    let mut put = db.prepare_cached("INSERT INTO recall_term (term, lines) VALUES (?1, ?2)")?;
    for (term, lines) in recall::index(lines.iter().map(|line| line.about.as_str())) {
        put.execute(params![term, serde_json::to_string(&lines)?])?;
    }
    meta::set(db, MetaKey::Recall, &stored)
}

pub fn tokens(db: &Connection) -> Result<usize> {
    Ok(meta::get(db, MetaKey::RecallTokens)?.and_then(|tokens| tokens.parse().ok()).unwrap_or(0))
}

/// At most `most` lines that match the text, best first, without those in `told`, scored for now.
pub fn find(
    db: &Connection,
    prompt: &str,
    told: &BTreeSet<String>,
    most: usize,
    now: Time,
) -> Result<Vec<InjectedLine>> {
    let mut postings = Vec::new();
    for term in recall::terms(prompt) {
        postings.extend(posting(db, &term)?.map(|lines| (term, lines)));
    }
    let mut found = Vec::new();
    for id in recall::best(&recall::rarest(postings)).into_iter().take(MOST_LOOKED_AT) {
        let line = line(db, id, now)?;
        found.extend(line.filter(|line| line.subject.as_ref().is_none_or(|subject| !told.contains(subject))));
        if found.len() == most {
            break;
        }
    }
    Ok(found)
}

fn posting(db: &Connection, term: &str) -> Result<Option<Postings>> {
    rows::first(db, "SELECT lines FROM recall_term WHERE term = ?1", [term], |row| rows::json(row, 0))
}

fn line(db: &Connection, id: u32, now: Time) -> Result<Option<InjectedLine>> {
    let sql = "SELECT subject, line, score_decay FROM recall_line WHERE id = ?1";
    let found: Option<(String, String, Option<String>)> = rows::first(db, sql, [id], rows::columns)?;
    let Some((subject, text, score_decay)) = found else { return Ok(None) };
    let text = match score_decay {
        Some(score_decay) => serde_json::from_str::<ScoreDecay>(&score_decay)?.line(&text, now),
        None => Some(text),
    };
    Ok(text.map(|text| InjectedLine::of(&subject, text)))
}
