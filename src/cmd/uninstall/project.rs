//! Removal of our files from one project.

use std::cmp::Reverse;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::cmd::place;
use crate::core::knowledge::render;
use crate::core::knowledge::uninstall::{self, ProjectFiles, UninstallStep};
use crate::core::model::artifact_path::COMMANDS;
use crate::core::model::artifact_path::Ledger;
use crate::os::fsx;
use crate::project::Project;
use crate::project::artifacts;
use crate::store;
use crate::store::Store;
use crate::worker::recovery;
use crate::worker::stage::mirrors;

/// Folders of ours, which may also contain files of people.
const FOLDERS: [&str; 2] = [".memory", COMMANDS];

pub(super) struct Leaving {
    pub project: Project,
    steps: Vec<UninstallStep>,
    /// Folders that we created.
    folders: Vec<String>,
    /// The project has artifacts.
    pub has_artifacts: bool,
}

impl Leaving {
    pub(super) fn plan(project: &Project, artifacts: bool) -> Result<Leaving> {
        let (rows, made) = match memory(project)? {
            Some(store) => (store::artifacts::all(store.read())?, store::folders::all(store.read())?),
            None => Default::default(),
        };
        let own = mirrors::own_files(project, &rows)?;
        let mut folders: Vec<&str> = rows
            .iter()
            .filter(|row| row.anchor.is_none() && render::is_in_place(row.kind, &row.path))
            .filter_map(|row| Some(row.path.rsplit_once('/')?.0))
            .collect();
        folders.extend(FOLDERS);
        folders.sort_unstable();
        folders.dedup();
        let mut files: Vec<String> =
            folders.into_iter().flat_map(|folder| artifacts::files_below(&project.root, folder)).collect();
        files.sort_unstable();
        files.dedup();
        let found = ProjectFiles {
            rows: &rows,
            disk: &artifacts::look(&project.root),
            // Unreadable files stay.
            ledgers: &Ledger::ALL
                .map(|ledger| artifacts::knowledge(&project.root, ledger).ok().flatten().unwrap_or_default()),
            mirrors: &own.mirrors,
            ignores: &own.ignores,
            files: &files,
        };
        let steps = if artifacts { uninstall::plan_with_artifacts(&found) } else { uninstall::plan(&found) };
        Ok(Leaving { steps, project: project.clone(), folders: made, has_artifacts: !rows.is_empty() })
    }

    pub(super) fn changes(&self) -> Vec<String> {
        self.steps.iter().map(step_line).collect()
    }

    pub(super) fn apply(&self) -> Result<()> {
        let root = &self.project.root;
        for step in &self.steps {
            match step {
                UninstallStep::Remove(path) => remove(root, path)?,
                UninstallStep::Cut { path, after, .. } => {
                    fsx::write_in_project(root, path, after.as_bytes())?
                }
                UninstallStep::Keep(_) => {}
            }
        }
        let mut folders: Vec<&String> = self.folders.iter().collect();
        folders.sort_by_key(|folder| Reverse(folder.len()));
        for folder in folders.into_iter().filter_map(|folder| fsx::inside(root, folder).ok()) {
            // This only removes empty folders.
            let _ = fs::remove_dir(folder);
        }
        Ok(())
    }
}

/// The database, or its backup if it is damaged or an interrupted uninstall removed it.
fn memory(project: &Project) -> Result<Option<Store>> {
    let copy = || Store::open_existing(&project.backup(), Duration::ZERO).ok().flatten();
    match recovery::read(project) {
        Err(error) if error.damage().is_some() => {
            copy().map_or_else(|| place::open(project), |copy| Ok(Some(copy)))
        }
        _ => place::open(project),
    }
}

fn remove(root: &Path, path: &str) -> Result<()> {
    let file = fsx::inside(root, path)?;
    fsx::remove_if_there(&file).with_context(|| format!("could not remove `{}`", file.display()))
}

pub(super) fn has_open_session(project: &Project) -> bool {
    fs::read_dir(project.open()).is_ok_and(|mut markers| markers.next().is_some())
}

fn step_line(step: &UninstallStep) -> String {
    match step {
        UninstallStep::Remove(path) => format!("remove {path}"),
        UninstallStep::Cut { path, anchors, .. } => format!("remove {} from {path}", anchors.join(", ")),
        UninstallStep::Keep(path) => format!("keep {path}, which is yours"),
    }
}
