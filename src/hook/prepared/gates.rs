//! Which adapters are asked about before they are used: `overlays.json`, as small as what keeps failing is rare.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::core::policy::gate::Gate;
use crate::os::fsx;
use crate::project::Project;

const VERSION: u32 = 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gates {
    version: u32,
    /// By adapter.
    pub overlays: BTreeMap<String, Gate>,
}

impl Gates {
    pub fn new(overlays: BTreeMap<String, Gate>) -> Gates {
        Gates { version: VERSION, overlays }
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
