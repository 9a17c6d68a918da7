//! A check of our files on disk for changes since the worker last looked.

use std::collections::{BTreeSet, HashSet};

use crate::core::context::inject::Parts;
use crate::core::knowledge::index::{Index, IndexEntry, ShownEntries};
use crate::core::model::Time;
use crate::core::model::artifact_path::Ledger;
use crate::hook::prepared::texts::PreparedTexts;
use crate::hook::prepared::{Prepared, Watched};
use crate::os::fsx::Stamp;
use crate::project::Project;
use crate::project::artifacts;

#[derive(Debug, Default)]
pub(super) struct DiskLook {
    /// Missing artifacts, by observation, or by anchor for a person's entry. They are left out until the worker knows why.
    pub vanished: BTreeSet<String>,
    /// The disk differs from the worker's last look.
    pub changed: bool,
    /// The index of the current files, if they changed.
    index: Option<Vec<IndexEntry>>,
    /// Hashes of new texts that only the person can have written.
    pub believed: BTreeSet<String>,
    /// Entries of ours with a new text that somebody else may have written: they are not told.
    doubtful: Vec<String>,
}

impl DiskLook {
    pub(super) fn at(project: &Project, prepared: &Prepared) -> DiskLook {
        let mut look = DiskLook::at_knowledge(project, prepared);
        let mut changed = Vec::new();
        for watched in prepared.artifacts.iter().filter(|w| w.anchor.is_none()) {
            let now = Stamp::of(&project.root, &watched.stamp.path);
            if now.is_none() {
                look.vanished.insert(watched.observation.clone());
            }
            let is_same = now.as_ref() == Some(&watched.stamp) || (now.is_none() && watched.missing);
            if !is_same {
                changed.push(watched);
            }
        }
        look.changed |= !changed.is_empty();
        look.believe(project, &changed);
        look
    }

    /// Changed commands and skills: from then on only a person's own words are shown.
    fn believe(&mut self, project: &Project, changed: &[&Watched]) {
        let there =
            changed.iter().filter_map(|w| Some((*w, artifacts::hash_of(&project.root, &w.stamp.path)?)));
        let there: Vec<(&Watched, String)> = there.collect();
        if there.is_empty() {
            return;
        }
        let known = PreparedTexts::load(project);
        let is_quiet = known.believes_new(project);
        for (watched, hash) in there {
            if is_quiet && known.texts.is_new(&hash) {
                self.believed.insert(hash);
            } else if !known.texts.is_told(&hash) {
                self.vanished.insert(watched.observation.clone());
            }
        }
    }

    /// Costs two stats if the knowledge files are unchanged; otherwise they are read again.
    pub(super) fn at_knowledge(project: &Project, prepared: &Prepared) -> DiskLook {
        let now = Ledger::ALL.map(|ledger| Stamp::of(&project.root, ledger.path()));
        if now == prepared.knowledge {
            let missing = prepared.artifacts.iter().filter(|w| w.anchor.is_some() && w.missing);
            return DiskLook {
                vanished: missing.map(|w| w.observation.clone()).collect(),
                ..DiskLook::default()
            };
        }
        let (shown, believed) = shown(project, prepared);
        // The worker reads it too, and reports the error.
        let entries = artifacts::index(&project.root, &shown, drop).entries;
        let there: BTreeSet<&str> = entries.iter().map(|entry| entry.anchor.as_str()).collect();
        let is_gone = |anchor: &str| !there.contains(anchor);
        let ours = prepared.artifacts.iter().filter(|w| w.anchor.as_deref().is_some_and(is_gone));
        let listed = prepared.parts.index.entries.iter().map(|entry| &entry.anchor).filter(|a| is_gone(a));
        let vanished = ours.map(|w| &w.observation).chain(listed).cloned().collect();
        let doubtful = doubtful(project, prepared, &believed);
        DiskLook { vanished, changed: true, index: Some(entries), believed, doubtful }
    }

    /// A sentence for the person about what was changed and is not told.
    pub(super) fn untold(&self) -> Option<String> {
        let entries = self.doubtful.join(", ");
        let (are, them) = if self.doubtful.len() == 1 { ("is", "it") } else { ("are", "them") };
        (!entries.is_empty()).then(|| {
            format!(
                "{entries} {are} not told: the text was changed while a session was open or together with git, so it may \
                 be somebody else's; `ingrain review` accepts {them}"
            )
        })
    }

    /// The prepared parts that hold now and on this branch.
    pub(super) fn parts(&self, prepared: &Prepared, branch: Option<&str>, now: Time) -> Parts {
        let mut parts = Parts { index: self.index(prepared), ..prepared.parts.clone() };
        parts.calls.retain(|call| !self.vanished.contains(&call.subject));
        // The line of calls says it already.
        parts.index.entries.retain(|entry| !parts.calls.iter().any(|call| call.anchor == entry.anchor));
        parts.notes = parts.notes.at(branch, now);
        let left_open = prepared.errors.iter().filter(|errors| errors.branch.as_deref() == branch);
        parts.blocks.extend(left_open.map(|errors| errors.block.clone()));
        parts
    }

    /// Best entries first, new ones after them.
    pub(super) fn index(&self, prepared: &Prepared) -> Index {
        let mut index = prepared.parts.index.clone();
        if let Some(now) = &self.index {
            let known = |anchor: &str| index.entries.iter().position(|entry| entry.anchor == anchor);
            let mut entries = now.clone();
            entries.sort_by_key(|entry| known(&entry.anchor).unwrap_or(usize::MAX));
            index.entries = entries;
        }
        index
    }
}

/// Entries of changed files that are shown: known ones, and new ones that only the person can have written.
fn shown(project: &Project, prepared: &Prepared) -> (ShownEntries, BTreeSet<String>) {
    let known = PreparedTexts::load(project);
    let texts = &known.texts;
    let mut believed = artifacts::section_hashes(&project.root);
    believed.retain(|hash| texts.is_new(hash));
    if !believed.is_empty() && !known.believes_new(project) {
        believed.clear();
    }
    let told = texts.told.union(&believed).cloned().collect();
    (ShownEntries { told, hidden: prepared.hidden.clone() }, believed)
}

/// Entries of ours whose text is new and not believed.
fn doubtful(project: &Project, prepared: &Prepared, believed: &BTreeSet<String>) -> Vec<String> {
    let texts = PreparedTexts::load(project).texts;
    let is_ours = |anchor: &str| prepared.artifacts.iter().any(|w| w.anchor.as_deref() == Some(anchor));
    let found = artifacts::entries_of(&project.root).into_iter();
    let new = found.filter(|(_, hash)| texts.is_new(hash) && !believed.contains(hash));
    new.map(|(anchor, _)| anchor).filter(|anchor| is_ours(anchor)).collect()
}

/// Entries that are in the text, by observation for ours.
pub(super) fn listed(prepared: &Prepared, index: &Index, text: &str) -> Vec<String> {
    let subject = |anchor: &str| {
        let ours = prepared.artifacts.iter().find(|w| w.anchor.as_deref() == Some(anchor));
        ours.map_or_else(|| anchor.to_owned(), |w| w.observation.clone())
    };
    let told: HashSet<&str> = text.lines().collect();
    let listed = index.entries.iter().filter(|entry| told.contains(entry.line().as_str()));
    listed.map(|entry| subject(&entry.anchor)).collect()
}
