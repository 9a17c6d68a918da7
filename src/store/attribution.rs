//! Subjects used in each segment. They receive the feedback on its outcome.

use rusqlite::Connection;

use super::{Result, outcomes, rows};
use crate::core::model::outcome::Outcome;
use crate::core::patterns::lifecycle::PatternSighting;
use crate::core::patterns::pattern::{self, MAIN_ROLE};

/// A strategy for dividing work, and a sighting of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyUse {
    pub label: String,
    pub sighting: PatternSighting,
}

/// Every subject with every outcome it was used in.
pub fn uses(db: &Connection) -> Result<Vec<(String, Outcome)>> {
    let used_in = "SELECT run_id FROM segment_use UNION SELECT run_id FROM segment_strategy
                   UNION SELECT run_id FROM outcome JOIN delivered USING (session) WHERE subject LIKE 'guard:%'";
    let outcomes = outcomes::among(db, used_in)?;
    let with_outcome = |(run_id, subject): (String, String)| Some((subject, outcomes.get(&run_id)?.clone()));
    Ok(pairs(db)?.into_iter().filter_map(with_outcome).collect())
}

/// The runs in which a pattern was named.
pub fn followers(db: &Connection, pattern: &str) -> Result<Vec<String>> {
    let sql = "SELECT run_id FROM segment_use WHERE kind = 'pattern' AND subject = ?1";
    rows::all(db, sql, [pattern], rows::value)
}

fn pairs(db: &Connection) -> Result<Vec<(String, String)>> {
    let used: Vec<(String, String)> =
        rows::all(db, "SELECT run_id, subject FROM segment_use", [], rows::columns)?;
    // A guard counts in the segment in which it spoke.
    let spoke =
        "SELECT (SELECT run_id FROM outcome WHERE session = delivered.session AND outcome.at <= delivered.at
                         ORDER BY outcome.at DESC, segment DESC LIMIT 1), subject
                 FROM delivered WHERE subject LIKE 'guard:%' AND subject NOT LIKE '%:asked'";
    let spoke: Vec<(Option<String>, String)> = rows::all(db, spoke, [], rows::columns)?;
    let spoke = spoke.into_iter().filter_map(|(run_id, subject)| Some((run_id?, subject)));
    let taken: Vec<(String, String)> =
        rows::all(db, "SELECT run_id, label FROM segment_strategy", [], rows::columns)?;
    let taken = taken.into_iter().map(|(run_id, label)| (run_id, pattern::id_of(MAIN_ROLE, &label)));
    Ok(used.into_iter().chain(spoke).chain(taken).collect())
}

/// Each strategy once per session, at its first use.
pub fn strategies(db: &Connection) -> Result<Vec<StrategyUse>> {
    let sql = "SELECT label, session, min(at), branch FROM segment_strategy JOIN outcome USING (run_id)
               WHERE session IS NOT NULL GROUP BY label, session ORDER BY label, session";
    rows::all(db, sql, [], |row| {
        let (session, at) = (row.get(1)?, rows::time(row, 2)?);
        let sighting = PatternSighting { session, at, branch: row.get(3)?, folder: None };
        Ok(StrategyUse { label: row.get(0)?, sighting })
    })
}
