//! Contexts in which patterns were learned.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, params};

use super::{Result, patterns, rows, usage};
use crate::core::patterns::pattern::{Context, Pattern};

/// Without a limit, a general line would collect every file of the project.
const MOST_OF_A_KIND: u32 = 50;
/// Segments that define the topic of a branch.
const LATEST_WORK: u32 = 50;

pub fn add(db: &Connection, pattern: &str, context: &Context) -> Result<()> {
    let sql = "INSERT OR IGNORE INTO pattern_context (pattern, kind, value) SELECT ?1, ?2, ?3
               WHERE (SELECT count(*) FROM pattern_context WHERE pattern = ?1 AND kind = ?2) < ?4";
    let kinds = [
        ("label", &context.labels),
        ("phase", &context.phases),
        ("branch", &context.branches),
        ("path", &context.paths),
    ];
    for (kind, values) in kinds {
        for value in values {
            db.prepare_cached(sql)?.execute(params![pattern, kind, value, MOST_OF_A_KIND])?;
        }
    }
    Ok(())
}

pub fn of(db: &Connection, pattern: &str) -> Result<Context> {
    let sql = "SELECT kind, value FROM pattern_context WHERE pattern = ?1";
    let mut context = Context::default();
    let learned: Vec<(String, String)> = rows::all(db, sql, [pattern], rows::columns)?;
    learned.into_iter().for_each(|(kind, value)| take(&mut context, &kind, value));
    Ok(context)
}

/// Contexts of all patterns that have one.
pub fn all(db: &Connection) -> Result<BTreeMap<String, Context>> {
    let sql = "SELECT pattern, kind, value FROM pattern_context";
    let mut contexts: BTreeMap<String, Context> = BTreeMap::new();
    let learned: Vec<(String, String, String)> = rows::all(db, sql, [], rows::columns)?;
    for (pattern, kind, value) in learned {
        take(contexts.entry(pattern).or_default(), &kind, value);
    }
    Ok(contexts)
}

/// Files that the latest work on each branch changed.
pub fn at_work(db: &Connection) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let sql = "SELECT branch, files FROM outcome WHERE branch IS NOT NULL AND files <> '[]' ORDER BY at DESC, run_id LIMIT ?1";
    let work: Vec<(String, Vec<String>)> =
        rows::all(db, sql, [LATEST_WORK], |row| Ok((row.get(0)?, rows::json(row, 1)?)))?;
    let mut changed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (branch, files) in work {
        changed.entry(branch).or_default().extend(files);
    }
    Ok(changed)
}

/// Patterns that agents of a role were shown in a session, with the context of each.
pub fn told(db: &Connection, session: &str, role: &str) -> Result<Vec<(Pattern, Context)>> {
    let mut told = Vec::new();
    for id in usage::shown_to(db, session, role)? {
        let Some(pattern) = patterns::get(db, &id)? else { continue };
        told.push((pattern, of(db, &id)?));
    }
    Ok(told)
}

fn take(context: &mut Context, kind: &str, value: String) {
    match kind {
        "label" => context.labels.insert(value),
        "phase" => context.phases.insert(value),
        "branch" => context.branches.insert(value),
        _ => context.paths.insert(value),
    };
}
