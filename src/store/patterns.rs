//! Patterns with their tags and sightings. Their success and failure counts come from feedback events
//! and are never stored twice.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, Row, params};

use super::history;
use super::{Result, feedback, millis, rows};
use crate::core::history::change::ChangedThing;
use crate::core::model::change_kind::ChangeCause;
use crate::core::outcomes::feedback::FeedbackEvent;
use crate::core::outcomes::maturity::MaturityRuling;
use crate::core::patterns::anti_pattern;
use crate::core::patterns::lifecycle::PatternSighting;
use crate::core::patterns::pattern::{self, Pattern, PatternKind, Track};

const COLUMNS: &str = "id, role, content, kind, category, lifecycle, reason, linked, seen, reinforced, ignored,
                       ignore_weight, skips, last_used, regression, disputed, weak_since, created_at, updated_at";

pub fn all(db: &Connection) -> Result<Vec<Pattern>> {
    let sql = format!("SELECT {COLUMNS} FROM pattern ORDER BY id");
    let mut tags = rows::by_owner(db, "SELECT pattern, tag FROM pattern_tag", [], |row| Ok(row.get(1)?))?;
    let (events, rulings) = (feedback::all(db)?, feedback::rulings(db)?);
    rows::all(db, &sql, [], |row| {
        let mut pattern = decode(row)?;
        pattern.tags = tags.remove(&pattern.id).unwrap_or_default();
        let source = source_of_results(row)?;
        let from = events.partition_point(|event| event.subject < source);
        let to = events.partition_point(|event| event.subject <= source);
        Ok(with_results(pattern, &events[from..to], rulings.get(&source)))
    })
}

pub fn get(db: &Connection, id: &str) -> Result<Option<Pattern>> {
    rows::first(db, &format!("SELECT {COLUMNS} FROM pattern WHERE id = ?1"), [id], |row| {
        let mut pattern = decode(row)?;
        pattern.tags = rows::all(db, "SELECT tag FROM pattern_tag WHERE pattern = ?1", [id], rows::value)?;
        let source = source_of_results(row)?;
        let ruling = feedback::ruling(db, &source)?;
        Ok(with_results(pattern, &feedback::of(db, &source)?, Some(&ruling)))
    })
}

/// The pattern with this meaning, in any wording; of several roles, the main session's first.
pub fn saying(db: &Connection, text: &str) -> Result<Option<String>> {
    let sql =
        "SELECT id FROM pattern WHERE text_hash = ?1 AND kind = 'pattern' ORDER BY role <> ?2, id LIMIT 1";
    rows::first(db, sql, [&pattern::text_hash(text), pattern::MAIN_ROLE], rows::value)
}

/// Stores `after` and records the change in the history. Storing the same again does nothing.
pub fn save(db: &Connection, after: &Pattern, did: ChangeCause<'_>) -> Result<()> {
    if get(db, &after.id)?.as_ref() == Some(after) {
        return Ok(());
    }
    history::recorded(db, ChangedThing::Pattern, &after.id, did, || put(db, after))
}

pub fn delete(db: &Connection, id: &str, did: ChangeCause<'_>) -> Result<()> {
    history::recorded(db, ChangedThing::Pattern, id, did, || {
        db.prepare_cached("DELETE FROM pattern WHERE id = ?1")?.execute([id])?;
        Ok(())
    })
}

/// Adds a sighting of `fresh`, or of the known pattern like it. A session counts once: `false` if it already did.
pub fn see(
    db: &Connection,
    fresh: &Pattern,
    sighting: &PatternSighting,
    did: ChangeCause<'_>,
) -> Result<bool> {
    let sql = "SELECT 1 FROM pattern_sighting WHERE pattern = ?1 AND session = ?2";
    if db.prepare_cached(sql)?.exists([&fresh.id, &sighting.session])? {
        return Ok(false);
    }
    let known = get(db, &fresh.id)?;
    let after = known.map_or_else(|| fresh.clone(), |known| known.seen_again(sighting.at));
    history::recorded(db, ChangedThing::Pattern, &fresh.id, did, || {
        put(db, &after)?;
        let sql =
            "INSERT INTO pattern_sighting (pattern, session, at, branch, folder) VALUES (?1, ?2, ?3, ?4, ?5)";
        let PatternSighting { session, at, branch, folder } = sighting;
        let row = params![fresh.id, session, millis(*at), branch, folder];
        db.prepare_cached(sql)?.execute(row)?;
        Ok(true)
    })
}

pub fn contents(db: &Connection) -> Result<BTreeMap<String, String>> {
    rows::all(db, "SELECT id, content FROM pattern", [], rows::columns)
}

/// Number of sessions in which each pattern was seen.
pub fn session_counts(db: &Connection) -> Result<BTreeMap<String, usize>> {
    let sql = "SELECT pattern, count(*) FROM pattern_sighting GROUP BY pattern";
    rows::all(db, sql, [], |row| Ok((row.get(0)?, row.get::<_, u32>(1)? as usize)))
}

