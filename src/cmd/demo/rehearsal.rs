//! The start of the demo without output, for `doctor`: two sessions that teach, and a third that is
//! shown what they taught.

use anyhow::{Context, Result, ensure};

use super::days;
use super::world::DemoWorld;
use crate::os::ctx::Ctx;
use crate::os::error::Hint;

pub(in crate::cmd) fn play(ctx: &Ctx) -> Result<()> {
    let mut world = DemoWorld::build(None, ctx)?;
    let played = learn(&mut world);
    if played.is_ok() {
        return played;
    }
    let kept = world.keep();
    played.hint(format!(
        "look into the logs below `{}`, then delete that folder",
        kept.join(".demo/ingrain").display()
    ))
}

fn learn(world: &mut DemoWorld) -> Result<()> {
    let [first, second, third, ..] = days::LEARNING else {
        return Ok(());
    };
    for day in [first, second] {
        world.begin(day)?;
        world.finish(day)?;
    }
    let told = world.begin(third)?.model;
    let told = told.context("two sessions were held, and the third was told nothing about them")?;
    ensure!(told.contains("ADR-001"), "the third session was told too little: {told}");
    Ok(())
}
