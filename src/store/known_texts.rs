//! Owners of the texts in the project by hash, and the last known content of our files.

use std::collections::BTreeSet;

use rusqlite::{Connection, params};

use super::{Result, millis, rows};
use crate::core::knowledge::provenance::{KnownTexts, TextOwner};
use crate::core::model::Time;

/// All known texts, including the hashes of artifacts.
pub fn all(db: &Connection) -> Result<KnownTexts> {
    let told = "SELECT hash FROM known_text WHERE whose IN ('ours', 'person')
                UNION SELECT content_hash FROM artifact";
    let untold = "SELECT hash FROM known_text WHERE whose IN ('waiting', 'refused')";
    Ok(KnownTexts {
        told: rows::all(db, told, [], rows::value)?,
        untold: rows::all(db, untold, [], rows::value)?,
    })
}

/// Texts that the person has not ruled on.
pub fn waiting(db: &Connection) -> Result<BTreeSet<String>> {
    rows::all(db, "SELECT hash FROM known_text WHERE whose = 'waiting'", [], rows::value)
}

/// Adds a text. Only a waiting text can change its owner, so rejected ones stay rejected.
pub fn add(db: &Connection, hash: &str, whose: TextOwner, at: Time) -> Result<()> {
    let sql = "INSERT INTO known_text (hash, whose, at) VALUES (?1, ?2, ?3)
               ON CONFLICT (hash) DO UPDATE SET whose = excluded.whose, at = excluded.at
               WHERE known_text.whose = 'waiting' AND excluded.whose <> 'waiting'";
    db.prepare_cached(sql)?.execute(params![hash, whose.as_str(), millis(at)])?;
    Ok(())
}

pub fn kept_paths(db: &Connection) -> Result<BTreeSet<String>> {
    rows::all(db, "SELECT path FROM kept_file", [], rows::value)
}

pub fn kept_file(db: &Connection, path: &str) -> Result<Option<String>> {
    rows::first(db, "SELECT text FROM kept_file WHERE path = ?1", [path], rows::value)
}

pub fn keep_file(db: &Connection, path: &str, text: &str, at: Time) -> Result<()> {
    let sql = "INSERT INTO kept_file (path, text, at) VALUES (?1, ?2, ?3)
               ON CONFLICT (path) DO UPDATE SET text = excluded.text, at = excluded.at
               WHERE text <> excluded.text";
    db.prepare_cached(sql)?.execute(params![path, text, millis(at)])?;
    Ok(())
}

pub fn drop_file(db: &Connection, path: &str) -> Result<()> {
    db.prepare_cached("DELETE FROM kept_file WHERE path = ?1")?.execute([path])?;
    Ok(())
}
