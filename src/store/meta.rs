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

/// Lines for the person, each under a name of its own, so that a newer one takes the place of what it outdates.
const NOTICES: [&str; 3] = ["notice", "notice:inbox", "notice:aside"];

/// What the person is to be told at the next session.
pub fn notice(db: &Connection) -> Result<Option<String>> {
    let mut lines = Vec::new();
    for key in NOTICES {
        lines.extend(get(db, key)?);
    }
    Ok((!lines.is_empty()).then(|| lines.join("; ")))
}

/// They were told.
pub fn forget_notices(db: &Connection) -> Result<()> {
    NOTICES.iter().try_for_each(|key| remove(db, key))
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
