//! The configuration files on disk: the user's, and the project's as far as it is trusted.

use std::path::PathBuf;

use anyhow::Result;

use crate::core::config::{self, Config, Problem};
use crate::ctx::Ctx;
use crate::fsx;
use crate::project::Project;
use crate::trust::Trust;

pub const PROJECT_FILE: &str = ".memory/learning.json";

/// The configuration that counts, and what does not count and why.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    pub config: Config,
    pub problems: Vec<Problem>,
}

impl Loaded {
    /// A broken wish to keep something out or to spend less: learning waits until it is corrected.
    pub fn obstacle(&self) -> Option<&Problem> {
        self.problems.iter().find(|problem| problem.stops_learning())
    }
}

pub fn user_file(ctx: &Ctx) -> PathBuf {
    ctx.config.join("config.json")
}

/// What counts where there is no project.
pub fn of_user(ctx: &Ctx) -> Result<Loaded> {
    let user = fsx::read_text_opt(&user_file(ctx))?;
    let (config, problems) = config::layer(user.as_deref(), None, false);
    Ok(Loaded { config, problems })
}

pub fn load(ctx: &Ctx, project: &Project) -> Result<Loaded> {
    let user = fsx::read_text_opt(&user_file(ctx))?;
    let own = fsx::read_text_opt(&project.in_root(PROJECT_FILE))?;
    let trusted =
        own.as_deref().is_some_and(|text| Trust::load(project).is_ok_and(|trust| trust.covers(text)));
    let (config, problems) = config::layer(user.as_deref(), own.as_deref(), trusted);
    Ok(Loaded { config, problems })
}
