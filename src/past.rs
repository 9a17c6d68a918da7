//! Sessions that were held before ingrain was there. The client keeps their transcripts in one folder per working
//! folder; which project a transcript belongs to is said in its own lines, so that all worktrees are found.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::core::model::Time;
use crate::core::transcript;
use crate::core::turns::{Origin, Turn};
use crate::ctx::Ctx;
use crate::project::{self, Project};
use crate::spool::safe_name;
use crate::tail;

/// Within this much of a transcript, some line names the folder.
const HEAD: u64 = 256 << 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastSession {
    pub session: String,
    pub transcript: PathBuf,
    pub bytes: u64,
    /// Characters that people typed.
    pub typed: usize,
    pub last_at: Option<Time>,
    /// A program held it: other tools' own calls of a model look like this.
    pub headless: bool,
}

/// Every transcript of this project, the oldest first.
pub fn sessions(ctx: &Ctx, project: &Project) -> Result<Vec<PastSession>> {
    let mut found = Vec::new();
    for transcript in transcripts(&ctx.claude.join("projects")) {
        if folder_of(&transcript).is_some_and(|cwd| belongs(ctx, project, &cwd)) {
            found.extend(read(&transcript));
        }
    }
    found.sort_by(|a, b| a.last_at.cmp(&b.last_at).then_with(|| a.session.cmp(&b.session)));
    Ok(found)
}

fn transcripts(folder: &Path) -> Vec<PathBuf> {
    let folders = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = folders.flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten());
    let mut files: Vec<PathBuf> = files
        .map(|file| file.path())
        // Older clients keep those of subagents beside the others.
        .filter(|path| path.extension().is_some_and(|e| e == "jsonl") && !name(path).starts_with("agent-"))
        .collect();
    files.sort();
    files
}

fn name(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The working folder that the first lines name.
fn folder_of(transcript: &Path) -> Option<PathBuf> {
    let mut head = Vec::new();
    File::open(transcript).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
    let named = |line: &[u8]| Some(PathBuf::from(&*transcript::parse(line).ok()??.cwd?));
    head.split(|byte| *byte == b'\n').find_map(named)
}

/// A folder that is gone, a removed worktree for one, is judged by its name alone.
fn belongs(ctx: &Ctx, project: &Project, cwd: &Path) -> bool {
    match cwd.exists() {
        true => project::find_root(ctx, cwd).as_ref() == Some(&project.root),
        false => cwd.starts_with(&project.root),
    }
}

fn read(transcript: &Path) -> Option<PastSession> {
    let mut file = File::open(transcript).ok()?;
    let bytes = file.metadata().ok()?.len();
    let turns = tail::read_turns(&mut file, None, false).ok()?.turns;
    let typed: Vec<&Turn> = turns.iter().filter(|turn| turn.origin == Origin::Typed).collect();
    Some(PastSession {
        session: safe_name(&name(transcript)),
        transcript: transcript.to_owned(),
        bytes,
        typed: typed.iter().map(|turn| turn.text.chars().count()).sum(),
        last_at: turns.iter().filter_map(|turn| turn.at).max(),
        headless: !typed.is_empty() && typed.iter().all(|turn| turn.headless),
    })
}
