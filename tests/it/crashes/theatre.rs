//! A world that can be reset to its state before any step, and the programs that run in it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;

use super::picture::{Likeness, Picture};
use super::scenario::{Act, ERROR, SKILL, Step};
use crate::world::{World, none_is_held, program, write};

/// One world, as it was before every step, and what it looked like then.
pub struct Theatre {
    pub world: World,
    before: Vec<TempDir>,
    pub pictures: Vec<Picture>,
    /// Did the step say something?
    pub spoke: Vec<bool>,
    pub took: Vec<Duration>,
    /// How often a model was asked.
    pub asked: Vec<usize>,
    /// The fault points of each step: what is done there, and whether it can fail.
    pub points: Vec<Vec<String>>,
    doors: TempDir,
}

impl Theatre {
    /// Plays all steps undisturbed.
    pub fn rehearse(steps: &[Step]) -> Theatre {
        let world = World::inside(quick_folder(), "project");
        let settings = world.home.join(".claude/settings.json");
        write(&settings, PERSONS);
        fs::set_permissions(&settings, fs::Permissions::from_mode(0o640)).unwrap();
        let doors = doors();
        let (before, pictures, spoke, took, asked, points) = Default::default();
        let mut theatre = Theatre { world, before, pictures, spoke, took, asked, points, doors };
        for step in steps {
            theatre.remember();
            let list = theatre.world.base().join("points");
            let since = Instant::now();
            let output = theatre.play(step, Some(&format!("count:{}", list.display())));
            theatre.took.push(since.elapsed());
            assert!(output.status.success(), "{}: {output:?}", step.name);
            let points = fs::read_to_string(&list).unwrap_or_default();
            theatre.points.push(points.lines().map(str::to_owned).collect());
            theatre.spoke.push(!output.stdout.is_empty());
            let _ = fs::remove_file(list);
        }
        theatre.remember();
        assert_eq!(fs::read_to_string(settings).unwrap(), PERSONS, "we are gone");
        theatre
    }

    fn remember(&mut self) {
        let kept = quick_folder();
        for part in ["home", "project"] {
            copy(&self.world.base().join(part), &kept.path().join(part));
        }
        self.before.push(kept);
        self.pictures.push(Picture::of(&self.world));
        self.asked.push(self.asked().0);
    }

    /// How often a model was asked, and how many calls are counted.
    pub fn asked(&self) -> (usize, usize) {
        let asked = fs::read_to_string(self.world.home.join("asked")).unwrap_or_default().lines().count();
        let account = fs::read(self.world.data().join("spending.json")).unwrap_or_default();
        let account: serde_json::Value = serde_json::from_slice(&account).unwrap_or_default();
        let days = account["earlier"].as_array().into_iter().flatten().chain([&account]);
        (asked, days.filter_map(|day| day["runs"].as_u64()).sum::<u64>() as usize)
    }

    /// What is not as it was before this step; empty when nothing is.
    pub fn differences(&self, before: usize, likeness: Likeness<'_>) -> String {
        let found = Picture::of(&self.world);
        let mut told = self.pictures[before].seen(likeness).differences(&found.seen(likeness));
        if let Likeness::ASessionAfter(session) = likeness {
            let was_shown = self.pictures[before].shown_to(session);
            let made_up = found.shown_to(session).into_iter().filter(|row| !was_shown.contains(row));
            told.extend(made_up.map(|row| format!("never shown: {row}\n")));
        }
        told
    }

    pub fn rewind(&self, step: usize) {
        for part in ["home", "project"] {
            let there = self.world.base().join(part);
            empty(&there);
            copy(&self.before[step].path().join(part), &there);
        }
    }

    /// Acts with a fault: one of the program's own, or one from outside, by `CALL`, `REFUSED` or `MOMENT`.
    pub fn play(&mut self, step: &Step, fault: Option<&str>) -> Output {
        self.world.set_now(&step.now);
        if let Act::World(does) = &step.act {
            does(&self.world);
        }
        let (command, input) = self.command(step);
        let Some(fault) = fault else { return run(command, &input, None) };
        if let Some((call, n)) = fault.strip_prefix(CALL).and_then(|call| call.split_once(':')) {
            let inject = format!("inject={call}:signal=KILL:when={n}");
            return run(traced(&command, &["-e", &inject, "-o", "/dev/null"]), &input, None);
        }
        if let Some(refused) = fault.strip_prefix(REFUSED) {
            return run(
                traced(&command, &["-e", &format!("inject={refused}"), "-o", "/dev/null"]),
                &input,
                None,
            );
        }
        if let Some(after) = fault.strip_prefix(MOMENT) {
            return run(command, &input, after.parse().ok().map(Duration::from_micros));
        }
        let mut command = command;
        command.env("INGRAIN_FAULT", fault);
        run(command, &input, None)
    }

