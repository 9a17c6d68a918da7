//! Questions of the gate before tool calls: the current overlays, each with what helped before.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::client::servers;
use crate::core::guards::guard::Guard;
use crate::core::policy::failure_patterns;
use crate::core::policy::gate::Gate;
use crate::core::policy::overlay::Overlay;
use crate::core::session::tool_call::shown;
use crate::hook::prepared::gates::Gates;
use crate::store;
use crate::worker::policy_state;
use crate::worker::run::Run;

pub(super) fn save(run: &Run<'_>) -> Result<()> {
    let state = policy_state::current(run.store.read(), &run.config.config, run.ctx.now)?;
    let advice = |adapter: &str| {
        let known = failure_patterns::top(state.patterns_of(adapter), 1);
        known.first().map(|pattern| pattern.advice())
    };
    let servers = servers::own(run.ctx, run.project);
    let gate = |adapter: &str, overlay: &Overlay| {
        Gate::of(overlay, advice(adapter)).called(adapter, shown(adapter, &servers))
    };
    let overlays: BTreeMap<String, Gate> =
        state.overlays.iter().map(|(adapter, overlay)| (adapter.clone(), gate(adapter, overlay))).collect();
    let guards: Vec<_> = store::guards::all(run.store.read())?.iter().filter_map(Guard::prepared).collect();
    Gates::new(overlays, &guards).save(run.project)
}
