//! The texts that may be shown to sessions: what this user's database rendered, and what the user
//! accepted. A text with an unknown hash waits in `ingrain review`, however it came.

use anyhow::Result;
use rusqlite::Connection;

use crate::core::knowledge::index::ShownEntries;
use crate::core::knowledge::provenance::KnownTexts;
use crate::core::knowledge::reconcile::DiskState;
use crate::core::model::artifact_path::Ledger;
use crate::project::Project;
use crate::project::artifacts;
use crate::project::trust::Trust;
use crate::store;

/// Owners of texts according to the database and the person's trust.
pub fn texts(project: &Project, memory: Option<&Connection>) -> Result<KnownTexts> {
    let mut texts = memory.map(store::known_texts::all).transpose()?.unwrap_or_default();
    texts.told.extend(Trust::known(project).knowledge);
    texts.untold.retain(|hash| !texts.told.contains(hash));
    Ok(texts)
}

/// Entries that may be shown as recorded.
pub fn shown(project: &Project, memory: Option<&Connection>) -> Result<ShownEntries> {
    Ok(ShownEntries { told: texts(project, memory)?.told, ..ShownEntries::default() })
}

/// Selection of unknown texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Only texts without a ruling.
    Open,
    AlsoRefused,
}

/// Texts without a known owner that could be shown: active entries, and files of ours with other content.
pub fn unknown(project: &Project, memory: Option<&Connection>, asked: Asked) -> Result<Vec<DiskState>> {
    let texts = texts(project, memory)?;
    let waiting = memory.map(store::known_texts::waiting).transpose()?.unwrap_or_default();
    let rows = memory.map(store::artifacts::all).transpose()?.unwrap_or_default();
    let inactive: Vec<String> =
        Ledger::ALL.into_iter().flat_map(|ledger| artifacts::inactive(&project.root, ledger)).collect();
    let is_asked = |hash: &String| {
        let is_refused = texts.untold.contains(hash) && !waiting.contains(hash);
        !texts.is_told(hash) && !inactive.contains(hash) && (asked == Asked::AlsoRefused || !is_refused)
    };
    let mut found = artifacts::look(&project.root);
    found.retain(|found| found.anchor.is_some() || found.is_of(&rows));
    found.retain(|found| found.hash.as_ref().is_some_and(is_asked));
    Ok(found)
}
