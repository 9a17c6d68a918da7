//! Many sessions at once: each counted once, nobody told of trouble, one worker per project, and nothing left running.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::learning::lesson;
use crate::world::{World, program, write};

const SESSIONS: usize = 64;
const PROJECTS: usize = 16;
const QUIET: &str = "exit 0\n--- stdout\n--- stderr\n";

/// Processes that work for this world, by what they were started with.
fn processes(world: &World) -> Vec<String> {
    let base = world.base().to_string_lossy().into_owned();
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = all.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(&base)).collect()
}

fn nothing_runs(world: &World) {
    let since = Instant::now();
    while !processes(world).is_empty() {
        assert!(since.elapsed() < Duration::from_secs(10), "still running: {:?}", processes(world));
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn project(world: &World, n: usize) -> PathBuf {
    let folder = if n == 0 { world.project.clone() } else { world.base().join(format!("project-{n}")) };
    write(&folder.join(".git/HEAD"), "ref: refs/heads/main\n");
    folder
}

/// The end of one session of one project, as the editor tells it.
fn ending(world: &World, project: &Path, id: &str, n: usize) -> Value {
    write(&world.transcript(id), &lesson(id, "2026-03-09", n).jsonl(project));
    let mut input = world.input(id, "SessionEnd", json!({"reason": "other"}));
    input["cwd"] = json!(project);
    input
}

fn status(world: &World, project: &Path) -> Value {
    world.run(&["--project", project.to_str().unwrap(), "status", "--json"]).json()
}

/// Workers begin and end by turns in the log, which they write while they hold the lock.
fn one_worker_at_a_time(state: &Path) {
    let log = std::fs::read_to_string(state.join("log")).unwrap();
    let turns: Vec<&str> = log.lines().filter(|line| line.contains(" worker ")).collect();
    assert!(!turns.is_empty());
    for pair in turns.chunks(2) {
        let well = pair.len() == 2 && pair[0].contains(" note begins") && pair[1].contains(" ok ");
        assert!(well, "{}:\n{}", state.display(), turns.join("\n"));
    }
}

#[test]
fn everybody_ends_at_the_same_moment() {
    let mut world = World::new();
    world.set_now("2026-03-09T12:00:00Z");
    let projects: Vec<PathBuf> = (0..PROJECTS).map(|n| project(&world, n)).collect();
    let mut inputs: Vec<Value> =
        (0..SESSIONS).map(|n| ending(&world, &projects[0], &format!("s{n}"), n)).collect();
    inputs.extend((1..PROJECTS).map(|n| ending(&world, &projects[n], &format!("p{n}"), n)));
    std::thread::scope(|scope| {
        for input in &inputs {
            let world = &world;
            scope.spawn(move || assert_eq!(world.hook("session-end", input).whole(), QUIET));
        }
    });
    world.settle();
    nothing_runs(&world);
    for (n, project) in projects.iter().enumerate() {
        let expected = if n == 0 { SESSIONS } else { 1 };
        let sessions = &status(&world, project)["sessions"];
        assert_eq!(
            (&sessions["captured"], &sessions["learned"]),
            (&json!(expected), &json!(expected)),
            "{n}"
        );
    }
    let states = std::fs::read_dir(world.data().join("projects")).unwrap();
    let states: Vec<PathBuf> = states.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(states.len(), PROJECTS);
    states.iter().for_each(|state| one_worker_at_a_time(state));
    eprintln!("{} sessions of {PROJECTS} projects ended at once", inputs.len());
}

/// Whoever sees a project first, all find the same memory.
#[test]
fn a_project_that_many_see_first_has_one_memory() {
    let world = World::new();
    for n in 0..100 {
        let root = project(&world, n);
        let ctx = ingrain::ctx::Ctx {
            now: chrono::DateTime::UNIX_EPOCH,
            cwd: root.clone(),
            exe: PathBuf::new(),
            home: None,
            data: world.data(),
            config: world.data(),
            claude: world.home.clone(),
            env: ingrain::ctx::Env::default(),
        };
        let ids: std::collections::BTreeSet<String> = std::thread::scope(|scope| {
            let seen = || ingrain::project::lookup_or_start(&ctx, &root).unwrap().id;
            let all: Vec<_> = (0..8).map(|_| scope.spawn(seen)).collect();
            all.into_iter().map(|one| one.join().unwrap()).collect()
        });
        assert_eq!(ids.len(), 1);
    }
    assert_eq!(std::fs::read_dir(world.data().join("projects")).unwrap().count(), 100);
}

/// The model does not answer: hooks and commands do not notice, and the worker gives up in time.
#[test]
fn a_worker_that_waits_for_a_model_is_in_nobodys_way() {
    let mut world = World::new();
    let asked = world.base().join("asked");
    let script = format!("touch '{}'; sleep 300", asked.display());
    let config = json!({"extractor": "command", "extractor_command": ["/bin/sh", "-c", script],
        "batch_size": 1, "timeout_s": 4});
    write(&world.config(), &config.to_string());
    let first = lesson("first", "2026-03-02", 0);
    write(&world.transcript("first"), &first.jsonl(&world.project));
    world.set_now(&first.ended_at());
    let since = Instant::now();
    world.hook("session-end", &world.input("first", "SessionEnd", json!({"reason": "other"}))).ok();
    world.wait("the model is asked", |_| asked.exists());

    world.start("second", "startup");
    world.hook("user-prompt", &world.input("second", "UserPromptSubmit", json!({"prompt": "go on"}))).ok();
    world.hook("session-end", &world.input("second", "SessionEnd", json!({"reason": "other"}))).ok();
    world.run(&["list"]).ok();
    world.run(&["reconcile"]).ok();
    world.run(&["learn"]).ok();
    assert!(processes(&world).iter().any(|line| line.contains("sleep 300")), "the model still thinks");
    assert!(since.elapsed() < Duration::from_secs(60));

    world.settle();
    nothing_runs(&world);
    let log = std::fs::read_to_string(world.state().join("log")).unwrap();
    assert!(log.contains("did not answer within 4 s"), "{log}");
}

/// A killed worker leaves the model's process to itself; its answer goes nowhere, and the batch is asked again.
#[test]
fn a_worker_killed_during_the_call_asks_again() {
    let mut world = World::new();
    let asked = world.base().join("asked");
    let script =
        format!("echo x >> '{}'; cat > /dev/null; sleep 1; echo '{{\"observations\":[]}}'", asked.display());
    let config = json!({"extractor": "command", "extractor_command": ["/bin/sh", "-c", script],
        "batch_size": 1, "timeout_s": 20});
    write(&world.config(), &config.to_string());
    let first = lesson("first", "2026-03-02", 0);
    write(&world.transcript("first"), &first.jsonl(&world.project));
    world.set_now(&first.ended_at());
    let door = program("session-end");
    let input = world.input("first", "SessionEnd", json!({"reason": "other"}));
    world.answer(world.command(door), &input.to_string()).ok();
    world.wait("the model is asked", |_| asked.exists());
    kill_worker(&world);
    nothing_runs(&world);
    world.run(&["learn", "--now"]).ok();
    assert_eq!(std::fs::read_to_string(&asked).unwrap().lines().count(), 2);
    assert_eq!(status(&world, &world.project)["sessions"]["learned"], 1);
}

fn kill_worker(world: &World) {
    let base = world.base().to_string_lossy().into_owned();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        if line.contains(" worker ") && line.contains(&base) {
            let id: i32 = entry.file_name().to_str().unwrap().parse().unwrap();
            let pid = rustix::process::Pid::from_raw(id).unwrap();
            rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        }
    }
}
