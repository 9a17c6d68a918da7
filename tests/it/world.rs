//! A hermetic home, project and clock for driving the real executables.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use ingrain::os::fsx::Lock;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::session::Session;

pub struct World {
    dir: TempDir,
    pub home: PathBuf,
    pub project: PathBuf,
    now: String,
    env: Vec<(String, String)>,
}

/// An executable's answer, with this machine's paths and moments replaced so that it can be compared exactly.
pub struct Answer {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Answer {
    /// The form in which snapshots are kept: nothing left out.
    pub fn whole(&self) -> String {
        format!("exit {}\n--- stdout\n{}--- stderr\n{}", self.code, self.stdout, self.stderr)
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e}: {}", self.whole()))
    }

    #[track_caller]
    pub fn ok(self) -> Answer {
        assert_eq!(self.code, 0, "{}", self.whole());
        self
    }

    #[track_caller]
    pub fn fails(self) -> Answer {
        assert_ne!(self.code, 0, "{}", self.whole());
        self
    }
}

impl World {
    pub fn new() -> World {
        World::at("project")
    }

    /// A world whose project folder has this name: spaces, dots and other letters are people's names too.
    pub fn at(folder: &str) -> World {
        World::inside(tempfile::tempdir().unwrap(), folder)
    }

    pub fn inside(dir: TempDir, folder: &str) -> World {
        let base = std::fs::canonicalize(dir.path()).unwrap();
        let (home, project) = (base.join("home"), base.join(folder));
        std::fs::create_dir_all(home.join(".claude")).unwrap();
        std::fs::create_dir_all(project.join(".git")).unwrap();
        write(&project.join(".git/HEAD"), "ref: refs/heads/main\n");
        World { dir, home, project, now: "2026-03-02T09:00:00Z".into(), env: Vec::new() }
    }

    pub fn base(&self) -> PathBuf {
        std::fs::canonicalize(self.dir.path()).unwrap()
    }

    pub fn set_now(&mut self, rfc3339: &str) {
        self.now = rfc3339.into();
    }

    pub fn set_env(&mut self, name: &str, value: &str) {
        self.env.push((name.into(), value.into()));
    }

    pub fn data(&self) -> PathBuf {
        self.home.join(".local/share/ingrain")
    }

    pub fn config(&self) -> PathBuf {
        self.home.join(".config/ingrain/config.json")
    }

