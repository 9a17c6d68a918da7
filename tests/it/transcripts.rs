//! Real transcripts, if present: `INGRAIN_CORPUS` names a folder of them, or `../shared/corpus` holds
//! the archives. None of them is in this repository. The benchmarks use this file too.

#[path = "skipped.rs"]
pub(crate) mod skipped;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The archives that `../shared/corpus` is made of hold so many sessions together.
pub(crate) const SESSIONS: usize = 255;

/// Every transcript, or None and a word about it.
pub(crate) fn transcripts() -> Option<&'static [PathBuf]> {
    static FOUND: OnceLock<Option<Vec<PathBuf>>> = OnceLock::new();
    FOUND.get_or_init(find).as_deref()
}

#[expect(clippy::disallowed_methods, reason = "the test's own environment, not the program's")]
fn find() -> Option<Vec<PathBuf>> {
    let archives = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let folder = match std::env::var_os("INGRAIN_CORPUS") {
        Some(folder) => PathBuf::from(folder),
        None if archives.is_dir() => unpacked(&archives),
        None => {
            skipped::say("tests on real transcripts need INGRAIN_CORPUS or ../shared/corpus");
            return None;
        }
    };
    let mut found = Vec::new();
    collect(&folder, "jsonl", &mut found);
    assert!(!found.is_empty(), "no transcripts in {}", folder.display());
    found.sort();
    Some(found)
}

fn collect(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, extension, found);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
}

fn unpacked(archives: &Path) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus");
    let (mut there, mut packed) = (Vec::new(), Vec::new());
    collect(&folder, "jsonl", &mut there);
    if there.len() < SESSIONS {
        std::fs::create_dir_all(&folder).expect("a folder for the corpus");
        collect(archives, "xz", &mut packed);
    }
    for archive in packed {
        let done = Command::new("tar").arg("xf").arg(&archive).arg("-C").arg(&folder).status();
        assert!(done.expect("tar runs").success(), "{} could not be unpacked", archive.display());
    }
    folder
}
