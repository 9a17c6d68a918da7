//! How long the editor waits for a hook, as a multiple of starting `/bin/true`: all programs take turns in one run, so
//! that a busy machine slows them alike.

#[path = "hooks/within.rs"]
mod within;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ingrain::core::index::{Index, IndexEntry};
use ingrain::core::inject::Parts;
use ingrain::core::knowledge::Ledger;
use ingrain::core::model::Kind;
use ingrain::core::render;
use ingrain::prepared::{Prepared, Stamp, Watched};

const ROUNDS: usize = 300;
const ARTIFACTS: usize = 100;
const OBSERVATIONS: usize = 10_000;
const TRUE: &str = "/bin/true";

/// The door, what its input has besides the usual, and what is special about it.
const RUNS: [(&str, &str, &str); 7] = [
    (TRUE, "{}", ""),
    ("session-start", r#"{"source":"startup"}"#, ""),
    ("subagent-start", r#"{"agent_type":"reviewer","agent_id":"a1"}"#, ""),
    (
        "user-prompt",
        r#"{"prompt":"Please have a look at src/part4711/mod.rs and src/part17/mod.rs: somebody reported that the tokenizer drops its last entry when a session is resumed, and the scheduler seems to retry without a limit. Fix it, and run the tests afterwards."}"#,
        "",
    ),
    (
        "pre-tool-use",
        r#"{"tool_name":"Bash","tool_input":{"command":"cargo test 2>&1 | tail -5"}}"#,
        "silent",
    ),
    ("pre-tool-use", r#"{"tool_name":"Bash","tool_input":{"command":"gh pr create --fill"}}"#, "asks"),
    // Last, because it leaves a worker behind.
    ("session-end", r#"{"reason":"other"}"#, ""),
];

pub(crate) fn report() {
    let world = World::new();
    let mut times = vec![Vec::new(); RUNS.len()];
    for round in 0..ROUNDS {
        for ((door, more, _), times) in RUNS.iter().zip(&mut times) {
            let program = if *door == TRUE { PathBuf::from(TRUE) } else { world.door(door) };
            times.push(timed(&mut world.command(&program), &world.input(round, more)));
        }
        // What session-end starts would otherwise run beside the next round; sleeping would cool the processor.
        for _ in 0..3 {
            timed(&mut world.command(Path::new(TRUE)), "");
        }
        world.empty_spool();
    }
    let medians: Vec<Duration> = times.into_iter().map(median).collect();
    println!(
        "hooks, median of {ROUNDS} starts, {OBSERVATIONS} observations, {ARTIFACTS} artifacts, {} patterns",
        within::PATTERNS
    );
    for ((door, _, case), median) in RUNS.iter().zip(&medians) {
        let ratio = median.as_secs_f64() / medians[0].as_secs_f64();
        println!("  {door:<14} {case:<8} {:>7.2} ms  {ratio:>5.2} × /bin/true", median.as_secs_f64() * 1e3);
    }
}

fn timed(command: &mut Command, input: &str) -> Duration {
    let since = Instant::now();
    let mut child = command.spawn().expect("the program starts");
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    assert!(child.wait().expect("the program ends").success());
    since.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// A project that has learned for a long time.
struct World {
    dir: tempfile::TempDir,
    project: PathBuf,
}

impl World {
    fn new() -> World {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let project = std::fs::canonicalize(dir.path()).expect("its path").join("project");
        std::fs::create_dir_all(project.join(".git")).expect("a project");
        write(&project.join(".git/HEAD"), "ref: refs/heads/main\n");
        let world = World { dir, project };
        world.install();
        // The first start makes the state folder.
        timed(&mut world.command(&world.door("session-start")), &world.input(ROUNDS, "{}"));
        world.learn();
        for (door, more, case) in RUNS.into_iter().filter(|(door, ..)| ![TRUE, "session-end"].contains(door))
        {
            let silent = world.says(door, more).is_empty();
            assert_eq!(silent, case == "silent", "{door} must have something to tell");
        }
        world
    }

    /// The doors, beside a worker that does nothing: its work is not what the editor waits for, and what it prepares
    /// would replace what is timed here.
    fn install(&self) {
        let copy = |from: &str, name: &str| copy(Path::new(from), &self.door(name));
        copy(env!("CARGO_BIN_EXE_ingrain-session-start"), "session-start");
        copy(env!("CARGO_BIN_EXE_ingrain-session-end"), "session-end");
        copy(env!("CARGO_BIN_EXE_ingrain-subagent-start"), "subagent-start");
        copy(env!("CARGO_BIN_EXE_ingrain-user-prompt"), "user-prompt");
        copy(env!("CARGO_BIN_EXE_ingrain-pre-tool-use"), "pre-tool-use");
        self::copy(Path::new("/bin/true"), &self.dir.path().join("bin/ingrain"));
    }

    fn door(&self, name: &str) -> PathBuf {
        self.dir.path().join("bin").join(format!("ingrain-{name}"))
    }

    fn state(&self) -> PathBuf {
        let mut projects = std::fs::read_dir(self.dir.path().join("data/projects")).expect("state");
        projects.next().expect("one project").expect("readable").path()
    }

    fn says(&self, door: &str, more: &str) -> String {
        let mut command = self.command(&self.door(door));
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the door starts");
        let input = self.input(ROUNDS, more);
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the input is taken");
        String::from_utf8_lossy(&child.wait_with_output().expect("an answer").stdout).into_owned()
    }

    /// As the worker would, before the next session.
    fn empty_spool(&self) {
        for file in std::fs::read_dir(self.state().join("spool")).expect("a spool").flatten() {
            std::fs::remove_file(file.path()).expect("a spool file goes");
        }
    }

    fn learn(&self) {
        let state = self.state();
        for ledger in Ledger::ALL {
            write(
                &self.project.join(ledger.path()),
                "# Knowledge
",
            );
        }
        let prepared = Prepared {
            start_tokens: 800,
            min_room: 80,
            parts: Parts { index: self.index(), ..Parts::default() },
            knowledge: Ledger::ALL.map(|ledger| Stamp::of(&self.project, ledger.path())),
            artifacts: (0..ARTIFACTS).map(|n| self.artifact(n)).collect(),
            ..Prepared::new()
        };
        let text = serde_json::to_string(&prepared).expect("JSON");
        write(&state.join("prepared/start.json"), &text);
        let mut store =
            ingrain::store::Store::open(&state.join("learning.db"), Duration::ZERO).expect("a database");
        store.write(|db| (0..OBSERVATIONS).try_for_each(|n| observe(db, n))).expect("observations");
        within::learn(&state, &self.project);
    }

    fn index(&self) -> Index {
        let entry = |n: usize| IndexEntry {
            anchor: format!("ADR-{n:03}"),
            title: format!("A decision with a title of some length, number {n}"),
            status: "Active".into(),
            area: None,
        };
        let [decisions_path, pitfalls_path] =
            Ledger::ALL.map(|ledger| self.project.join(ledger.path()).display().to_string());
        Index { entries: (1..=ARTIFACTS).map(entry).collect(), decisions_path, pitfalls_path }
    }

    fn artifact(&self, n: usize) -> Watched {
        let path = render::path(Kind::Workflow, &format!("command-{n}"));
        write(&self.project.join(&path), "---\ndescription: \"x\"\n---\n");
        let stamp = Stamp::of(&self.project, &path).expect("the file was written");
        Watched { observation: format!("obs_{n:010}"), stamp, anchor: None, missing: false }
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("HOME", self.dir.path()).env("INGRAIN_HOME", self.dir.path().join("data"));
        command.env("PATH", "/usr/bin:/bin").current_dir(&self.project);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Every round is a session of its own: what was told before is not told again.
    fn input(&self, round: usize, more: &str) -> String {
        let transcript = self.dir.path().join("s.jsonl");
        let mut input: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(more).expect("an input");
        input.insert("session_id".into(), format!("bench-{round}").into());
        input.insert("transcript_path".into(), transcript.display().to_string().into());
        input.insert("cwd".into(), self.project.display().to_string().into());
        serde_json::Value::from(input).to_string()
    }
}

fn observe(db: &rusqlite::Connection, n: usize) -> ingrain::store::Result<()> {
    let line =
        format!(r#"{{"id":"obs_{n:010}","type":"workflow","pattern":"Workflow {n}","details":"run {n}"}}"#);
    let now = chrono::DateTime::UNIX_EPOCH;
    let observation = ingrain::core::mirror::parse_line(&line, now).expect("a line of the log");
    ingrain::store::observations::save(db, &observation, "observed", "bench", now)
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to.parent().expect("a folder")).expect("the folder is made");
    std::fs::copy(from, to).expect("the program is copied");
}

#[expect(clippy::disallowed_methods, reason = "a benchmark's own files")]
fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
    std::fs::write(path, text).expect("the file is written");
}
