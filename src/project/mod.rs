//! The project that a session belongs to, and the folder of its state. The state is the user's: nothing
//! in a repository can name, move or fill it.

pub(crate) mod artifacts;
pub(crate) mod configuration;
pub(crate) mod git;
pub(crate) mod trust;

mod roots;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::core::config;
use crate::core::config::jsonc;
use crate::core::session::project_identity::FolderOwner;
use crate::os::ctx::Ctx;
use crate::os::fsx;
use crate::os::log::Log;

pub const MANIFEST: &str = ".memory/.learning-manifest.json";

#[derive(Clone, Debug)]
pub struct Project {
    pub id: String,
    /// The main worktree, canonical.
    pub root: PathBuf,
    /// `projects/<id>` in the user's data folder.
    pub state: PathBuf,
}

#[derive(Deserialize)]
struct ManifestId {
    #[serde(rename = "projectId")]
    project_id: String,
}

impl Project {
    /// Other tools use the same file names, and a clone may contain them: our mirrors stand beside our own manifest.
    pub fn owns_mirrors(&self) -> bool {
        id_in_manifest(&self.root).as_ref() == Some(&self.id)
    }

    pub fn db(&self) -> PathBuf {
        self.state.join("learning.db")
    }
    pub fn backup(&self) -> PathBuf {
        self.state.join("learning.backup.db")
    }
    pub fn spool(&self) -> PathBuf {
        self.state.join("spool")
    }
    /// A marker per running session.
    pub fn open(&self) -> PathBuf {
        self.state.join("open")
    }
    /// Markers of ended sessions, kept so that a resumed session knows what it was shown.
    pub fn ended(&self) -> PathBuf {
        self.state.join("ended")
    }
    pub fn prepared(&self) -> PathBuf {
        self.state.join("prepared")
    }
    /// Records of what running sessions were told.
    pub fn told(&self) -> PathBuf {
        self.state.join("told")
    }
    /// Commands that the person typed in running sessions.
    pub fn asked(&self) -> PathBuf {
        self.state.join("asked")
    }
    /// Sessions off the record.
    pub fn off_record(&self) -> PathBuf {
        self.state.join("off-record")
    }
    pub fn lock(&self) -> PathBuf {
        self.state.join("lock")
    }
    /// Held by the one worker that waits for the main lock.
    pub fn queue_lock(&self) -> PathBuf {
        self.state.join("queue.lock")
    }
    pub fn extract_lock(&self) -> PathBuf {
        self.state.join("extract.lock")
    }
    pub fn log(&self) -> PathBuf {
        self.state.join("log")
    }
    pub fn trust(&self) -> PathBuf {
        self.state.join("trust.json")
    }
    pub fn in_root(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// Databases that were put aside, before a `clear` or because of damage.
    pub fn put_aside(&self) -> Vec<PathBuf> {
        let ours = [self.db(), self.backup()];
        let entries = fs::read_dir(&self.state).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_database = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "db");
        let mut aside: Vec<PathBuf> =
            entries.filter(|path| is_database(path) && !ours.contains(path)).collect();
        aside.sort_unstable();
        aside
    }

    /// Removes temporary files of hooks and workers that were killed.
    pub fn sweep(&self) {
        for folder in [&self.state, &self.spool(), &self.open(), &self.ended(), &self.prepared()] {
            fsx::sweep(folder);
        }
    }
}

/// The project root for a working folder: the main worktree, so that all worktrees share one memory; outside git
/// the client's project folder; never the home folder or the file system's root.
pub fn find_root(ctx: &Ctx, cwd: &Path) -> Option<PathBuf> {
    let cwd = fs::canonicalize(cwd).ok()?;
    let root = git::main_worktree(&cwd).or_else(|| outside_git(ctx, &cwd))?;
    let home = ctx.home.as_ref().and_then(|h| fs::canonicalize(h).ok());
    let allowed = root.parent().is_some() && Some(&root) != home.as_ref();
    allowed.then_some(root)
}

fn outside_git(ctx: &Ctx, cwd: &Path) -> Option<PathBuf> {
    let named = ctx.env.project_dir.as_ref().and_then(|dir| fs::canonicalize(dir).ok());
    named.filter(|dir| cwd.starts_with(dir)).or_else(|| Some(cwd.to_path_buf()))
}

