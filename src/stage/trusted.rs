//! What the person trusts in a project, told in the history.

use anyhow::Result;
use rusqlite::Connection;
use serde_json::Value;

use crate::core::deed::{self, Thing};
use crate::store::history::{self, Doing};
use crate::trust::Trust;

use super::files::Did;

/// The one thing of its kind in a project.
const SUBJECT: &str = "this project";

pub fn record(db: &Connection, before: &Trust, after: &Trust, did: Did<'_>) -> Result<()> {
    if before == after {
        return Ok(());
    }
    let (before, after) = (serde_json::to_value(before)?, serde_json::to_value(after)?);
    let (before, after) = deed::delta(Some(before), Some(after));
    let text = |state: Option<Value>| state.map(|state| state.to_string());
    let Did { action, cause, at } = did;
    let doing = Doing { thing: Thing::Trust, subject: SUBJECT, action, cause, at };
    Ok(history::record(db, doing, text(before).as_deref(), text(after).as_deref())?)
}
