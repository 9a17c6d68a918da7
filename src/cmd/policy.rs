//! `ingrain policy`: shows which tools can be trusted, and applies a person's rulings on them.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::{place, ruled};
use crate::cli::{self, PolicyCommand};
use crate::client::wiring;
use crate::core::config::Policy as Rules;
use crate::core::policy::constraints::RecentSuggestion;
use crate::core::policy::gate;
use crate::core::policy::overlay::{Demand, Overlay};
use crate::core::policy::overlay_rules::{Pin, ToolDecision, risks};
use crate::core::policy::policy_update::LearningState;
use crate::core::policy::risk_thresholds::ThresholdPolicy;
use crate::core::redact::Redactor;
use crate::core::session::client_words::{built_in_tools, is_built_in};
use crate::core::session::tool_call::runs_anything;
use crate::core::session::tool_call::{AGENT, BASH, MCP, SKILL};
use crate::core::text;
use crate::os::clock;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::project::configuration;
use crate::store;
use crate::ui::{self, Ui};
use crate::worker;
use crate::worker::policy_state;
use crate::worker::ruling::tool;
use crate::worker::run::Run;

/// Limit of rows for one screen.
const MOST_ROWS: usize = 20;
const WHICH_WERE: &str = "`ingrain policy show` lists those that were";

pub(super) fn run(args: &cli::Policy, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    match &args.command {
        PolicyCommand::Show(args) => show(args, ctx, ui),
        PolicyCommand::Set(args) => set(args, ctx, ui),
        PolicyCommand::Accept(args) => change(args, ctx, ui, |_| ToolDecision::Accept),
        PolicyCommand::Reset(args) => change(args, ctx, ui, |_| ToolDecision::Reset),
    }
}

fn set(args: &cli::PolicySet, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let wish = &args.wish;
    let require_approval = if wish.approval { Some(true) } else { wish.no_approval.then_some(false) };
    change(&args.which, ctx, ui, |redactor| {
        let note = redactor.redact(&args.note).into_owned();
        ToolDecision::Set(Pin { require_approval, max_retries: wish.retries, note, at: ctx.now })
    })
}

/// A person's ruling takes effect at once.
fn change(
    args: &cli::Adapter,
    ctx: &Ctx,
    ui: &Ui,
    wish: impl FnOnce(&Redactor) -> ToolDecision,
) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = worker::for_person(ctx, &project)?;
    let adapter = known(&run, &args.adapter)?;
    let wish = wish(&run.redactor);
    let is_used = store::policy::was_used(run.store.read(), &adapter)?;
    ensure_there(&run, &wish, &adapter, is_used)?;
    let done = match args.dry_run {
        true => tool::look(&run, &adapter, &wish).map(|_| format!("{adapter} would be {}", wish.done())),
        false => tool::apply(&mut run, &adapter, &wish).map(|()| format!("{adapter} is {}", wish.done())),
    };
    let is_done = ruled::tell(&adapter, done, ui)?;
    if !is_used && matches!(wish, ToolDecision::Set(_)) {
        ui.hint(&format!("{adapter} was never used here; it counts from its first use on"));
    }
    if wish.asks() && runs_anything(&adapter) {
        ui.hint(&format!("{adapter} runs whatever it is given, so no gate asks before it"));
    }
    if args.dry_run {
        ui.dry_run();
    } else if is_done {
        worker::publish(&mut run)?;
    }
    Ok(Exit::Ok)
}

/// Only restrictions can be set for an unused tool; there is nothing to relax or to reset.
fn ensure_there(run: &Run<'_>, wish: &ToolDecision, adapter: &str, is_used: bool) -> Result<()> {
    let is_there = match wish {
        ToolDecision::Set(_) => true,
        ToolDecision::Accept | ToolDecision::Decline => is_used,
        ToolDecision::Reset => store::policy::known_adapters(run.store.read())?.contains(adapter),
    };
    is_there.then_some(()).with_context(|| never_used(adapter)).hint(WHICH_WERE)
}

fn never_used(adapter: &str) -> String {
    format!("no tool `{adapter}` was ever used here")
}

