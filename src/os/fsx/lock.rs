//! Advisory file locks.

use std::fs::{self, File};
use std::io;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::fs::OFlags;

use crate::os::error::Hint;
use crate::os::fault;

/// How often a waiting writer looks at a lock again.
const LOCK_POLL: Duration = Duration::from_millis(20);

const REMEDY: &str = "keep ingrain's memory on a disk with file locks: set INGRAIN_HOME to a folder there";

/// Two takers got the same lock, so nothing that is written under it is safe.
#[derive(Debug, thiserror::Error)]
#[error("locks do not exclude on the disk of `{}`: two programs can hold one at once", .0.display())]
pub struct NoExclusion(PathBuf);

/// An advisory lock that a crash frees.
#[derive(Debug)]
pub struct Lock(File);

impl Lock {
    /// `None` when somebody else holds it.
    pub fn try_take(path: &Path) -> Result<Option<Lock>> {
        let file = open_lock(path).with_context(|| format!("could not open `{}`", path.display()))?;
        match fault::before("lock").map_err(fs::TryLockError::Error).and_then(|()| take(&file)) {
            Ok(()) if is_given_twice(path) => Err(NoExclusion(path.to_path_buf())).hint(REMEDY),
            Ok(()) => Ok(Some(Lock(file))),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            // Some network folders know no locks. Two writers at once would be worse than none.
            Err(fs::TryLockError::Error(e)) => {
                Err(e).with_context(|| format!("could not lock `{}`", path.display())).hint(REMEDY)
            }
        }
    }

    /// An explanation with a remedy, if two processes can hold this lock at once.
    pub fn fault(path: &Path) -> Option<String> {
        let file = open_lock(path).ok()?;
        let excludes = take(&file).is_err() || !is_given_twice(path);
        (!excludes).then(|| format!("{}; {REMEDY}", NoExclusion(path.to_path_buf())))
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

    /// The lock as the standard input of a child, which holds it from its start until it ends or frees it.
    pub fn hand_over(self) -> Stdio {
        Stdio::from(self.0)
    }

    /// The lock that our parent process took and handed over.
    pub fn handed_over() -> io::Result<Lock> {
        Ok(Lock(File::from(io::stdin().as_fd().try_clone_to_owned()?)))
    }

    /// Frees a lock that was handed over, which dropping it here would not do.
    pub fn free(self) -> io::Result<()> {
        self.0.unlock()
    }
}

fn take(file: &File) -> std::result::Result<(), fs::TryLockError> {
    if fault::is_sham("lock") { Ok(()) } else { file.try_lock() }
}

/// Some file systems grant every lock. A holder must not get the lock again through another descriptor.
fn is_given_twice(path: &Path) -> bool {
    open_lock(path).is_ok_and(|second| take(&second).is_ok())
}

fn open_lock(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    // Never block, whatever the file is.
    let without_waiting = OFlags::NONBLOCK.bits() as i32;
    File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(0o600)
        .custom_flags(without_waiting)
        .open(path)
}
