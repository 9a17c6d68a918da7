//! What leaves a project together with ingrain. Only what is ours and as we wrote it goes: an artifact that carries its
//! observation's mark and says what we last wrote. Everything else stays, and is named.

use std::collections::BTreeSet;

use super::knowledge::{self, Ledger, Section};
use super::reconcile::{DiskState, ManifestRow, content_hash};

/// A project as it is.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    pub rows: &'a [ManifestRow],
    pub disk: &'a [DiskState],
    /// The text of both knowledge files, empty for one that is not there.
    pub ledgers: &'a [String; 2],
    /// Mirrors of the database.
    pub mirrors: &'a [String],
    /// Ignore files that say what we wrote.
    pub ignores: &'a [String],
    /// Every file in the folders that we use.
    pub files: &'a [String],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Remove(String),
    /// The knowledge file without these entries.
    Cut {
        path: String,
        anchors: Vec<String>,
        after: String,
    },
    Keep(String),
}

/// What to do, file by file; ignore files last, because they guard what stays.
pub fn plan(found: &Found<'_>) -> Vec<Step> {
    let mut steps: Vec<Step> = own_files(found).into_iter().map(Step::Remove).collect();
    steps
        .extend(Ledger::ALL.iter().zip(found.ledgers).filter_map(|(ledger, text)| cut(found, *ledger, text)));
    steps.extend(found.mirrors.iter().cloned().map(Step::Remove));
    let going: BTreeSet<&str> = steps.iter().filter_map(Step::removes).collect();
    let ignores: Vec<String> =
        found.ignores.iter().filter(|file| guards_nothing(found, &going, file)).cloned().collect();
    let stays = |file: &&String| !going.contains(file.as_str()) && !ignores.contains(file);
    let kept: Vec<Step> = found.files.iter().filter(stays).cloned().map(Step::Keep).collect();
    steps.into_iter().chain(ignores.iter().cloned().map(Step::Remove)).chain(kept).collect()
}

impl Step {
    fn removes(&self) -> Option<&str> {
        match self {
            Step::Remove(path) => Some(path),
            Step::Cut { .. } | Step::Keep(_) => None,
        }
    }
}

/// Commands and skills.
fn own_files(found: &Found<'_>) -> Vec<String> {
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

fn cut(found: &Found<'_>, ledger: Ledger, text: &str) -> Option<Step> {
    let is_ours = |section: &Section| {
        found.rows.iter().any(|row| {
            let marked = section.source.as_deref() == Some(&row.observation_id);
            let same = marked && row.anchor.as_deref() == Some(&section.anchor);
            same && !row.edited && row.content_hash == content_hash(section.text(text))
        })
    };
    let doomed: Vec<Section> = knowledge::parse(text).into_iter().filter(is_ours).collect();
    let path = ledger.path().to_owned();
    if doomed.is_empty() {
        return None;
    }
    let after = knowledge::without(text, &doomed);
    if ledger.says_nothing(&after) {
        return Some(Step::Remove(path));
    }
    Some(Step::Cut { path, anchors: doomed.into_iter().map(|section| section.anchor).collect(), after })
}

/// An ignore file that is all that is left of its folder.
fn guards_nothing(found: &Found<'_>, going: &BTreeSet<&str>, ignore: &str) -> bool {
    let folder = ignore.trim_end_matches(".gitignore");
    let below = found.files.iter().filter(|file| file.starts_with(folder));
    below.into_iter().all(|file| going.contains(file.as_str()) || found.ignores.contains(file))
}

#[cfg(test)]
mod tests;
