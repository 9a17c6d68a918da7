//! What results add to the start of a session: ways that failed here.

use anyhow::Result;

use crate::core::inject::{Block, Line};
use crate::core::inversion;
use crate::core::pattern::{Lifecycle, Pattern};
use crate::store;
use crate::worker::Run;

/// Of the tokens that a session starts with.
const WARNINGS_SHARE: f64 = 0.25;

/// Ways of working that failed, each with the better way where one is known.
pub(super) fn warnings(run: &Run<'_>) -> Result<Vec<Block>> {
    let patterns = store::patterns::all(run.store.read())?;
    let stands = |pattern: &&Pattern| pattern.is_negative() && pattern.lifecycle != Lifecycle::Deprecated;
    let line = |warning: &Pattern| {
        let better = inversion::better_way(warning, &patterns, inversion::GOOD_RATE);
        Line::of(&warning.id, inversion::line(warning, better))
    };
    let lines: Vec<Line> = patterns.iter().filter(stands).map(line).collect();
    let block = Block { title: inversion::heading(), lines, max_share: WARNINGS_SHARE };
    Ok(if block.lines.is_empty() { Vec::new() } else { vec![block] })
}
