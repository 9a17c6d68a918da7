//! The mapping between folders and memories: an entry per root, and the root's path in every state
//! folder. Both are written whole, and a move that a crash interrupted continues at the next sight.

use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::id_in_manifest;
use crate::core::session::project_identity::{self, FolderMarker, FolderOwner, KnownFolder};
use crate::core::text;
use crate::os::ctx::Ctx;
use crate::os::fsx::{self, Lock};
use crate::project::git;

/// Time that a hook waits for another one that creates the folder's memory.
const PATIENCE: Duration = Duration::from_secs(1);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Entry {
    id: String,
    /// Identity of the folder, independent of its name; older entries have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
    /// Hash of the repository's remote, which may contain a password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    repository: Option<String>,
}

impl Entry {
    fn read(ctx: &Ctx, root: &Path) -> Option<Entry> {
        let entry: Entry = serde_json::from_slice(&fsx::read_opt(&path(ctx, root)).ok()??).ok()?;
        is_plain(&entry.id).then_some(entry)
    }

    /// Restores an entry that was empty after a power failure: the memory still has its root.
    fn found_again(ctx: &Ctx, root: &Path) -> Option<Entry> {
        if !path(ctx, root).exists() {
            return None;
        }
        let states = fs::read_dir(ctx.data.join("projects")).ok()?.flatten();
        let mut ids = states.filter_map(|state| state.file_name().into_string().ok());
        let id = ids.find(|id| home(ctx, id).is_some_and(|home| home == root))?;
        Some(Entry { id, folder: None, repository: None })
    }

    fn now(root: &Path, id: &str) -> Entry {
        Entry { id: id.to_owned(), folder: folder(root), repository: repository(root) }
    }
}

/// Findings about a root.
pub(super) struct Sight {
    pub(super) whose: FolderOwner,
    /// The id of the memory, unless it is new.
    pub(super) id: Option<String>,
    /// The memory that the root's entry still names.
    instead_of: Option<String>,
}

pub(super) fn look(ctx: &Ctx, root: &Path) -> Sight {
    let entry = Entry::read(ctx, root).or_else(|| Entry::found_again(ctx, root));
    let entry = entry.filter(|entry| state_dir(ctx, &entry.id).is_some());
    let known = entry.as_ref().map(|entry| known(ctx, root, entry));
    let mut marked = None;
    let whose = project_identity::whose(known, || {
        marked = id_in_manifest(root).filter(|id| state_dir(ctx, id).is_some());
        marker(ctx, root, marked.as_deref(), entry.as_ref().filter(|_| known.is_some_and(|k| k.is_at_home)))
    });
    let entry = entry.map(|entry| entry.id);
    match whose {
        FolderOwner::Known => Sight { whose, id: entry, instead_of: None },
        FolderOwner::Marked => Sight { whose, id: marked, instead_of: entry },
        FolderOwner::Fresh => Sight { whose, id: None, instead_of: entry },
    }
}

fn known(ctx: &Ctx, root: &Path, entry: &Entry) -> KnownFolder {
    let is_same_folder = entry.folder.is_none() || entry.folder == folder(root);
    KnownFolder {
        // A memory without a recorded root belongs where it is looked up.
        is_at_home: home(ctx, &entry.id).is_none_or(|home| home == root),
        is_same_folder,
        is_same_repository: !is_same_folder
            && entry.repository.is_some()
            && entry.repository == repository(root),
    }
}

fn marker(ctx: &Ctx, root: &Path, marked: Option<&str>, at_home: Option<&Entry>) -> FolderMarker {
    match marked {
        None => FolderMarker::None,
        Some(id) if at_home.is_some_and(|entry| entry.id == id) => FolderMarker::Same,
        Some(id) if is_settled(ctx, id, root) => FolderMarker::Settled,
        Some(_) => FolderMarker::Homeless,
    }
}

/// Does the folder where a memory was last seen, other than this one, still own it? Here a manifest claims the memory,
/// which weighs more than a remote, so there the folder itself or a manifest has to match too.
fn is_settled(ctx: &Ctx, id: &str, root: &Path) -> bool {
    let Some(home) = home(ctx, id).filter(|home| home != root && home.is_dir()) else {
        return false;
    };
    let entry = Entry::read(ctx, &home);
    let there = folder(&home);
    let is_others = entry.as_ref().is_some_and(|entry| entry.id != id);
    let is_same_folder = entry.is_some_and(|entry| entry.folder.is_some() && entry.folder == there);
    // The same folder under another name, on a file system that ignores case.
    let is_here = there == folder(root);
    !is_others && !is_here && (is_same_folder || id_in_manifest(&home).as_deref() == Some(id))
}

/// Checks that the records can be read; only then does "unknown root" mean anything.
pub(super) fn check(ctx: &Ctx, root: &Path) -> Result<()> {
    fsx::read_bytes_opt(&path(ctx, root))?;
    let projects = ctx.data.join("projects");
    match fs::read_dir(&projects) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("could not read `{}`", projects.display()))
        }
        _ => Ok(()),
    }
}

/// Assigns the memory that was found to the root.
pub(super) fn settle(ctx: &Ctx, root: &Path, sight: Sight) -> Result<()> {
    // Wait for another process that replaces the old entry; there may be nothing left to do then.
    let turn = sight.instead_of.is_some().then(|| Lock::take_within(&ctx.data.join("roots/lock"), PATIENCE));
    let turn = turn.transpose()?;
    let sight = if turn.is_some() { look(ctx, root) } else { sight };
    match (sight.whose, &sight.id) {
        (FolderOwner::Marked, Some(id)) => move_in(ctx, root, id, sight.instead_of.as_deref()),
        (FolderOwner::Fresh, _) => new_state(ctx, root, sight.instead_of.as_deref()),
        _ => Ok(()),
    }
}

