//! Trust that a person grants or withdraws in a project, recorded in the history.

use anyhow::Result;
use rusqlite::Connection;
use serde_json::Value;

use crate::core::history::change::{self, ChangedThing};
use crate::core::knowledge::provenance::TextOwner;
use crate::core::model::change_kind::ChangeCause;
use crate::project::trust::Trust;
use crate::store::{self, history};

/// Trust is one thing per project.
const SUBJECT: &str = "this project";

pub fn record(db: &Connection, before: &Trust, after: &Trust, did: ChangeCause<'_>) -> Result<()> {
    if before == after {
        return Ok(());
    }
    // A text that is no longer trusted waits for a ruling again, and does not count as new.
    for hash in before.knowledge.union(&after.knowledge) {
        store::known_texts::add(db, hash, TextOwner::Waiting, did.at)?;
    }
    let (before, after) = (serde_json::to_value(before)?, serde_json::to_value(after)?);
    let (before, after) = change::delta(Some(before), Some(after));
    Ok(history::record(db, ChangedThing::Trust, SUBJECT, did, (before.as_ref(), after.as_ref()))?)
}

/// Trust as the history implies.
pub fn remembered(db: &Connection) -> Result<Trust> {
    let mut trust = serde_json::to_value(Trust::default())?;
    for said in history::later(db, ChangedThing::Trust, SUBJECT, 0)?.into_iter().rev() {
        let side = |side: &Option<String>| side.as_deref().map(serde_json::from_str::<Value>).transpose();
        let (before, after) = (side(&said.before)?, side(&said.after)?);
        // Redoing a change means reverting its opposite.
        let next = change::revert(ChangedThing::Trust, Some(&trust), after.as_ref(), before.as_ref());
        trust = next.ok().flatten().unwrap_or(trust);
    }
    Ok(serde_json::from_value(trust)?)
}
