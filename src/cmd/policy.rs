//! `ingrain policy`: which tools can be trusted, and a person's word on it.

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::{place, ruled};
use crate::cli::{self, PolicyCommand};
use crate::configuration;
use crate::core::cycle::LearningState;
use crate::core::gate;
use crate::core::overlay::{BASE_RETRIES, Overlay};
use crate::core::policy::{Pin, Wish};
use crate::core::redact::Redactor;
use crate::core::text;
use crate::ctx::Ctx;
use crate::error::{Exit, Hint};
use crate::run::Run;
use crate::stage::{order, policy};
use crate::store;
use crate::ui::{self, Ui};

pub(super) fn run(args: &cli::Policy, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    match &args.command {
        PolicyCommand::Show(args) => show(args, ctx, ui),
        PolicyCommand::Set(args) => set(args, ctx, ui),
        PolicyCommand::Accept(args) => change(args, ctx, ui, |_| Wish::Accept),
        PolicyCommand::Reset(args) => change(args, ctx, ui, |_| Wish::Reset),
    }
}

fn set(args: &cli::PolicySet, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let wish = &args.wish;
    let require_approval = if wish.approval { Some(true) } else { wish.no_approval.then_some(false) };
    change(&args.which, ctx, ui, |redactor| {
        let note = redactor.redact(&args.note).into_owned();
        Wish::Set(Pin { require_approval, max_retries: wish.retries, note, at: ctx.now })
    })
}

/// What a person says about an adapter changes what counts at once.
fn change(args: &cli::Adapter, ctx: &Ctx, ui: &Ui, wish: impl FnOnce(&Redactor) -> Wish) -> Result<Exit> {
    let project = place::project(ctx)?;
    let mut run = Run::for_person(ctx, &project)?;
    let adapter = known(&run, &args.adapter)?;
    let wish = wish(&run.redactor);
    let is_seen = store::policy::known_adapters(run.store.read())?.contains(&adapter);
    ensure_acceptable(&wish, &adapter, is_seen)?;
    let done = match args.dry_run {
        true => order::look(&run, &adapter, &wish).map(|_| format!("{adapter} would be {}", wish.done())),
        false => order::apply(&mut run, &adapter, &wish).map(|()| format!("{adapter} is {}", wish.done())),
    };
    let is_done = ruled::tell(&adapter, done, ui)?;
    if !is_seen {
        ui.hint(&format!("{adapter} was never used here; it counts from its first use on"));
    }
    if wish.asks() && gate::runs_anything(&adapter) {
        ui.hint(&format!("{adapter} runs whatever it is given, so no gate asks before it"));
    }
    if is_done && !args.dry_run {
        run.publish()?;
    }
    Ok(Exit::Ok)
}

/// Of what was never used there is nothing to be looser about.
fn ensure_acceptable(wish: &Wish, adapter: &str, is_seen: bool) -> Result<()> {
    let is_empty = matches!(wish, Wish::Accept) && !is_seen;
    (!is_empty)
        .then_some(())
        .with_context(|| format!("no tool `{adapter}` was ever used here"))
        .hint("`ingrain policy show` lists those that can be accepted")
}

/// A misspelled adapter would be ruled on for nothing.
fn known(run: &Run<'_>, word: &str) -> Result<String> {
    ensure!(!run.redactor.has_secret(word), "the name holds a secret");
    let adapter = text::one_line(word).to_lowercase();
    let known = store::policy::known_adapters(run.store.read())?;
    let shaped = ["bash:", "mcp:", "skill:", "agent:"].iter().any(|prefix| adapter.starts_with(prefix));
    let seen = (shaped || known.contains(&adapter)).then_some(adapter);
    seen.with_context(|| format!("no tool `{word}` was ever used here"))
        .hint("`ingrain policy show` lists them; others are named bash:PROGRAM, mcp:SERVER, skill:NAME or agent:TYPE")
}

fn show(args: &cli::PolicyShow, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let Some((project, store)) = place::memory(ctx)? else {
        ensure!(args.adapter.is_none(), "nothing is known of any tool yet");
        if args.json {
            ui.data(&as_json(&LearningState::default()))?;
        } else {
            ui.talk("nothing is known of any tool yet");
        }
        return Ok(Exit::Ok);
    };
    let config = configuration::load(ctx, &project)?.config;
    let mut state = policy::state(store.read(), &config, ctx.now)?;
    if let Some(adapter) = &args.adapter {
        let adapter = adapter.to_lowercase();
        ensure!(
            state.reliability.contains_key(&adapter) || state.overlays.contains_key(&adapter),
            "nothing is known of `{adapter}`"
        );
        state.reliability.retain(|id, _| *id == adapter);
        state.overlays.retain(|id, _| *id == adapter);
        state.patterns.retain(|_, pattern| pattern.adapter_id == adapter);
    }
    if args.json {
        ui.data(&as_json(&state))?;
    } else if state.reliability.is_empty() && state.overlays.is_empty() {
        ui.talk("nothing is known of any tool yet");
    } else {
        ui.data(&ui::sanitize(&page(&state)))?;
        tell_old(&state, ctx, &config.policy, ui);
    }
    Ok(Exit::Ok)
}

fn as_json(state: &LearningState) -> String {
    let whole = json!({
        "reliability": state.reliability.values().collect::<Vec<_>>(),
        "patterns": state.patterns.values().collect::<Vec<_>>(),
        "overlays": state.overlays.values().collect::<Vec<_>>(),
    });
    format!("{whole:#}")
}

fn page(state: &LearningState) -> String {
    let head = ["TOOL", "RELIABILITY", "RUNS", "ASKS", "RETRIES", "WHY"].map(str::to_owned);
    let adapters = state
        .reliability
        .keys()
        .chain(state.overlays.keys().filter(|id| !state.reliability.contains_key(*id)));
    let row = |adapter: &String| {
        let (known, overlay) = (state.reliability.get(adapter), state.overlays.get(adapter));
        [
            adapter.clone(),
            known.map_or("-".to_owned(), |r| format!("{:.3}", r.reliability_score)),
            known.map_or(0, |r| r.runs).to_string(),
            if overlay.is_some_and(|o| o.require_approval) { "yes" } else { "no" }.to_owned(),
            overlay.map_or(BASE_RETRIES, |o| o.suggested_max_retries).to_string(),
            overlay.map(|o| o.reason.clone()).unwrap_or_default(),
        ]
    };
    let rows: Vec<[String; 6]> = std::iter::once(head).chain(adapters.map(row)).collect();
    ui::columns(&rows)
}

fn tell_old(state: &LearningState, ctx: &Ctx, rules: &crate::core::config::Policy, ui: &Ui) {
    let old: Vec<&Overlay> =
        state.overlays.values().filter(|overlay| overlay.is_stale(ctx.now, rules)).collect();
    for overlay in old {
        ui.hint(&format!(
            "{} was last heard of on {}; `ingrain policy reset {0}` lets it start anew",
            overlay.adapter_id,
            overlay.updated_at.format("%Y-%m-%d")
        ));
    }
}
