//! A person's ruling on a tool, the same for every command that takes one.

use anyhow::{Context, Result};

use crate::core::model::change_kind::ChangeCause;
use crate::core::policy::overlay::{TRUSTED_ABOVE, is_trusted};
use crate::core::policy::overlay_rules::{ToolDecision, ToolRuling};
use crate::core::review::Nothing;
use crate::core::text;
use crate::os::error::Hint;
use crate::store;
use crate::worker::policy_state;
use crate::worker::run::Run;

/// Plans a ruling without applying it.
pub fn look(run: &Run<'_>, adapter: &str, wish: &ToolDecision) -> Result<ToolRuling> {
    let db = run.store.read();
    let known = store::policy::orders(db)?.remove(adapter).unwrap_or_default();
    let is_said = match (wish, known.reset_at()) {
        (ToolDecision::Reset, Some(from)) => !store::policy::was_used_since(db, adapter, from)?,
        _ => known.says(wish),
    };
    if is_said {
        return Err(Nothing::Already(wish.done().as_str()).into());
    }
    if *wish == ToolDecision::Accept {
        ensure_reliable(run, adapter)?;
    }
    Ok(known.after(wish, run.ctx.now))
}

/// Refuses to accept a tool that is not reliable yet, because that would take effect unnoticed later.
fn ensure_reliable(run: &Run<'_>, adapter: &str) -> Result<()> {
    let (db, rules) = (run.store.read(), &run.config.config.policy);
    let state = policy_state::current(db, &run.config.config, run.ctx.now)?;
    let known = state.reliability.get(adapter);
    let is_reliable =
        known.is_some_and(|r| r.runs >= rules.min_runs && is_trusted(r.reliability_score, rules));
    let why = known.map_or("no run counts for a reliability of its own".to_owned(), |r| {
        format!("reliability {} over {}", r.reliability_score, text::plural(r.runs as usize, "run", "runs"))
    });
    is_reliable
        .then_some(())
        .with_context(|| format!("`{adapter}` cannot be accepted: {why}"))
        .hint(format!(
            "it takes more than {TRUSTED_ABOVE} over at least {} runs; `ingrain policy set {adapter} --no-approval` needs neither",
            rules.min_runs
        ))
}

/// Applies a ruling. The caller publishes what is derived from it.
pub fn apply(run: &mut Run<'_>, adapter: &str, wish: &ToolDecision) -> Result<()> {
    let order = look(run, adapter, wish)?;
    let did = ChangeCause::ruled(wish.done(), run.ctx.now);
    Ok(run.store.write(|db| store::policy::order(db, adapter, &order, did))?)
}