/// Rejects unknown names, which are probably misspelt.
fn known(run: &Run<'_>, word: &str) -> Result<String> {
    ensure!(!run.redactor.has_secret(word), "the name holds a secret");
    let adapter = text::one_line(word).to_lowercase();
    let known = store::policy::known_adapters(run.store.read())?;
    let shaped = [BASH, MCP, SKILL, AGENT].iter().any(|prefix| adapter.starts_with(prefix));
    let seen = (shaped || is_built_in(&adapter) || known.contains(&adapter)).then_some(adapter);
    let built_in: Vec<String> = built_in_tools().map(str::to_lowercase).collect();
    seen.with_context(|| format!("no tool `{word}` was ever used here")).hint(format!(
        "`ingrain policy show` lists them; others are named bash:PROGRAM, mcp:SERVER, skill:NAME, agent:TYPE, or {}",
        built_in.join(", ")
    ))
}

fn show(args: &cli::PolicyShow, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let Some((project, store)) = place::memory(ctx)? else {
        ensure!(args.adapter.is_none(), "nothing is known about any tool yet");
        if args.json {
            ui.json(&as_json(&LearningState::default(), &[]))?;
        } else {
            ui.talk("nothing is known about any tool yet");
        }
        return Ok(Exit::Ok);
    };
    let config = configuration::load(ctx, &project)?.config;
    let (mut state, mut advised) = policy_state::advised(store.read(), &config, ctx.now)?;
    if let Some(adapter) = &args.adapter {
        let adapter = adapter.to_lowercase();
        is_known(&state, &adapter).then_some(()).with_context(|| never_used(&adapter)).hint(WHICH_WERE)?;
        state.reliability.retain(|id, _| *id == adapter);
        state.overlays.retain(|id, _| *id == adapter);
        state.patterns.retain(|_, pattern| pattern.adapter_id == adapter);
        state.agent_profiles.retain(|name, _| adapter == format!("{AGENT}{name}"));
        state.skill_stats.retain(|name, _| adapter == format!("{SKILL}{name}"));
        // Recommendations concern all tools, not one.
        advised.clear();
    }
    if args.json {
        ui.json(&as_json(&state, &advised))?;
    } else if parts(&state, &advised, &config.policy, MOST_ROWS).is_empty() {
        ui.talk("nothing is known about any tool yet");
    } else {
        let most = if args.all || args.adapter.is_some() { usize::MAX } else { MOST_ROWS };
        ui.data(&ui::inert(&parts(&state, &advised, &config.policy, most).join("\n\n")))?;
        let left_out = adapters(&state).count().saturating_sub(most);
        if left_out > 0 {
            ui.hint(&format!("`ingrain policy show --all` has the {left_out} that are more reliable"));
        }
        if wiring::look(ctx, Some(&project.root)).is_ok_and(|wiring| !wiring.has_gates()) {
            ui.hint("no questions are asked until you run `ingrain enable --gates`, whatever ASKS says");
        }
        tell_old(&state, ctx, &config.policy, ui);
    }
    Ok(Exit::Ok)
}

fn as_json(state: &LearningState, advised: &[RecentSuggestion]) -> Value {
    json!({
        "reliability": state.reliability.values().collect::<Vec<_>>(),
        "patterns": state.patterns.values().collect::<Vec<_>>(),
        "overlays": state.overlays.values().collect::<Vec<_>>(),
        "agentProfiles": state.agent_profiles,
        "skillStats": state.skill_stats,
        "thresholdPolicy": state.threshold_policy,
        "constraintSuggestions": advised,
    })
}

/// Sections of the page: tools, agents and skills, and recommendations.
fn parts(state: &LearningState, advised: &[RecentSuggestion], rules: &Rules, most: usize) -> Vec<String> {
    let tools = !(state.reliability.is_empty() && state.overlays.is_empty());
    let guides = !(state.agent_profiles.is_empty() && state.skill_stats.is_empty());
    let pages = [
        tools.then(|| page(state, rules, most)),
        guides.then(|| guides_page(state)),
        (!advised.is_empty()).then(|| advice_page(advised)),
    ];
    pages.into_iter().flatten().collect()
}

