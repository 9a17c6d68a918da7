//! Environment failures: no home, no log, no locks, no memory, clocks that jump, corrupt disks. The
//! real executables run through each of them, until it is over and everything is in place again.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use crate::crashes::theatre;
use crate::learning::{a_week, lesson, quiet_since};
use crate::reviewers::{self, FINDING, OTHER};
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
fn a_log_that_cannot_be_written_stops_nothing() {
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

/// What patterns and outcomes come to: all of it decays.
fn results(world: &World) -> [Value; 3] {
    let commands = [&["pattern", "list", "--json"][..], &["policy", "show", "--json"], &["report", "--json"]];
    let mut found = commands.map(|words| world.run(words).ok().json());
    // Sessions that start in between are told what was said lately, and that is counted.
    for lesson in found[2]["lessons"].as_array_mut().unwrap() {
        lesson["told"].take();
    }
    found
}

/// Back two years and ahead ten: what was counted stays counted, and nothing is younger than nothing.
#[test]
fn a_clock_that_jumps_counts_nothing_twice() {
    let mut world = World::new();
    world.write("src/cache.rs", "fn fill() {}\nfn drop() {}\n");
    reviewers::found_twice(&mut world, &[FINDING, OTHER]);
    for n in 0..4 {
        let run = json!({"runId": format!("run-{n}"), "timestamp": format!("2026-03-0{}T09:00:00Z", n + 1),
            "result": "failure", "duration_ms": 60_000, "adaptersUsed": ["GitHub"],
            "failure_details": {"dominantFailureType": "auth"}});
        world.run_with(&["outcome", "record"], &run.to_string()).ok();
    }
    world.play(&lesson("week-0", "2026-03-04", 0));
    let before = world.list();
    let (now, tracks) = ("2026-03-04T12:00:00Z", |world: &World| -> Vec<_> {
        reviewers::patterns(world).iter().map(reviewers::track).collect()
    });
    world.set_now(now);
    let (decayed, counted) = (results(&world), tracks(&world));
    assert!(counted.len() >= 2, "{counted:?}");
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
        assert_eq!(tracks(&world), counted, "{now}");
        for pattern in reviewers::patterns(&world) {
            let score: f64 = pattern["tag"].as_str().unwrap().trim_start_matches("score:").parse().unwrap();
            assert!((0.0..=1.0).contains(&score), "{now}: {pattern:#}");
        }
    }
    world.set_now(now);
    for (found, expected) in results(&world).iter().zip(&decayed) {
        assert_eq!(found, expected);
    }
    world.play(&lesson("week-1", "2026-03-06", 1));
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
            ingrain::os::fsx::write_private(file, bytes).unwrap();
        }
        ingrain::os::fsx::write_private(&db, &whole).unwrap();
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

/// Without a file, or with nothing in it, a fresh start would be taken for the truth and copied over the last good one.
#[test]
fn a_database_that_is_gone_comes_back() {
    let mut twin = World::new();
    a_week(&mut twin);
    let expected = counts(&twin.list());
    type Lose = fn(&Path);
    let ways: [(&str, Lose); 3] = [
        ("emptied", |db| write(db, "")),
        ("removed", |db| std::fs::remove_file(db).unwrap()),
        ("replaced", |db| {
            std::fs::remove_file(db).unwrap();
            rusqlite::Connection::open(db).unwrap().execute_batch("CREATE TABLE theirs (x)").unwrap();
        }),
    ];
    for (way, lose) in ways {
        let mut world = World::new();
        world.play(&lesson("week-0", "2026-03-02", 0));
        world.play(&lesson("week-1", "2026-03-05", 1));
        lose(&world.state().join("learning.db"));
        for command in ["list", "status", "report", "doctor", "export", "list"] {
            let told = world.run(&[command]).fails().whole();
            assert!(told.contains("damaged"), "{way}, {command}: {told}");
        }
        assert!(world.run(&["list"]).fails().stderr.contains("hint: run `ingrain learn`"));
        world.play(&lesson("week-2", "2026-03-09", 2));
        assert_eq!(counts(&world.list()), expected, "{way}");
        let status = world.run(&["status", "--json"]).fails().json();
        assert_eq!(status["sessions"]["captured"], 3, "{way}: {status:#}");
        assert!(status["health"].to_string().contains("damaged"), "{way}: {status:#}");
        let told = world.start("next", "startup").json()["systemMessage"].as_str().unwrap().to_owned();
        assert!(told.contains("damaged") && told.contains("the last copy was restored"), "{way}: {told}");
        world.end("next");
        assert_eq!(world.start("later", "startup").json().get("systemMessage"), None, "{way}: told once");
        world.run(&["status"]).ok();
        assert_eq!(asides(&world).len(), usize::from(way == "replaced"), "{way}: nothing is not kept");
        std::fs::copy(world.state().join("learning.backup.db"), world.state().join("learning.db")).unwrap();
        assert_eq!(counts(&world.list()), expected, "{way}: the copy is a good one");
    }
}

/// To have nothing because the person wanted nothing is no damage.
#[test]
fn what_was_cleared_is_not_taken_for_lost() {
    let mut world = World::new();
    assert_eq!(world.list(), Vec::<Value>::new(), "before the first session");
    world.play(&lesson("week-0", "2026-03-02", 0));
    world.run(&["clear", "--yes"]).ok();
    for _ in 0..2 {
        assert_eq!(world.list(), Vec::<Value>::new());
        world.run(&["learn", "--now"]).ok();
    }
    assert_eq!(asides(&world), Vec::<PathBuf>::new());
    std::fs::remove_file(world.state().join("learning.db")).unwrap();
    world.run(&["uninstall", "--yes", "--artifacts"]).ok();
    assert!(!world.data().exists());
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
    assert_eq!(counts(&world.list()), counts(&expected));
}

