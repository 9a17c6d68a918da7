//! Faults, each injected into a step, with the conditions that hold afterwards.

use std::collections::BTreeMap;
use std::os::unix::process::ExitStatusExt;
use std::process::Output;

use super::picture::Likeness;
use super::scenario::{Act, Step};
use super::theatre::{CALL, REFUSED, Theatre, is_quiet};

/// A fault, in a step.
#[derive(Clone)]
pub struct Trial {
    pub step: usize,
    pub fault: String,
    pub name: String,
    /// Of so many of its kind, one is in the sample.
    pub one_in: usize,
    /// Is looked at once more after another session, if it is a hook's?
    pub later: bool,
}

impl Trial {
    pub fn new(step: usize, steps: &[Step], fault: String, what: &str, one_in: usize) -> Trial {
        let name = format!("step {step} ({}), {what}", steps[step].name);
        Trial { step, fault, name, one_in, later: false }
    }
}

/// The system calls that change something, and the one by which SQLite locks.
const CALLS: &str = "write,pwrite64,fsync,fdatasync,ftruncate,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,fcntl";
/// What SQLite writes with. Our own files are written and locked by other calls.
const OF_SQLITE: [&str; 3] = ["pwrite64", "fdatasync", "ftruncate"];

/// Every point of the program's own.
pub fn points(theatre: &Theatre, steps: &[Step]) -> Vec<Trial> {
    let mut all = Vec::new();
    for (step, points) in theatre.points.iter().enumerate() {
        let trial = |n: usize, what: &str, point: &str| {
            let fault = format!("{what}:{n}");
            Trial::new(step, steps, fault.clone(), &format!("{fault} at {point}"), 11)
        };
        all.extend(points.iter().enumerate().map(|(n, point)| trial(n + 1, "crash", point)));
        let fallible = points.iter().filter(|point| point.starts_with("before"));
        let errors = ["ENOSPC", "EIO", "EROFS"].iter().cycle();
        all.extend(fallible.enumerate().zip(errors).map(|((n, point), error)| trial(n + 1, error, point)));
    }
    all
}

/// From the first on.
const EVERY: &str = "1+";

/// A system call of a step: the nth of its name.
pub struct Call {
    step: usize,
    name: String,
    n: usize,
    locks: bool,
}

pub fn calls(theatre: &Theatre, steps: &[Step], step: usize) -> Vec<Call> {
    theatre.rewind(step);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let number = |line: String| {
        let name = line.split_once('(').unwrap().0.to_owned();
        let n = *seen.entry(name.clone()).and_modify(|n| *n += 1).or_insert(1);
        Call { step, name, n, locks: line.contains("_SETLK") }
    };
    theatre.calls(&steps[step], CALLS).into_iter().map(number).collect()
}

/// Killed in each that changes something.
pub fn kills(steps: &[Step], calls: &[Call]) -> Vec<Trial> {
    let trial = |Call { step, name, n, .. }: &Call| {
        Trial::new(*step, steps, format!("{CALL}{name}:{n}"), &format!("{name} number {n}"), 40)
    };
    calls.iter().filter(|call| call.name != "fcntl").map(trial).collect()
}

/// Each write and each lock of SQLite's fails once. A prompt reads the database without a lock of ours, so more of its are
/// tried, and all of them together.
pub fn refusals(steps: &[Step], calls: &[Call]) -> Vec<Trial> {
    let one = |call: &Call, error: &str, one_in| refusal(steps, call, error, &call.n.to_string(), one_in);
    let is_prompt = |call: &&Call| matches!(steps[call.step].act, Act::Door("user-prompt", ..));
    let writes = calls.iter().filter(|call| OF_SQLITE.contains(&call.name.as_str()));
    let writes = writes.zip(["ENOSPC", "EIO"].iter().cycle()).map(|(call, error)| one(call, error, 200));
    let locks = || calls.iter().filter(|call| call.locks);
    let each = locks().map(|call| one(call, "ENOLCK", if is_prompt(&call) { 4 } else { 200 }));
    let every = locks().find(is_prompt).map(|call| refusal(steps, call, "ENOLCK", EVERY, 1));
    writes.chain(each).chain(every).collect()
}

fn refusal(steps: &[Step], call: &Call, error: &str, when: &str, one_in: usize) -> Trial {
    let Call { step, name, .. } = call;
    let fault = format!("{REFUSED}{name}:error={error}:when={when}");
    Trial::new(*step, steps, fault, &format!("{error} for {name} number {when}"), one_in)
}

