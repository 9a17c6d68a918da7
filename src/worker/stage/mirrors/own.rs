//! Recognition of our own mirrors and ignore files in a project, for their removal.

use std::collections::BTreeSet;
use std::fs;

use anyhow::Result;

use super::LOG;
use crate::core::knowledge::ignore_file;
use crate::core::knowledge::reconcile::ManifestRow;
use crate::core::knowledge::uninstall::Ignore;
use crate::os::fsx;
use crate::project::{MANIFEST, Project};

#[derive(Debug, Default)]
pub struct OwnFiles {
    pub mirrors: Vec<String>,
    pub ignores: Vec<Ignore>,
}

pub fn own_files(project: &Project, rows: &[ManifestRow]) -> Result<OwnFiles> {
    let folders: BTreeSet<&str> = rows
        .iter()
        .filter(|row| row.anchor.is_none())
        .filter_map(|row| Some(row.path.rsplit_once('/')?.0))
        .collect();
    let folders = folders.into_iter().map(str::to_owned).chain([".memory".to_owned()]);
    let mut own = OwnFiles { mirrors: mirrors(project), ignores: Vec::new() };
    for file in folders.map(|folder| format!("{folder}/.gitignore")) {
        match fsx::read_text_opt(&project.in_root(&file)).ok().flatten() {
            Some(text) if ignore_file::is_ours(&text) => own.ignores.push(Ignore { path: file, text }),
            _ => {}
        }
    }
    Ok(own)
}

pub fn mirrors(project: &Project) -> Vec<String> {
    if !project.owns_mirrors() {
        return Vec::new();
    }
    let names = fs::read_dir(project.in_root(".memory")).into_iter().flatten().flatten();
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    let outcomes = names.filter(|name| name.starts_with("outcomes") && name.ends_with(".jsonl"));
    let mut mirrors: Vec<String> = outcomes.map(|name| format!(".memory/{name}")).collect();
    mirrors.sort_unstable();
    if project.in_root(LOG).exists() {
        mirrors.push(LOG.to_owned());
    }
    // Last, because it identifies the others as ours.
    mirrors.push(MANIFEST.to_owned());
    mirrors
}
