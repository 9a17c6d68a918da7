//! PreToolUse, for those who asked for it: ask before something that keeps failing here, once per session. Where nobody
//! can answer, a question would be a refusal, so there the model is only told what is known.

use anyhow::Result;
use serde_json::Value;

use super::event::{self, PendingCall};
use super::wire::Wire;
use super::{Done, Hook, for_event, known_project_of, nothing_to_do};
use crate::core::entities::commands;
use crate::core::policy::gate::{self, Gate};
use crate::core::session::tool_call;
use crate::hook::delivered;
use crate::hook::prepared::gates::Gates;
use crate::os::ctx::Ctx;
use crate::project::Project;

pub(super) fn answer(ctx: &Ctx, wire: &Wire, project: &mut Option<Project>) -> Result<Option<Done>> {
    let Some(call) = event::call(wire) else { return nothing_to_do(wire) };
    match known_project_of(ctx, &call.session.cwd) {
        Some(found) => run(ctx, project.insert(found), &call),
        None => Ok(None),
    }
}

fn run(ctx: &Ctx, project: &Project, call: &PendingCall) -> Result<Option<Done>> {
    let Some(gates) = Gates::load(project)? else { return Ok(None) };
    let steps = call.action.command.as_deref().map(commands::steps).unwrap_or_default();
    let adapters = tool_call::adapters(&call.action, &steps);
    let asked = not_yet(project, call, gate::asked(&adapters, &gates.overlays, ctx.now))?;
    if asked.is_empty() {
        return Ok(None);
    }
    let facts = gate::facts(&asked, tool_call::risk_level(&call.action, &steps));
    let names: Vec<&str> = asked.iter().map(|(adapter, _)| *adapter).collect();
    let note = |did: &str| Ok(format!("{} {did} {}", call.session.id, names.join(", ")));
    Ok(Some(match call.may_ask && ctx.env.attended {
        true => Done { output: Some(ask(&facts)), note: note("asked about") },
        false => {
            Done::tell(Hook::PreToolUse, &format!("Known in this project about\n{facts}"), note("told of"))
        }
    }))
}

/// A question that cannot be remembered would come at every call, so it is not asked.
fn not_yet<'a>(
    project: &Project,
    call: &PendingCall,
    asked: Vec<(&'a str, &'a Gate)>,
) -> Result<Vec<(&'a str, &'a Gate)>> {
    let subjects: Vec<String> = asked.iter().map(|(adapter, _)| format!("gate:{adapter}")).collect();
    let subjects: Vec<&str> = subjects.iter().map(String::as_str).collect();
    let fresh = delivered::claim(project, &call.session.id, &subjects)?;
    Ok(asked
        .into_iter()
        .zip(&subjects)
        .filter(|(_, subject)| fresh.contains(subject))
        .map(|(one, _)| one)
        .collect())
}

fn ask(facts: &str) -> String {
    let reason = format!("ingrain asks because of {facts}");
    let fields = [("permissionDecision", "ask".into()), ("permissionDecisionReason", reason.into())];
    Value::from(for_event(Hook::PreToolUse, fields)).to_string()
}
