//! What results add to the start of a session: ways that failed here, and errors that were left open.

use anyhow::Result;

use crate::core::error_log::{self, ErrorEntry};
use crate::core::failure_patterns::id_of;
use crate::core::inject::{Block, Line};
use crate::core::inversion;
use crate::prepared::OpenErrors;
use crate::store;
use crate::worker::Run;

/// Of the tokens that a session starts with.
const WARNINGS_SHARE: f64 = 0.25;
const ERRORS_SHARE: f64 = 0.2;
const MOST_ERRORS: usize = 5;
const ERRORS_TITLE: &str = "Errors that the last session on this branch left open:";

/// Ways of working that failed, each with the better way where one is known.
pub(super) fn warnings(run: &Run<'_>) -> Result<Vec<Block>> {
    let patterns = store::patterns::all(run.store.read())?;
    let told = inversion::told(&patterns, &run.config.config.anti_pattern);
    let title = inversion::heading(told.iter().map(|(warning, _)| *warning));
    let lines: Vec<Line> = told.into_iter().map(|(warning, line)| Line::of(&warning.id, line)).collect();
    let block = Block { title, lines, max_share: WARNINGS_SHARE };
    Ok(if block.lines.is_empty() { Vec::new() } else { vec![block] })
}

pub(super) fn open_errors(run: &Run<'_>) -> Result<Vec<OpenErrors>> {
    let fixes = store::policy::fixes(run.store.read())?;
    let fix = |error: &ErrorEntry| {
        let tool = error.tool.as_deref()?;
        let adapters = [format!("bash:{tool}"), tool.to_owned()];
        adapters.iter().find_map(|adapter| fixes.get(&id_of(adapter, error.kind.as_str())).cloned())
    };
    let block = |errors: &[ErrorEntry]| Block {
        title: ERRORS_TITLE.to_owned(),
        lines: error_log::brief(errors, MOST_ERRORS, &fix).into_iter().map(Line::from).collect(),
        max_share: ERRORS_SHARE,
    };
    let left = store::errors::left_open(run.store.read())?;
    Ok(left.into_iter().map(|(branch, errors)| OpenErrors { branch, block: block(&errors) }).collect())
}
