//! File access. A file that people read is never half written: the new text goes to a temporary file in
//! the same folder, is synced, and replaces the old file by rename.

mod lock;
mod stamp;

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Seek};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use rustix::fs::OFlags;
use tempfile::NamedTempFile;

use crate::os::fault;

pub use lock::Lock;
pub use stamp::Stamp;

/// The limit of Linux.
const MOST_LINKS: usize = 40;

/// No text that people or programs write for each other is longer.
const MOST_TEXT: u64 = 64 << 20;

/// Opens regular files only. A device has no end, a pipe blocks, and a repository may contain a link to either under a
/// name that we read.
pub fn open(path: &Path) -> io::Result<File> {
    open_up_to(path, u64::MAX).map(|(file, _)| file)
}

/// Returns the length too. Opening without blocking allows a look at the file type first.
fn open_up_to(path: &Path, most: u64) -> io::Result<(File, u64)> {
    let without_waiting = OFlags::NONBLOCK.bits() as i32;
    let file = File::options().read(true).custom_flags(without_waiting).open(path)?;
    let found = file.metadata()?;
    let kind = found.file_type();
    if !kind.is_file() && !kind.is_dir() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a device or a pipe, not a file"));
    }
    if found.len() > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is too large to read"));
    }
    Ok((file, found.len()))
}

pub fn read_opt(path: &Path) -> io::Result<Option<Vec<u8>>> {
    read_up_to(path, u64::MAX)
}

fn read_up_to(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let read = |(file, length): (File, u64)| {
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(length as usize + 1)?;
        // Its length is known, and a file is asked for it again; what is only a part of one is not.
        file.take(u64::MAX).read_to_end(&mut bytes).map(|_| bytes)
    };
    match open_up_to(path, most).and_then(read) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(e) => Err(e),
    }
}

/// The bytes of a file, and its name where they cannot be read.
pub fn read_bytes_opt(path: &Path) -> Result<Option<Vec<u8>>> {
    read_opt(path).with_context(|| format!("could not read `{}`", path.display()))
}

pub fn read_text_opt(path: &Path) -> Result<Option<String>> {
    let bytes =
        read_up_to(path, MOST_TEXT).with_context(|| format!("could not read `{}`", path.display()))?;
    bytes
        .map(String::from_utf8)
        .transpose()
        .with_context(|| format!("`{}` is not UTF-8 text", path.display()))
}

/// The text of a file, or `None` for any error.
pub fn text(path: &Path) -> Option<String> {
    read_text_opt(path).ok().flatten()
}

/// Replaces a person's file (or creates it), keeping its mode; a link is followed, so that its target is replaced.
pub fn write_user_file(path: &Path, bytes: &[u8]) -> Result<()> {
    write_person_file(path, bytes, None)
}

/// The same, with a mode for a new file.
fn write_person_file(path: &Path, bytes: &[u8], new: Option<Permissions>) -> Result<()> {
    let write = || {
        let target = behind_links(path)?;
        let mode = fs::metadata(&target).map(|m| m.permissions()).ok();
        replace(&target, bytes, mode.or(new), Sync::Yes)
    };
    write().with_context(|| format!("could not write `{}`", path.display()))
}

/// Writes a file with learned text that the person asked for. A new file is private; an existing one keeps its mode.
pub fn write_user_file_privately(path: &Path, bytes: &[u8]) -> Result<()> {
    write_person_file(path, bytes, Some(Permissions::from_mode(0o600)))
}

/// The umask of this process.
pub fn umask() -> u32 {
    use rustix::process::umask;
    // It can only be read by changing it.
    let mask = umask(rustix::fs::Mode::from_raw_mode(0o077));
    umask(mask);
    mask.as_raw_mode()
}

/// The target of a path, even if it does not exist yet: a link into a folder of dotfiles may be older than the file.
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
    write_own(path, bytes, Sync::No)
}

/// The same, synced, for state that cannot be derived again.
pub fn write_private_for_good(path: &Path, bytes: &[u8]) -> Result<()> {
    write_own(path, bytes, Sync::Yes)
}

