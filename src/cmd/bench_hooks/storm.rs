//! The same when everybody comes at once: 64 sessions start, 64 prompts are sent, 64 sessions end, and beside them as many
//! `/bin/true` compete for the same machine.

use std::path::Path;
use std::sync::Barrier;
use std::time::Duration;

use anyhow::{Context, Result};

use super::world::World;
use super::{CASES, Case, TRUE, Taken, timed};

/// Of a hook, and of `/bin/true`.
pub(super) const AT_ONCE: usize = 64;
pub(super) const STORMS: usize = 5;

/// Sessions go through all cases before others come, so that those that started have ended.
pub(super) fn taken(world: &World) -> Result<Vec<Taken>> {
    let mut taken = vec![Taken::default(); CASES.len()];
    for n in 0..STORMS {
        for (case, taken) in CASES.iter().zip(&mut taken) {
            for (is_hook, time) in storm(world, case, n * AT_ONCE)? {
                if is_hook { taken.hook.push(time) } else { taken.nothing.push(time) }
            }
        }
        world.settle()?;
    }
    Ok(taken)
}

/// Everybody is ready before anybody starts, and the two take turns.
fn storm(world: &World, case: &Case, first: usize) -> Result<Vec<(bool, Duration)>> {
    let ready = Barrier::new(2 * AT_ONCE);
    std::thread::scope(|scope| {
        let start = |n: usize| {
            let (ready, case) = (&ready, n.is_multiple_of(2).then_some(case));
            scope.spawn(move || Ok((case.is_some(), one(world, ready, case, first + n / 2)?)))
        };
        let all: Vec<_> = (0..2 * AT_ONCE).map(start).collect();
        all.into_iter().map(|one| one.join().ok().context("a thread panicked")?).collect()
    })
}

fn one(world: &World, ready: &Barrier, case: Option<&Case>, session: usize) -> Result<Duration> {
    let program = case.map_or_else(|| Path::new(TRUE).to_path_buf(), |case| world.door(case.hook));
    let input = case.map_or_else(|| Ok(String::new()), |case| world.input(session, case.input));
    let mut command = world.command(&program);
    ready.wait();
    timed(&mut command, &input?)
}
