//! Single values of a project: high-water marks and the times of last events.

use std::borrow::Cow;

use rusqlite::Connection;

use super::{Result, rows};
use crate::core::model::Time;
use crate::core::model::artifact_path::Ledger;
use crate::project::git::GitTrace;

/// All keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetaKey<'a> {
    /// Hash of the recall index, so that the same one is not written again.
    Recall,
    RecallTokens,
    /// Folders created in the project.
    Folders,
    /// The file change in progress.
    Promised,
    /// The undo in progress.
    Undoing,
    /// Set until the mirror of outcomes is rewritten.
    OutcomesOutdated,
    /// Counts of the last reconciliation.
    Reconciled,
    /// State of git at that time.
    GitTrace,
    /// Set when a session with a writing tool was read, until the next reconciliation.
    SessionsWrote,
    /// Files last restored after git removed them.
    Restored,
    /// When the project was last found without our own copies.
    Cleaned,
    /// When `doctor` last tried to write.
    Examined,
    KnowledgeMigrated,
    /// Overlays of tools when the history last mentioned them.
    Overlays,
    /// Files that lessons name and that existed at some reconciliation.
    SeenFiles,
    /// Number of waiting items that was last announced.
    Inbox,
    /// Fill level of a knowledge file that was last announced.
    Capacity(Ledger),
    /// The highest number of a prefix.
    Number(&'a str),
    Notice(Notice),
}

impl MetaKey<'_> {
    fn word(self) -> Cow<'static, str> {
        let word = match self {
            MetaKey::Recall => "recall",
            MetaKey::RecallTokens => "recall_tokens",
            MetaKey::Folders => "folders",
            MetaKey::Promised => "promised",
            MetaKey::Undoing => "undoing",
            MetaKey::OutcomesOutdated => "outcomes_outdated",
            MetaKey::Reconciled => "reconciled",
            MetaKey::GitTrace => "git_trace",
            MetaKey::SessionsWrote => "sessions_wrote",
            MetaKey::Restored => "restored",
            MetaKey::Cleaned => "cleaned",
            MetaKey::Examined => "examined",
            MetaKey::KnowledgeMigrated => "knowledge-migrated",
            MetaKey::Overlays => "overlays",
            MetaKey::SeenFiles => "seen_files",
            MetaKey::Inbox => "inbox",
            MetaKey::Capacity(ledger) => return format!("capacity:{}", ledger.prefix()).into(),
            MetaKey::Number(prefix) => return format!("number:{prefix}").into(),
            MetaKey::Notice(Notice::Recovered) => "notice",
            MetaKey::Notice(Notice::Inbox) => "notice:inbox",
            MetaKey::Notice(Notice::Aside) => "notice:aside",
            MetaKey::Notice(Notice::Revoked) => "notice:revoked",
            MetaKey::Notice(Notice::Swept) => "notice:swept",
            MetaKey::Notice(Notice::Regressed) => "notice:regressed",
            MetaKey::Notice(Notice::Restored) => "notice:restored",
            MetaKey::Notice(Notice::Unknown) => "notice:unknown",
            MetaKey::Notice(Notice::Full(ledger)) => return format!("notice:{}", ledger.prefix()).into(),
        };
        word.into()
    }
}

pub fn get(db: &Connection, key: MetaKey<'_>) -> Result<Option<String>> {
    rows::first(db, "SELECT value FROM meta WHERE key = ?1", [key.word()], rows::value)
}

pub fn set(db: &Connection, key: MetaKey<'_>, value: &str) -> Result<()> {
    let sql = "INSERT INTO meta (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    db.prepare_cached(sql)?.execute([&key.word(), value])?;
    Ok(())
}

pub fn remove(db: &Connection, key: MetaKey<'_>) -> Result<()> {
    db.prepare_cached("DELETE FROM meta WHERE key = ?1")?.execute([key.word()])?;
    Ok(())
}

/// Kind of a notice to the person. A newer notice replaces the older one of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The database was damaged.
    Recovered,
    /// Something waits to be accepted.
    Inbox,
    /// A knowledge file holds more than can be read.
    Full(Ledger),
    /// Another owner's file under a name of ours was put aside.
    Aside,
    /// The person revoked a lesson.
    Revoked,
    /// Most of what was written in the project vanished together.
    Swept,
    /// A finding that had held up was called a false positive.
    Regressed,
    /// A file of ours was restored after git removed it.
    Restored,
    /// There are texts that the person has not accepted.
    Unknown,
}

impl Notice {
    pub const ALL: [Notice; 10] = [
        Notice::Recovered,
        Notice::Full(Ledger::Decisions),
        Notice::Full(Ledger::Pitfalls),
        Notice::Inbox,
        Notice::Aside,
        Notice::Revoked,
        Notice::Swept,
        Notice::Regressed,
        Notice::Restored,
        Notice::Unknown,
    ];
}

pub fn notify(db: &Connection, notice: Notice, line: &str) -> Result<()> {
    set(db, MetaKey::Notice(notice), line)
}

/// Withdraws a notice.
pub fn withdraw(db: &Connection, notice: Notice) -> Result<()> {
    remove(db, MetaKey::Notice(notice))
}

/// Notices for the next session.
pub fn notices(db: &Connection) -> Result<Option<String>> {
    let mut lines = Vec::new();
    for notice in Notice::ALL {
        lines.extend(get(db, MetaKey::Notice(notice))?);
    }
    Ok((!lines.is_empty()).then(|| lines.join("; ")))
}

/// Drops notices that were shown. Those that came later stay.
pub fn forget_notices(db: &Connection, told: &str) -> Result<()> {
    for notice in Notice::ALL {
        if get(db, MetaKey::Notice(notice))?.is_some_and(|line| told.contains(&line)) {
            withdraw(db, notice)?;
        }
    }
    Ok(())
}

/// When the project was last found without our mirrors: files that vanished then were not rejected.
pub fn cleaned_at(db: &Connection) -> Result<Option<Time>> {
    let at = get(db, MetaKey::Cleaned)?;
    Ok(at.and_then(|at| Time::from_timestamp_millis(at.parse().ok()?)))
}

/// State of git at the last reconciliation; `None` before the first.
pub fn git_trace(db: &Connection) -> Result<Option<GitTrace>> {
    let trace = get(db, MetaKey::GitTrace)?;
    Ok(trace.and_then(|trace| serde_json::from_str(&trace).ok()))
}

/// The highest ADR or PF number ever used or seen. It only grows, so that no number is reused.
pub fn highest_number(db: &Connection, prefix: &str) -> Result<u32> {
    let stored = get(db, MetaKey::Number(prefix))?;
    Ok(stored.and_then(|n| n.parse().ok()).unwrap_or(0))
}

pub fn raise_number(db: &Connection, prefix: &str, number: u32) -> Result<()> {
    let highest = highest_number(db, prefix)?.max(number);
    set(db, MetaKey::Number(prefix), &highest.to_string())
}