fn write_own(path: &Path, bytes: &[u8], sync: Sync) -> Result<()> {
    let private = Permissions::from_mode(0o600);
    replace(path, bytes, Some(private), sync).with_context(|| format!("could not write `{}`", path.display()))
}

/// The same with missing parent folders, all at once: a crash leaves no folders without their record.
pub fn write_private_with_folders(path: &Path, bytes: &[u8]) -> Result<()> {
    let missing = path.ancestors().skip(1).take_while(|folder| !folder.exists());
    let Some(top) = missing.last() else { return write_private_for_good(path, bytes) };
    let write = || {
        let above = parent(top)?;
        sweep(above);
        fault::before("folder")?;
        let private = Permissions::from_mode(0o700);
        let made = tempfile::Builder::new().prefix(&unfinished()).permissions(private).tempdir_in(above);
        let made = made.map_err(in_short)?;
        let inside = made.path().join(path.strip_prefix(top).map_err(io::Error::other)?);
        create_private_dir(parent(&inside)?)?;
        replace(&inside, bytes, Some(Permissions::from_mode(0o600)), Sync::Yes)?;
        rename(made.path(), top)
    };
    write().with_context(|| format!("could not write `{}`", path.display()))
}

/// Like `write_private`, but only if there is no such file yet. `false` means that another process was first.
pub fn create_private(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    let mut temp = temporary(parent(path)?, 0o600)?;
    fault::write_all(&mut temp, bytes)?;
    fault::before("create")?;
    match temp.persist_noclobber(path) {
        Ok(_) => {
            fault::after("create");
            Ok(true)
        }
        Err(e) if e.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(e) => Err(e.error),
    }
}

/// Appends to a state file in one write. The file and its folder are created if missing.
pub fn append_private(path: &Path, bytes: &[u8]) -> Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    let append =
        || fault::write_all(File::options().create(true).append(true).mode(0o600).open(path)?, bytes);
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
    if sync == Sync::Yes {
        sweep(folder);
    }
    // A person's new file follows their umask; ours are private from the first byte.
    let first = mode.as_ref().map_or(0o666, |mode| mode.mode() & 0o600);
    let mut temp = temporary(folder, first)?;
    fault::write_all(&mut temp, bytes)?;
    if let Some(mode) = mode {
        temp.as_file().set_permissions(mode)?;
    }
    if sync == Sync::Yes {
        fault::before("sync")?;
        temp.as_file().sync_all()?;
    }
    fault::before("rename")?;
    temp.persist(path)?;
    fault::after("rename");
    if sync == Sync::Yes {
        fault::before("sync")?;
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// Syncs a file that another library wrote.
pub fn sync(path: &Path) -> io::Result<()> {
    fault::before("sync")?;
    File::open(path)?.sync_all()
}

/// Is the file not empty? After a power failure, a file that was not synced may exist and be empty.
pub fn is_written(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.len() > 0)
}

fn temporary(folder: &Path, mode: u32) -> io::Result<NamedTempFile> {
    fault::before("temporary")?;
    let open = |path: &Path| File::options().read(true).write(true).create_new(true).mode(mode).open(path);
    // An error of `tempfile_in` names the temporary file, which says nothing to a person.
    tempfile::Builder::new().prefix(&unfinished()).make_in(folder, open)
}

/// An error of a temporary folder names that folder, which says nothing to a person: what kind of error it is does.
pub fn in_short(error: io::Error) -> io::Error {
    io::Error::from(error.kind())
}

const UNFINISHED: &str = ".ingrain-";

/// Prefix of temporary names, which names the writing process.
pub fn unfinished() -> String {
    format!("{UNFINISHED}{}-", std::process::id())
}

/// Removes temporary files of processes that were killed.
pub fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let writer = name.to_str().and_then(|name| name.strip_prefix(UNFINISHED)?.split('-').next());
        if writer.is_some_and(is_gone) {
            let path = entry.path();
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    }
}

