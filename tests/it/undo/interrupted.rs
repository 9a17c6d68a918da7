//! Interrupted undo: the next run finishes it, and nothing is done twice or lost.

use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::{memory, readable, wrote};
use crate::learning::{a_week, lesson};
use crate::world::{World, write};

/// Moments after the start of a command, spread over all of it.
fn moments(whole: Duration) -> impl Iterator<Item = Duration> {
    (0..8).map(move |n| whole * n / 7)
}

/// Starts a command and interrupts it. `false` if it was done by then.
fn interrupt(world: &World, words: &[&str], after: Duration) -> bool {
    let mut command = world.command(env!("CARGO_BIN_EXE_ingrain"));
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let (began, mut child) = (Instant::now(), command.spawn().unwrap());
    while began.elapsed() < after {
        std::hint::spin_loop();
    }
    let _ = kill_process(Pid::from_child(&child), Signal::INT);
    !child.wait().unwrap().success()
}

fn timed(world: &World, words: &[&str]) -> Duration {
    let began = Instant::now();
    world.run(words).ok();
    began.elapsed()
}

/// What was learned and written; the order of change sets and their numbers may differ.
fn result(world: &World) -> (Vec<(String, Vec<u8>)>, Vec<String>) {
    (readable(world), memory(world))
}

/// Compares an interrupted and repeated command with an undisturbed one, in worlds that begin alike.
fn holds(begin: impl Fn() -> World, words: &dyn Fn(&World) -> Vec<String>) {
    let of = |world: &World| words(world);
    let calm = begin();
    let asked = of(&calm);
    let whole = timed(&calm, &asked.iter().map(String::as_str).collect::<Vec<_>>());
    let expected = result(&calm);
    for after in moments(whole) {
        let world = begin();
        let asked = of(&world);
        let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
        interrupt(&world, &asked, after);
        world.run(&asked);
        let got = result(&world);
        assert_eq!(got.0.len(), expected.0.len(), "{asked:?} interrupted after {after:?}");
        assert_eq!(strip(&world, got), strip(&calm, expected.clone()), "{asked:?} after {after:?}");
    }
}

/// Every world has a folder of its own.
fn strip(
    world: &World,
    (files, memory): (Vec<(String, Vec<u8>)>, Vec<String>),
) -> (Vec<String>, Vec<String>) {
    let base = world.base().to_string_lossy().into_owned();
    let plain = |text: &str| text.replace(&base, "[BASE]");
    let files = files.iter().map(|(name, text)| format!("{name}\n{}", plain(&String::from_utf8_lossy(text))));
    (files.collect(), memory.iter().map(|line| plain(line)).collect())
}

fn past() -> World {
    let mut world = World::new();
    world.set_now("2026-03-20T10:00:00Z");
    for (n, day) in ["2026-03-02", "2026-03-05", "2026-03-09"].iter().enumerate() {
        let id = format!("past-{n}");
        write(&world.transcript(&id), &lesson(&id, day, n).jsonl(&world.project));
    }
    world
}

fn words(all: &[&str]) -> Vec<String> {
    all.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn backfill() {
    holds(past, &|_| words(&["backfill"]));
}

#[test]
fn learn() {
    let named = |world: &World| {
        let transcripts = (0..3).map(|n| world.transcript(&format!("past-{n}")).display().to_string());
        words(&["learn", "--now"]).into_iter().chain(transcripts).collect()
    };
    holds(past, &named);
}

#[test]
fn import() {
    let begin = || {
        let world = World::new();
        let line = |n: u32| {
            format!(
                "{{\"id\":\"obs_{n}\",\"type\":\"decision\",\"pattern\":\"Use `t{n}` for it\",\"observations\":5,\"quality_ok\":true,\
                 \"details\":{{\"context\":\"c{n}\",\"decision\":\"Use `t{n}`\",\"rationale\":\"r{n}\"}}}}\n"
            )
        };
        write(&world.base().join("more.jsonl"), &(0..30).map(line).collect::<String>());
        world
    };
    holds(begin, &|world| words(&["import", world.base().join("more.jsonl").to_str().unwrap()]));
}

#[test]
fn undo() {
    let begin = || {
        let mut world = World::new();
        a_week(&mut world);
        world
    };
    holds(begin, &|world| words(&["undo"]).into_iter().chain(wrote(world)).collect());
}