    /// What a door started does nothing here, but it has its turn until it is gone.
    fn wait_for_turns(&self) {
        let states = fs::read_dir(self.world.data().join("projects")).into_iter().flatten().flatten();
        let queues = states.map(|entry| entry.path().join("queue.lock")).filter(|queue| queue.exists());
        let queues: Vec<PathBuf> = queues.collect();
        let since = Instant::now();
        while !none_is_held(&queues) {
            assert!(since.elapsed() < Duration::from_secs(20), "somebody has a turn of {queues:?}");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn command(&self, step: &Step) -> (Command, String) {
        self.wait_for_turns();
        let ingrain = |words: &[String]| {
            let mut command = self.world.command(env!("CARGO_BIN_EXE_ingrain"));
            command.args(words.iter().map(|word| self.named(word)));
            command
        };
        match &step.act {
            Act::World(_) => (Command::new("true"), String::new()),
            Act::Door(door, session, more) => {
                let input = self.world.input(session, event(door), more.clone());
                (self.world.command(self.doors.path().join(door).to_str().unwrap()), input.to_string())
            }
            Act::Worker => {
                let root = self.world.project.to_string_lossy().into_owned();
                (ingrain(&["worker".into(), "--root".into(), root]), String::new())
            }
            Act::Command(words, input) | Act::Counting(words, input) => (ingrain(words), input.clone()),
        }
    }

    /// What a word of a command stands for.
    fn named(&self, word: &str) -> String {
        let find = match word {
            SKILL => "SELECT id FROM observation WHERE kind = 'procedural'",
            ERROR => "SELECT id FROM error WHERE by_person",
            word => return word.to_owned(),
        };
        let db = rusqlite::Connection::open(self.world.state().join("learning.db")).unwrap();
        db.query_row(find, [], |row| row.get(0)).unwrap()
    }

    /// The system calls of these names that this step makes, as `strace` words them.
    pub fn calls(&self, step: &Step, names: &str) -> Vec<String> {
        let list = self.world.base().join("calls");
        let (command, input) = self.command(step);
        let trace = format!("trace={names}");
        run(traced(&command, &["-e", &trace, "-o", list.to_str().unwrap()]), &input, None);
        let lines = fs::read_to_string(&list).unwrap();
        fs::remove_file(list).unwrap();
        lines.lines().filter(|line| line.contains('(')).map(str::to_owned).collect()
    }
}

/// As a person keeps them: lines end as on Windows, with tabs, a remark, a hook and a status line of their own.
const PERSONS: &str = concat!(
    "{\r\n\t// mine\r\n\t\"model\": \"opus\",\r\n\r\n\t\"hooks\": {\r\n\t\t\"SessionEnd\": [\r\n",
    "\t\t\t{ \"hooks\": [{ \"type\": \"command\", \"command\": \"bye\" }] }\r\n\t\t]\r\n\t},\r\n",
    "\t\"statusLine\": { \"type\": \"command\", \"command\": \"mine\" },\r\n}\r\n",
);

/// A fault from outside: killed in the nth system call of a name, an error instead of it, or killed after so many
/// microseconds.
pub const CALL: &str = "call:";
pub const REFUSED: &str = "refused:";
pub const MOMENT: &str = "moment:";

fn traced(command: &Command, how: &[&str]) -> Command {
    let mut traced = Command::new("strace");
    traced.arg("-qq").args(how).arg(command.get_program()).args(command.get_args());
    traced.env_clear().current_dir(command.get_current_dir().unwrap());
    traced.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    traced
}

fn run(mut command: Command, input: &str, killed_after: Option<Duration>) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes());
    if let Some(moment) = killed_after {
        std::thread::sleep(moment);
        let _ = child.kill();
    }
    child.wait_with_output().unwrap()
}

fn event(door: &str) -> &'static str {
    ingrain::client::hook_event::Hook::parse(door).unwrap().event()
}

/// The doors beside an `ingrain` that does nothing: workers are steps of their own here.
pub fn doors() -> TempDir {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    for hook in ingrain::client::hook_event::Hook::ALL {
        let (from, to) = (program(hook.name()), folder.path().join(hook.name()));
        fs::hard_link(from, &to).or_else(|_| fs::copy(from, &to).map(drop)).unwrap();
    }
    std::os::unix::fs::symlink("/bin/true", folder.path().join("ingrain")).unwrap();
    folder
}

/// Thousands of syncs are nothing to a disk in memory.
fn quick_folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    tempfile::tempdir_in(memory).or_else(|_| tempfile::tempdir()).unwrap()
}

/// With the times, by which hooks and workers see what changed.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to): (PathBuf, PathBuf) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type().unwrap().is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).unwrap();
            let written = entry.metadata().unwrap().modified().unwrap();
            fs::File::options().write(true).open(&to).unwrap().set_modified(written).unwrap();
        }
    }
}

/// The folder itself stays: another one in its place would be somebody else's project.
pub fn empty(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let is_folder = entry.file_type().unwrap().is_dir();
        let path = entry.path();
        if is_folder { fs::remove_dir_all(path) } else { fs::remove_file(path) }.unwrap();
    }
}

/// What a hook may answer: nothing, or one JSON document, and never a complaint.
pub fn is_quiet(output: &Output) -> bool {
    let answer = serde_json::from_slice(&output.stdout).unwrap_or(json!(null));
    output.status.success() && output.stderr.is_empty() && (output.stdout.is_empty() || answer.is_object())
}
