//! What a backtest plays, beside what others read: when sessions were, and what people ruled.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::{Result, rows};
use crate::core::backtest::{LessonRulings, PlayedSession};
use crate::core::model::change_kind::ChangeKind;
use crate::core::model::{Observation, Status, Time};

/// Every session that was read, with its first and its last turn.
pub fn sessions(db: &Connection) -> Result<Vec<PlayedSession>> {
    let sql = "SELECT id, first_at, last_at FROM session WHERE first_at IS NOT NULL AND last_at IS NOT NULL";
    rows::all(db, sql, [], |row| {
        Ok(PlayedSession { id: row.get(0)?, began: rows::time(row, 1)?, ended: rows::time(row, 2)? })
    })
}

/// When people accepted lessons and gave them up, as far as that still stands.
pub fn rulings(db: &Connection, observations: &[Observation]) -> Result<BTreeMap<String, LessonRulings>> {
    let sql = "SELECT subject, min(iif(action = ?1, at, NULL)), max(iif(action != ?1, at, NULL)) FROM history
               WHERE thing = 'observation' AND action IN (?1, ?2, ?3, ?4, ?5) GROUP BY subject";
    let actions = [
        ChangeKind::Accepted,
        ChangeKind::Rejected,
        ChangeKind::Refused,
        ChangeKind::Deprecated,
        ChangeKind::Merged,
    ];
    let ruled: Vec<(String, Option<Time>, Option<Time>)> =
        rows::all(db, sql, actions.map(ChangeKind::as_str), |row| {
            Ok((row.get(0)?, rows::time_if_any(row, 1)?, rows::time_if_any(row, 2)?))
        })?;
    let ruled: BTreeMap<String, (Option<Time>, Option<Time>)> =
        ruled.into_iter().map(|(id, accepted, refused)| (id, (accepted, refused))).collect();
    let of = |o: &Observation| {
        let (accepted, refused) = ruled.get(&o.id).copied().unwrap_or_default();
        let accepted_at = o.review_state.accepted.then(|| accepted.unwrap_or(o.first_seen));
        let refused_at = (o.status == Status::Deprecated).then(|| refused.unwrap_or(o.last_seen));
        (o.id.clone(), LessonRulings { accepted_at, refused_at })
    };
    Ok(observations.iter().map(of).collect())
}
