//! What the person trusts in a project, told in the history.

use anyhow::Result;
use rusqlite::Connection;
use serde_json::{Map, Value};

use crate::core::history::change::{self, ChangedThing};
use crate::core::model::change_kind::ChangeCause;
use crate::project::trust::Trust;
use crate::store::history;

/// The one thing of its kind in a project.
const SUBJECT: &str = "this project";

pub fn record(db: &Connection, before: &Trust, after: &Trust, did: ChangeCause<'_>) -> Result<()> {
    if before == after {
        return Ok(());
    }
    let (before, after) = (serde_json::to_value(before)?, serde_json::to_value(after)?);
    let (before, after) = change::delta(Some(before), Some(after));
    Ok(history::record(db, ChangedThing::Trust, SUBJECT, did, (before.as_ref(), after.as_ref()))?)
}

/// What all that was said comes to.
pub fn remembered(db: &Connection) -> Result<Trust> {
    let mut trust = Map::new();
    for said in history::later(db, ChangedThing::Trust, SUBJECT, 0)?.into_iter().rev() {
        let after: Map<String, Value> = said.after.as_deref().map_or(Ok(Map::new()), serde_json::from_str)?;
        trust.extend(after);
    }
    Ok(serde_json::from_value(trust.into())?)
}
