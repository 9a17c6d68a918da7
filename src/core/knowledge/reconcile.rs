//! Reconciliation of the files on disk with the artifacts that we rendered: kept, edited, or
//! rejected.
//!
//! Deleting an artifact is how a person rejects it, and that is permanent. So an artifact that may
//! be missing for another reason does not count as rejected: a stash, another branch, a cleaned
//! folder, our own crash.

pub mod absence_text;

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize};

use super::provenance::KnownTexts;
use crate::core::model::{Kind, Status, Time};
use crate::core::text;

pub mod absence;
mod disk;
mod git;
mod heal;
#[cfg(test)]
mod tests;

use absence::{Absence, absence, is_mass_deletion, pending};
use disk::{Claim, Disk};
pub use git::{GitLook, GitPart};

/// One artifact as recorded in the database. An observation has at most one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestRow {
    pub observation_id: String,
    pub kind: Kind,
    /// Relative to the project, so that a project can move.
    pub path: String,
    /// The entry within a knowledge file.
    pub anchor: Option<String>,
    pub content_hash: String,
    pub rendered_at: Time,
    /// The branch on which it was last seen.
    pub branch: Option<String>,
    /// Missing since this look, and not yet considered deleted.
    pub missing_since: Option<Time>,
    pub missing_branch: Option<String>,
    /// It is a person's version, which is never rewritten.
    pub edited: bool,
    pub by_git: Option<GitPart>,
}

impl ManifestRow {
    /// `.memory/knowledge/decisions.md#ADR-007`, or a file that is a single artifact.
    pub fn place(&self) -> String {
        self.anchor.as_ref().map_or_else(|| self.path.clone(), |anchor| format!("{}#{anchor}", self.path))
    }
}

/// One thing found on disk: a command or skill file, or one entry of a knowledge file. Missing
/// things have no state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskState {
    pub path: String,
    pub anchor: Option<String>,
    /// `None` if it exists but could not be read. Without an anchor that holds for the whole file.
    pub hash: Option<String>,
    /// The observation that the artifact itself names.
    pub source: Option<String>,
    /// An entry's heading.
    pub title: Option<String>,
}

impl DiskState {
    /// `.memory/knowledge/decisions.md#ADR-007`, or the file.
    pub fn name(&self) -> String {
        self.anchor.as_ref().map_or_else(|| self.path.clone(), |anchor| format!("{}#{anchor}", self.path))
    }

    /// Whether it is in the place of one of these rows, or names one of their observations.
    pub fn is_of(&self, rows: &[ManifestRow]) -> bool {
        let is_same =
            |row: &ManifestRow| row.path == self.path || self.source.as_deref() == Some(&row.observation_id);
        rows.iter().any(is_same)
    }

    fn place(&self) -> (&str, Option<&str>) {
        (&self.path, self.anchor.as_deref())
    }
}

/// The facts about an observation that self-healing needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownObservation {
    pub id: String,
    pub kind: Kind,
    pub title: String,
    pub status: Status,
}

#[derive(Clone, Copy, Debug)]
pub struct ReconcileInput<'a> {
    pub rows: &'a [ManifestRow],
    pub disk: &'a [DiskState],
    /// Observations that an artifact without a row may belong to.
    pub observations: &'a [KnownObservation],
    /// The owners of the texts.
    pub texts: &'a KnownTexts,
    pub git: &'a GitLook,
    pub branch: Option<&'a str>,
    pub now: Time,
}

/// The state of our mirrors in the project. A person who rejects an artifact does not remove them;
/// a cleanup does.
#[derive(Clone, Copy, Debug, Default)]
pub struct CleanedFolder {
    /// They are gone as well.
    pub is_cleaned: bool,
    /// The last look at which they were gone.
    pub cleaned_at: Option<Time>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReconcileCounts {
    pub deletions: usize,
    pub edits: usize,
    pub unchanged: usize,
    pub healed: usize,
}

/// A change to make. It holds the row to store; a removal holds the former row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReconcileStep {
    /// The person's version becomes the current one.
    Edited(ManifestRow),
    /// Missing for the first time.
    Missing(ManifestRow),
    /// Found again after it was missing, or under another name, or on another branch.
    Found(ManifestRow),
    /// The artifact existed without a row: the observation becomes created.
    Healed(ManifestRow),
    /// Rejected: the observation's penalty is applied, it becomes deprecated, and the row is
    /// removed.
    Deleted(ManifestRow),
    /// A file of git's is in its place, which is not a rejection.
    Overtaken(ManifestRow),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReconcilePlan {
    pub steps: Vec<ReconcileStep>,
    pub counts: ReconcileCounts,
    /// Observations to flag for review as a mass deletion; the flag is cleared for all others.
    pub mass_deletion: BTreeSet<String>,
    /// Artifacts vanished together with our mirrors, so the time of this look is stored.
    pub is_swept: bool,
    /// Files that git removed and does not track here: they are restored to their last state.
    pub restored: BTreeSet<String>,
    /// Files in which a text of ours was changed by an unknown writer.
    pub unknown: BTreeSet<String>,
}

pub fn plan(look: &ReconcileInput<'_>, sweep: CleanedFolder) -> ReconcilePlan {
    let mut disk = Disk::new(look.disk);
    let mut plan = ReconcilePlan::default();
    let mut missing = Vec::new();
    let homes: Vec<Option<usize>> = look.rows.iter().map(|row| disk.at_home(row)).collect();
    for (row, home) in look.rows.iter().zip(homes) {
        match disk.claim(row, home) {
            Claim::Found(found) if !is_believed(row, found, look.texts) => plan.foreign(row, look),
            Claim::Found(found) => plan.present(row, found, look.branch),
            Claim::Missing if look.git.is_to_blame(row, look) => plan.taken(row, look),
            Claim::Missing => missing.push(row),
            Claim::Unreadable => plan.counts.unchanged += 1,
            Claim::Taken => {}
        }
    }
    let healed = heal::heal(look, &disk);
    plan.counts.healed += healed.len();
    plan.missing(&missing, look.rows.len() - missing.len() + healed.len(), look, sweep);
    plan.steps.extend(healed.into_iter().map(ReconcileStep::Healed));
    plan
}

/// The text is the one we know, or another known text of ours or the person's.
fn is_believed(row: &ManifestRow, found: &DiskState, texts: &KnownTexts) -> bool {
    found.hash.as_ref().is_none_or(|hash| *hash == row.content_hash || texts.is_told(hash))
}

impl ReconcilePlan {
    fn present(&mut self, row: &ManifestRow, found: &DiskState, branch: Option<&str>) {
        if is_as_known(row, found, branch) {
            self.counts.unchanged += 1;
            return;
        }
        let now = seen(row, found, branch);
        let is_edited = now.content_hash != row.content_hash;
        if is_edited {
            self.counts.edits += 1;
            self.steps.push(ReconcileStep::Edited(now));
        } else {
            self.counts.unchanged += 1;
            self.steps.push(ReconcileStep::Found(now));
        }
    }

