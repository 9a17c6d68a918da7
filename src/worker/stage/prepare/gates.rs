//! What the gate asks before a tool call: the overlays that count now, each with what helped before.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::core::policy::failure_patterns;
use crate::core::policy::gate::Gate;
use crate::hook::prepared::gates::Gates;
use crate::worker::policy_state;
use crate::worker::run::Run;

pub(super) fn save(run: &Run<'_>) -> Result<()> {
    let state = policy_state::current(run.store.read(), &run.config.config, run.ctx.now)?;
    let advice = |adapter: &str| {
        let known = failure_patterns::top(state.patterns_of(adapter), 1);
        known.first().map(|pattern| pattern.advice())
    };
    let overlays: BTreeMap<String, Gate> = state
        .overlays
        .iter()
        .map(|(adapter, overlay)| (adapter.clone(), Gate::of(overlay, advice(adapter))))
        .collect();
    Gates::new(overlays).save(run.project)
}