/// Records the new root in the state first: from then on the old root no longer owns it.
fn move_in(ctx: &Ctx, root: &Path, id: &str, instead_of: Option<&str>) -> Result<()> {
    let old = home(ctx, id).filter(|old| old != root);
    fsx::write_private_for_good(&ctx.data.join("projects").join(id).join("root"), path_bytes(root))?;
    claim(ctx, root, id, instead_of)?;
    match old.filter(|old| Entry::read(ctx, old).is_some_and(|entry| entry.id == id)) {
        Some(old) => fsx::remove_if_there(&path(ctx, &old)).context("could not forget the old folder"),
        None => Ok(()),
    }
}

/// The id of this root: the given one, unless another process was first.
fn claim(ctx: &Ctx, root: &Path, id: &str, instead_of: Option<&str>) -> Result<String> {
    let path = path(ctx, root);
    let entry = serde_json::to_vec(&Entry::now(root, id))?;
    match Entry::read(ctx, root) {
        Some(claimed) if Some(claimed.id.as_str()) != instead_of => return Ok(claimed.id),
        Some(_) => fsx::write_private_for_good(&path, &entry)?,
        None => {
            let roots = ctx.data.join("roots");
            fsx::create_private_dir(&roots)?;
            fsx::sweep(&roots);
            // Entries appear whole: an unreadable one is damaged, and no process is about to use it.
            if path.exists() && Entry::read(ctx, root).is_none() {
                fsx::remove_if_there(&path)?;
            }
            fsx::create_private(&path, &entry)
                .with_context(|| format!("could not write `{}`", path.display()))?;
        }
    }
    let claimed = Entry::read(ctx, root).with_context(|| format!("`{}` vanished", path.display()))?;
    Ok(claimed.id)
}

/// Records the folder's identity if it changed since it was first seen.
pub(super) fn remember(ctx: &Ctx, root: &Path, id: &str) -> Result<()> {
    if let Some(state) = state_dir(ctx, id).filter(|_| home(ctx, id).is_none()) {
        fsx::write_private_for_good(&state.join("root"), path_bytes(root))?;
    }
    let (now, path) = (Entry::now(root, id), path(ctx, root));
    let is_outdated = match Entry::read(ctx, root) {
        Some(entry) => entry.id == id && entry != now,
        None => path.exists(),
    };
    if is_outdated { fsx::write_private_for_good(&path, &serde_json::to_vec(&now)?) } else { Ok(()) }
}

/// The folder where a memory was last seen, as bytes, because a path need not be UTF-8.
pub(super) fn home(ctx: &Ctx, id: &str) -> Option<PathBuf> {
    let root = fsx::read_opt(&state_dir(ctx, id)?.join("root")).ok()??;
    (!root.is_empty()).then(|| PathBuf::from(std::ffi::OsString::from_vec(root)))
}

/// An identity that survives a rename of the folder and that a new folder at its path does not have.
fn folder(root: &Path) -> Option<String> {
    let meta = fs::metadata(root).ok()?;
    let born = meta.created().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    Some(format!("{}-{}", meta.ino(), born.as_nanos()))
}

fn repository(root: &Path) -> Option<String> {
    let url = git::remote(root)?;
    Some(text::hash(&project_identity::repository(&url))[..16].to_owned())
}

fn path_bytes(root: &Path) -> &[u8] {
    root.as_os_str().as_encoded_bytes()
}

fn path(ctx: &Ctx, root: &Path) -> PathBuf {
    let name = text::hash(&root.to_string_lossy());
    ctx.data.join("roots").join(&name[..32])
}

pub(super) fn state_dir(ctx: &Ctx, id: &str) -> Option<PathBuf> {
    let state = ctx.data.join("projects").join(id);
    (is_plain(id) && state.is_dir()).then_some(state)
}

/// Is the id usable as a folder name?
fn is_plain(id: &str) -> bool {
    !id.is_empty() && id.len() <= 64 && id.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// A state folder is moved into place when it is complete and the root's entry names it, so a crash leaves only folders
/// that are found again or swept.
fn new_state(ctx: &Ctx, root: &Path, instead_of: Option<&str>) -> Result<()> {
    let projects = ctx.data.join("projects");
    fsx::create_private_dir(&projects)?;
    fsx::sweep(&projects);
    let prefix = fsx::unfinished();
    let private = fs::Permissions::from_mode(0o700);
    let folder =
        tempfile::Builder::new().prefix(&prefix).rand_bytes(20).permissions(private).tempdir_in(&projects);
    let folder = folder.map_err(fsx::in_short)?;
    for part in ["spool", "open", "ended", "prepared"] {
        fsx::create_private_dir(&folder.path().join(part))?;
    }
    fsx::write_private_for_good(&folder.path().join("root"), path_bytes(root))?;
    let name = folder.path().file_name().and_then(|name| name.to_str()?.strip_prefix(&prefix));
    let id = claim(ctx, root, name.context("the state folder has no name")?, instead_of)?;
    use std::io::ErrorKind::{AlreadyExists, DirectoryNotEmpty};
    match fsx::rename(folder.path(), &projects.join(id)) {
        // Another process was first.
        Err(e) if matches!(e.kind(), AlreadyExists | DirectoryNotEmpty) => Ok(()),
        done => done.context("could not make the project's state folder"),
    }
}
