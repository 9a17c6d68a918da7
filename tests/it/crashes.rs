//! Killed anywhere, and nothing is lost or doubled: every process of the loop is killed at every point where it writes, and
//! every write of it fails once. Afterwards the same is done again, and the world has to look as if nothing had happened.

mod picture;
mod scenario;
pub mod theatre;

use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::sync::atomic::{AtomicUsize, Ordering};

use picture::Likeness;
use scenario::{Act, Step};
use theatre::{CALL, MOMENT, Theatre, is_quiet};

use crate::missed::can_trace;
use crate::weather::takes_its_time;

/// A fault, in a step.
struct Trial {
    step: usize,
    fault: String,
    name: String,
}

/// Sampled, unless all are asked for, or all of some steps: of so many points one is tried.
fn stride(sampled: usize) -> usize {
    if takes_its_time() || chosen().is_some() { 1 } else { sampled }
}

/// `INGRAIN_TEST_STEPS=trust,enable` tries the steps alone whose names have one of these words in them.
#[expect(clippy::disallowed_methods, reason = "a test may be asked for less")]
fn chosen() -> Option<String> {
    std::env::var("INGRAIN_TEST_STEPS").ok()
}

fn is_chosen(step: &Step) -> bool {
    chosen().is_none_or(|words| words.split(',').any(|word| step.name.contains(word)))
}

fn trials(theatre: &Theatre, steps: &[Step]) -> Vec<Trial> {
    let mut all = Vec::new();
    for (step, points) in theatre.points.iter().enumerate() {
        let trial = |n: usize, what: &str, point: &str| Trial {
            step,
            fault: format!("{what}:{n}"),
            name: format!("step {step} ({}), {what}:{n} at {point}", steps[step].name),
        };
        all.extend(points.iter().enumerate().map(|(n, point)| trial(n + 1, "crash", point)));
        let fallible = points.iter().filter(|point| point.starts_with("before"));
        let errors = ["ENOSPC", "EIO", "EROFS"].iter().cycle();
        all.extend(fallible.enumerate().zip(errors).map(|((n, point), error)| trial(n + 1, error, point)));
    }
    all
}

/// `None` when the world looks as it should.
fn attempt(theatre: &mut Theatre, steps: &[Step], trial: &Trial) -> Option<String> {
    let step = &steps[trial.step];
    theatre.rewind(trial.step);
    let output = theatre.play(step, Some(&trial.fault));
    let killed = output.status.signal() == Some(9);
    let is_certain = trial.fault.starts_with("crash") || trial.fault.starts_with(CALL);
    if is_certain && !killed {
        return Some(format!("not killed: {output:?}"));
    }
    let (until, likeness) = match &step.act {
        Act::Door(..) if !killed && !is_quiet(&output) => return Some(format!("not quiet: {output:?}")),
        Act::Door(..) => (next_worker(steps, trial.step), Likeness::ButForWhatWasTold),
        _ => (next_worker(steps, trial.step), Likeness::Exact),
    };
    if !killed && !output.status.success() && output.stderr.is_empty() {
        return Some(format!("failed without a word: {output:?}"));
    }
    let again = match &step.act {
        Act::Door(..) => trial.step + 1,
        Act::Counting(..) if has_counted(theatre, trial.step) => trial.step + 1,
        _ => trial.step,
    };
    for step in &steps[again..=until] {
        let output = theatre.play(step, None);
        if !output.status.success() {
            return Some(format!("{} failed afterwards: {output:?}", step.name));
        }
    }
    let expected = match likeness {
        Likeness::Exact => &theatre.exact[until + 1],
        Likeness::ButForWhatWasTold => &theatre.but_told[until + 1],
    };
    let found = picture::Picture::of(&theatre.world, likeness);
    let told = expected.differences(&found) + &miscounted(theatre, until + 1);
    Some(told).filter(|told| !told.is_empty())
}

/// A call that nobody heard of again is made once more, and both are counted: never fewer than were made. Whoever
/// uninstalls keeps no account.
fn miscounted(theatre: &Theatre, after: usize) -> String {
    let (asked, counted) = theatre.asked();
    let gone = !theatre.world.data().exists();
    let fits = gone || (asked..=theatre.asked[after] + 1).contains(&counted);
    if fits { String::new() } else { format!("{asked} calls were made and {counted} counted\n") }
}

