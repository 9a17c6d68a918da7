//! Hashes of the texts that may be shown to sessions. Hooks read them only after finding a changed
//! file.

use std::path::PathBuf;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::core::knowledge::provenance::{KnownTexts, OtherWriters, TextOwner};
use crate::hook::{marker, spool};
use crate::os::fsx;
use crate::project::Project;
use crate::project::git::GitTrace;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreparedTexts {
    pub texts: KnownTexts,
    /// State of git when the worker last looked.
    pub git: Option<GitTrace>,
    /// A session that may have written files was read after that look.
    pub sessions_wrote: bool,
}

impl PreparedTexts {
    /// Empty if it cannot be read: then nothing is shown.
    pub fn load(project: &Project) -> PreparedTexts {
        super::read(&file(project)).ok().flatten().unwrap_or_default()
    }

    /// Is a new text the person's? Not while a session runs, nor before it was read.
    pub fn believes_new(&self, project: &Project) -> bool {
        let no_session = || !marker::is_any_open(project) && !spool::has_sessions(&project.spool());
        let others = OtherWriters {
            git_is_unchanged: self.git.as_ref() == Some(&GitTrace::of(&project.root)),
            no_session_wrote: !self.sessions_wrote && no_session(),
        };
        others.owner_of_new_text() == TextOwner::Person
    }
}

pub fn save(project: &Project, texts: &PreparedTexts) -> Result<()> {
    fsx::write_private(&file(project), &serde_json::to_vec(texts)?)
}

fn file(project: &Project) -> PathBuf {
    project.prepared().join("texts.json")
}
