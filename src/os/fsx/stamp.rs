//! Size and modification time of a file, which show that it is unchanged without reading it.

use std::path::Path;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

/// A file as it was: if size and time are unchanged, so is the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    pub path: String,
    pub size: u64,
    pub mtime_ms: u64,
}

impl Stamp {
    /// `None` when there is no such file.
    pub fn of(root: &Path, relative: &str) -> Option<Stamp> {
        let meta = std::fs::metadata(root.join(relative)).ok().filter(|m| m.is_file())?;
        let mtime = meta.modified().ok()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        Some(Stamp { path: relative.to_owned(), size: meta.len(), mtime_ms: mtime.as_millis() as u64 })
    }

    pub fn is_current(&self, root: &Path) -> bool {
        Stamp::of(root, &self.path).as_ref() == Some(self)
    }
}