/// Did the process with this id end?
pub fn is_gone(process: &str) -> bool {
    use rustix::process::{Pid, test_kill_process};
    let pid = process.parse().ok().and_then(Pid::from_raw);
    pid.is_some_and(|pid| test_kill_process(pid) == Err(rustix::io::Errno::SRCH))
}

fn parent(path: &Path) -> io::Result<&Path> {
    path.parent().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path has no folder"))
}

pub fn create_private_dir(path: &Path) -> io::Result<()> {
    fault::before("folder")?;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Moves one of our own state files.
#[expect(clippy::disallowed_methods, reason = "the one place that renames")]
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fault::before("rename")?;
    fs::rename(from, to)?;
    fault::after("rename");
    Ok(())
}

/// Renames a file to an unused name in the same folder.
pub fn aside(path: &Path) -> io::Result<PathBuf> {
    let name = |n: u32| {
        let number = if n == 1 { String::new() } else { format!("-{n}") };
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".before-ingrain{number}"));
        PathBuf::from(name)
    };
    let free = (1..).map(name).find(|name| name.symlink_metadata().is_err()).unwrap_or_else(|| name(0));
    rename(path, &free)?;
    Ok(free)
}

/// The path, or one beside it whose name ends in a number: of two copies within a second none takes
/// the other's place.
pub fn free(path: &Path) -> PathBuf {
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, end) = (part(path.file_stem()), path.extension().map(|end| format!(".{}", part(Some(end)))));
    let mut free = path.to_owned();
    let mut number = 1;
    while free.symlink_metadata().is_ok() {
        number += 1;
        free.set_file_name(format!("{stem}-{number}{}", end.as_deref().unwrap_or_default()));
    }
    free
}

pub fn remove_if_there(path: &Path) -> io::Result<()> {
    fault::before("remove")?;
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
        _ => fault::after("remove"),
    }
    Ok(())
}

/// Removes a folder of ours with everything in it.
pub fn remove_tree(path: &Path) -> io::Result<()> {
    fault::before("remove")?;
    fs::remove_dir_all(path)?;
    fault::after("remove");
    Ok(())
}

/// Resolves a path in a project. A link that leads out of it is refused, because a repository can contain such links.
pub fn inside(root: &Path, relative: &str) -> Result<PathBuf> {
    let relative = Path::new(relative);
    if relative.components().any(|c| !matches!(c, Component::Normal(_))) {
        bail!("`{}` is not a path inside the project", relative.display());
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

/// Writes a file of the project, creating its folders. A new file is private; shared files get their mode later.
pub fn write_in_project(root: &Path, relative: &str, bytes: &[u8]) -> Result<()> {
    let path = inside(root, relative)?;
    if let Some(folder) = path.parent() {
        create_dir(folder).with_context(|| format!("could not create `{}`", folder.display()))?;
    }
    write_person_file(&path, bytes, Some(Permissions::from_mode(0o600)))
}

/// Creates a folder of the person's with its parents.
pub fn create_dir(path: &Path) -> io::Result<()> {
    fault::before("folder")?;
    fs::create_dir_all(path)
}

/// Appends lines to a file of the project, or the rest of them if a crash cut an earlier attempt short. Another
/// program's unfinished line is closed first.
pub fn append_in_project(root: &Path, relative: &str, lines: &str) -> Result<()> {
    let path = inside(root, relative)?;
    let append = || {
        create_dir(parent(&path)?)?;
        let mut file = fs::OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(&path)?;
        let mut end = Vec::new();
        let size = file.metadata()?.len();
        file.seek(io::SeekFrom::Start(size.saturating_sub(lines.len() as u64)))?;
        file.read_to_end(&mut end)?;
        let begun = (0..=end.len()).rev().find(|n| end.ends_with(&lines.as_bytes()[..*n])).unwrap_or(0);
        let is_closed = begun > 0 || end.last().is_none_or(|byte| *byte == b'\n');
        let rest = &lines.as_bytes()[begun..];
        fault::write_all(&file, &[if is_closed { &b""[..] } else { b"\n" }, rest].concat())
    };
    append().with_context(|| format!("could not write `{}`", path.display()))
}

#[cfg(test)]
mod tests;
