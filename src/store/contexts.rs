//! Where patterns were learned.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row, params};

use super::{Result, patterns, usage};
use crate::core::pattern::Pattern;
use crate::core::pattern_policy::Context;

/// A line that is true everywhere would otherwise gather every file of the project.
const MOST_OF_A_KIND: u32 = 50;

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
    let sql = "SELECT pattern, kind, value FROM pattern_context WHERE pattern = ?1";
    let mut find = db.prepare_cached(sql)?;
    let mut rows = find.query([pattern])?;
    let mut context = Context::default();
    while let Some(row) = rows.next()? {
        take(&mut context, row)?;
    }
    Ok(context)
}

/// Of every pattern that has one.
pub fn all(db: &Connection) -> Result<BTreeMap<String, Context>> {
    let mut find = db.prepare_cached("SELECT pattern, kind, value FROM pattern_context")?;
    let mut rows = find.query([])?;
    let mut contexts: BTreeMap<String, Context> = BTreeMap::new();
    while let Some(row) = rows.next()? {
        take(contexts.entry(row.get(0)?).or_default(), row)?;
    }
    Ok(contexts)
}

/// The patterns that agents of a role were told in a session, with where each was learned.
pub fn told(db: &Connection, session: &str, role: &str) -> Result<Vec<(Pattern, Context)>> {
    let mut told = Vec::new();
    for id in usage::shown_to(db, session, role)? {
        let Some(pattern) = patterns::get(db, &id)? else { continue };
        told.push((pattern, of(db, &id)?));
    }
    Ok(told)
}

fn take(context: &mut Context, row: &Row<'_>) -> Result<()> {
    let (kind, value): (String, String) = (row.get(1)?, row.get(2)?);
    match kind.as_str() {
        "label" => context.labels.insert(value),
        "phase" => context.phases.insert(value),
        "branch" => context.branches.insert(value),
        _ => context.paths.insert(value),
    };
    Ok(())
}
