//! Removal of ingrain from a project. Mirrors are copies of its knowledge and are always removed.
//! Artifacts are the person's, unless they ask to remove them, too; then only unchanged ones of
//! ours go: an artifact that carries its observation's mark and has the text we last wrote.
//! Everything else stays, and is listed.

use std::collections::BTreeSet;

use super::entries::{self, Section};
use super::ignore_file;
use super::reconcile::{DiskState, ManifestRow, content_hash};
use crate::core::model::artifact_path::Ledger;

/// The files of a project.
#[derive(Clone, Copy, Debug)]
pub struct ProjectFiles<'a> {
    pub rows: &'a [ManifestRow],
    pub disk: &'a [DiskState],
    /// The text of both knowledge files; empty for a missing one.
    pub ledgers: &'a [String; 2],
    /// Mirrors of the database.
    pub mirrors: &'a [String],
    pub ignores: &'a [Ignore],
    /// Every file in the folders that we use.
    pub files: &'a [String],
}

/// An ignore file with the text that we wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignore {
    pub path: String,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UninstallStep {
    Remove(String),
    /// The knowledge file without these entries.
    Cut {
        path: String,
        anchors: Vec<String>,
        after: String,
    },
    Keep(String),
}

/// The steps that remove only ingrain's own data.
pub fn plan(found: &ProjectFiles<'_>) -> Vec<UninstallStep> {
    with_ignores(found, found.mirrors.iter().cloned().map(UninstallStep::Remove).collect())
}

/// The same, with everything that ingrain wrote, and the list of what stays.
pub fn plan_with_artifacts(found: &ProjectFiles<'_>) -> Vec<UninstallStep> {
    let mut steps: Vec<UninstallStep> = own_files(found).into_iter().map(UninstallStep::Remove).collect();
    steps
        .extend(Ledger::ALL.iter().zip(found.ledgers).filter_map(|(ledger, text)| cut(found, *ledger, text)));
    steps.extend(found.mirrors.iter().cloned().map(UninstallStep::Remove));
    let mut steps = with_ignores(found, steps);
    let going: BTreeSet<&str> = steps.iter().filter_map(UninstallStep::removes).collect();
    let stays = |file: &&String| !going.contains(file.as_str());
    let kept: Vec<UninstallStep> =
        found.files.iter().filter(stays).cloned().map(UninstallStep::Keep).collect();
    steps.extend(kept);
    steps
}

/// Ignore files go last, because they protect what stays.
fn with_ignores(found: &ProjectFiles<'_>, mut steps: Vec<UninstallStep>) -> Vec<UninstallStep> {
    let going: BTreeSet<&str> = steps.iter().filter_map(UninstallStep::removes).collect();
    let needless = found.ignores.iter().filter(|ignore| guards_nothing(found, &going, ignore));
    let needless: Vec<UninstallStep> =
        needless.map(|ignore| UninstallStep::Remove(ignore.path.clone())).collect();
    steps.extend(needless);
    steps
}

impl UninstallStep {
    fn removes(&self) -> Option<&str> {
        match self {
            UninstallStep::Remove(path) => Some(path),
            UninstallStep::Cut { .. } | UninstallStep::Keep(_) => None,
        }
    }
}

/// Commands and skills.
fn own_files(found: &ProjectFiles<'_>) -> Vec<String> {
    let ours = |state: &&DiskState| {
        state.anchor.is_none()
            && found.rows.iter().any(|row| row.path == state.path && is_as_written(row, state))
    };
    found.disk.iter().filter(ours).map(|state| state.path.clone()).collect()
}

fn is_as_written(row: &ManifestRow, state: &DiskState) -> bool {
    let marked = state.source.as_deref() == Some(&row.observation_id);
    marked && !row.edited && state.hash.as_deref() == Some(&row.content_hash)
}

fn cut(found: &ProjectFiles<'_>, ledger: Ledger, text: &str) -> Option<UninstallStep> {
    let is_ours = |section: &Section| {
        found.rows.iter().any(|row| {
            let marked = section.source.as_deref() == Some(&row.observation_id);
            let same = marked && row.anchor.as_deref() == Some(&section.anchor);
            same && !row.edited && row.content_hash == content_hash(section.text(text))
        })
    };
    let doomed: Vec<Section> = entries::parse(text).into_iter().filter(is_ours).collect();
    let path = ledger.path().to_owned();
    if doomed.is_empty() {
        return None;
    }
    let after = entries::without(text, &doomed);
    if ledger.says_nothing(&after) {
        return Some(UninstallStep::Remove(path));
    }
    Some(UninstallStep::Cut {
        path,
        anchors: doomed.into_iter().map(|section| section.anchor).collect(),
        after,
    })
}

/// Whether an ignore file hides nothing that stays, apart from other ignore files.
fn guards_nothing(found: &ProjectFiles<'_>, going: &BTreeSet<&str>, ignore: &Ignore) -> bool {
    let folder = ignore.path.trim_end_matches(".gitignore");
    let is_ignore = |file: &str| found.ignores.iter().any(|ignore| ignore.path == file);
    let mut staying = found.files.iter().filter(|file| !going.contains(file.as_str()) && !is_ignore(file));
    !staying.any(|file| file.strip_prefix(folder).is_some_and(|name| ignore_file::hides(&ignore.text, name)))
}

#[cfg(test)]
mod tests;
