//! What the status line counts.

use anyhow::Result;

use crate::core::context::hud::Hud;
use crate::core::model::Observation;
use crate::hook::prepared;
use crate::worker::run::Run;

pub(super) fn save(run: &Run<'_>, observations: &[Observation]) -> Result<()> {
    prepared::hud::save(run.project, Hud::of(observations, run.config.config.promotion))
}