/// In how many runs of pipelines each was followed, by what a person's own shell recorded. What
/// agents concluded in sessions has a folder, and all that their shells record is one session.
pub fn run_counts(db: &Connection) -> Result<BTreeMap<String, usize>> {
    let sql = "SELECT pattern, count(*) FROM pattern_sighting WHERE coalesce(folder, '') = '' AND session IN
                   (SELECT coalesce(session, run_id) FROM outcome WHERE source = 'recorded') GROUP BY pattern";
    rows::all(db, sql, [], |row| Ok((row.get(0)?, row.get::<_, u32>(1)? as usize)))
}

/// The sightings of a pattern, the oldest first.
pub fn sightings(db: &Connection, pattern: &str) -> Result<Vec<PatternSighting>> {
    Ok(seen(db, Some(pattern))?.remove(pattern).unwrap_or_default())
}

/// The sightings of all patterns.
pub fn all_sightings(db: &Connection) -> Result<BTreeMap<String, Vec<PatternSighting>>> {
    seen(db, None)
}

/// Older rows have an empty folder where none was known.
fn seen(db: &Connection, pattern: Option<&str>) -> Result<BTreeMap<String, Vec<PatternSighting>>> {
    let filter = if pattern.is_some() { "WHERE pattern = ?1" } else { "WHERE ?1 IS NULL" };
    let sql = format!(
        "SELECT pattern, session, at, branch, nullif(folder, '') FROM pattern_sighting {filter} ORDER BY at, session"
    );
    rows::by_owner(db, &sql, [pattern], |row| {
        let (session, at) = (row.get(1)?, rows::time(row, 2)?);
        Ok(PatternSighting { session, at, branch: row.get(3)?, folder: row.get(4)? })
    })
}

fn put(db: &Connection, p: &Pattern) -> Result<()> {
    let sql = "INSERT INTO pattern (id, role, content, kind, category, lifecycle, reason, linked, seen,
                   reinforced, ignored, ignore_weight, skips, last_used, regression, disputed, weak_since, created_at,
                   updated_at, text_hash)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)
               ON CONFLICT (id) DO UPDATE SET content = excluded.content, category = excluded.category,
                   lifecycle = excluded.lifecycle, reason = excluded.reason, linked = excluded.linked,
                   seen = excluded.seen, reinforced = excluded.reinforced, ignored = excluded.ignored,
                   ignore_weight = excluded.ignore_weight, skips = excluded.skips, last_used = excluded.last_used,
                   regression = excluded.regression, disputed = excluded.disputed, weak_since = excluded.weak_since,
                   updated_at = excluded.updated_at, text_hash = excluded.text_hash";
    let track = &p.track;
    db.prepare_cached(sql)?.execute(params![
        p.id,
        p.role,
        p.content,
        p.kind.as_str(),
        p.category.as_str(),
        p.lifecycle.as_str(),
        p.reason,
        p.linked,
        track.seen,
        track.reinforced,
        track.ignored,
        track.ignore_weight,
        track.skips,
        millis(track.last_used),
        track.regression,
        track.disputed,
        track.weak_since.map(millis),
        millis(p.created_at),
        millis(p.updated_at),
        pattern::text_hash(&p.content),
    ])?;
    db.prepare_cached("DELETE FROM pattern_tag WHERE pattern = ?1")?.execute([&p.id])?;
    for tag in &p.tags {
        db.prepare_cached("INSERT INTO pattern_tag VALUES (?1, ?2)")?.execute([&p.id, tag])?;
    }
    Ok(())
}

/// A warning shows the record of the pattern that it was made from.
fn source_of_results(row: &Row<'_>) -> Result<String> {
    let linked: Option<String> = row.get("linked")?;
    let kind: String = row.get("kind")?;
    let original = linked.filter(|_| kind == PatternKind::AntiPattern.as_str());
    Ok(match original {
        Some(original) => original,
        None => row.get("id")?,
    })
}

/// `events` in the order of their times.
fn with_results(pattern: Pattern, events: &[FeedbackEvent], ruling: Option<&MaturityRuling>) -> Pattern {
    let counted = events.iter().filter(|event| ruling.is_none_or(|ruling| ruling.counts(event.at)));
    let updated_at = pattern.updated_at;
    let fared = counted.fold(pattern, |p, event| p.used(event.helpful, &event.segment, event.at));
    anti_pattern::current(Pattern { updated_at, ..fared })
}

fn decode(row: &Row<'_>) -> Result<Pattern> {
    let track = Track {
        seen: row.get("seen")?,
        reinforced: row.get("reinforced")?,
        ignored: row.get("ignored")?,
        ignore_weight: row.get("ignore_weight")?,
        skips: row.get("skips")?,
        last_used: rows::time(row, "last_used")?,
        regression: row.get("regression")?,
        disputed: row.get("disputed")?,
        weak_since: rows::time_if_any(row, "weak_since")?,
    };
    Ok(Pattern {
        id: row.get("id")?,
        content: row.get("content")?,
        kind: rows::word(row, "kind")?,
        role: row.get("role")?,
        category: rows::word(row, "category")?,
        lifecycle: rows::word(row, "lifecycle")?,
        success_count: 0,
        failure_count: 0,
        reason: row.get("reason")?,
        tags: BTreeSet::new(),
        examples: Vec::new(),
        linked: row.get("linked")?,
        track,
        created_at: rows::time(row, "created_at")?,
        updated_at: rows::time(row, "updated_at")?,
    })
}