/// Whoever leaves for good has nobody to make up for anything.
fn next_worker(steps: &[Step], from: usize) -> usize {
    (from..steps.len()).find(|n| matches!(steps[*n].act, Act::Worker)).unwrap_or(from)
}

fn has_counted(theatre: &Theatre, step: usize) -> bool {
    let now = picture::Picture::of(&theatre.world, Likeness::Exact);
    now.table("history") != theatre.exact[step].table("history")
}

/// Tries one of `stride` of what `trials` names, with a world for each processor.
fn try_all(
    label: &str,
    stride: usize,
    trials: impl Fn(&Theatre, &[Step]) -> Vec<Trial> + Sync,
    attempt: impl Fn(&mut Theatre, &[Step], &Trial) -> Option<String> + Sync,
) {
    let (next, tried) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let play = || {
        let steps = scenario::steps();
        let mut theatre = Theatre::rehearse(&steps);
        let mut all = trials(&theatre, &steps);
        all.retain(|trial| is_chosen(&steps[trial.step]));
        let mut failures = Vec::new();
        while let Some(trial) = all.get(next.fetch_add(stride, Ordering::SeqCst)) {
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
    try_all("faults", stride(11), trials, attempt);
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
        let mut all = trials(theatre, steps);
        all.retain(|trial| undo(&steps[trial.step]).is_some());
        all
    };
    try_all("taken back", stride(7), reversible, |theatre, steps, trial| {
        let step = &steps[trial.step];
        theatre.rewind(trial.step);
        theatre.play(step, Some(&trial.fault));
        let back = scenario::command(undo(step)?, &step.now);
        for step in [step, &back] {
            let output = theatre.play(step, None);
            if !output.status.success() {
                return Some(format!("{} failed afterwards: {output:?}", step.name));
            }
        }
        let before = theatre.exact[trial.step].clone().readable();
        let found = picture::Picture::of(&theatre.world, Likeness::Exact).readable();
        Some(before.differences(&found)).filter(|told| !told.is_empty())
    });
}

/// What of the worker writes, as the kernel sees it: also in the middle of a commit of the database.
#[test]
fn killed_in_any_system_call_nothing_is_lost_or_doubled() {
    if !can_trace() {
        return eprintln!("SKIPPED: system calls are interrupted by `strace`");
    }
    let calls = |theatre: &Theatre, steps: &[Step]| {
        let named = |wanted: &str| steps.iter().position(|step| step.name == wanted).expect("a step");
        let workers =
            ["week-0", "week-1", "mind-1", "review-1"].map(|id| format!("worker after session-end {id}"));
        let others = [
            "enable",
            "clear --yes",
            "backfill",
            "session-start week-0",
            "session-end week-0",
            "worker after the disk rots",
        ];
        let chosen = workers.iter().map(String::as_str).chain(others).map(named);
        chosen.flat_map(|step| calls_of(theatre, steps, step)).collect()
    };
    try_all("system calls", stride(40), calls, attempt);
}

/// Each by its name and number.
fn calls_of(theatre: &Theatre, steps: &[Step], step: usize) -> Vec<Trial> {
    theatre.rewind(step);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let trial = |call: String| {
        let n = *seen.entry(call.clone()).and_modify(|n| *n += 1).or_insert(1);
        let name = format!("step {step} ({}), {call} number {n}", steps[step].name);
        Trial { step, fault: format!("{CALL}{call}:{n}"), name }
    };
    theatre.calls(&steps[step]).into_iter().map(trial).collect()
}

/// Kills that know nothing of what they interrupt.
#[test]
fn killed_at_any_moment_nothing_is_lost_or_doubled() {
    let moments = |_: &Theatre, steps: &[Step]| {
        let mut random = 1u64;
        let mut moment = move || {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            random >> 33
        };
        let ours = steps.iter().enumerate().filter(|(_, step)| !matches!(step.act, Act::World(_)));
        let trial = |(step, it): (usize, &Step)| {
            let after = moment() % if matches!(it.act, Act::Door(..)) { 15 } else { 120 };
            let name = format!("step {step} ({}), killed after {after} ms", it.name);
            Trial { step, fault: format!("{MOMENT}{after}"), name }
        };
        ours.cycle().take(500).map(trial).collect()
    };
    try_all("moments", stride(5), moments, attempt);
}
