//! Measures hooks under load: 64 sessions start, 64 prompts are sent, 64 sessions end at once. Crowds
//! of hooks take turns with crowds of `/bin/true`, because in a mixed crowd the shorter programs would
//! finish first. All processes wait for the same moment before they begin.

use std::path::Path;
use std::process::Command;
use std::sync::{Barrier, OnceLock};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::world::BenchWorld;
use super::{CASES, Case, TRUE, Taken, timed};

pub(super) const AT_ONCE: usize = 64;
pub(super) const STORMS: usize = 20;

/// Each set of sessions runs through all cases before the next set, so that started sessions have ended.
pub(super) fn taken(world: &BenchWorld) -> Result<Vec<Taken>> {
    let mut taken = vec![Taken::default(); CASES.len()];
    for n in 0..STORMS {
        for (case, taken) in CASES.iter().zip(&mut taken) {
            taken.nothing.extend(storm(world, None, 0)?);
            taken.hook.extend(storm(world, Some(case), n * AT_ONCE)?);
        }
        world.settle()?;
    }
    Ok(taken)
}

/// All processes are ready before the first one runs.
fn storm(world: &BenchWorld, case: Option<&Case>, first: usize) -> Result<Vec<Duration>> {
    let (ready, begun) = (&Barrier::new(AT_ONCE), &OnceLock::new());
    std::thread::scope(|scope| {
        let start = |n: usize| {
            scope.spawn(move || {
                let (mut command, input) = one(world, case, first + n)?;
                ready.wait();
                let since: &Instant = begun.get_or_init(Instant::now);
                timed(&mut command, &input)?;
                Ok(since.elapsed())
            })
        };
        let all: Vec<_> = (0..AT_ONCE).map(start).collect();
        all.into_iter().map(|one| one.join().ok().context("a thread panicked")?).collect()
    })
}

fn one(world: &BenchWorld, case: Option<&Case>, session: usize) -> Result<(Command, String)> {
    Ok(match case {
        Some(case) => (world.command(&world.door(case.hook)), world.input(session, case.input)?),
        None => (world.command(Path::new(TRUE)), String::new()),
    })
}
