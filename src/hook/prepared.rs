//! Files that the worker prepares so that hooks need no database: one with the index, the news and the
//! paths to check on disk, one per role, one with the tools to ask about.

pub mod gates;
pub mod hud;
pub mod roles;
pub mod texts;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::core::context::inject::{Block, Parts};
use crate::core::model::{Kind, Time};
use crate::core::text;
use crate::core::text::tokens::Budget;
use crate::os::fsx;
use crate::os::fsx::Stamp;
use crate::project::Project;
use crate::project::artifacts;
use crate::project::configuration::Stamps;

/// A file of another version is ignored; the next worker run rewrites it.
const VERSION: u32 = 4;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prepared {
    pub version: u32,
    pub start_tokens: usize,
    pub min_room: usize,
    /// Stamps of the settings that were used.
    #[serde(default)]
    pub settings: Stamps,
    /// All content except the news, which are shown once.
    pub parts: Parts,
    /// Shown with `parts`, by branch, because only a running session knows its branch.
    pub errors: Vec<OpenErrors>,
    /// Anchors that are not shown, because outcomes showed them to be harmful.
    pub hidden: BTreeSet<String>,
    /// The two knowledge files as they were when the index was made; `None` for one that was not there.
    pub knowledge: [Option<Stamp>; 2],
    pub artifacts: Vec<Watched>,
    pub news: Vec<News>,
    /// A line for the person that does not depend on news, such as a database that had to be recovered.
    pub notice: Option<String>,
    /// Time at which pending work becomes possible: a capped batch, a second look at a missing file.
    pub wake_at: Option<Time>,
}

/// Unresolved errors of one branch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenErrors {
    pub branch: Option<String>,
    pub block: Block,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watched {
    pub observation: String,
    pub stamp: Stamp,
    pub anchor: Option<String>,
    /// Missing at an earlier look already.
    pub missing: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct News {
    pub observation: String,
    pub kind: Kind,
    pub title: String,
    /// `/self-learning:slug`, the skill's name, or the entry's id.
    pub name: String,
}

impl Prepared {
    pub fn new() -> Prepared {
        Prepared { version: VERSION, ..Prepared::default() }
    }

    /// The prepared content, if any: without it a hook has nothing to say.
    pub fn load(project: &Project) -> Option<Prepared> {
        let bytes = fsx::read_opt(&file(project)).ok()??;
        let mut prepared: Prepared = serde_json::from_slice(&bytes).ok()?;
        let index = &mut prepared.parts.index;
        [index.decisions_path, index.pitfalls_path] = artifacts::knowledge_paths(&project.root);
        (prepared.version == VERSION).then_some(prepared)
    }

    pub fn save(&self, project: &Project) -> Result<()> {
        fsx::write_private(&file(project), &serde_json::to_vec(self)?)
    }

    pub fn budget(&self) -> Budget {
        Budget { tokens: self.start_tokens, min_room: self.min_room }
    }

    /// `true` for exactly one caller per set of news, however many sessions start at once.
    pub fn claim_news(&self, project: &Project) -> bool {
        let nothing = self.news.is_empty() && self.notice.is_none();
        let (claim, me) = (project.prepared().join(self.claim_name()), std::process::id().to_string());
        !nothing && fsx::create_private(&claim, me.as_bytes()).unwrap_or(false)
    }

    pub fn claim_name(&self) -> String {
        let told: Vec<&str> = self.news.iter().map(|news| news.observation.as_str()).collect();
        format!("told-{}", &text::hash(&format!("{} {:?}", told.join(" "), self.notice))[..16])
    }
}

/// `None` when it is not there.
fn read<T: DeserializeOwned>(file: &Path) -> Result<Option<T>> {
    let bytes = fsx::read_opt(file)?;
    let read = bytes.map(|bytes| serde_json::from_slice(&bytes)).transpose();
    read.with_context(|| format!("`{}` is broken; the next worker rewrites it", file.display()))
}

fn file(project: &Project) -> std::path::PathBuf {
    project.prepared().join("start.json")
}

impl News {
    /// The news as a statement for the model.
    pub fn line(&self) -> String {
        let what = match self.kind {
            Kind::Workflow => "the command",
            Kind::Procedural => "the skill",
            Kind::Decision => "the decision",
            Kind::Pitfall => "the pitfall",
        };
        format!("{what} {}: {}", self.name, self.title)
    }

    /// Commands and skills are files that Claude Code has to load again.
    pub fn is_loaded_by_client(&self) -> bool {
        matches!(self.kind, Kind::Workflow | Kind::Procedural)
    }
}