fn counts(list: &[Value]) -> Vec<Value> {
    list.iter().map(|row| json!([row["type"], row["title"], row["count"], row["status"]])).collect()
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

/// A long day: real turns, tool calls with long results, and one absurdly long line.
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

/// A project with two sessions that were read, one whose end waits in the spool, and one that never told.
fn lived() -> World {
    let mut world = World::new();
    world.run(&["enable"]).ok();
    world.write(".memory/learning.json", "{}");
    world.run(&["trust"]).ok();
    write(&world.data().join("spending.json"), r#"{"day": "2026-03-02", "runs": 1, "usd": 0.5}"#);
    world.play(&lesson("week-0", "2026-03-02", 0));
    world.play(&lesson("week-1", "2026-03-05", 1));
    world.set_now("2026-03-08T10:00:00Z");
    for (n, id) in ["ended", "cut"].into_iter().enumerate() {
        write(&world.transcript(id), &lesson(id, &format!("2026-03-0{}", n + 7), n).jsonl(&world.project));
        quiet_since(&world.transcript(id), "2026-03-08T10:00:00Z");
        world.start(id, "startup");
        world.settle();
    }
    world.set_env("INGRAIN_FAULT", "EIO:worker");
    assert_eq!(end(&world, "ended"), QUIET);
    world.set_env("INGRAIN_FAULT", "");
    world
}

/// What all of it comes to after one more session, as far as every clean or mended run has to agree.
fn goes_on(world: &mut World) -> (Vec<Value>, Value, Value) {
    world.set_now("2026-03-09T10:00:00Z");
    world.start("next", "startup").ok();
    world.settle();
    write(&world.transcript("next"), &lesson("next", "2026-03-09", 2).jsonl(&world.project));
    world.end("next");
    let status = world.run(&["status", "--json"]).json();
    (counts(&world.list()), status["sessions"]["learned"].clone(), status["health"].clone())
}

/// After a power failure, a file that was not synced may be empty or missing.
#[test]
fn a_file_that_came_back_empty() {
    let mut world = lived();
    let kept = tempfile::tempdir().unwrap();
    let parts = ["home", "project"].map(|part| (world.base().join(part), kept.path().join(part)));
    parts.iter().for_each(|(there, kept)| theatre::copy(there, kept));
    let files: Vec<String> = World::tree(&world.data()).into_iter().map(|(name, _)| name).collect();
    let is_one = |name: &&String| !name.ends_with("lock") && !name.ends_with("/log");
    let lost = files.iter().filter(is_one).map(|name| (name, false));
    let gone = files.iter().filter(|name| name.contains("-end-")).map(|name| (name, true));
    let expected = goes_on(&mut world);
    assert_eq!((expected.0.len(), &expected.1), (4, &json!(5)));
    assert!(expected.0.iter().all(|row| row[2] == 5), "{:#?}", expected.0);
    let mut tried = 0;
    for (name, gone) in lost.chain(gone) {
        for (there, kept) in &parts {
            theatre::empty(there);
            theatre::copy(kept, there);
        }
        let file = world.data().join(name);
        if gone {
            std::fs::remove_file(&file).unwrap()
        } else {
            write(&file, "")
        }
        let mut expected = expected.clone();
        // What only a person can bring back is told until they do.
        if let Some(remedy) = match name.as_str() {
            "spending.json" => Some("no model is called until you remove it, which restarts the count"),
            "registrations.json" => Some("run `ingrain enable`, which rewrites it"),
            "receipt.json" => Some("run `install.sh`, which rewrites it"),
            _ => None,
        } {
            let told = world.run(&["status", "--json"]).fails().json()["health"].clone();
            let told = told.as_array().unwrap().iter().find(|line| line.as_str().unwrap().contains(remedy));
            expected.2 = json!([told.unwrap_or_else(|| panic!("{name}"))]);
        }
        let found = goes_on(&mut world);
        assert_eq!((&found.0, &found.1), (&expected.0, &expected.1), "{name}, gone: {gone}");
        assert_eq!(found.2, expected.2, "{name}, gone: {gone}");
        assert!(world.run(&["trust"]).ok().stderr.contains("already trusted"), "{name}");
        tried += 1;
    }
    eprintln!("{tried} files came back empty or not at all");
    assert!(tried > 15, "{tried}");
    assert_eq!(world.run(&["enable"]).ok().code, 0);
}

/// A hook that could leave its note has not done the worker's work.
#[test]
fn what_a_worker_could_not_do_is_told_until_one_can() {
    let mut world = World::new();
    world.play(&lesson("week-0", "2026-03-02", 0));
    world.set_env("INGRAIN_FAULT", "EIO:commit");
    let second = lesson("week-1", "2026-03-05", 1);
    write(&world.transcript("week-1"), &second.jsonl(&world.project));
    world.set_now(&second.ended_at());
    assert_eq!(end(&world, "week-1"), QUIET);
    world.wait("the worker fails", |world| log(world).contains("worker error"));
    world.set_env("INGRAIN_FAULT", "");
    world.set_now("2026-03-06T10:00:00Z");
    let doors = theatre::doors();
    let start = world.command(doors.path().join("session-start").to_str().unwrap());
    let input = world.input("next", "SessionStart", json!({"source": "startup"}));
    world.answer(start, &input.to_string()).ok();
    assert!(log(&world).lines().last().unwrap().contains("session-start ok"), "{}", log(&world));
    let told = world.run(&["status"]).fails().stdout;
    assert!(told.contains("the last run failed: 2026-03-05") && told.contains("worker error"), "{told}");
    world.run(&["learn"]).ok();
    world.run(&["status"]).ok();
    assert!(world.list().iter().all(|row| row["count"] == 2), "{:#?}", world.list());
}
