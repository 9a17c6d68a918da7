//! Many sessions at once: each counts once, no session sees trouble, one worker per project, and no
//! process is left running.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ingrain::os::fsx::Lock;
use serde_json::{Value, json};

use crate::learning::lesson;
use crate::world::{Answer, World, program, write};

const SESSIONS: usize = 64;
const PROJECTS: usize = 16;
const QUIET: &str = "exit 0\n--- stdout\n--- stderr\n";

/// Processes of this world, by their home, because leftovers may have any name.
fn processes(world: &World) -> Vec<(i32, String)> {
    let home = format!("HOME={}", world.home.display());
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let ours = ids.filter(|id| read(*id, "environ").split('\0').any(|setting| setting == home));
    ours.map(|id| (id, read(id, "cmdline").replace('\0', " "))).collect()
}

fn read(id: i32, what: &str) -> String {
    String::from_utf8_lossy(&std::fs::read(format!("/proc/{id}/{what}")).unwrap_or_default()).into_owned()
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

/// What the editor says to a door of one project.
struct Call {
    door: &'static str,
    input: Value,
}

fn call(world: &World, project: &Path, door: &'static str, id: &str, more: Value) -> Call {
    let event = ingrain::client::hook_event::Hook::parse(door).unwrap().event();
    let mut input = world.input(id, event, more);
    input["cwd"] = json!(project);
    Call { door, input }
}

fn ending(world: &World, project: &Path, id: &str, n: usize) -> Call {
    write(&world.transcript(id), &lesson(id, "2026-03-09", n).jsonl(project));
    call(world, project, "session-end", id, json!({"reason": "other"}))
}

/// Sessions that begin in the storm, and prompts of others.
fn newcomers(world: &World, project: &Path, n: usize) -> [Call; 2] {
    let start = call(world, project, "session-start", &format!("new{n}"), json!({"source": "startup"}));
    let prompt = json!({"prompt": "How does `pnpm` go with the lockfile?"});
    [start, call(world, project, "user-prompt", &format!("running{n}"), prompt)]
}

/// An end says nothing, the others nothing or what they know.
fn is_answered(world: &World, call: &Call) {
    let answer = world.hook(call.door, &call.input);
    if call.door == "session-end" || answer.stdout.is_empty() {
        assert_eq!(answer.whole(), QUIET, "{}", call.door);
    } else {
        assert!(answer.stderr.is_empty() && answer.json().is_object(), "{}", answer.whole());
        no_trouble(&answer);
    }
}

/// News are welcome; what is wrong would come after `ingrain:`.
fn no_trouble(start: &Answer) {
    let told = start.json()["systemMessage"].as_str().unwrap_or_default().to_owned();
    assert!(start.code == 0 && !told.contains("ingrain:"), "{}", start.whole());
}

fn no_log_holds_an_error(world: &World) {
    for (name, text) in World::tree(&world.data()) {
        let text = String::from_utf8_lossy(&text);
        let error = text.lines().find(|line| line.split(' ').nth(2) == Some("error"));
        assert!(!name.ends_with("log") || error.is_none(), "{name}: {error:?}");
    }
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
    world.run(&["enable"]).ok();
    let mut calls: Vec<Call> =
        (0..SESSIONS).map(|n| ending(&world, &projects[0], &format!("s{n}"), n)).collect();
    calls.extend((1..PROJECTS).map(|n| ending(&world, &projects[n], &format!("p{n}"), n)));
    let ends = calls.len();
    calls.extend((0..2 * PROJECTS).flat_map(|n| newcomers(&world, &projects[n % PROJECTS], n)));
    let mixed = (0..calls.len()).map(|n| &calls[n * 31 % calls.len()]);
    std::thread::scope(|scope| {
        for call in mixed {
            let world = &world;
            scope.spawn(move || is_answered(world, call));
        }
    });
    world.settle();
    nothing_runs(&world);
    for (n, project) in projects.iter().enumerate() {
        world.run(&["--project", project.to_str().unwrap(), "status"]).ok();
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
    no_log_holds_an_error(&world);
    let next = call(&world, &projects[0], "session-start", "next", json!({"source": "startup"}));
    let told = world.hook(next.door, &next.input);
    assert!(told.json()["hookSpecificOutput"].is_object(), "it is told something: {}", told.whole());
    no_trouble(&told);
    world.settle();
    nothing_runs(&world);
    no_log_holds_an_error(&world);
    let others = calls.len() - ends;
    eprintln!("{ends} sessions of {PROJECTS} projects ended at once, amid {others} starts and prompts");
}

/// One works, one waits, and where one waits no hook starts another: from the moment the first hook ends.
#[test]
fn of_many_hooks_one_starts_a_worker() {
    let mut world = World::new();
    world.play(&lesson("known", "2026-03-01", 0));
    world.set_now("2026-03-09T12:00:00Z");
    let at_work = Lock::try_take(&world.state().join("lock")).unwrap().unwrap();
    let workers = || processes(&world).iter().filter(|(_, line)| line.contains(" worker ")).count();
    for n in 1..=3 {
        is_answered(&world, &ending(&world, &world.project, &format!("s{n}"), n));
        assert!(Lock::try_take(&world.state().join("queue.lock")).unwrap().is_none(), "one has its turn");
        // A process that was just started may not show its arguments yet.
        world.wait("a worker waits for its turn", |_| workers() > 0);
        assert_eq!(workers(), 1);
    }
    drop(at_work);
    world.settle();
    nothing_runs(&world);
    assert_eq!(status(&world, &world.project)["sessions"]["learned"], 4);
    one_worker_at_a_time(&world.state());
}

/// All hooks that see a project first find the same memory.
#[test]
fn a_project_that_many_see_first_has_one_memory() {
    let world = World::new();
    for n in 0..100 {
        let root = project(&world, n);
        let ctx = ingrain::os::ctx::Ctx {
            now: chrono::DateTime::UNIX_EPOCH,
            cwd: root.clone(),
            exe: PathBuf::new(),
            home: None,
            data: world.data(),
            config: world.data(),
            claude: world.home.clone(),
            env: ingrain::os::ctx::Env::default(),
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
fn a_worker_that_waits_for_a_model_blocks_nothing() {
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
    assert!(processes(&world).iter().any(|(_, line)| line.contains("sleep 300")), "the model still thinks");
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
    for (id, _) in processes(world).into_iter().filter(|(_, line)| line.contains(" worker ")) {
        let pid = rustix::process::Pid::from_raw(id).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    }
}
