//! Finds sessions from before ingrain was installed. Claude Code keeps transcripts in one folder per
//! working directory; the project is taken from the lines of a transcript, so every worktree is found.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::client::transcript_lines;
use crate::core::model::Time;
use crate::core::session::transcript;
use crate::core::session::turns::{Origin, Turn};
use crate::core::text::safe_name;
use crate::os::ctx::Ctx;
use crate::os::fsx;
use crate::project::{self, Project};

/// Bytes read per second, a cautious value below the result of `cargo bench -- learning`.
const BYTES_PER_SECOND: u64 = 25_000_000;
/// Some line within this much of a transcript names the folder.
const HEAD: u64 = 256 << 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastSession {
    pub session: String,
    pub transcript: PathBuf,
    pub bytes: u64,
    /// Characters that people typed.
    pub typed: usize,
    pub last_at: Option<Time>,
    /// Run by a program, as other tools do for their own calls of a model.
    pub headless: bool,
}

/// Transcripts of a project that Claude Code still has.
#[derive(Debug, Default)]
pub struct PastSessions {
    /// The oldest first.
    pub sessions: Vec<PastSession>,
    /// Transcripts that cannot be read, of whatever project.
    pub unreadable: Vec<PathBuf>,
}

pub fn find(ctx: &Ctx, project: &Project) -> PastSessions {
    let mut past = PastSessions::default();
    for transcript in transcripts(&ctx.claude.join("projects")) {
        match session(ctx, project, &transcript) {
            Ok(found) => past.sessions.extend(found),
            Err(_) => past.unreadable.push(transcript),
        }
    }
    past.sessions.sort_unstable_by(|a, b| a.last_at.cmp(&b.last_at).then_with(|| a.session.cmp(&b.session)));
    past
}

/// Sessions and sizes of each project by root, from the heads of the transcripts alone.
pub fn census(ctx: &Ctx) -> BTreeMap<PathBuf, PastSize> {
    let mut all: BTreeMap<PathBuf, PastSize> = BTreeMap::new();
    for transcript in transcripts(&ctx.claude.join("projects")) {
        let root = folder_of(&transcript).ok().flatten().and_then(|cwd| project::find_root(ctx, &cwd));
        let (Some(root), Ok(meta)) = (root, fs::metadata(&transcript)) else { continue };
        let size = all.entry(root).or_default();
        size.sessions.push(safe_name(&name(&transcript)));
        size.bytes += meta.len();
    }
    all
}

/// The sessions of a project and how long their transcripts are together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PastSize {
    pub sessions: Vec<String>,
    pub bytes: u64,
}

impl PastSize {
    /// Estimated reading time in seconds on a laptop, rounded up.
    pub fn seconds(&self) -> u64 {
        self.bytes.div_ceil(BYTES_PER_SECOND).max(1)
    }

    pub fn megabytes(&self) -> String {
        megabytes(self.bytes)
    }
}

pub fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", (bytes as f64 / 1e6).max(0.1))
}

/// The transcript of a session of which only the name is known.
pub fn transcript(ctx: &Ctx, project: &Project, session: &str) -> Option<PathBuf> {
    let is_its = |file: &PathBuf| safe_name(&name(file)) == session;
    let is_ours =
        |file: &PathBuf| folder_of(file).is_ok_and(|cwd| cwd.is_some_and(|cwd| belongs(ctx, project, &cwd)));
    transcripts(&ctx.claude.join("projects")).into_iter().filter(is_its).find(is_ours)
}

fn session(ctx: &Ctx, project: &Project, transcript: &Path) -> io::Result<Option<PastSession>> {
    match folder_of(transcript)? {
        Some(cwd) if belongs(ctx, project, &cwd) => read(transcript).map(Some),
        _ => Ok(None),
    }
}

fn transcripts(folder: &Path) -> Vec<PathBuf> {
    let folders = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = folders.flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten());
    let mut files: Vec<PathBuf> = files
        .map(|file| file.path())
        // Older clients keep those of subagents beside the others.
        .filter(|path| path.extension().is_some_and(|e| e == "jsonl") && !name(path).starts_with("agent-"))
        .collect();
    files.sort_unstable();
    files
}

fn name(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Does the file look like a transcript? Its first line may be longer than the part that is read.
pub fn is_session(file: &Path) -> bool {
    let Ok(head) = head(file) else { return false };
    let is_entry = |line: &[u8]| matches!(transcript::parse(line), Ok(Some(_)));
    let goes_on = head.len() as u64 == HEAD && head.starts_with(b"{");
    goes_on || head.split(|byte| *byte == b'\n').any(is_entry)
}

fn head(file: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    fsx::open(file)?.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

/// The working folder that the first lines name.
pub fn folder_of(transcript: &Path) -> io::Result<Option<PathBuf>> {
    let head = head(transcript)?;
    let named = |line: &[u8]| Some(PathBuf::from(&*transcript::parse(line).ok()??.cwd?));
    Ok(head.split(|byte| *byte == b'\n').find_map(named))
}

/// A missing folder, such as a removed worktree, is judged by its name alone.
fn belongs(ctx: &Ctx, project: &Project, cwd: &Path) -> bool {
    match cwd.exists() {
        true => project::find_root(ctx, cwd).as_ref() == Some(&project.root),
        false => cwd.starts_with(&project.root),
    }
}

fn read(transcript: &Path) -> io::Result<PastSession> {
    let mut file = fsx::open(transcript)?;
    let bytes = file.metadata()?.len();
    let turns = transcript_lines::read_turns(&mut file, None, false)?.turns;
    let typed: Vec<&Turn> = turns.iter().filter(|turn| turn.origin == Origin::Typed).collect();
    Ok(PastSession {
        session: safe_name(&name(transcript)),
        transcript: transcript.to_owned(),
        bytes,
        typed: typed.iter().map(|turn| turn.text.chars().count()).sum(),
        last_at: turns.iter().filter_map(|turn| turn.at).max(),
        headless: !typed.is_empty() && typed.iter().all(|turn| turn.headless),
    })
}
