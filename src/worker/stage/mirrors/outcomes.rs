//! The mirror `outcomes.jsonl`: one outcome per line, append-only. A run whose outcome changed gets
//! another line, and the last one counts.

use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result};
use chrono::Datelike;
use rusqlite::Connection;

use crate::os::fsx;
use crate::store::{self, meta::MetaKey};
use crate::worker::file::rewrite;
use crate::worker::run::Run;

pub(super) const OUTCOMES: &str = ".memory/outcomes.jsonl";
/// A longer file is renamed after the year.
const MOST_LINES: usize = 100_000;

/// Requests a full rewrite, which drops runs that no longer exist, because lines are otherwise only appended.
pub fn outdate(db: &Connection) -> store::Result<()> {
    store::meta::set(db, MetaKey::OutcomesOutdated, "")
}

/// Appends lines, then marks them as written. A crash in between repeats them, which is harmless.
pub(super) fn append(run: &mut Run<'_>) -> Result<()> {
    let outdated = store::meta::get(run.store.read(), MetaKey::OutcomesOutdated)?.is_some();
    if outdated {
        rewrite::put(&run.project.root, &mut run.store, OUTCOMES, None)?;
    }
    let there = run.project.in_root(OUTCOMES).exists();
    let outcomes = store::outcomes::to_mirror(run.store.read(), !there)?;
    if outcomes.is_empty() && !outdated {
        return Ok(());
    }
    if there {
        roll(run)?;
    }
    let mut lines = String::new();
    for outcome in &outcomes {
        lines.push_str(&outcome.told()?.to_string());
        lines.push('\n');
    }
    if !lines.is_empty() {
        fsx::append_in_project(&run.project.root, OUTCOMES, &lines)?;
    }
    Ok(run.store.write(|db| {
        store::outcomes::mark_mirrored(db)?;
        store::meta::remove(db, MetaKey::OutcomesOutdated)
    })?)
}

fn roll(run: &Run<'_>) -> Result<()> {
    let path = fsx::inside(&run.project.root, OUTCOMES)?;
    let reading = || format!("could not read `{}`", path.display());
    if count_lines(&path).with_context(reading)? <= MOST_LINES {
        return Ok(());
    }
    let year = run.ctx.now.year();
    let names = (1..).map(|n| match n {
        1 => format!(".memory/outcomes-{year}.jsonl"),
        n => format!(".memory/outcomes-{year}-{n}.jsonl"),
    });
    for name in names {
        let aside = fsx::inside(&run.project.root, &name)?;
        if !aside.exists() {
            return fsx::rename(&path, &aside)
                .with_context(|| format!("could not write `{}`", aside.display()));
        }
    }
    Ok(())
}

fn count_lines(path: &Path) -> io::Result<usize> {
    let mut reader = BufReader::with_capacity(256 << 10, fsx::open(path)?);
    let mut count = 0;
    loop {
        let chunk = reader.fill_buf()?;
        if chunk.is_empty() {
            return Ok(count);
        }
        count += memchr::memchr_iter(b'\n', chunk).count();
        let read = chunk.len();
        reader.consume(read);
    }
}
