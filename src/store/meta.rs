//! Single values that belong to the project: high-water marks and when things last happened.

use rusqlite::{Connection, OptionalExtension};

use super::Result;

pub fn get(db: &Connection, key: &str) -> Result<Option<String>> {
    let mut find = db.prepare_cached("SELECT value FROM meta WHERE key = ?1")?;
    Ok(find.query_row([key], |row| row.get(0)).optional()?)
}

pub fn set(db: &Connection, key: &str, value: &str) -> Result<()> {
    let sql = "INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    db.prepare_cached(sql)?.execute([key, value])?;
    Ok(())
}

pub fn remove(db: &Connection, key: &str) -> Result<()> {
    db.prepare_cached("DELETE FROM meta WHERE key = ?1")?.execute([key])?;
    Ok(())
}

/// The highest ADR or PF number ever given out. It only grows, so that no number is used twice.
pub fn highest_number(db: &Connection, prefix: &str) -> Result<u32> {
    let stored = get(db, &format!("number:{prefix}"))?;
    Ok(stored.and_then(|n| n.parse().ok()).unwrap_or(0))
}

pub fn raise_number(db: &Connection, prefix: &str, number: u32) -> Result<()> {
    let highest = highest_number(db, prefix)?.max(number);
    set(db, &format!("number:{prefix}"), &highest.to_string())
}
