//! What machines do to programs: no home, no log, no locks, no memory, clocks that jump, disks that rot. Through the real
//! executables, until the sky is clear again and everything is where it belongs.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use crate::learning::{a_week, lesson};
use crate::session::Session;
use crate::world::{World, program, write};

const QUIET: &str = "exit 0\n--- stdout\n--- stderr\n";

/// What takes minutes is asked for.
#[expect(clippy::disallowed_methods, reason = "the test's own environment, not the program's")]
pub fn takes_its_time() -> bool {
    std::env::var_os("INGRAIN_TEST_ALL").is_some_and(|word| word == "1")
}

fn log(world: &World) -> String {
    std::fs::read_to_string(world.state().join("log")).unwrap_or_default()
}

fn end(world: &World, session: &str) -> String {
    world.hook("session-end", &world.input(session, "SessionEnd", json!({"reason": "other"}))).whole()
}

#[test]
fn without_a_home_hooks_are_silent_and_commands_say_why() {
    let world = World::new();
    for door in ["session-start", "session-end", "subagent-start", "user-prompt", "pre-tool-use"] {
        let mut homeless = world.command(program(door));
        homeless.env("HOME", "/dev/null");
        let input = world.input("one", "SessionEnd", json!({"source": "startup", "prompt": "x"}));
        assert_eq!(world.answer(homeless, &input.to_string()).whole(), QUIET, "{door}");
    }
    let mut homeless = world.command(env!("CARGO_BIN_EXE_ingrain"));
    homeless.env("HOME", "/dev/null").arg("learn");
    let answer = world.answer(homeless, "").fails();
    assert!(answer.stderr.starts_with("error: "), "{}", answer.whole());
    assert!(!world.exists(".memory"));
}

/// Every project would get a folder of that name, and a memory that no other session finds.
#[test]
fn a_home_that_depends_on_the_folder_is_refused() {
    let mut world = World::new();
    world.set_env("INGRAIN_HOME", "memory");
    assert_eq!(end(&world, "one"), QUIET);
    let refused = world.run(&["status"]).fails().stderr;
    assert!(refused.starts_with("error: INGRAIN_HOME is `memory`"), "{refused}");
    assert!(!world.exists("memory"));
}

/// A service may have no HOME and still say where things are.
#[test]
fn folders_that_are_named_need_no_home() {
    let mut world = World::new();
    world.set_env("INGRAIN_HOME", world.data().to_str().unwrap());
    world.set_env("CLAUDE_CONFIG_DIR", world.home.join(".claude").to_str().unwrap());
    let session = lesson("one", "2026-03-02", 0);
    write(&world.transcript("one"), &session.jsonl(&world.project));
    world.set_now(&session.ended_at());
    let mut homeless = world.command(program("session-end"));
    homeless.env_remove("HOME");
    let input = world.input("one", "SessionEnd", json!({"reason": "other"}));
    assert_eq!(world.answer(homeless, &input.to_string()).whole(), QUIET);
    world.settle();
    assert_eq!(world.list().len(), 4);
}

#[test]
fn a_log_that_cannot_be_written_stops_nobody() {
    let mut world = World::new();
    world.play(&lesson("week-0", "2026-03-02", 0));
    std::fs::remove_file(world.state().join("log")).unwrap();
    std::fs::create_dir(world.state().join("log")).unwrap();
    world.play(&lesson("week-1", "2026-03-05", 1));
    assert!(world.list().iter().all(|row| row["count"] == 2), "{:#?}", world.list());
}

#[test]
fn where_there_are_no_locks_everything_waits() {
    for errno in ["ENOLCK", "EOPNOTSUPP"] {
        let mut world = World::new();
        world.play(&lesson("week-0", "2026-03-02", 0));
        let second = lesson("week-1", "2026-03-05", 1);
        write(&world.transcript("week-1"), &second.jsonl(&world.project));
        world.set_now(&second.ended_at());
        world.set_env("INGRAIN_FAULT", &format!("{errno}:lock"));
        world.start("week-1", "startup");
        assert_eq!(end(&world, "week-1"), QUIET);
        world.wait("the worker gives up", |world| log(world).contains("worker error could not lock"));
        let learn = world.run(&["learn"]).fails();
        assert!(
            learn.stderr.contains("hint: keep ingrain's memory on a disk with file locks"),
            "{}",
            learn.whole()
        );
        assert!(world.list().iter().all(|row| row["count"] == 1), "reading goes on");
        assert!(!world.run(&["status"]).fails().stdout.is_empty());
        world.set_env("INGRAIN_FAULT", "");
        world.run(&["learn"]).ok();
        assert!(world.list().iter().all(|row| row["count"] == 2), "{:#?}", world.list());
    }
}

/// Back two years and ahead ten: what was counted stays counted, and nothing is younger than nothing.
#[test]
fn a_clock_that_jumps_counts_nothing_twice() {
    let mut world = World::new();
    world.play(&lesson("week-0", "2026-03-02", 0));
    let before = world.list();
    for now in
        ["2024-01-01T00:00:00Z", "2036-01-01T00:00:00Z", "2026-03-02T09:00:00Z", "1970-01-01T00:00:00Z"]
    {
        world.set_now(now);
        world.start("jump", "startup");
        world.end("week-0");
        for command in
            ["learn --now", "list", "report", "context --task cache", "pattern list", "status", "reconcile"]
        {
            let words: Vec<&str> = command.split(' ').collect();
            let answer = world.run(&words);
            assert!(!answer.whole().contains("panicked"), "{now} {command}: {}", answer.whole());
            assert!(
                !answer.stdout.contains("in the future") && !answer.stdout.contains(" -1"),
                "{}",
                answer.whole()
            );
        }
        assert_eq!(world.list(), before, "{now}");
    }
    world.play(&lesson("week-1", "2026-03-05", 1));
    assert!(world.list().iter().all(|row| row["count"] == 2), "{:#?}", world.list());
    let logs =
        format!("{}{}", log(&world), std::fs::read_to_string(world.data().join("log")).unwrap_or_default());
    assert!(!logs.contains("panic"), "{logs}");
}

