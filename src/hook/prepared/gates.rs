//! The input of PreToolUse: the tools to ask about and the active guards. `overlays.json` is small
//! because both are rare.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::core::guards::guard::PreparedGuard;
use crate::core::policy::gate::Gate;
use crate::os::fsx;
use crate::project::Project;

const VERSION: u32 = 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gates {
    version: u32,
    /// By adapter.
    pub overlays: BTreeMap<String, Gate>,
    /// Active guards.
    #[serde(default)]
    pub guards: Vec<PreparedGuard>,
}

impl Gates {
    pub fn new(overlays: BTreeMap<String, Gate>, guards: Vec<PreparedGuard>) -> Gates {
        Gates { version: VERSION, overlays, guards }
    }

    pub fn load(project: &Project) -> Result<Option<Gates>> {
        Ok(super::read(&file(project))?.filter(|gates: &Gates| gates.version == VERSION))
    }

    pub fn save(&self, project: &Project) -> Result<()> {
        fsx::write_private(&file(project), &serde_json::to_vec(self)?)
    }
}

fn file(project: &Project) -> PathBuf {
    project.prepared().join("overlays.json")
}
