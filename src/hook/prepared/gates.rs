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
    /// Active guards, one line each, because most calls are about none of them.
    #[serde(default)]
    pub guards: String,
}

impl Gates {
    pub fn new(overlays: BTreeMap<String, Gate>, guards: &[PreparedGuard]) -> Gates {
        let lines: Vec<String> = guards.iter().map(PreparedGuard::line).collect();
        Gates { version: VERSION, overlays, guards: lines.join("\n") }
    }

    /// Is there nothing that a call could meet?
    pub fn is_empty(&self) -> bool {
        self.overlays.is_empty() && self.guards.is_empty()
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
