//! Disks that are full or read-only. A test of this kind runs itself again in a mount namespace of its
//! own, where the temporary folder is a disk of a few megabytes: nothing outside notices it, and it is
//! gone when the test ends.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::learning::{a_week, lesson, quiet_since};
use crate::session::Session;
use crate::skipped;
use crate::world::{World, write};

const MARK: &str = "INGRAIN_TEST_SMALL_DISK";
const NO_NAMESPACE: i32 = 42;

/// The inner run is the test; the outer one only starts it.
#[expect(clippy::disallowed_methods, reason = "the test's own environment, not the program's")]
fn on_a_small_disk(test: &str, scenario: impl FnOnce(&Path)) {
    if let Some(disk) = std::env::var_os(MARK) {
        return scenario(Path::new(&disk));
    }
    let disk = tempfile::tempdir().unwrap();
    let script = format!(
        "mount -t tmpfs -o size=6m none \"$TMPDIR\" || exit {NO_NAMESPACE}; exec \"$0\" \"$1\" --exact --nocapture"
    );
    let inner = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", &script])
        .arg(std::env::current_exe().unwrap())
        .arg(format!("small_disk::{test}"))
        .env("TMPDIR", disk.path())
        .env(MARK, disk.path())
        .stdin(Stdio::null())
        .output();
    let Ok(inner) = inner else {
        return skipped::say(&format!("{test} needs `unshare`"));
    };
    let said =
        [inner.stdout, inner.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    if !inner.status.success() && !said.contains("running 1 test") {
        return skipped::say(&format!("{test} needs a mount namespace: {said}"));
    }
    assert!(inner.status.success(), "{said}");
}

/// Leaves so many bytes on the disk.
fn fill(disk: &Path, left: u64) -> PathBuf {
    let filler = disk.join("filler");
    let mut file = File::options().create(true).truncate(true).write(true).open(&filler).unwrap();
    while file.write_all(&[0; 4096]).is_ok() {}
    let full = file.metadata().unwrap().blocks() * 512;
    file.set_len(full.saturating_sub(left)).unwrap();
    filler
}

fn set_read_only(path: &Path, read_only: bool) {
    let mount = |args: &[&str]| {
        let done = Command::new("mount").args(args).arg(path).arg(path).status().unwrap();
        assert!(done.success(), "{args:?} {}", path.display());
    };
    if !read_only {
        assert!(Command::new("umount").arg(path).status().unwrap().success());
        return;
    }
    mount(&["--bind"]);
    mount(&["-o", "remount,bind,ro"]);
}

fn log(world: &World) -> String {
    std::fs::read_to_string(world.state().join("log")).unwrap_or_default()
}

/// Temporary files that a failed write left behind.
fn leftovers(world: &World) -> Vec<String> {
    let names = World::tree(&world.base()).into_iter().map(|(name, _)| name);
    names
        .filter(|name| name.contains(".ingrain-") || name.contains(".tmp") || name.ends_with(".new"))
        .collect()
}

/// A week but for the end of its last session.
fn before_the_last_session() -> (World, Session) {
    let mut world = World::new();
    world.play(&lesson("week-0", "2026-03-02", 0));
    world.play(&lesson("week-1", "2026-03-05", 1));
    let last = lesson("week-2", "2026-03-09", 2);
    write(&world.transcript(&last.id), &last.jsonl(&world.project));
    world.set_now(&last.ended_at());
    (world, last)
}

/// What `a_week` brings, where nothing went wrong.
fn undisturbed() -> Vec<serde_json::Value> {
    let mut world = World::new();
    a_week(&mut world);
    world.list()
}

#[test]
fn a_full_disk_stops_no_session_and_loses_none() {
    on_a_small_disk("a_full_disk_stops_no_session_and_loses_none", |disk| {
        let expected = undisturbed();
        let (mut world, last) = before_the_last_session();
        quiet_since(&world.transcript(&last.id), "2026-03-09T10:00:00Z");
        world.start(&last.id, "startup");
        let before = world.list();

        let filler = fill(disk, 0);
        let told = world.start("told", "startup");
        assert!(told.stdout.contains("ADR-001"), "{}", told.whole());
        world.end(&last.id);
        assert_eq!(world.list(), before);

        std::fs::remove_file(filler).unwrap();
        world.set_now("2026-03-10T09:00:00Z");
        world.start("next", "startup");
        world.until("the session is found again", |world| world.list() == expected);
        assert_eq!(leftovers(&world), Vec::<String>::new());
    });
}

/// The worker meets the end of the disk at many different writes.
#[test]
fn a_disk_that_fills_up_at_any_moment_loses_nothing_and_counts_nothing_twice() {
    on_a_small_disk("a_disk_that_fills_up_at_any_moment_loses_nothing_and_counts_nothing_twice", |disk| {
        let expected = undisturbed();
        let (world, last) = before_the_last_session();
        let transcript = world.transcript(&last.id).to_string_lossy().into_owned();
        let mut failed = 0;
        for left in (0..400).step_by(8).map(|kilobytes| kilobytes * 1024) {
            let filler = fill(disk, left);
            let learned = world.run(&["learn", "--now", &transcript]);
            failed += usize::from(learned.code != 0);
            assert!(learned.code == 0 || learned.stderr.starts_with("error: "), "{}", learned.whole());
            std::fs::remove_file(filler).unwrap();
            assert_eq!(leftovers(&world), Vec::<String>::new(), "{left} bytes left");
        }
        assert!(failed > 3, "the disk was full {failed} times only");
        world.run(&["learn", "--now", &transcript]).ok();
        assert_eq!(world.list(), expected);
        let counts = world.run(&["reconcile", "--json"]).ok().json();
        assert_eq!(counts, serde_json::json!({"deletions": 0, "edits": 0, "unchanged": 4, "healed": 0}));
    });
}

#[test]
fn a_damaged_database_on_a_full_disk_is_not_lost() {
    on_a_small_disk("a_damaged_database_on_a_full_disk_is_not_lost", |disk| {
        let mut world = World::new();
        a_week(&mut world);
        let before = world.list();
        write(&world.state().join("learning.db"), &"no database ".repeat(1000));
        let filler = fill(disk, 8 * 1024);
        world.run(&["learn"]).fails();
        world.run(&["learn"]).fails();
        std::fs::remove_file(filler).unwrap();
        world.run(&["learn"]).ok();
        assert_eq!(world.list(), before);
    });
}

#[test]
fn a_memory_that_cannot_be_written_is_still_read_and_told() {
    on_a_small_disk("a_memory_that_cannot_be_written_is_still_read_and_told", |_| {
        let mut world = World::new();
        a_week(&mut world);
        let before = world.list();
        world.set_now("2026-03-10T09:00:00Z");
        let data = world.data();
        set_read_only(&data, true);
        assert!(world.start("next", "startup").stdout.contains("ADR-001"));
        let end = world.input("next", "SessionEnd", serde_json::json!({"reason": "other"}));
        assert_eq!(world.hook("session-end", &end).whole(), "exit 0\n--- stdout\n--- stderr\n");
        assert_eq!(world.list(), before);
        world.run(&["show", "ADR-001"]).ok();
        let learn = world.run(&["learn"]).fails();
        assert!(learn.stderr.contains("ead-only file system"), "{}", learn.whole());
        set_read_only(&data, false);
        world.run(&["learn"]).ok();
    });
}

#[test]
fn a_read_only_database_keeps_the_sessions_for_later() {
    on_a_small_disk("a_read_only_database_keeps_the_sessions_for_later", |_| {
        let (world, last) = before_the_last_session();
        let db = world.state().join("learning.db");
        set_read_only(&db, true);
        let input = world.input(&last.id, "SessionEnd", serde_json::json!({"reason": "other"}));
        world.hook("session-end", &input).ok();
        world.wait("the worker gives up", |world| log(world).contains("worker error"));
        assert!(log(&world).contains("cannot be written"), "{}", log(&world));
        let learn = world.run(&["learn"]).fails();
        assert!(learn.stderr.contains("hint: "), "{}", learn.whole());
        set_read_only(&db, false);
        world.run(&["learn"]).ok();
        assert_eq!(world.list(), undisturbed());
    });
}

#[test]
fn a_read_only_project_keeps_what_it_learned_for_later() {
    on_a_small_disk("a_read_only_project_keeps_what_it_learned_for_later", |_| {
        let mut world = World::new();
        let project = world.project.clone();
        set_read_only(&project, true);
        a_week(&mut world);
        assert!(log(&world).contains("could not render"), "{}", log(&world));
        let status = world.run(&["status"]).fails();
        assert!(status.stdout.contains("ead-only file system"), "{}", status.whole());
        set_read_only(&project, false);
        world.run(&["learn"]).ok();
        assert_eq!(world.list(), undisturbed());
        assert!(world.exists(".memory/knowledge/pitfalls.md"));
    });
}

#[test]
fn a_mark_that_cannot_be_kept_makes_no_session_unreadable() {
    on_a_small_disk("a_mark_that_cannot_be_kept_makes_no_session_unreadable", |_| {
        let (world, last) = before_the_last_session();
        world.start(&last.id, "startup");
        let open = world.state().join("open");
        set_read_only(&open, true);
        world.run(&["learn", "--now", world.transcript(&last.id).to_str().unwrap()]).ok();
        let sessions = world.run(&["status", "--json"]).json()["sessions"].clone();
        assert_eq!((&sessions["learned"], &sessions["failed"]), (&3.into(), &0.into()), "{sessions}");
        set_read_only(&open, false);
    });
}

/// Where there are no namespaces: no file may grow beyond a few kilobytes, so SQLite cannot write and hooks can.
#[test]
fn a_file_that_may_not_grow_is_like_a_full_disk() {
    let (world, last) = before_the_last_session();
    let mut limited = world.command("sh");
    limited.args([
        "-c",
        "trap '' XFSZ; ulimit -f 40; exec \"$0\"",
        env!("CARGO_BIN_EXE_ingrain-session-end"),
    ]);
    let input = world.input(&last.id, "SessionEnd", serde_json::json!({"reason": "other"}));
    let answer = world.answer(limited, &input.to_string());
    assert_eq!(answer.whole(), "exit 0\n--- stdout\n--- stderr\n");
    world.wait("the worker gives up", |world| log(world).contains("worker error"));
    world.run(&["learn"]).ok();
    assert_eq!(world.list(), undisturbed());
}
