//! Files in the project that are or may be ours. Nothing is read through a link that leads out of the
//! project, because a repository can contain such a link; nothing is written there either.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::core::knowledge::entries::{self, Section};
use crate::core::knowledge::index::{self, Index, ShownEntries};
use crate::core::knowledge::reconcile::{DiskState, ManifestRow, content_hash};
use crate::core::knowledge::render;
use crate::core::model::Kind;
use crate::core::model::artifact_path::Ledger;
use crate::core::model::artifact_path::{COMMANDS, SKILLS};
use crate::os::fsx;

/// Where the client looks for commands and skills.
const CLIENTS: [&str; 2] = [".claude/commands", SKILLS];

/// Every command, skill and knowledge entry on disk.
pub fn look(root: &Path) -> Vec<DiskState> {
    let entries = Ledger::ALL.into_iter().flat_map(|ledger| entries(root, ledger.path()));
    let files: BTreeSet<String> =
        [Kind::Workflow, Kind::Procedural].into_iter().flat_map(|kind| files(root, kind)).collect();
    let moved = loaded_by_client(root).into_iter().filter(|path| !files.contains(path));
    let moved: Vec<DiskState> =
        moved.map(|path| whole_file(root, path)).filter(|found| found.source.is_some()).collect();
    entries.chain(files.into_iter().map(|path| whole_file(root, path))).chain(moved).collect()
}

/// The observation that a file says it was made from, wherever a person put it.
pub fn source_of(root: &Path, path: &str) -> Option<String> {
    whole_file(root, path.to_owned()).source
}

/// How deep people sort their commands and skills into folders, and how many of them anybody looks through.
const MOST_FOLDERS: usize = 3;
const MOST_FILES: usize = 2_000;

/// Everything from which the client makes commands and skills: one of ours that was moved is there still, with its mark.
fn loaded_by_client(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Vec<(String, usize)> = CLIENTS.iter().map(|folder| ((*folder).to_owned(), 0)).collect();
    while let Some((folder, depth)) = open.pop() {
        for entry in fs::read_dir(root.join(&folder)).into_iter().flatten().flatten() {
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && depth < MOST_FOLDERS {
                open.push((path, depth + 1));
            } else if !is_folder && path.ends_with(".md") && found.len() < MOST_FILES {
                found.push(path);
            }
        }
    }
    found.sort_unstable();
    found
}

fn read(root: &Path, path: &str) -> Result<Option<String>> {
    fsx::read_text_opt(&fsx::inside(root, path)?)
}

/// The text of a knowledge file; `None` when there is none.
pub fn knowledge(root: &Path, ledger: Ledger) -> Result<Option<String>> {
    read(root, ledger.path())
}

/// The entries of a knowledge file.
pub fn sections(root: &Path, ledger: Ledger) -> Result<Vec<Section>> {
    Ok(entries::parse(&knowledge(root, ledger)?.unwrap_or_default()))
}

/// The active entries of both knowledge files that may be told, in the order of the files. One that cannot be
/// read does not keep the other from being read.
pub fn index(root: &Path, shown: &ShownEntries, unreadable: impl Fn(anyhow::Error)) -> Index {
    let [decisions, pitfalls] = Ledger::ALL.map(|ledger| {
        let read = knowledge(root, ledger).map_err(&unreadable).ok();
        read.flatten().unwrap_or_default()
    });
    let [decisions_path, pitfalls_path] = knowledge_paths(root);
    let entries = index::entries(&decisions, &pitfalls, &|section, file| shown.holds(section, file));
    Index { entries, decisions_path, pitfalls_path }
}

/// What a file says, by its hash; `None` when it is not there or cannot be read.
pub fn hash_of(root: &Path, path: &str) -> Option<String> {
    Some(content_hash(&read(root, path).ok()??))
}

/// What the entries of both knowledge files say, by their hashes.
pub fn section_hashes(root: &Path) -> BTreeSet<String> {
    let found = Ledger::ALL.into_iter().flat_map(|ledger| entries(root, ledger.path()));
    found.filter_map(|entry| entry.hash).collect()
}

/// The entries of both knowledge files by their numbers, with the hash of what they say.
pub fn entries_of(root: &Path) -> Vec<(String, String)> {
    let found = Ledger::ALL.into_iter().flat_map(|ledger| entries(root, ledger.path()));
    found.filter_map(|entry| Some((entry.anchor?, entry.hash?))).collect()
}