    /// The one project's state folder.
    pub fn state(&self) -> PathBuf {
        let mut all: Vec<PathBuf> =
            std::fs::read_dir(self.data().join("projects")).unwrap().map(|e| e.unwrap().path()).collect();
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    }

    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env_clear().current_dir(&self.project);
        command.env("HOME", &self.home).env("PATH", "/usr/bin:/bin").env("INGRAIN_NOW", &self.now);
        command.env("TZ", "UTC").env("COLUMNS", "100").env("INGRAIN_ALONE", "1");
        command.envs(self.env.iter().map(|(k, v)| (k, v)));
        command
    }

    pub fn run(&self, args: &[&str]) -> Answer {
        self.run_with(args, "")
    }

    pub fn run_with(&self, args: &[&str], stdin: &str) -> Answer {
        let mut command = self.command(env!("CARGO_BIN_EXE_ingrain"));
        command.args(args);
        self.answer(command, stdin)
    }

    pub fn answer(&self, mut command: Command, stdin: &str) -> Answer {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        let _ = pipe.write_all(stdin.as_bytes());
        drop(pipe);
        self.tidy(child.wait_with_output().unwrap())
    }

    fn tidy(&self, output: Output) -> Answer {
        let tidy = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).unwrap();
            let text = text.replace(&*self.home.to_string_lossy(), "[HOME]");
            text.replace(&*self.project.to_string_lossy(), "[PROJECT]")
        };
        Answer {
            code: output.status.code().unwrap_or(-1),
            stdout: tidy(output.stdout),
            stderr: tidy(output.stderr),
        }
    }

    /// Calls a hook's own executable as the editor does.
    pub fn hook(&self, door: &str, input: &Value) -> Answer {
        self.hook_text(door, &input.to_string())
    }

    pub fn hook_text(&self, door: &str, input: &str) -> Answer {
        self.answer(self.command(program(door)), input)
    }

    pub fn start(&self, session: &str, source: &str) -> Answer {
        self.hook("session-start", &self.input(session, "SessionStart", json!({ "source": source }))).ok()
    }

    /// Ends a session and waits until everything it set in motion is done.
    pub fn end(&self, session: &str) {
        let answer =
            self.hook("session-end", &self.input(session, "SessionEnd", json!({ "reason": "other" }))).ok();
        assert_eq!(answer.stdout, "");
        self.settle();
    }

    pub fn input(&self, session: &str, event: &str, more: Value) -> Value {
        let mut input = json!({
            "session_id": session,
            "transcript_path": self.transcript(session),
            "cwd": self.project,
            "hook_event_name": event,
        });
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        input
    }

    pub fn transcript(&self, session: &str) -> PathBuf {
        self.home.join(".claude/projects/-project").join(format!("{session}.jsonl"))
    }

    /// Writes the transcript of a subagent that a session started.
    pub fn write_subagent(&self, session: &str, role: &str, said: &Session) {
        let folder = self.transcript(session).with_extension("").join("subagents");
        write(
            &folder.join(format!("agent-{}.meta.json", said.id)),
            &json!({ "agentType": role }).to_string(),
        );
        write(&folder.join(format!("agent-{}.jsonl", said.id)), &said.subagent_jsonl(&self.project));
    }

    /// Writes a session's transcript, then plays its start and end on its own day.
    pub fn play(&mut self, session: &Session) {
        write(&self.transcript(&session.id), &session.jsonl(&self.project));
        self.set_now(&session.ended_at());
        self.start(&session.id, "startup");
        self.end(&session.id);
    }

    /// Waits until no worker is at work and none has anything to do.
    pub fn settle(&self) {
        let since = Instant::now();
        let projects = self.data().join("projects");
        loop {
            let states = std::fs::read_dir(&projects).into_iter().flatten().flatten();
            let idle = |state: PathBuf| {
                !ingrain::hook::spool::has_sessions(&state.join("spool")) && no_worker_runs(&state)
            };
            if states.map(|s| s.path()).all(idle) {
                return;
            }
            assert!(since.elapsed() < Duration::from_secs(60), "the worker did not finish: {}", self.logs());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// The last lines of every project's log, for the message of a timeout.
    fn logs(&self) -> String {
        let states = std::fs::read_dir(self.data().join("projects")).into_iter().flatten().flatten();
        let last = |state: PathBuf| {
            let log = std::fs::read_to_string(state.join("log")).unwrap_or_default();
            let waiting = ingrain::hook::spool::waiting(&state.join("spool")).len();
            format!("{waiting} events wait after {}\n", log.lines().last().unwrap_or_default())
        };
        states.map(|state| last(state.path())).collect()
    }

    /// Waits until a worker that a hook started has brought something about, and is done.
    #[track_caller]
    pub fn until(&self, what: &str, holds: impl Fn(&World) -> bool) {
        self.wait(what, holds);
        self.settle();
    }

    /// Waits for something of a worker that leaves its work undone.
    #[track_caller]
    pub fn wait(&self, what: &str, holds: impl Fn(&World) -> bool) {
        let since = Instant::now();
        while !holds(self) {
            let log = || std::fs::read_to_string(self.state().join("log")).unwrap_or_default();
            assert!(since.elapsed() < Duration::from_secs(20), "never came: {what}\n{}", log());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn list(&self) -> Vec<Value> {
        let list = self.run(&["list", "--json"]).ok().json();
        list.as_array().unwrap().clone()
    }

    pub fn exists(&self, relative: &str) -> bool {
        self.project.join(relative).exists()
    }

    pub fn read(&self, relative: &str) -> String {
        std::fs::read_to_string(self.project.join(relative)).unwrap_or_else(|e| panic!("{relative}: {e}"))
    }

    pub fn write(&self, relative: &str, text: &str) {
        write(&self.project.join(relative), text);
    }

    /// Everything under a folder with its bytes, for before-and-after comparisons.
    pub fn tree(folder: &Path) -> Vec<(String, Vec<u8>)> {
        let mut files = Vec::new();
        let mut open = vec![folder.to_path_buf()];
        while let Some(dir) = open.pop() {
            for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
                match entry.path() {
                    path if path.is_dir() => open.push(path),
                    path => {
                        let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
                        files.push((name, std::fs::read(&path).unwrap_or_default()));
                    }
                }
            }
        }
        files.sort();
        files
    }
}

/// The executable of a hook.
pub fn program(door: &str) -> &'static str {
    match door {
        "session-start" => env!("CARGO_BIN_EXE_ingrain-session-start"),
        "session-end" => env!("CARGO_BIN_EXE_ingrain-session-end"),
        "subagent-start" => env!("CARGO_BIN_EXE_ingrain-subagent-start"),
        "user-prompt" => env!("CARGO_BIN_EXE_ingrain-user-prompt"),
        "pre-tool-use" => env!("CARGO_BIN_EXE_ingrain-pre-tool-use"),
        other => panic!("no door {other}"),
    }
}

#[expect(clippy::disallowed_methods, reason = "a test's own files")]
pub fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

const LOCKS: [&str; 3] = ["queue.lock", "extract.lock", "lock"];

/// Reads the locks from the system without taking them, if possible: a worker that found one taken at that moment would
/// exit, or not call its extractor. All three are read at once, because a worker moves from one to the next.
fn no_worker_runs(state: &Path) -> bool {
    none_is_held(&LOCKS.map(|lock| state.join(lock)))
}

pub fn none_is_held(locks: &[PathBuf]) -> bool {
    use std::os::unix::fs::MetadataExt;
    let Some(held) = held_locks() else {
        return locks.iter().all(|lock| Lock::try_take(lock).unwrap().is_some());
    };
    let inodes = locks.iter().filter_map(|lock| Some(format!(":{}", std::fs::metadata(lock).ok()?.ino())));
    let inodes: Vec<String> = inodes.collect();
    !held.split_whitespace().any(|word| inodes.iter().any(|inode| word.ends_with(inode)))
}

/// All that fit into a page are told at once. Between two looks others come and go, and one that stays may be passed over.
fn held_locks() -> Option<String> {
    let mut page = vec![0; 1 << 16];
    let length = File::open("/proc/locks").and_then(|mut locks| locks.read(&mut page)).ok()?;
    page.truncate(length);
    String::from_utf8(page).ok()
}
