//! Instructions that the project already gives to agents. Learning them again would only cost tokens.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use rusqlite::Connection;

use crate::client::commands;
use crate::core::learn::verify::KnownText;
use crate::os::ctx::Ctx;
use crate::os::fsx;
use crate::project::Project;
use crate::store;

/// Instruction files are small; a larger one is not read by agents either.
const MOST_BYTES: u64 = 256 * 1024;

pub fn gather(ctx: &Ctx, project: &Project, db: &Connection) -> Result<KnownText> {
    let ours = store::artifacts::paths(db)?;
    let is_artifact =
        |path: &Path| path.strip_prefix(&project.root).is_ok_and(|p| ours.contains(&*p.to_string_lossy()));
    // What we say about ourselves is no instruction of the project.
    let is_ours = |path: &Path| is_artifact(path) || commands::is_ours(path);
    let mut files = vec![ctx.claude.join("CLAUDE.md")];
    for name in ["CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", ".claude/CLAUDE.md"] {
        files.push(project.in_root(name));
    }
    for claude in [project.in_root(".claude"), ctx.claude.clone()] {
        files.extend(below(&claude.join("skills"), 2));
        files.extend(below(&claude.join("commands"), 2));
    }
    // What the client noted for itself lies beside the transcripts.
    for folder in store::sessions::transcript_folders(db)? {
        files.extend(below(&folder.join("memory"), 1));
    }
    let texts = files.iter().filter(|path| !is_ours(path)).filter_map(|path| read(path));
    Ok(KnownText::new(texts))
}

fn read(path: &Path) -> Option<String> {
    let small = fs::metadata(path).ok()?.len() <= MOST_BYTES;
    small.then(|| fsx::text(path)).flatten()
}

/// Markdown files up to `depth` folders down.
fn below(folder: &Path, depth: usize) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.flatten().map(|entry| entry.path());
    paths
        .flat_map(|path| match path.is_dir() {
            true if depth > 0 => below(&path, depth - 1),
            false if path.extension().is_some_and(|ext| ext == "md") => vec![path],
            _ => Vec::new(),
        })
        .collect()
}
