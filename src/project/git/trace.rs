//! Evidence that git wrote files: a few stats show that it did nothing since the last look, and the
//! reflog shows whether it moved between commits.

use std::fmt::Write;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::git_dir;
use crate::os::fsx;

/// Files that git writes whenever it changes the worktree: checkout, reset, merge, stash, restore.
const TRACES: [&str; 7] =
    ["HEAD", "index", LOG, "refs/stash", "logs/refs/stash", "ORIG_HEAD", "reftable/tables.list"];
const LOG: &str = "logs/HEAD";

/// The state of git at one time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GitTrace {
    /// Sizes and times; empty outside of a repository.
    pub files: String,
    log_bytes: u64,
}

impl GitTrace {
    pub fn of(root: &Path) -> GitTrace {
        let mut trace = GitTrace::default();
        let Some(git_dir) = git_dir(root) else { return trace };
        for name in TRACES {
            if let Ok(meta) = git_dir.join(name).metadata() {
                let (time, nanos) = (meta.mtime(), meta.mtime_nsec());
                let _ = write!(trace.files, "{name} {} {time}.{nanos};", meta.len());
                if name == LOG {
                    trace.log_bytes = meta.len();
                }
            }
        }
        trace
    }

    /// Has git moved to another commit since, other than by committing? Unknown (`false`) without a reflog.
    pub fn has_moved(&self, root: &Path) -> bool {
        let log = git_dir(root).and_then(|dir| fsx::read_opt(&dir.join(LOG)).ok()?);
        let Some(log) = log else { return false };
        match log.get(self.log_bytes as usize..) {
            Some(since) => String::from_utf8_lossy(since).lines().any(is_move),
            // The log was truncated or replaced.
            None => true,
        }
    }
}

/// `OLD NEW name <mail> time zone\tcheckout: moving from main to topic`
fn is_move(line: &str) -> bool {
    let (head, message) = line.split_once('\t').unwrap_or((line, ""));
    let mut ids = head.split(' ');
    let is_same = ids.next() == ids.next();
    let own = ["commit: ", "commit (initial)", "commit (amend)"];
    !is_same && !own.iter().any(|begin| message.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_is_no_move_and_neither_is_what_stays_where_it_is() {
        for (line, expected) in [
            ("a b n <m> 1 +0\tcommit: x", false),
            ("a b n <m> 1 +0\tcommit (amend): x", false),
            ("a b n <m> 1 +0\tcommit (merge): x", true),
            ("a b n <m> 1 +0\tcheckout: moving from main to x", true),
            ("a b n <m> 1 +0\tpull: Fast-forward", true),
            ("a b n <m> 1 +0\treset: moving to HEAD~1", true),
            ("a a n <m> 1 +0\treset: moving to HEAD", false),
            ("a a n <m> 1 +0\tcheckout: moving from main to x", false),
            ("a b", true),
        ] {
            assert_eq!(is_move(line), expected, "{line}");
        }
    }
}
