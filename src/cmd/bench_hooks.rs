//! `ingrain bench-hooks`: measures hook latency on this machine, as a multiple of starting `/bin/true`.
//! All programs take turns within one run, so that a busy machine slows them alike. A hook over its
//! limit is a failure.

mod memory;
mod storm;
#[cfg(test)]
mod tests;
mod within;
mod world;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde::Serialize;

use crate::cli;
use crate::client::hook_event::Hook;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::ui::{self, Ui};
use world::BenchWorld;

const TRUE: &str = "/bin/true";
const SIZES: [usize; 3] = [1, 10, 100];
/// The size for which the limits are promised.
const PROMISED: usize = 10;

/// Size of a project's memory.
#[derive(Clone, Copy, Debug, Serialize)]
struct Load {
    observations: usize,
    artifacts: usize,
    patterns: usize,
    overlays: usize,
}

impl Load {
    fn times(n: usize) -> Load {
        Load { observations: 1_000 * n, artifacts: 10 * n, patterns: 1_000 * n, overlays: 10 * n }
    }
}

/// One way of calling a hook.
struct Case {
    hook: Hook,
    name: &'static str,
    /// Additional input fields.
    input: &'static str,
    /// Does it produce output?
    speaks: bool,
    /// Limit as a multiple of `/bin/true`.
    most: f64,
}

const CASES: [Case; 6] = [
    Case {
        hook: Hook::SessionStart,
        name: "session-start",
        input: r#"{"source":"startup"}"#,
        speaks: true,
        most: 3.0,
    },
    Case {
        hook: Hook::SubagentStart,
        name: "subagent-start",
        input: r#"{"agent_type":"reviewer","agent_id":"a1"}"#,
        speaks: true,
        most: 3.0,
    },
    Case {
        hook: Hook::UserPrompt,
        name: "user-prompt",
        input: r#"{"prompt":"Please have a look at src/part711/mod.rs and src/part17/mod.rs of team51 in phase51: somebody reported that the tokenizer drops its last entry when a session is resumed, and the scheduler seems to retry without a limit. Fix it, and run the tests afterwards."}"#,
        speaks: true,
        most: 4.0,
    },
    Case {
        hook: Hook::PreToolUse,
        name: "pre-tool-use",
        input: r#"{"tool_name":"Bash","tool_input":{"command":"cargo test 2>&1 | tail -5"}}"#,
        speaks: false,
        most: 2.0,
    },
    Case {
        hook: Hook::PreToolUse,
        name: "pre-tool-use asks",
        input: r#"{"tool_name":"Bash","tool_input":{"command":"gh pr create --fill"}}"#,
        speaks: true,
        most: 2.0,
    },
    // Last, because it leaves a worker behind.
    Case {
        hook: Hook::SessionEnd,
        name: "session-end",
        input: r#"{"reason":"other"}"#,
        speaks: false,
        most: 2.0,
    },
];

/// Time of a hook and of `/bin/true` in the same run.
#[derive(Clone, Default)]
struct Taken {
    hook: Vec<Duration>,
    nothing: Vec<Duration>,
}

#[derive(Debug, Serialize)]
struct Figure {
    hook: &'static str,
    times: usize,
    milliseconds: f64,
    ratio: f64,
    most: f64,
}

pub(super) fn run(args: &cli::BenchHooks, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    if let Some(dir) = &args.keep {
        return BenchWorld::build(dir, ctx, Load::times(PROMISED))?.keep(ui);
    }
    let sizes: &[usize] = if args.growth { &SIZES } else { &[PROMISED] };
    let disk = args.on.clone().unwrap_or_else(quiet_disk);
    let dir = tempfile::tempdir_in(&disk).with_context(|| format!("could not use `{}`", disk.display()))?;
    let mut figures = Vec::new();
    for times in sizes {
        let world = BenchWorld::build(&dir.path().join(times.to_string()), ctx, Load::times(*times))?;
        let taken = if args.load { storm::taken(&world)? } else { taken(&world, args.rounds)? };
        figures.extend(measured(taken, *times));
    }
    if args.json {
        ui.json(&figures)?
    } else {
        ui.data(&table(&figures, &how(args)))?
    };
    Ok(verdict(&figures, ui))
}

/// After many deletions some file systems are slow to create files, for minutes: recent deletions by other programs and by
/// this benchmark would be timed too.
fn quiet_disk() -> PathBuf {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() }
}

fn how(args: &cli::BenchHooks) -> String {
    match args.load {
        true => format!(
            "{} of each at once, in turns with as many of it, median of {} storms",
            storm::AT_ONCE,
            storm::STORMS
        ),
        false => format!("median of {} starts", args.rounds),
    }
}

fn verdict(figures: &[Figure], ui: &Ui) -> Exit {
    let beyond: Vec<&Figure> = figures.iter().filter(|figure| figure.is_beyond()).collect();
    for Figure { hook, times, ratio, most, .. } in &beyond {
        ui.warn(&format!(
            "{hook} takes {ratio:.2} times as long as `{TRUE}` at {times}×; {most:.0} is the limit"
        ));
    }
    if beyond.is_empty() { Exit::Ok } else { Exit::Failed }
}

impl Figure {
    /// Sizes beyond the promised one have no limit.
    fn is_beyond(&self) -> bool {
        self.times <= PROMISED && self.ratio > self.most
    }
}

fn taken(world: &BenchWorld, rounds: usize) -> Result<Vec<Taken>> {
    let mut taken = vec![Taken::default(); CASES.len()];
    let nothing = || world.command(Path::new(TRUE));
    for round in 0..rounds {
        let alone = timed(&mut nothing(), "")?;
        for (case, taken) in CASES.iter().zip(&mut taken) {
            taken.nothing.push(alone);
            let input = world.input(round, case.input)?;
            taken.hook.push(timed(&mut world.command(&world.door(case.hook)), &input)?);
        }
        // Wait for what session-end starts, without sleeping, which would slow the processor down.
        for _ in 0..3 {
            timed(&mut nothing(), "")?;
        }
        world.settle()?;
    }
    Ok(taken)
}

fn measured(taken: Vec<Taken>, times: usize) -> Vec<Figure> {
    let figure = |(case, taken): (&Case, Taken)| {
        let [hook, nothing] = [taken.hook, taken.nothing].map(|times| median(times).as_secs_f64());
        Figure { hook: case.name, times, milliseconds: hook * 1e3, ratio: hook / nothing, most: case.most }
    };
    CASES.iter().zip(taken).map(figure).collect()
}

fn timed(command: &mut Command, input: &str) -> Result<Duration> {
    let since = Instant::now();
    let mut child = command.spawn()?;
    world::give(&mut child, input);
    ensure!(child.wait()?.success(), "{command:?} failed");
    Ok(since.elapsed())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn table(figures: &[Figure], how: &str) -> String {
    let Load { observations, artifacts, patterns, .. } = Load::times(1);
    let head = format!(
        "hooks as multiples of {TRUE}, {how}\n\
         1× is {observations} observations, {artifacts} artifacts, {patterns} patterns"
    );
    let title = ["size", "hook", "time", "ratio", "at most"].map(str::to_owned);
    let row = |figure: &Figure| {
        let Figure { hook, times, milliseconds, ratio, most } = figure;
        [
            format!("{times}×"),
            (*hook).to_owned(),
            format!("{milliseconds:.2} ms"),
            format!("{ratio:.2}"),
            format!("{most:.0}"),
        ]
    };
    let rows: Vec<[String; 5]> = std::iter::once(title).chain(figures.iter().map(row)).collect();
    format!("{head}\n{}", ui::columns(&rows))
}
