//! The manifest: what ingrain wrote into the project, one row per observation.

use std::collections::BTreeSet;

use rusqlite::{Connection, Row, params};

use super::history;
use super::{Result, millis, rows};
use crate::core::history::change::ChangedThing;
use crate::core::knowledge::reconcile::{GitPart, ManifestRow};
use crate::core::model::Time;
use crate::core::model::change_kind::ChangeCause;

const COLUMNS: &str = "artifact.observation, observation.kind, path, anchor, content_hash, rendered_at,
                       branch, missing_since, missing_branch, edited, by_git";
const FROM: &str = "artifact JOIN observation ON observation.id = artifact.observation";

pub fn all(db: &Connection) -> Result<Vec<ManifestRow>> {
    let sql = format!("SELECT {COLUMNS} FROM {FROM} ORDER BY path, anchor, artifact.observation");
    rows::all(db, &sql, [], decode)
}

pub fn get(db: &Connection, observation: &str) -> Result<Option<ManifestRow>> {
    let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE artifact.observation = ?1");
    rows::first(db, &sql, [observation], decode)
}

pub fn save(db: &Connection, row: &ManifestRow) -> Result<()> {
    let sql = "INSERT INTO artifact (observation, path, anchor, content_hash, state, rendered_at, branch,
                   missing_since, missing_branch, edited, by_git)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
               ON CONFLICT (observation) DO UPDATE SET path = excluded.path, anchor = excluded.anchor,
                   content_hash = excluded.content_hash, state = excluded.state, rendered_at = excluded.rendered_at,
                   branch = excluded.branch, missing_since = excluded.missing_since,
                   missing_branch = excluded.missing_branch, edited = excluded.edited, by_git = excluded.by_git";
    db.prepare_cached(sql)?.execute(params![
        row.observation_id,
        row.path,
        row.anchor,
        row.content_hash,
        if row.missing_since.is_some() { "pending" } else { "created" },
        millis(row.rendered_at),
        row.branch,
        row.missing_since.map(millis),
        row.missing_branch,
        row.edited,
        row.by_git.map(GitPart::as_str)
    ])?;
    Ok(())
}

/// The same, recorded in the history.
pub fn record(db: &Connection, row: &ManifestRow, did: ChangeCause<'_>) -> Result<()> {
    history::recorded(db, ChangedThing::Artifact, &row.observation_id, did, || save(db, row))
}

pub fn forget(db: &Connection, observation: &str, did: ChangeCause<'_>) -> Result<()> {
    history::recorded(db, ChangedThing::Artifact, observation, did, || remove(db, observation))
}

pub fn remove(db: &Connection, observation: &str) -> Result<()> {
    db.prepare_cached("DELETE FROM artifact WHERE observation = ?1")?.execute([observation])?;
    Ok(())
}

pub fn mark_announced(db: &Connection, observation: &str, at: Time) -> Result<()> {
    let sql = "UPDATE artifact SET announced_at = coalesce(announced_at, ?2) WHERE observation = ?1";
    db.prepare_cached(sql)?.execute(params![observation, millis(at)])?;
    Ok(())
}

/// Marks an artifact that a person restored as announced.
pub fn mark_known(db: &Connection, observation: &str) -> Result<()> {
    let sql =
        "UPDATE artifact SET announced_at = coalesce(announced_at, rendered_at, 0) WHERE observation = ?1";
    db.prepare_cached(sql)?.execute([observation])?;
    Ok(())
}

/// Observations whose artifact has not been announced yet.
pub fn unannounced(db: &Connection) -> Result<BTreeSet<String>> {
    rows::all(db, "SELECT observation FROM artifact WHERE announced_at IS NULL", [], rows::value)
}

pub fn owner_of_anchor(db: &Connection, anchor: &str) -> Result<Option<String>> {
    rows::first(db, "SELECT observation FROM artifact WHERE anchor = ?1", [anchor], rows::value)
}

/// The observation of a former entry of ours. Numbers are never reused.
pub fn former_owner_of_anchor(db: &Connection, anchor: &str) -> Result<Option<String>> {
    let sql = "SELECT subject FROM history
               WHERE thing = 'artifact' AND json_extract(coalesce(after, before), '$.anchor') = ?1
               ORDER BY id DESC LIMIT 1";
    rows::first(db, sql, [anchor], rows::value)
}

pub fn owner_of_path(db: &Connection, path: &str) -> Result<Option<String>> {
    let sql = "SELECT observation FROM artifact WHERE path = ?1 AND anchor IS NULL";
    rows::first(db, sql, [path], rows::value)
}

/// The files that are ours alone: commands and skills.
pub fn paths(db: &Connection) -> Result<BTreeSet<String>> {
    rows::all(db, "SELECT path FROM artifact WHERE anchor IS NULL", [], rows::value)
}

/// The knowledge entries that are ours.
pub fn anchors(db: &Connection) -> Result<BTreeSet<String>> {
    rows::all(db, "SELECT anchor FROM artifact WHERE anchor IS NOT NULL", [], rows::value)
}

fn decode(row: &Row<'_>) -> Result<ManifestRow> {
    Ok(ManifestRow {
        observation_id: row.get(0)?,
        kind: rows::word(row, 1)?,
        path: row.get(2)?,
        anchor: row.get(3)?,
        content_hash: row.get(4)?,
        rendered_at: rows::time(row, 5)?,
        branch: row.get(6)?,
        missing_since: rows::time_if_any(row, 7)?,
        missing_branch: row.get(8)?,
        edited: row.get(9)?,
        by_git: rows::word_if_any(row, 10)?,
    })
}
