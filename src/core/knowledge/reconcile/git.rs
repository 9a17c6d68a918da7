//! What git has to do with artifacts that are not as we know them: a branch that tracks a path of ours overwrites the file, and
//! removes it on the way back. That is no refusal.

use std::collections::BTreeSet;

use super::{ManifestRow, ReconcileInput, ReconcilePlan, ReconcileStep};
use crate::core::model::word_enum::word_enum;

word_enum! {
    /// What git has to do with an artifact that is not as we know it.
    pub enum GitPart ("part of git") {
        /// It tracks the path on a branch that was checked out: it is written again where it does not.
        Took = "took",
        /// It went to another commit while the file vanished: a question to the person.
        Perhaps = "perhaps",
    }
}

/// What git says of the files with artifacts.
#[derive(Clone, Debug, Default)]
pub struct GitLook {
    /// Paths that it tracks, or may track.
    pub tracked: BTreeSet<String>,
    /// Paths that it did not track when they last stood as we know them.
    pub kept: BTreeSet<String>,
    /// It went from one commit to another since the last look.
    pub has_moved: bool,
}

impl GitLook {
    /// It tracks what it did not track before, went elsewhere meanwhile, or was seen in its place.
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
    /// Somebody's text stands in the place of ours. It is neither taken over nor taken away.
    pub(super) fn foreign(&mut self, row: &ManifestRow, look: &ReconcileInput<'_>) {
        self.counts.unchanged += 1;
        self.unknown.insert(row.path.clone());
        if look.git.tracked.contains(&row.path) && row.by_git != Some(GitPart::Took) {
            self.steps.push(ReconcileStep::Overtaken(overtaken(row, GitPart::Took)));
        }
    }

    /// What git overwrote or removed is no refusal. It is written again where git does not track it. Of a file that is all
    /// its own nobody can tell a person's no from git's, unless git was seen in its place.
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
