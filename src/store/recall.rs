//! What a prompt calls to mind. Written by the worker as a whole, read by a hook: one indexed look for each word.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, params};

use super::{Result, StoreError, meta, time};
use crate::core::fading::Fading;
use crate::core::inject::Line;
use crate::core::model::{Time, UnknownWord};
use crate::core::pattern::Track;
use crate::core::recall::{self, Postings};
use crate::core::text;

/// Which lines are stored, so that the same ones are not written again.
const STORED: &str = "recall";
const TOKENS: &str = "recall_tokens";
/// The score below which no pattern is told.
const LEAST: &str = "recall_least";

/// A line that may be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recallable {
    pub line: Line,
    /// The words it is found by.
    pub about: String,
}

/// Puts these lines, best first, in place of those that were there. A prompt gets at most `tokens` of them, and no pattern
/// that is worth less than `least` by then.
pub fn replace(db: &Connection, lines: &[Recallable], tokens: usize, least: f64) -> Result<()> {
    let stored = text::hash(&format!("{tokens} {least} {lines:?}"));
    if meta::get(db, STORED)?.as_ref() == Some(&stored) {
        return Ok(());
    }
    meta::set(db, TOKENS, &tokens.to_string())?;
    meta::set(db, LEAST, &least.to_string())?;
    db.execute_batch("DELETE FROM recall_line; DELETE FROM recall_term;")?;
    let mut put = db.prepare_cached("INSERT INTO recall_line (id, subject, line) VALUES (?1, ?2, ?3)")?;
    for (id, Recallable { line, .. }) in (0u32..).zip(lines) {
        put.execute(params![id, line.subject, line.text])?;
    }
    let mut put = db.prepare_cached("INSERT INTO recall_term (term, lines) VALUES (?1, ?2)")?;
    for (term, lines) in recall::index(lines.iter().map(|line| line.about.as_str())) {
        let lines = serde_json::to_string(&lines).map_err(|error| StoreError::Decode(error.to_string()))?;
        put.execute(params![term, lines])?;
    }
    meta::set(db, STORED, &stored)
}

pub fn tokens(db: &Connection) -> Result<usize> {
    Ok(meta::get(db, TOKENS)?.and_then(|tokens| tokens.parse().ok()).unwrap_or(0))
}

/// At most `most` lines that the text calls to mind, best first, none of `told`, each as it holds now.
pub fn find(
    db: &Connection,
    prompt: &str,
    told: &BTreeSet<String>,
    most: usize,
    now: Time,
) -> Result<Vec<Line>> {
    let mut postings = Vec::new();
    for term in recall::terms(prompt) {
        postings.extend(posting(db, &term)?.map(|lines| (term, lines)));
    }
    let mut found = Vec::new();
    for id in recall::best(&recall::rarest(postings)) {
        let line = line(db, id, now)?;
        found.extend(line.filter(|line| line.subject.as_ref().is_none_or(|subject| !told.contains(subject))));
        if found.len() == most {
            break;
        }
    }
    Ok(found)
}

fn posting(db: &Connection, term: &str) -> Result<Option<Postings>> {
    let mut find = db.prepare_cached("SELECT lines FROM recall_term WHERE term = ?1")?;
    let lines: Option<String> = find.query_row([term], |row| row.get(0)).optional()?;
    let read = lines.map(|lines| serde_json::from_str(&lines)).transpose();
    read.map_err(|error| StoreError::Decode(error.to_string()))
}

fn line(db: &Connection, id: u32, now: Time) -> Result<Option<Line>> {
    let mut find = db.prepare_cached("SELECT subject, line FROM recall_line WHERE id = ?1")?;
    let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let found: Option<(String, String)> = find.query_row([id], read).optional()?;
    let Some((subject, text)) = found else { return Ok(None) };
    let text = match fading(db, &subject)? {
        Some(fading) => fading.line(&text, now),
        None => Some(text),
    };
    Ok(text.map(|text| Line::of(&subject, text)))
}

/// None for what is no pattern, and for patterns that do not fade.
fn fading(db: &Connection, subject: &str) -> Result<Option<Fading>> {
    let sql = "SELECT category, reinforced, ignored, ignore_weight, regression, last_used FROM pattern WHERE id = ?1";
    let mut find = db.prepare_cached(sql)?;
    let mut rows = find.query([subject])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let category: String = row.get(0)?;
    let category = category.parse().map_err(|error: UnknownWord| StoreError::Decode(error.to_string()))?;
    let track = Track {
        reinforced: row.get(1)?,
        ignored: row.get(2)?,
        ignore_weight: row.get(3)?,
        regression: row.get(4)?,
        ..Track::first_seen(time(row.get(5)?)?)
    };
    let least = meta::get(db, LEAST)?.and_then(|least| least.parse().ok()).unwrap_or(0.0);
    Ok(Fading::of(&track, category, least))
}