/// Hashes of the entries that do not hold any more, by their own Status line.
pub fn inactive(root: &Path, ledger: Ledger) -> Vec<String> {
    let file = knowledge(root, ledger).ok().flatten().unwrap_or_default();
    let sections = entries::parse(&file);
    let inactive = sections.iter().filter(|section| !section.standing().is_active());
    inactive.map(|section| content_hash(section.text(&file))).collect()
}

/// Where agents find the knowledge files.
pub fn knowledge_paths(root: &Path) -> [String; 2] {
    Ledger::ALL.map(|ledger| root.join(ledger.path()).display().to_string())
}

/// The files of a kind that has files of its own, ours and other people's.
pub fn files(root: &Path, kind: Kind) -> Vec<String> {
    let folder = match kind {
        Kind::Workflow => COMMANDS,
        Kind::Procedural => SKILLS,
        Kind::Decision | Kind::Pitfall => return Vec::new(),
    };
    let Ok(entries) = fs::read_dir(root.join(folder)) else {
        return Vec::new();
    };
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let stems = names.map(|name| name.strip_suffix(".md").unwrap_or(&name).to_owned());
    let mut files: Vec<String> = stems.map(|name| render::path(kind, &name)).collect();
    files.retain(|path| root.join(path).symlink_metadata().is_ok());
    files.sort_unstable();
    files
}

/// Folders that hold what tools made.
const MADE: [&str; 4] = [".git", "target", "node_modules", ".venv"];
/// A project with more files than this has names enough to make a search by name meaningless.
const MOST_NAMES: usize = 50_000;

/// The names of the project's files, for references that name no folder.
pub fn file_names(root: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && !MADE.contains(&name.as_str()) {
                open.push(entry.path());
            } else if !is_folder {
                names.insert(name);
            }
        }
        if names.len() > MOST_NAMES {
            break;
        }
    }
    names
}

/// What an artifact says now; `None` when it is not there.
pub fn artifact(root: &Path, row: &ManifestRow) -> Option<String> {
    let file = read(root, &row.path).ok()??;
    let Some(anchor) = &row.anchor else {
        return Some(file);
    };
    let sections = entries::parse(&file);
    let section = entries::find(&sections, anchor, Some(&row.observation_id))?;
    Some(section.text(&file).to_owned())
}

/// The title that a person finds in the project, which may be their own: the heading of an entry or of a file.
pub fn title(root: &Path, row: &ManifestRow) -> Option<String> {
    let text = artifact(root, row)?;
    if row.anchor.is_some() {
        return entries::parse(&text).into_iter().next().map(|section| section.title);
    }
    // In what the client reads of a file first, a line with a number sign is a remark.
    let below = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).map(|(_, rest)| rest);
    let heading = below.unwrap_or(&text).lines().find_map(|line| line.strip_prefix("# "))?;
    Some(heading.trim().to_owned()).filter(|title| !title.is_empty())
}

/// What something on disk says.
pub fn text_of(root: &Path, found: &DiskState) -> Option<String> {
    let file = read(root, &found.path).ok()??;
    if found.anchor.is_none() {
        return Some(file);
    }
    let sections = entries::parse(&file);
    let mut texts = sections.iter().map(|section| section.text(&file));
    texts.find(|text| Some(content_hash(text)) == found.hash).map(str::to_owned)
}

/// A file that is there and cannot be read is no deletion.
fn whole_file(root: &Path, path: String) -> DiskState {
    let content = read(root, &path).ok().flatten();
    let source = content.as_deref().and_then(render::observation_id).map(str::to_owned);
    DiskState { hash: content.as_deref().map(content_hash), source, path, anchor: None, title: None }
}

fn entries(root: &Path, path: &str) -> Vec<DiskState> {
    if root.join(path).symlink_metadata().is_err() {
        return Vec::new();
    }
    let Ok(Some(file)) = read(root, path) else {
        return vec![DiskState {
            path: path.to_owned(),
            anchor: None,
            hash: None,
            source: None,
            title: None,
        }];
    };
    let state = |section: Section| DiskState {
        path: path.to_owned(),
        hash: Some(content_hash(section.text(&file))),
        anchor: Some(section.anchor),
        source: section.source,
        title: Some(section.title),
    };
    entries::parse(&file).into_iter().map(state).collect()
}

/// The files below a folder, relative to the root. Links are not followed.
pub fn files_below(root: &Path, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
    entries
        .flat_map(|entry| {
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder { files_below(root, &path) } else { vec![path] }
        })
        .collect()
}
