//! The few ways in which ingrain touches files. A person's file is never half written: the new text goes to a
//! temporary file in the same folder, is synced, and takes the old one's place by rename.

use std::fs::{self, File, Permissions};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

/// As many as Linux follows.
const MOST_LINKS: usize = 40;
/// How often a waiting writer looks at a lock again.
const LOCK_POLL: Duration = Duration::from_millis(20);

pub fn read_opt(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(e) => Err(e),
    }
}

pub fn read_text_opt(path: &Path) -> Result<Option<String>> {
    let bytes = read_opt(path).with_context(|| format!("could not read `{}`", path.display()))?;
    bytes
        .map(String::from_utf8)
        .transpose()
        .with_context(|| format!("`{}` is not UTF-8 text", path.display()))
}

/// Replaces a person's file (or creates it), keeping its mode; a link is followed, so that its target is replaced.
pub fn write_user_file(path: &Path, bytes: &[u8]) -> Result<()> {
    let write = || {
        let target = behind_links(path)?;
        let mode = fs::metadata(&target).map(|m| m.permissions()).ok();
        replace(&target, bytes, mode, Sync::Yes)
    };
    write().with_context(|| format!("could not write `{}`", path.display()))
}

/// Where a path leads, whether there is something or not: a link into a folder of dotfiles may be older than the file.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = parent(&path)?.join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Replaces a file of ingrain's own state: readable by its owner only, and not worth a sync because it is derived
/// or found again.
pub fn write_private(path: &Path, bytes: &[u8]) -> Result<()> {
    let private = Permissions::from_mode(0o600);
    replace(path, bytes, Some(private), Sync::No)
        .with_context(|| format!("could not write `{}`", path.display()))
}

/// Like `write_private`, but only if nothing is there yet. `false` means somebody was first.
pub fn create_private(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let mut temp = NamedTempFile::new_in(parent(path)?)?;
    temp.write_all(bytes)?;
    match temp.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(e) if e.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(e) => Err(e.error),
    }
}

/// Adds to one of our own state files, in one piece; the file and its folder are made when they are missing.
pub fn append_private(path: &Path, bytes: &[u8]) -> Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    let append = || File::options().create(true).append(true).mode(0o600).open(path)?.write_all(bytes);
    let appended = match append() {
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            parent(path).and_then(create_private_dir).and_then(|()| append())
        }
        done => done,
    };
    appended.with_context(|| format!("could not write `{}`", path.display()))
}

#[derive(PartialEq)]
enum Sync {
    Yes,
    No,
}

fn replace(path: &Path, bytes: &[u8], mode: Option<Permissions>, sync: Sync) -> io::Result<()> {
    let folder = parent(path)?;
    // A new file of the person's gets what their umask says.
    let asked = Permissions::from_mode(0o666);
    let mut temp = tempfile::Builder::new().prefix(".ingrain-").permissions(asked).tempfile_in(folder)?;
    temp.write_all(bytes)?;
    if let Some(mode) = mode {
        temp.as_file().set_permissions(mode)?;
    }
    if sync == Sync::Yes {
        temp.as_file().sync_all()?;
    }
    temp.persist(path)?;
    if sync == Sync::Yes {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

fn parent(path: &Path) -> io::Result<&Path> {
    path.parent().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path has no folder"))
}

pub fn create_private_dir(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Moves one of our own state files.
#[expect(clippy::disallowed_methods, reason = "the one place that renames")]
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

pub fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
        _ => Ok(()),
    }
}

/// Where a project-relative path really lies. A link that leads out of the project is refused, because a repository
/// can bring such links along.
pub fn inside(root: &Path, relative: &str) -> Result<PathBuf> {
    let relative = Path::new(relative);
    if relative.components().any(|c| !matches!(c, Component::Normal(_))) {
        bail!("`{}` is no path inside the project", relative.display());
    }
    let path = root.join(relative);
    let real_root = fs::canonicalize(root).with_context(|| format!("could not find `{}`", root.display()))?;
    let existing = path.ancestors().find(|p| p.symlink_metadata().is_ok()).unwrap_or(root);
    let real =
        fs::canonicalize(existing).with_context(|| format!("`{}` is a dangling link", existing.display()))?;
    if !real.starts_with(&real_root) {
        bail!("`{}` leads out of the project", existing.display());
    }
    Ok(path)
}

/// Writes a file of the project, creating its folders.
pub fn write_in_project(root: &Path, relative: &str, bytes: &[u8]) -> Result<()> {
    let path = inside(root, relative)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("could not create `{}`", folder.display()))?;
    }
    write_user_file(&path, bytes)
}