fn advice_page(advised: &[RecentSuggestion]) -> String {
    let mut rows = vec![["WORTH A THOUGHT", "BECAUSE", "PIECES OF WORK", "LAST IN"].map(str::to_owned)];
    for RecentSuggestion { suggestion, runs, last_run_id, .. } in advised {
        let sentence = suggestion.sentence().to_owned();
        rows.push([sentence, suggestion.reason.clone(), runs.to_string(), last_run_id.clone()]);
    }
    ui::columns(&rows)
}

fn guides_page(state: &LearningState) -> String {
    let mut rows = vec![["AGENT OR SKILL", "SCORE", "RUNS"].map(str::to_owned)];
    for agent in state.agent_profiles.values() {
        rows.push([format!("{AGENT}{}", agent.agent), agent.reliability.to_string(), agent.runs.to_string()]);
    }
    for (name, skill) in &state.skill_stats {
        rows.push([format!("{SKILL}{name}"), skill.score.to_string(), skill.runs.to_string()]);
    }
    let ThresholdPolicy { low, medium, high } = state.threshold_policy;
    let held = state.threshold_policy.held().map(|held| format!(" ({held})")).unwrap_or_default();
    format!("{}\n\nthresholds by risk: low {low}, medium {medium}, high {high}{held}", ui::columns(&rows))
}

fn is_known(state: &LearningState, adapter: &str) -> bool {
    let named = |prefix: &str| adapter.strip_prefix(prefix);
    state.reliability.contains_key(adapter)
        || state.overlays.contains_key(adapter)
        || named(AGENT).is_some_and(|name| state.agent_profiles.contains_key(name))
        || named(SKILL).is_some_and(|name| state.skill_stats.contains_key(name))
}

/// Tools that are asked about first, then the least reliable.
fn page(state: &LearningState, rules: &Rules, most: usize) -> String {
    let head =
        ["TOOL", "RELIABILITY", "RUNS", "ASKS", "RETRIES", "RISK LOW/MEDIUM/HIGH", "WHY"].map(str::to_owned);
    let demand = |adapter: &String| state.overlays.get(adapter).map_or(Demand::base(rules), Overlay::demand);
    let score = |adapter: &String| state.reliability.get(adapter).map_or(1.0, |r| r.reliability_score);
    let row = |adapter: &String| {
        let (known, demand) = (state.reliability.get(adapter), demand(adapter));
        [
            adapter.clone(),
            known.map_or("-".to_owned(), |r| format!("{:.3}", r.reliability_score)),
            known.map_or(0, |r| r.runs).to_string(),
            gate::asks(adapter, demand.require_approval).to_string(),
            demand.suggested_max_retries.to_string(),
            risks(demand.risk_multiplier),
            state.overlays.get(adapter).map(|o| o.reason.clone()).unwrap_or_default(),
        ]
    };
    let mut adapters: Vec<&String> = adapters(state).collect();
    adapters.sort_by(|a, b| {
        let asks = |adapter| demand(adapter).require_approval;
        asks(b).cmp(&asks(a)).then_with(|| score(a).total_cmp(&score(b)))
    });
    let rows = adapters.into_iter().take(most).map(row);
    ui::columns(&std::iter::once(head).chain(rows).collect::<Vec<[String; 7]>>())
}

/// Tools that were used or ruled on.
fn adapters(state: &LearningState) -> impl Iterator<Item = &String> {
    let ahead = state.overlays.keys().filter(|id| !state.reliability.contains_key(*id));
    state.reliability.keys().chain(ahead)
}

fn tell_old(state: &LearningState, ctx: &Ctx, rules: &Rules, ui: &Ui) {
    let old: Vec<&Overlay> =
        state.overlays.values().filter(|overlay| overlay.is_stale(ctx.now, rules)).collect();
    for overlay in old {
        ui.hint(&format!(
            "{} was last used on {}; `ingrain policy reset {0}` lets it start anew",
            overlay.adapter_id,
            clock::day(overlay.updated_at)
        ));
    }
}