/// `None` when the world looks as it should.
pub fn attempt(theatre: &mut Theatre, steps: &[Step], trial: &Trial) -> Option<String> {
    let output = interrupted(theatre, steps, trial);
    is_made_up_for(theatre, steps, trial, &output)
}

pub fn interrupted(theatre: &mut Theatre, steps: &[Step], trial: &Trial) -> Output {
    theatre.rewind(trial.step);
    theatre.play(&steps[trial.step], Some(&trial.fault))
}

pub fn was_killed(output: &Output) -> bool {
    output.status.signal() == Some(9)
}

pub fn is_made_up_for(
    theatre: &mut Theatre,
    steps: &[Step],
    trial: &Trial,
    output: &Output,
) -> Option<String> {
    let step = &steps[trial.step];
    let until = next_worker(steps, trial.step);
    let again = match &step.act {
        Act::Door(..) => trial.step + 1,
        Act::Counting(..) if has_counted(theatre, trial.step) => trial.step + 1,
        _ => trial.step,
    };
    let likeness =
        if matches!(step.act, Act::Door(..)) { Likeness::ButForWhatWasTold } else { Likeness::Exact };
    complaint(step, trial, output)
        .or_else(|| go_on(theatre, &steps[again..=until]))
        .or_else(|| differences(theatre, until, likeness))
        .or_else(|| if trial.later { a_session_later(theatre, steps, step, until) } else { None })
}

/// People are told why, sessions nothing.
fn complaint(step: &Step, trial: &Trial, output: &Output) -> Option<String> {
    let is_certain = trial.fault.starts_with("crash") || trial.fault.starts_with(CALL);
    let what = match was_killed(output) {
        true => return None,
        false if is_certain => "not killed",
        false if matches!(step.act, Act::Door(..)) && !is_quiet(output) => "not quiet",
        false if !output.status.success() && output.stderr.is_empty() => "failed without a word",
        false if trial.fault.ends_with(EVERY) && !output.stdout.is_empty() => "read without a lock",
        false => return None,
    };
    Some(format!("{what}: {output:?}"))
}

/// `None` when all goes well.
pub fn go_on<'a>(theatre: &mut Theatre, steps: impl IntoIterator<Item = &'a Step>) -> Option<String> {
    steps.into_iter().find_map(|step| {
        let output = theatre.play(step, None);
        (!output.status.success()).then(|| format!("{} failed afterwards: {output:?}", step.name))
    })
}

fn differences(theatre: &Theatre, after: usize, likeness: Likeness<'_>) -> Option<String> {
    let told = theatre.differences(after + 1, likeness) + &miscounted(theatre, after + 1);
    Some(told).filter(|told| !told.is_empty())
}

/// A call without an answer is repeated, and both are counted: never fewer than were made. Uninstalling deletes the
/// account.
fn miscounted(theatre: &Theatre, after: usize) -> String {
    let (asked, counted) = theatre.asked();
    let gone = !theatre.world.data().exists();
    let fits = gone || (asked..=theatre.asked[after] + 1).contains(&counted);
    if fits { String::new() } else { format!("{asked} calls were made and {counted} counted\n") }
}

/// What a hook left half done may lie about until the next session; after that one, nothing does.
fn a_session_later(theatre: &mut Theatre, steps: &[Step], step: &Step, after: usize) -> Option<String> {
    let Act::Door(_, session, _) = &step.act else { return None };
    let until = next_session(steps, after)?;
    go_on(theatre, &steps[after + 1..=until])
        .or_else(|| differences(theatre, until, Likeness::ASessionAfter(session)))
        .map(|why| format!("a session later: {why}"))
}

/// The next worker after a step; after `uninstall` there is none.
fn next_worker(steps: &[Step], from: usize) -> usize {
    (from..steps.len()).find(|n| matches!(steps[*n].act, Act::Worker)).unwrap_or(from)
}

/// The worker after the session right after this step, if there is one: after a dozen other steps it would be unclear
/// which of them cleaned up.
fn next_session(steps: &[Step], after: usize) -> Option<usize> {
    let starts = |n: usize| matches!(&steps.get(n)?.act, Act::Door("session-start", ..)).then_some(n);
    starts(after + 2).map(|start| next_worker(steps, start))
}

fn has_counted(theatre: &Theatre, step: usize) -> bool {
    let now = super::picture::Picture::of(&theatre.world);
    now.table("history") != theatre.pictures[step].table("history")
}
