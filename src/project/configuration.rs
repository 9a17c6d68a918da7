//! The configuration files on disk: the user's, and the project's as far as it is trusted.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::core::config::{self, Config, Problem};
use crate::os::ctx::Ctx;
use crate::os::fsx;
use crate::os::fsx::Stamp;
use crate::project::Project;
use crate::project::trust::Trust;

pub const PROJECT_FILE: &str = ".memory/learning.json";
const USER_FILE: &str = "config.json";

/// The effective configuration, and the parts without effect with the reason.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    pub config: Config,
    pub problems: Vec<Problem>,
    /// The files it was read from.
    pub stamps: Stamps,
}

/// The user's file and the project's as they were; `None` for one that was not there.
pub type Stamps = [Option<Stamp>; 2];

impl Loaded {
    /// An invalid exclusion or limit: learning waits until it is corrected.
    pub fn obstacle(&self) -> Option<&Problem> {
        self.problems.iter().find(|problem| problem.stops_learning())
    }
}

pub fn user_file(ctx: &Ctx) -> PathBuf {
    ctx.config.join(USER_FILE)
}

/// The configuration outside of projects.
pub fn of_user(ctx: &Ctx) -> Result<Loaded> {
    let user = fsx::read_text_opt(&user_file(ctx))?;
    let (config, problems) = config::layer(user.as_deref(), None, false);
    Ok(Loaded { config, problems, ..Loaded::default() })
}

/// The configuration of an unknown folder: nothing in it is trusted.
pub fn of_stranger(ctx: &Ctx, root: &Path) -> Result<Loaded> {
    let user = fsx::read_text_opt(&user_file(ctx))?;
    let own = of_project(root);
    let (config, problems) = config::layer(user.as_deref(), own.as_deref(), false);
    Ok(Loaded { config, problems, ..Loaded::default() })
}

/// An unreadable file counts as absent: it cannot have been trusted, and must not stop learning.
fn of_project(root: &Path) -> Option<String> {
    fsx::read_text_opt(&root.join(PROJECT_FILE)).unwrap_or(Some(String::new()))
}

pub fn stamps(ctx: &Ctx, project: &Project) -> Stamps {
    [Stamp::of(&ctx.config, USER_FILE), Stamp::of(&project.root, PROJECT_FILE)]
}

pub fn load(ctx: &Ctx, project: &Project) -> Result<Loaded> {
    // Taken before reading, so that a change in between is noticed.
    let stamps = stamps(ctx, project);
    let user = fsx::read_text_opt(&user_file(ctx))?;
    let own = of_project(&project.root);
    let trusted =
        own.as_deref().is_some_and(|text| Trust::load(project).is_ok_and(|trust| trust.covers(text)));
    let (config, problems) = config::layer(user.as_deref(), own.as_deref(), trusted);
    Ok(Loaded { config, problems, stamps })
}
