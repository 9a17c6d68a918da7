//! The context of subagents by role: one small file each, and one for unknown roles.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::core::context::inject::Notes;
use crate::core::patterns::roles::{known_as, role_of};
use crate::core::text::safe_name;
use crate::core::text::tokens::Budget;
use crate::os::fsx;
use crate::project::Project;

const VERSION: u32 = 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoleContext {
    version: u32,
    /// `None` for every role without a file of its own.
    role: Option<String>,
    tokens: usize,
    min_room: usize,
    pub notes: Notes,
    /// The role gets the knowledge index too.
    pub index: bool,
}

impl RoleContext {
    pub fn new(role: Option<&str>, notes: Notes, index: bool, budget: Budget) -> RoleContext {
        let role = role.map(str::to_owned);
        RoleContext { version: VERSION, role, tokens: budget.tokens, min_room: budget.min_room, notes, index }
    }

    /// The context of this role, or else of unknown roles.
    pub fn load(project: &Project, role: &str) -> Result<Option<RoleContext>> {
        for name in known_as(role).map(Some).chain([None]) {
            let found = load(project, name)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    pub fn budget(&self) -> Budget {
        Budget { tokens: self.tokens, min_room: self.min_room }
    }
}

fn load(project: &Project, role: Option<&str>) -> Result<Option<RoleContext>> {
    let found = super::read(&file(project, role))?;
    Ok(found.filter(|context: &RoleContext| context.version == VERSION))
}

/// Replaces all files by these.
pub fn save_all(project: &Project, contexts: &[RoleContext]) -> Result<()> {
    fsx::create_private_dir(&folder(project))?;
    let mut kept = BTreeSet::new();
    for context in contexts {
        let file = file(project, context.role.as_deref());
        fsx::write_private(&file, &serde_json::to_vec(context)?)?;
        kept.insert(file);
    }
    for entry in fs::read_dir(folder(project))?.flatten().filter(|entry| !kept.contains(&entry.path())) {
        fsx::remove_if_there(&entry.path())?;
    }
    Ok(())
}

fn folder(project: &Project) -> PathBuf {
    project.prepared().join("roles")
}

/// A role is free text, so its name is hashed, never used as a path. Case is ignored, as some file systems do.
fn file(project: &Project, role: Option<&str>) -> PathBuf {
    match role {
        Some(role) => folder(project).join(format!("{}.json", safe_name(&role_of(role)))),
        None => project.prepared().join("any-role.json"),
    }
}
