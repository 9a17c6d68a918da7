//! The PreToolUse hook, for people who enabled it: guards and policy gates. A tool that keeps failing
//! here is asked about once per session; a guard tells, asks or denies, as the user chose. Where no
//! person can answer, no question is asked.

use anyhow::Result;
use serde_json::Value;

use super::event::{self, PendingCall};
use super::wire::Wire;
use super::{CONTEXT, Done, Hook, for_event, known_project_of, nothing_to_do, telling};
use crate::core::entities::call_tokens::{self, CallTokens};
use crate::core::entities::commands;
use crate::core::guards::door::{self, DoorAnswer, GuardMet};
use crate::core::guards::guard::GuardLevel;
use crate::core::patterns::pattern::MAIN_ROLE;
use crate::core::policy::gate::{self, Gate};
use crate::core::session::client_words::EDIT_TOOLS;
use crate::core::session::tool_call;
use crate::hook::delivered;
use crate::hook::prepared::gates::Gates;
use crate::hook::spool::{self, GUARD, GUARD_ASKED, SpoolEvent};
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
    let Some(gates) = Gates::load(project)?.filter(|gates| !gates.is_empty()) else { return Ok(None) };
    let may_ask = call.may_ask && ctx.env.attended;
    let calls = if gates.guards.is_empty() { vec![] } else { tokens(project, call) };
    let met = door::met(&gates.guards, &calls);
    let is_denied = met.iter().any(|one| one.guard.level == GuardLevel::Deny);
    // A denied call needs no question; asking now would use up the session's one question.
    let met = match is_denied {
        true => met.into_iter().filter(|one| one.guard.level == GuardLevel::Deny).collect(),
        false => not_said_yet(project, call, met)?,
    };
    let (names, facts) = if is_denied { (vec![], None) } else { gate_facts(ctx, project, call, &gates)? };
    let answer = DoorAnswer::of(&met, facts.as_deref(), may_ask);
    if answer.is_empty() {
        return Ok(None);
    }
    let spoke: Vec<&str> = met.iter().map(|one| one.guard.id.as_str()).collect();
    let subjects = spoken_subjects(&met, may_ask && !is_denied);
    let said = [&answer.deny, &answer.ask, &answer.tell].into_iter().flatten().cloned().collect::<Vec<_>>();
    if !subjects.is_empty() {
        let telling = telling(ctx, Hook::PreToolUse, &said.join("\n"), &subjects);
        delivered::note_telling(project, &call.session.id, &telling)?;
    }
    let about: Vec<&str> = names.into_iter().chain(spoke).collect();
    let did = match &answer {
        DoorAnswer { deny: Some(_), .. } => "denied",
        DoorAnswer { ask: Some(_), .. } => "asked about",
        _ => "told of",
    };
    let note = format!("{} {did} {}", call.session.id, about.join(", "));
    Ok(Some(Done { output: Some(output(&answer)), note: report(ctx, project, call, subjects, note) }))
}

fn output(answer: &DoorAnswer) -> String {
    let decided = match (&answer.deny, &answer.ask) {
        (Some(reason), _) => Some(("deny", reason)),
        (None, Some(reason)) => Some(("ask", reason)),
        (None, None) => None,
    };
    let mut fields: Vec<(&str, Value)> = Vec::new();
    if let Some((decision, reason)) = decided {
        fields.push(("permissionDecision", decision.into()));
        fields.push(("permissionDecisionReason", reason.as_str().into()));
    }
    fields.extend(answer.tell.as_deref().map(|text| (CONTEXT, text.into())));
    Value::from(for_event(Hook::PreToolUse, fields)).to_string()
}

/// Records for the worker: which guards spoke, and which of them asked.
fn spoken_subjects(met: &[GuardMet], may_ask: bool) -> Vec<String> {
    let mut subjects = Vec::new();
    for one in met {
        subjects.push(format!("{GUARD}{}", one.guard.id));
        if may_ask && one.guard.level == GuardLevel::Ask {
            subjects.push(format!("{GUARD}{}{GUARD_ASKED}", one.guard.id));
        }
    }
    subjects
}

fn report(
    ctx: &Ctx,
    project: &Project,
    call: &PendingCall,
    shown: Vec<String>,
    note: String,
) -> Result<String> {
    if !shown.is_empty() {
        let (session, role) = (call.session.id.clone(), MAIN_ROLE.to_owned());
        spool::leave(&project.spool(), &SpoolEvent::Shown { session, role, at: ctx.now, shown })?;
    }
    Ok(note)
}

fn tokens(project: &Project, call: &PendingCall) -> Vec<CallTokens> {
    let (root, cwd) = (project.root.to_string_lossy(), call.session.cwd.to_string_lossy());
    // In another worktree of the project, paths are relative to the session's folder.
    let relative = |path: &str| call_tokens::below(&[&root, &cwd], &cwd, path);
    if EDIT_TOOLS.contains(&call.action.tool.as_str()) {
        let path = call.action.path.as_deref().and_then(relative);
        return path.map(CallTokens::Edit).into_iter().collect();
    }
    call.action.command.as_deref().map(|line| CallTokens::of_line(line, &relative)).unwrap_or_default()
}

/// A repeated attempt passes guards that tell or ask.
fn not_said_yet(project: &Project, call: &PendingCall, met: Vec<GuardMet>) -> Result<Vec<GuardMet>> {
    if met.is_empty() {
        return Ok(met);
    }
    let subjects: Vec<String> =
        met.iter().map(|one| format!("{GUARD}{} {}", one.guard.id, one.call_hash)).collect();
    let names: Vec<&str> = subjects.iter().map(String::as_str).collect();
    let fresh = delivered::claim(project, &call.session.id, &names)?;
    let kept = met.into_iter().zip(&names).filter(|(_, name)| fresh.contains(name));
    Ok(kept.map(|(one, _)| one).collect())
}

/// Facts about the tools of a call that are new to this session.
fn gate_facts<'a>(
    ctx: &Ctx,
    project: &Project,
    call: &PendingCall,
    gates: &'a Gates,
) -> Result<(Vec<&'a str>, Option<String>)> {
    if gates.overlays.is_empty() {
        return Ok((vec![], None));
    }
    let steps = call.action.command.as_deref().map(commands::steps).unwrap_or_default();
    let adapters = tool_call::adapters(&call.action, &steps);
    let asked = gate::asked(&adapters, &gates.overlays, ctx.now);
    // A question that cannot be recorded would be repeated at every call, so it is not asked.
    let subjects: Vec<String> = asked.iter().map(|(adapter, _)| format!("gate:{adapter}")).collect();
    let names: Vec<&str> = subjects.iter().map(String::as_str).collect();
    let fresh = delivered::claim(project, &call.session.id, &names)?;
    let asked: Vec<(&str, &Gate)> =
        asked.into_iter().zip(&names).filter(|(_, name)| fresh.contains(name)).map(|(one, _)| one).collect();
    if asked.is_empty() {
        return Ok((vec![], None));
    }
    let facts = gate::facts(&asked, tool_call::risk_level(&call.action, &steps));
    let known = |adapter: &str| gates.overlays.get_key_value(adapter).map(|(name, _)| name.as_str());
    Ok((asked.iter().filter_map(|(adapter, _)| known(adapter)).collect(), Some(facts)))
}
