//! Lessons from outcomes for the start of a session: approaches that failed here, and errors left open.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use chrono::TimeDelta;

use crate::client::servers;
use crate::core::context::inject::{
    Block, ERRORS_SHARE, InjectedLine, MOST_ERRORS, RECENT_DAYS, WARNINGS_SHARE,
};
use crate::core::outcomes::error_log::ErrorEntry;
use crate::core::outcomes::{open_error, repeated_failure};
use crate::core::patterns::anti_pattern;
use crate::core::policy::failure_patterns::{adapters_of, id_of};
use crate::core::policy::overlay::BASE_RETRIES;
use crate::core::policy::policy_update::LearningState;
use crate::core::session::failure_type;
use crate::core::session::segments;
use crate::core::session::tool_call::shown;
use crate::hook::prepared::OpenErrors;
use crate::store;
use crate::worker::policy_state;
use crate::worker::run::Run;

const KEEPS_FAILING: &str = "it keeps failing alike: trying it once more in the same way will not help";
const ERRORS_TITLE: &str = "Errors that earlier sessions on this branch left open:";

/// Approaches that failed, each with a better one if known.
pub(super) fn warnings(run: &Run<'_>) -> Result<Vec<Block>> {
    let patterns = store::patterns::all(run.store.read())?;
    let told = anti_pattern::told(&patterns, &run.config.config.anti_pattern);
    let title = anti_pattern::heading(told.iter().map(|(warning, _)| *warning));
    let lines: Vec<InjectedLine> =
        told.into_iter().map(|(warning, line)| InjectedLine::of(&warning.id, line)).collect();
    let block = Block { title, lines, max_share: WARNINGS_SHARE };
    Ok(if block.lines.is_empty() { Vec::new() } else { vec![block] })
}

pub(super) fn open_errors(run: &Run<'_>) -> Result<Vec<OpenErrors>> {
    let since = run.ctx.now - TimeDelta::days(RECENT_DAYS);
    let left = store::errors::left_open(run.store.read(), since)?;
    if left.is_empty() {
        return Ok(Vec::new());
    }
    let known = Known::load(run)?;
    let block = |errors: &[ErrorEntry]| Block {
        title: ERRORS_TITLE.to_owned(),
        lines: open_error::brief(errors, MOST_ERRORS, &|error| known.of(error))
            .into_iter()
            .map(InjectedLine::from)
            .collect(),
        max_share: ERRORS_SHARE,
    };
    Ok(left.into_iter().map(|(branch, errors)| OpenErrors { branch, block: block(&errors) }).collect())
}

/// Further facts about an open error.
struct Known {
    state: LearningState,
    fixes: BTreeMap<String, String>,
    open: Vec<ErrorEntry>,
    servers: BTreeSet<String>,
}

impl Known {
    fn load(run: &Run<'_>) -> Result<Known> {
        let db = run.store.read();
        let mut open = store::errors::all(db)?;
        open.retain(|error| !error.resolved);
        let state = policy_state::current(db, &run.config.config, run.ctx.now)?;
        Ok(Known {
            state,
            fixes: store::policy::fixes(db)?,
            open,
            servers: servers::own(run.ctx, run.project),
        })
    }

    fn of(&self, error: &ErrorEntry) -> Vec<String> {
        let strikes = self.strikes(error);
        strikes.into_iter().chain(self.advice(error)).collect()
    }

    /// A warning after three equal failures, in any sessions.
    fn strikes(&self, error: &ErrorEntry) -> Option<String> {
        let signature = segments::signature(&error.message);
        let same = |other: &&ErrorEntry| {
            other.tool == error.tool && segments::signature(&other.message) == signature
        };
        let times: u32 = self.open.iter().filter(same).map(|other| other.times).sum();
        // The line already has a count, of errors with the same wording: another count would contradict it.
        repeated_failure::are_out(times).then(|| KEEPS_FAILING.to_owned())
    }

    /// The known fix; after too many failures, at least a guess.
    fn advice(&self, error: &ErrorEntry) -> Option<String> {
        let adapters = adapters_of(error.tool.as_deref()?);
        let kind = failure_type::of_error(&error.message, error.kind);
        let id = |adapter: &String| id_of(adapter, kind.as_str());
        let fix = adapters.iter().find_map(|adapter| self.fixes.get(&id(adapter)));
        let guess = || {
            let pattern = adapters.iter().find_map(|adapter| self.state.patterns.get(&id(adapter)))?;
            let overlay = self.state.overlays.get(&pattern.adapter_id);
            let most = overlay.map_or(BASE_RETRIES, |overlay| overlay.suggested_max_retries);
            let name = shown(&pattern.adapter_id, &self.servers);
            (error.times > most).then(|| pattern.advice().replace(&pattern.adapter_id, name))
        };
        fix.map(|fix| format!("known fix: {fix}")).or_else(guess)
    }
}