/// Adds whole lines to a file of the project. Half a line that a crash left is closed first.
pub fn append_in_project(root: &Path, relative: &str, lines: &str) -> Result<()> {
    let path = inside(root, relative)?;
    let append = || {
        fs::create_dir_all(parent(&path)?)?;
        let mut file = fs::OpenOptions::new().read(true).append(true).create(true).open(&path)?;
        let mut last = [b'\n'];
        if file.metadata()?.len() > 0 {
            file.seek(io::SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
        }
        let gap = if last == [b'\n'] { "" } else { "\n" };
        file.write_all(format!("{gap}{lines}").as_bytes())
    };
    append().with_context(|| format!("could not write `{}`", path.display()))
}

/// An advisory lock that a crash frees.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "held, not read")] File);

impl Lock {
    /// `None` when somebody else holds it.
    pub fn try_take(path: &Path) -> Result<Option<Lock>> {
        let file = open_lock(path).with_context(|| format!("could not open `{}`", path.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Lock(file))),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(e)) => {
                Err(e).with_context(|| format!("could not lock `{}`", path.display()))
            }
        }
    }

    pub fn take_within(path: &Path, patience: Duration) -> Result<Option<Lock>> {
        let since = Instant::now();
        loop {
            if let Some(lock) = Lock::try_take(path)? {
                return Ok(Some(lock));
            }
            if since.elapsed() >= patience {
                return Ok(None);
            }
            std::thread::sleep(LOCK_POLL);
        }
    }
}

fn open_lock(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    File::options().create(true).truncate(false).write(true).mode(0o600).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_out_of_the_project_is_refused() {
        let outside = tempfile::tempdir().unwrap();
        let project = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(outside.path(), project.path().join(".memory")).unwrap();
        assert!(write_in_project(project.path(), ".memory/x.md", b"x").is_err());
        assert!(write_in_project(project.path(), "../x.md", b"x").is_err());
        assert!(write_in_project(project.path(), "/tmp/x.md", b"x").is_err());
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_linked_file_is_replaced_at_its_target_and_keeps_its_mode() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("real.json");
        create_private(&target, b"old").unwrap();
        let link = dir.path().join("link.json");
        std::os::unix::fs::symlink(&target, &link).unwrap();
        write_user_file(&link, b"new").unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(target.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_link_to_nothing_yet_stays_a_link() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir(at("dotfiles")).unwrap();
        for (link, target) in [("a", "b"), ("b", "dotfiles/real"), ("circle", "circle"), ("lost", "no/where")]
        {
            std::os::unix::fs::symlink(target, at(link)).unwrap();
        }
        write_user_file(&at("a"), b"new").unwrap();
        assert_eq!(fs::read(at("dotfiles/real")).unwrap(), b"new");
        assert!(write_user_file(&at("circle"), b"new").is_err());
        assert!(write_user_file(&at("lost"), b"new").is_err());
        for link in ["a", "b", "circle", "lost"] {
            assert!(at(link).symlink_metadata().unwrap().is_symlink(), "{link}");
        }
    }

    #[test]
    fn the_first_to_create_wins() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("id");
        assert!(create_private(&path, b"one").unwrap());
        assert!(!create_private(&path, b"two").unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"one");
    }

    #[test]
    fn a_held_lock_is_not_given_twice() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("lock");
        let held = Lock::try_take(&path).unwrap();
        assert!(held.is_some());
        assert!(Lock::try_take(&path).unwrap().is_none());
        drop(held);
        assert!(Lock::try_take(&path).unwrap().is_some());
    }
}
