//! Which knowledge may be shown to sessions: what this person's database rendered, and what came after the first
//! sight of the project. What a repository brought along waits for `ingrain trust`.

use std::collections::BTreeSet;

use anyhow::Result;
use rusqlite::Connection;

use crate::project::Project;
use crate::project::trust::Trust;
use crate::store;

/// Entries that stood in the files before us, and are not trusted.
pub fn hidden_anchors(project: &Project, memory: Option<&Connection>) -> Result<BTreeSet<String>> {
    if Trust::known(project).knowledge {
        return Ok(BTreeSet::new());
    }
    let ours = memory.map(store::artifacts::anchors).transpose()?.unwrap_or_default();
    Ok(project.baseline().anchors.into_iter().filter(|anchor| !ours.contains(anchor)).collect())
}