/// The project of a known root, here or where it was moved from.
pub fn lookup(ctx: &Ctx, root: &Path) -> Option<Project> {
    let sight = roots::look(ctx, root);
    let (id, whose) = (sight.id.clone()?, sight.whose);
    // After a move the first sight claims the memory, before a copy can. If that cannot be noted, it is read all the same.
    let settled = if whose == FolderOwner::Marked { roots::settle(ctx, root, sight) } else { Ok(()) };
    let project = open(ctx, root, id)?;
    if let Err(error) = settled {
        Log::new(project.log(), ctx.now, "project").note(&format!("not noted where it is now: {error:#}"));
    }
    Some(project)
}

/// The same, with an error if it cannot be determined.
pub fn lookup_readable(ctx: &Ctx, root: &Path) -> Result<Option<Project>> {
    match lookup(ctx, root) {
        Some(project) => Ok(Some(project)),
        None => roots::check(ctx, root).map(|()| None),
    }
}

/// Every known project that is still where it was.
pub fn all(ctx: &Ctx) -> Result<Vec<Project>> {
    let folder = ctx.data.join("projects");
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let states = fs::read_dir(&folder).with_context(|| format!("could not read `{}`", folder.display()))?;
    let root_of = |state: fs::DirEntry| roots::home(ctx, state.file_name().to_str()?);
    let roots = states.flatten().filter_map(root_of).filter(|root| root.is_dir());
    let mut projects: Vec<Project> = roots.filter_map(|root| lookup(ctx, &root)).collect();
    projects.sort_unstable_by(|a, b| a.root.cmp(&b.root));
    projects.dedup_by(|a, b| a.root == b.root);
    Ok(projects)
}

/// The project of a root, created at first sight.
pub fn lookup_or_start(ctx: &Ctx, root: &Path) -> Result<Project> {
    let sight = roots::look(ctx, root);
    if let (FolderOwner::Known, Some(id)) = (sight.whose, &sight.id)
        && let Some(project) = open(ctx, root, id.clone())
    {
        return Ok(project);
    }
    roots::settle(ctx, root, sight)
        .with_context(|| format!("could not keep a memory for this project in `{}`", ctx.data.display()))?;
    lookup(ctx, root).context("the project's state folder vanished")
}

/// Records the identity of this folder, to tell it from another one at the same path.
pub fn remember(ctx: &Ctx, project: &Project) -> Result<()> {
    roots::remember(ctx, &project.root, &project.id)
}

fn open(ctx: &Ctx, root: &Path, id: String) -> Option<Project> {
    let state = roots::state_dir(ctx, &id)?;
    Some(Project { id, root: root.to_path_buf(), state })
}

/// The project that the manifest in a folder belongs to.
pub fn id_in_manifest(root: &Path) -> Option<String> {
    let manifest = fsx::read_opt(&root.join(MANIFEST)).ok()??;
    Some(serde_json::from_slice::<ManifestId>(&manifest).ok()?.project_id)
}

/// Is the project excluded from learning? Hooks read only this key and `everywhere` from the configuration.
pub fn is_excluded(ctx: &Ctx, root: &Path) -> bool {
    let folders: Vec<String> =
        of_user(ctx, "exclude").iter().flat_map(|folder| with_target(folder)).collect();
    config::holds(&folders, root, ctx.home.as_deref())
}

/// Lessons for every session in all projects.
pub fn told_everywhere(ctx: &Ctx) -> Vec<String> {
    of_user(ctx, "everywhere")
}

/// A list from the person's configuration; empty if it cannot be read.
fn of_user(ctx: &Ctx, key: &str) -> Vec<String> {
    let text = fsx::read_text_opt(&ctx.config.join("config.json")).ok().flatten();
    let config = text.filter(|text| text.contains(key)).and_then(|text| jsonc::value(&text).ok().flatten());
    let Some(config) = config else { return Vec::new() };
    let named = config[key].as_array().into_iter().flatten().filter_map(|one| one.as_str());
    named.map(str::to_owned).collect()
}

/// A configured folder and its link target, because roots are canonical.
fn with_target(folder: &str) -> Vec<String> {
    let target = fs::canonicalize(folder).ok().map(|path| path.to_string_lossy().into_owned());
    [Some(folder.to_owned()), target].into_iter().flatten().collect()
}
