//! Single values that belong to the project: high-water marks and when things last happened.

use rusqlite::{Connection, OptionalExtension};

use super::Result;
use crate::core::knowledge::Ledger;

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

/// Why the person is to be told something. A newer line takes the place of the one it outdates, and of no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The database was damaged.
    Recovered,
    /// Something waits to be accepted.
    Inbox,
    /// A knowledge file holds more than can be read.
    Full(Ledger),
    /// A file under a name of ours was somebody else's, and was put aside.
    Aside,
    /// The person said that something learned does not hold any more.
    Revoked,
    /// Most of what was written in the project vanished together.
    Swept,
}

impl Notice {
    pub const ALL: [Notice; 7] = [
        Notice::Recovered,
        Notice::Full(Ledger::Decisions),
        Notice::Full(Ledger::Pitfalls),
        Notice::Inbox,
        Notice::Aside,
        Notice::Revoked,
        Notice::Swept,
    ];

    fn key(self) -> String {
        match self {
            Notice::Recovered => "notice".to_owned(),
            Notice::Inbox => "notice:inbox".to_owned(),
            Notice::Aside => "notice:aside".to_owned(),
            Notice::Revoked => "notice:revoked".to_owned(),
            Notice::Swept => "notice:swept".to_owned(),
            Notice::Full(ledger) => format!("notice:{}", ledger.prefix()),
        }
    }
}

pub fn notify(db: &Connection, notice: Notice, line: &str) -> Result<()> {
    set(db, &notice.key(), line)
}

/// It is no longer so.
pub fn withdraw(db: &Connection, notice: Notice) -> Result<()> {
    remove(db, &notice.key())
}

/// What the person is to be told at the next session.
pub fn notices(db: &Connection) -> Result<Option<String>> {
    let mut lines = Vec::new();
    for notice in Notice::ALL {
        lines.extend(get(db, &notice.key())?);
    }
    Ok((!lines.is_empty()).then(|| lines.join("; ")))
}

/// They were told.
pub fn forget_notices(db: &Connection) -> Result<()> {
    Notice::ALL.into_iter().try_for_each(|notice| withdraw(db, notice))
}

/// The highest ADR or PF number ever given out or seen. It only grows, so that no number is used twice.
pub fn highest_number(db: &Connection, prefix: &str) -> Result<u32> {
    let stored = get(db, &format!("number:{prefix}"))?;
    Ok(stored.and_then(|n| n.parse().ok()).unwrap_or(0))
}

pub fn raise_number(db: &Connection, prefix: &str, number: u32) -> Result<()> {
    let highest = highest_number(db, prefix)?.max(number);
    set(db, &format!("number:{prefix}"), &highest.to_string())
}
