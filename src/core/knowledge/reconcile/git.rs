//! The part that git plays in changed artifacts: a branch that tracks one of our paths overwrites
//! the file, and removes it on the way back. That is not a rejection.

use std::collections::BTreeSet;

use super::{ManifestRow, ReconcileInput, ReconcilePlan, ReconcileStep};
use crate::core::model::word_enum::word_enum;

word_enum! {
    /// The part that git played in an artifact's change.
    pub enum GitPart ("part of git") {
        /// It tracks the path on a branch that was checked out; the artifact is written again on
        /// other branches.
        Took = "took",
        /// HEAD moved to another commit while the file vanished: a question to the person.
        Perhaps = "perhaps",
    }
}

/// Git's view of the files with artifacts.
#[derive(Clone, Debug, Default)]
pub struct GitLook {
    /// Paths that it tracks, or may track.
    pub tracked: BTreeSet<String>,
    /// Paths that it did not track when they last were as we know them.
    pub kept: BTreeSet<String>,
    /// HEAD moved since the last look.
    pub has_moved: bool,
}

impl GitLook {
    /// It tracks a path that it did not track before, HEAD moved meanwhile, or git's file was seen
    /// in its place.
    pub(super) fn is_to_blame(&self, row: &ManifestRow, look: &ReconcileInput<'_>) -> bool {
        let is_kept = self.kept.contains(&row.path);
        if self.tracked.contains(&row.path) {
            return is_kept || self.has_moved || row.by_git.is_some();
        }
        let is_file_gone = !look.disk.iter().any(|found| found.path == row.path);
        is_kept && (row.by_git.is_some() || self.has_moved && is_file_gone)
    }
}

impl ReconcilePlan {
    /// An unknown text is in place of ours. It is neither adopted nor removed.
    pub(super) fn foreign(&mut self, row: &ManifestRow, look: &ReconcileInput<'_>) {
        self.counts.unchanged += 1;
        self.unknown.insert(row.path.clone());
        if look.git.tracked.contains(&row.path) && row.by_git != Some(GitPart::Took) {
            self.steps.push(ReconcileStep::Overtaken(overtaken(row, GitPart::Took)));
        }
    }

    /// An artifact that git overwrote or removed is not rejected. It is written again where git
    /// does not track it. For a file that is a single artifact, a person's deletion cannot be told
    /// from git's, unless git's file was seen in its place.
    pub(super) fn taken(&mut self, row: &ManifestRow, look: &ReconcileInput<'_>) {
        let is_tracked = look.git.tracked.contains(&row.path);
        let is_certain = is_tracked || row.anchor.is_some() || row.by_git == Some(GitPart::Took);
        if is_certain && !is_tracked {
            self.restored.insert(row.path.clone());
            return;
        }
        let part = if is_certain { GitPart::Took } else { GitPart::Perhaps };
        if part == GitPart::Perhaps {
            self.mass_deletion.insert(row.observation_id.clone());
        }
        if row.by_git != Some(part) || row.missing_since.is_none() {
            let row = ManifestRow { missing_since: Some(look.now), ..overtaken(row, part) };
            self.steps.push(ReconcileStep::Overtaken(row));
        }
    }
}

fn overtaken(row: &ManifestRow, part: GitPart) -> ManifestRow {
    ManifestRow { by_git: Some(part), ..row.clone() }
}
