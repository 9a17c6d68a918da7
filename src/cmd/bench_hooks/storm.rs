//! The same while many sessions end, start and ask at once: all hooks and as many `/bin/true` compete for the machine.

use std::path::Path;
use std::sync::Barrier;
use std::time::Duration;

use anyhow::{Context, Result};

use super::world::World;
use super::{CASES, TRUE, timed};

/// Of each hook, and of `/bin/true`.
pub(super) const AT_ONCE: usize = 64;
pub(super) const STORMS: usize = 5;

/// What `/bin/true` took, and then each case.
pub(super) fn taken(world: &World) -> Result<Vec<Vec<Duration>>> {
    let mut taken = vec![Vec::new(); CASES.len() + 1];
    for n in 0..STORMS {
        for (which, time) in storm(world, n * AT_ONCE)? {
            taken[which].push(time);
        }
        world.empty_spool()?;
    }
    Ok(taken)
}

/// Everybody is ready before anybody starts, and the kinds take turns.
fn storm(world: &World, first: usize) -> Result<Vec<(usize, Duration)>> {
    let kinds = CASES.len() + 1;
    let ready = Barrier::new(kinds * AT_ONCE);
    std::thread::scope(|scope| {
        let start = |n: usize| {
            let ready = &ready;
            scope.spawn(move || (n % kinds, one(world, ready, n % kinds, first + n / kinds)))
        };
        let all: Vec<_> = (0..kinds * AT_ONCE).map(start).collect();
        let ended = all.into_iter().map(|one| one.join().ok().context("a thread panicked"));
        ended.map(|one| one.and_then(|(which, time)| Ok((which, time?)))).collect()
    })
}

fn one(world: &World, ready: &Barrier, which: usize, session: usize) -> Result<Duration> {
    let case = which.checked_sub(1).map(|n| &CASES[n]);
    let program = case.map_or_else(|| Path::new(TRUE).to_path_buf(), |case| world.door(case.hook));
    let input = case.map_or_else(|| Ok(String::new()), |case| world.input(session, case.input));
    let mut command = world.command(&program);
    ready.wait();
    timed(&mut command, &input?)
}
