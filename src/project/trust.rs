//! The texts that the user trusts in a project. The record lies in the user's own folder, so no
//! repository can write it.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::os::fsx;
use crate::project::Project;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Trust {
    /// sha256 of the project's `.memory/learning.json` as the person saw it. A changed file is untrusted.
    pub config_hash: Option<String>,
    /// Hashes of the texts that the person accepted: they are shown to sessions.
    pub knowledge: BTreeSet<String>,
}

impl Trust {
    pub fn load(project: &Project) -> Result<Trust> {
        match fsx::read_bytes_opt(&project.trust())? {
            Some(bytes) => serde_json::from_slice(&bytes)
                .with_context(|| format!("could not read `{}`", project.trust().display())),
            None => Ok(Trust::default()),
        }
    }

    /// An unreadable record counts as empty: nothing is trusted.
    pub fn known(project: &Project) -> Trust {
        Trust::load(project).unwrap_or_default()
    }

    /// Removes the file when nothing is trusted.
    pub fn save(&self, project: &Project) -> Result<()> {
        match *self == Trust::default() {
            true => Ok(fsx::remove_if_there(&project.trust())?),
            false => fsx::write_private_for_good(&project.trust(), &serde_json::to_vec_pretty(self)?),
        }
    }

    pub fn covers(&self, config_text: &str) -> bool {
        self.config_hash.as_deref() == Some(&crate::core::text::hash(config_text))
    }
}
