//! The MCP servers in the user's own Claude Code configuration, without those of a repository's
//! `.mcp.json`.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::os::ctx::Ctx;
use crate::os::fsx;
use crate::project::Project;

const FILE: &str = ".claude.json";

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ClientState {
    mcp_servers: BTreeMap<String, IgnoredAny>,
    projects: BTreeMap<String, ClientProject>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ClientProject {
    mcp_servers: BTreeMap<String, IgnoredAny>,
}

/// Server names as in tool calls, in lower case; empty if the file cannot be read.
pub fn own(ctx: &Ctx, project: &Project) -> BTreeSet<String> {
    let folders = ctx.home.iter().chain([&ctx.claude]);
    let texts = folders.filter_map(|folder| fsx::text(&folder.join(FILE)));
    let states = texts.filter_map(|text| serde_json::from_str::<ClientState>(&text).ok());
    let root = project.root.to_string_lossy().into_owned();
    let mut names = BTreeSet::new();
    for mut state in states {
        let here = state.projects.remove(&root).unwrap_or_default();
        let all = state.mcp_servers.into_keys().chain(here.mcp_servers.into_keys());
        names.extend(all.map(|name| name.replace([' ', '.'], "_").to_lowercase()));
    }
    names
}
