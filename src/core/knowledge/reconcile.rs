//! What the files on disk say about the artifacts we rendered: kept, edited, or refused.
//!
//! Deleting an artifact is how a person says no, and that no is for good. So nothing counts as a no that may be
//! something else: a stash, another branch, a cleaned folder, our own crash.

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

/// One artifact as the database remembers it. An observation has at most one.
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
    /// Where it was last seen.
    pub branch: Option<String>,
    /// Not found since this look, and not yet taken for deleted.
    pub missing_since: Option<Time>,
    pub missing_branch: Option<String>,
    /// A person's version stands there; it is never rewritten.
    pub edited: bool,
    pub by_git: Option<GitPart>,
}

impl ManifestRow {
    /// `.memory/knowledge/decisions.md#ADR-007`, or the file that is all its own.
    pub fn place(&self) -> String {
        self.anchor.as_ref().map_or_else(|| self.path.clone(), |anchor| format!("{}#{anchor}", self.path))
    }
}

/// One thing found on disk: a command or skill file, or one entry of a knowledge file. What is not there has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiskState {
    pub path: String,
    pub anchor: Option<String>,
    /// `None` when it is there but could not be read. Without an anchor that holds for the whole file.
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

    /// Does it stand where one of these does, or say that it is one of them?
    pub fn is_of(&self, rows: &[ManifestRow]) -> bool {
        let is_same =
            |row: &ManifestRow| row.path == self.path || self.source.as_deref() == Some(&row.observation_id);
        rows.iter().any(is_same)
    }

    fn place(&self) -> (&str, Option<&str>) {
        (&self.path, self.anchor.as_deref())
    }
}

/// What self-healing needs to know of an observation.
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
    /// Those that an artifact without a row may belong to.
    pub observations: &'a [KnownObservation],
    /// Whose the texts are.
    pub texts: &'a KnownTexts,
    pub git: &'a GitLook,
    pub branch: Option<&'a str>,
    pub now: Time,
}

/// What became of our own copies in the project: nobody who refuses an artifact takes them away.
#[derive(Clone, Copy, Debug, Default)]
pub struct CleanedFolder {
    /// They are gone as well.
    pub is_cleaned: bool,
    /// The last look at which they were.
    pub cleaned_at: Option<Time>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReconcileCounts {
    pub deletions: usize,
    pub edits: usize,
    pub unchanged: usize,
    pub healed: usize,
}

/// A change to make. The row is the one to store, or for the last the one that was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReconcileStep {
    /// The person's version is the new one.
    Edited(ManifestRow),
    /// Gone at first sight.
    Missing(ManifestRow),
    /// Found again after it was missing, or under another name, or on another branch.
    Found(ManifestRow),
    /// The artifact was there without a row: the observation becomes created.
    Healed(ManifestRow),
    /// Refused: the observation's penalty is multiplied, it becomes deprecated, and the row goes.
    Deleted(ManifestRow),
    /// Git stands in its place, which refuses nothing.
    Overtaken(ManifestRow),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReconcilePlan {
    pub steps: Vec<ReconcileStep>,
    pub counts: ReconcileCounts,
    /// Observations to flag for review as a mass deletion. For all others that flag is cleared.
    pub mass_deletion: BTreeSet<String>,
    /// Something went with our own copies, and the moment of this look is worth remembering.
    pub is_swept: bool,
    /// Files that git took away and does not track here: they are written as they last stood.
    pub restored: BTreeSet<String>,
    /// Files with a text of ours that somebody changed, and nobody knows who.
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

/// The text that we know, or another one that is known for ours or the person's.
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
                // Whatever was missing before, this is another way to go.
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

/// Nothing to remember: the usual case, and the only one that is common.
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
    /// Gone with all that is ours in the project, as after `git clean` or in a new clone, however little there was. An entry
    /// whose file is still there was taken out of it.
    fn took(self, row: &ManifestRow, there: &HashSet<&str>) -> bool {
        match self.is_cleaned {
            true => !there.contains(row.path.as_str()),
            false => row.missing_since.is_some() && row.missing_since == self.cleaned_at,
        }
    }
}

/// The other branch on which a file was last seen that is not here. It is committed there: one that is begun anew here would
/// keep git from going back, or be lost on the way.
pub fn branch_of<'a>(
    rows: &'a [ManifestRow],
    path: &str,
    here: Option<&str>,
    has_branch: impl Fn(&str) -> bool,
) -> Option<&'a str> {
    let branches = rows.iter().filter(|row| row.path == path).filter_map(|row| row.branch.as_deref());
    branches.filter(|branch| Some(*branch) != here).find(|branch| has_branch(branch))
}

/// What a file or an entry says, whatever follows it in its file and however its lines end.
pub fn content_hash(artifact: &str) -> String {
    text::hash(artifact.replace("\r\n", "\n").trim_end())
}
