//! Crash tests: every process of the loop is killed at every point where it writes, and every write
//! fails once. Afterwards the same step runs again, and the world has to look as if nothing had
//! happened.

mod picture;
mod scenario;
pub mod theatre;
mod trial;

use std::process::Output;
use std::sync::atomic::{AtomicUsize, Ordering};

use scenario::{Act, Step};
use theatre::{MOMENT, Theatre};
use trial::{Trial, attempt, calls, go_on, interrupted, is_made_up_for, kills, points, refusals, was_killed};

use crate::missed::can_trace;
use crate::skipped;
use crate::weather::takes_its_time;

/// Sampled, unless all are asked for, or all of some steps.
fn all_of_them() -> bool {
    takes_its_time() || chosen().is_some()
}

/// `INGRAIN_TEST_STEPS=trust,enable` tries the steps alone whose names have one of these words in them.
#[expect(clippy::disallowed_methods, reason = "a test may be asked for less")]
fn chosen() -> Option<String> {
    std::env::var("INGRAIN_TEST_STEPS").ok()
}

fn is_chosen(step: &Step) -> bool {
    chosen().is_none_or(|words| words.split(',').any(|word| step.name.contains(word)))
}

/// Tries what `trials` names, or a sample of it, with a world for each processor.
fn try_all(
    label: &str,
    trials: impl Fn(&Theatre, &[Step]) -> Vec<Trial> + Sync,
    attempt: impl Fn(&mut Theatre, &[Step], &Trial) -> Option<String> + Sync,
) {
    let (next, tried) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let play = || {
        let steps = scenario::steps();
        let mut theatre = Theatre::rehearse(&steps);
        let mut all = trials(&theatre, &steps);
        all.retain(|trial| is_chosen(&steps[trial.step]));
        let mut sampled: Vec<Trial> = Vec::new();
        let is_sampled = |(n, trial): &(usize, &Trial)| all_of_them() || n % trial.one_in == 0;
        for (_, trial) in all.iter().enumerate().filter(is_sampled) {
            // A session more takes as long as all the rest.
            let later = all_of_them() || sampled.len().is_multiple_of(3);
            sampled.push(Trial { later, ..trial.clone() });
        }
        let mut failures = Vec::new();
        while let Some(trial) = sampled.get(next.fetch_add(1, Ordering::SeqCst)) {
            tried.fetch_add(1, Ordering::SeqCst);
            let failed = attempt(&mut theatre, &steps, trial);
            failures.extend(failed.map(|why| format!("{}\n{why}", trial.name)));
        }
        (all.len(), failures)
    };
    let threads = std::thread::available_parallelism().map_or(2, usize::from).min(8);
    let (all, failures) = std::thread::scope(|scope| {
        let players: Vec<_> = (0..threads).map(|_| scope.spawn(play)).collect();
        let played = players.into_iter().map(|player| player.join().unwrap());
        played.reduce(|(all, one), (_, two)| (all, [one, two].concat())).unwrap()
    });
    eprintln!("{label}: {} of {all} tried, {} failed", tried.into_inner(), failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_document_tells_how_many_steps_there_are() {
    let told = format!("One project lives through {} steps:", scenario::steps().len());
    assert!(include_str!("../../docs/reliability.md").contains(&told), "{told}");
}

#[test]
fn killed_or_refused_at_any_point_nothing_is_lost_or_doubled() {
    try_all("faults", points, attempt);
}

/// Commands that change what people read and set, and how each is taken back.
const REVERSIBLE: [(&str, &str); 9] = [
    ("enable", "undo u1"),
    ("configure --set share=true", "undo u3"),
    ("enable --gates --extractor builtin", "undo u5 u4"),
    ("configure --set batch_size=4 --scope project", "undo"),
    ("trust", "undo"),
    ("trust --revoke", "undo"),
    ("disable", "undo u9"),
    ("review --deprecate PF-001", "undo"),
    ("review --deprecate SKILL", "undo"),
];

/// Typed again and taken back, it leaves no trace.
#[test]
fn killed_at_any_point_a_command_can_be_taken_back() {
    let undo = |step: &Step| REVERSIBLE.iter().find(|(name, _)| *name == step.name).map(|(_, undo)| *undo);
    let reversible = |theatre: &Theatre, steps: &[Step]| {
        let mut all = points(theatre, steps);
        all.retain(|trial| undo(&steps[trial.step]).is_some());
        all.into_iter().map(|trial| Trial { one_in: 7, ..trial }).collect()
    };
    try_all("taken back", reversible, |theatre, steps, trial| {
        let step = &steps[trial.step];
        interrupted(theatre, steps, trial);
        let back = scenario::command(undo(step)?, &step.now);
        if let Some(failed) = go_on(theatre, [step, &back]) {
            return Some(failed);
        }
        let before = theatre.pictures[trial.step].clone().readable();
        let found = picture::Picture::of(&theatre.world).readable();
        Some(before.differences(&found)).filter(|told| !told.is_empty())
    });
}

/// Steps of every kind. What is told within a session is told in one that has something to be told.
const TRACED: [&str; 13] = [
    "worker after session-end week-0",
    "worker after session-end week-1",
    "worker after session-end mind-1",
    "worker after session-end review-1",
    "enable",
    "clear --yes",
    "backfill",
    "worker after the disk rots",
    "session-start week-0",
    "session-end week-0",
    TOLD[0],
    TOLD[1],
    TOLD[2],
];
const TOLD: [&str; 3] = ["user-prompt gated", "subagent-start gated", "pre-tool-use gated"];

/// What of a process writes, as the kernel sees it: also in the middle of a commit of the database. It is killed there, or
/// SQLite is told that the disk is full or broken, or knows no locks.
#[test]
fn killed_or_refused_in_any_system_call_nothing_is_lost_or_doubled() {
    if !can_trace() {
        return skipped::say("system calls are interrupted by `strace`");
    }
    let traced = |theatre: &Theatre, steps: &[Step]| {
        let named = |wanted: &str| steps.iter().position(|step| step.name == wanted).expect("a step");
        for door in TOLD {
            assert!(theatre.spoke[named(door)], "{door} has nothing to say");
        }
        let of = |step| {
            let calls = calls(theatre, steps, step);
            [kills(steps, &calls), refusals(steps, &calls)].concat()
        };
        TRACED.into_iter().map(named).flat_map(of).collect()
    };
    try_all("system calls", traced, attempt);
}

/// How many there were of a kind, and how many of them were still running when they were killed.
#[derive(Default)]
struct Hits {
    tried: AtomicUsize,
    killed: AtomicUsize,
}

impl Hits {
    fn note(&self, output: &Output) {
        self.tried.fetch_add(1, Ordering::SeqCst);
        self.killed.fetch_add(was_killed(output).into(), Ordering::SeqCst);
    }

    /// A kill that comes too late tries nothing.
    fn are_enough(self, whom: &str) {
        let (tried, killed) = (self.tried.into_inner(), self.killed.into_inner());
        eprintln!("moments: {killed} of {tried} {whom} were killed before they ended");
        assert!(tried == 0 || killed * 4 >= tried, "{killed} of {tried} {whom}");
    }
}

/// At most so many microseconds, and no more than the step took undisturbed.
const DOOR: u64 = 5_000;
const OTHERS: u64 = 120_000;

/// Kills that know nothing of what they interrupt.
#[test]
fn killed_at_any_moment_nothing_is_lost_or_doubled() {
    let is_door = |step: &Step| matches!(step.act, Act::Door(..));
    let moments = |theatre: &Theatre, steps: &[Step]| {
        let mut random = 1u64;
        let mut moment = move || {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            random >> 33
        };
        let ours = steps.iter().enumerate().filter(|(_, step)| !matches!(step.act, Act::World(_)));
        let trial = |(step, it): (usize, &Step)| {
            let most = if is_door(it) { DOOR } else { OTHERS };
            let after = moment() % most.min(theatre.took[step].as_micros() as u64);
            Trial::new(step, steps, format!("{MOMENT}{after}"), &format!("killed after {after} µs"), 5)
        };
        ours.cycle().take(500).map(trial).collect()
    };
    let (doors, workers, commands) = (Hits::default(), Hits::default(), Hits::default());
    try_all("moments", moments, |theatre, steps, trial| {
        let output = interrupted(theatre, steps, trial);
        match &steps[trial.step].act {
            Act::Door(..) => doors.note(&output),
            Act::Worker => workers.note(&output),
            _ => commands.note(&output),
        }
        is_made_up_for(theatre, steps, trial, &output)
    });
    doors.are_enough("doors");
    workers.are_enough("workers");
    commands.are_enough("commands");
}