    fn missing(
        &mut self,
        missing: &[&ManifestRow],
        found: usize,
        look: &ReconcileInput<'_>,
        sweep: CleanedFolder,
    ) {
        let is_here = |row: &&&ManifestRow| row.branch.as_deref() == look.branch;
        let gone: Vec<&ManifestRow> = missing.iter().filter(is_here).copied().collect();
        if gone.is_empty() {
            return;
        }
        let is_mass = is_mass_deletion(gone.len(), found);
        let there: HashSet<&str> = look.disk.iter().map(|found| found.path.as_str()).collect();
        for row in gone {
            let is_swept = sweep.took(row, &there);
            if is_mass || is_swept {
                self.mass_deletion.insert(row.observation_id.clone());
            }
            match absence(row, look) {
                // A cleanup does not count as rejection, whatever was missing before.
                _ if is_swept && sweep.is_cleaned => {
                    self.is_swept = true;
                    self.steps.push(ReconcileStep::Missing(pending(row, look)));
                }
                _ if is_swept => {}
                Absence::New => self.steps.push(ReconcileStep::Missing(pending(row, look))),
                Absence::Confirmed if !is_mass => {
                    self.counts.deletions += 1;
                    self.steps.push(ReconcileStep::Deleted(row.clone()));
                }
                Absence::Confirmed | Absence::Waiting => {}
            }
        }
    }
}

/// Nothing to store, which is by far the most common case.
fn is_as_known(row: &ManifestRow, found: &DiskState, branch: Option<&str>) -> bool {
    let is_there = row.missing_since.is_none() && row.missing_branch.is_none();
    let is_same = found.hash.as_ref().is_none_or(|hash| *hash == row.content_hash);
    is_there
        && is_same
        && row.by_git.is_none()
        && row.path == found.path
        && row.anchor == found.anchor
        && row.branch.as_deref() == branch
}

/// The row after its artifact was seen.
fn seen(row: &ManifestRow, found: &DiskState, branch: Option<&str>) -> ManifestRow {
    let hash = found.hash.clone().unwrap_or_else(|| row.content_hash.clone());
    ManifestRow {
        path: found.path.clone(),
        anchor: found.anchor.clone(),
        edited: row.edited || hash != row.content_hash,
        content_hash: hash,
        branch: branch.map(str::to_owned),
        missing_since: None,
        missing_branch: None,
        by_git: None,
        ..row.clone()
    }
}

impl CleanedFolder {
    /// Missing together with everything of ours in the project, as after `git clean` or in a new
    /// clone, however little there was. An entry whose file still exists was removed from it.
    fn took(self, row: &ManifestRow, there: &HashSet<&str>) -> bool {
        match self.is_cleaned {
            true => !there.contains(row.path.as_str()),
            false => row.missing_since.is_some() && row.missing_since == self.cleaned_at,
        }
    }
}

/// The branch on which a missing file was last seen, if it is not this one. The file is committed
/// there: a new one here would keep git from switching back, or be lost in doing so.
pub fn branch_of<'a>(
    rows: &'a [ManifestRow],
    path: &str,
    here: Option<&str>,
    has_branch: impl Fn(&str) -> bool,
) -> Option<&'a str> {
    let branches = rows.iter().filter(|row| row.path == path).filter_map(|row| row.branch.as_deref());
    branches.filter(|branch| Some(*branch) != here).find(|branch| has_branch(branch))
}

/// The hash of a file's or an entry's content, regardless of what follows it in its file and of
/// line ends.
pub fn content_hash(artifact: &str) -> String {
    text::hash(artifact.replace("\r\n", "\n").trim_end())
}
