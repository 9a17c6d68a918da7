//! The distinct errors of each segment, and those that were recorded by hand.

use rusqlite::{Connection, params, params_from_iter};

use super::{Result, millis};
use crate::core::error_log::id_of;
use crate::core::outcome::Outcome;
use crate::core::segments::Fault;

/// Makes these the errors of the segment. What a person resolved by hand stays resolved.
pub fn replace(db: &Connection, outcome: &Outcome, faults: &[Fault]) -> Result<()> {
    let ids: Vec<String> =
        faults.iter().map(|fault| id_of(&outcome.run_id, Some(&fault.tool), &fault.signature)).collect();
    drop_others(db, &outcome.run_id, &ids)?;
    let sql = "INSERT INTO error (id, run_id, session, branch, type, tool, signature, message, at, resolved_at, resolved_by)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
               ON CONFLICT (id) DO UPDATE SET type = excluded.type, message = excluded.message, at = excluded.at,
                   branch = excluded.branch,
                   resolved_at = CASE WHEN by_person THEN resolved_at ELSE excluded.resolved_at END,
                   resolved_by = CASE WHEN by_person THEN resolved_by ELSE excluded.resolved_by END";
    for (id, fault) in ids.iter().zip(faults) {
        db.prepare_cached(sql)?.execute(params![
            id,
            outcome.run_id,
            outcome.session,
            outcome.branch,
            fault.kind.as_str(),
            fault.tool,
            fault.signature,
            fault.message,
            millis(fault.at),
            fault.resolved.as_ref().map(|resolution| millis(resolution.at)),
            fault.resolved.as_ref().map(|resolution| &resolution.by)
        ])?;
    }
    Ok(())
}

fn drop_others(db: &Connection, run_id: &str, ids: &[String]) -> Result<()> {
    let marks = vec!["?"; ids.len()].join(", ");
    let sql = format!("DELETE FROM error WHERE run_id = ? AND id NOT IN ({marks})");
    let values = std::iter::once(run_id).chain(ids.iter().map(String::as_str));
    db.execute(&sql, params_from_iter(values))?;
    Ok(())
}
