//! What the status line counts.

use anyhow::Result;

use crate::core::hud::{self, Hud};
use crate::core::model::Observation;
use crate::prepared;
use crate::worker::Run;

pub(super) fn save(run: &Run<'_>, observations: &[Observation]) -> Result<()> {
    let waiting = hud::needs_review(observations, run.config.config.promotion);
    prepared::hud::save(run.project, Hud::of(observations, waiting))
}
