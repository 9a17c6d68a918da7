//! The figures of the status line: `hud.json`, small enough to be read every few moments.

use std::path::PathBuf;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::core::context::hud::Hud;
use crate::os::fsx;
use crate::project::Project;

const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct File {
    version: u32,
    counts: Hud,
}

pub fn load(project: &Project) -> Result<Option<Hud>> {
    let file: Option<File> = super::read(&file(project))?;
    Ok(file.filter(|file| file.version == VERSION).map(|file| file.counts))
}

pub fn save(project: &Project, counts: Hud) -> Result<()> {
    fsx::write_private(&file(project), &serde_json::to_vec(&File { version: VERSION, counts })?)
}

fn file(project: &Project) -> PathBuf {
    project.prepared().join("hud.json")
}
