//! Folders of transcripts, for the examples whose output is read by eye.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use ingrain::core::session::turns::Turn;

/// Runs `show` for each folder in the named one.
pub(crate) fn each_repository(show: fn(&Path) -> Result<()>) -> Result<()> {
    let folder = std::env::args_os().nth(1).context("which folder of transcripts?")?;
    sorted(Path::new(&folder))?.iter().try_for_each(|repository| show(repository))
}

/// Sorted content of a folder.
pub(crate) fn sorted(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("could not read `{}`", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// Every transcript in a folder, at any depth.
pub(crate) fn transcripts(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = vec![];
    for path in sorted(folder)? {
        if path.is_dir() {
            files.extend(transcripts(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    Ok(files)
}

/// Turns of a transcript, as the worker reads them.
pub(crate) fn turns(transcript: &Path) -> Result<Vec<Turn>> {
    Ok(ingrain::client::transcript_lines::read_turns(&mut File::open(transcript)?, None, false)?.turns)
}