/// Every page of the database is lost once, while the copy is a session behind.
#[test]
fn a_database_damaged_anywhere_comes_back_whole() {
    let mut world = World::new();
    world.play(&lesson("week-0", "2026-03-02", 0));
    world.play(&lesson("week-1", "2026-03-05", 1));
    let files = ["learning.backup.db", "learning.backup.at"].map(|name| world.state().join(name));
    let copy = files.clone().map(|file| std::fs::read(file).unwrap());
    world.play(&lesson("week-2", "2026-03-09", 2));
    let (expected, db) = (world.list(), world.state().join("learning.db"));
    let whole = std::fs::read(&db).unwrap();
    let pages = whole.len() / 4096;
    let step = if takes_its_time() { 1 } else { 5 };
    let (mut tried, mut recovered) = (0, 0);
    for page in (0..pages).step_by(step) {
        for (file, bytes) in files.iter().zip(&copy) {
            ingrain::fsx::write_private(file, bytes).unwrap();
        }
        ingrain::fsx::write_private(&db, &whole).unwrap();
        File::options().write(true).open(&db).unwrap().write_all_at(&[0; 4096], page as u64 * 4096).unwrap();
        world.run(&["learn", "--now"]).ok();
        tried += 1;
        let aside = asides(&world);
        recovered += aside.len();
        if !aside.is_empty() {
            assert_eq!(world.list(), expected, "page {page} of {pages}");
        }
        aside.iter().for_each(|file| std::fs::remove_file(file).unwrap());
    }
    eprintln!("{tried} damaged pages: {recovered} databases recovered");
    assert!(recovered * 10 > tried * 7, "{recovered} of {tried}");
}

fn asides(world: &World) -> Vec<PathBuf> {
    let all = std::fs::read_dir(world.state()).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|path| path.to_string_lossy().contains("learning.damaged-")).collect()
}

#[test]
fn a_transcript_that_grows_while_it_is_read_is_read_whole_and_once() {
    let mut world = World::new();
    a_week(&mut world);
    let expected = world.list();
    let mut world = World::new();
    world.set_now("2026-03-10T09:00:00Z");
    let sessions: Vec<Session> = ["2026-03-02", "2026-03-05", "2026-03-09"]
        .iter()
        .enumerate()
        .map(|(n, day)| lesson(&format!("week-{n}"), day, n))
        .collect();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            sessions
                .iter()
                .for_each(|session| grow(&world.transcript(&session.id), &session.jsonl(&world.project)));
            done.store(true, Ordering::SeqCst);
        });
        while !done.load(Ordering::SeqCst) {
            for session in sessions.iter().filter(|session| world.transcript(&session.id).exists()) {
                assert_eq!(end(&world, &session.id), QUIET);
            }
        }
    });
    sessions.iter().for_each(|session| world.end(&session.id));
    world.run(&["learn", "--now"]).ok();
    let counts = |list: &[Value]| -> Vec<Value> {
        list.iter().map(|row| json!([row["type"], row["title"], row["count"], row["status"]])).collect()
    };
    assert_eq!(counts(&world.list()), counts(&expected));
}

/// In pieces that end anywhere.
fn grow(transcript: &Path, text: &str) {
    write(transcript, "");
    let mut file = File::options().append(true).open(transcript).unwrap();
    for piece in text.as_bytes().chunks(97) {
        file.write_all(piece).unwrap();
        std::thread::yield_now();
    }
}

/// A long day: real turns, tool calls with long results, and one line that nobody could want.
fn write_long(world: &World, session: &Session, megabytes: usize, longest_line: usize) {
    let transcript = world.transcript(&session.id);
    write(&transcript, "");
    let mut file = std::io::BufWriter::new(File::options().append(true).open(&transcript).unwrap());
    let result = "a line of output that a tool has printed\\n".repeat(800);
    for n in 0..megabytes * 30 {
        let lines = Session::new(&format!("long-{n}"), "2026-03-02T09:00:00Z")
            .user("Please look at the next file.")
            .tool("Read", json!({"file_path": "src/lib.rs"}), &result, false)
            .assistant("That one is fine.");
        file.write_all(lines.jsonl(&world.project).as_bytes()).unwrap();
    }
    let piece = vec![b'x'; 1 << 20];
    for _ in 0..longest_line {
        file.write_all(&piece).unwrap();
    }
    file.write_all(b"\n").unwrap();
    file.write_all(session.jsonl(&world.project).as_bytes()).unwrap();
}

/// A quarter of a gigabyte has to be enough for any transcript.
#[test]
fn the_longest_transcript_is_read_in_little_memory() {
    let (megabytes, longest_line) = if takes_its_time() { (1024, 200) } else { (24, 20) };
    let mut world = World::new();
    let session = lesson("one", "2026-03-02", 0);
    write_long(&world, &session, megabytes, longest_line);
    world.set_now(&session.ended_at());
    world.start("one", "startup");
    let mut learn = world.command("sh");
    learn.args(["-c", "ulimit -v 262144; exec \"$0\" learn \"$1\"", env!("CARGO_BIN_EXE_ingrain")]);
    learn.arg(world.transcript("one"));
    let answer = world.answer(learn, "");
    assert_eq!(answer.code, 0, "{}", answer.whole());
    assert_eq!(world.list().len(), 4);
    eprintln!("{megabytes} MB and one line of {longest_line} MB were read within 256 MB");
}
