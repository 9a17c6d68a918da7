//! The SubagentStart hook: it tells a subagent what earlier ones of its role concluded, then as much of
//! the knowledge index as fits. A subagent starts with an empty context, so nothing here counts as a
//! repetition.

use anyhow::Result;

use super::event::{self, Agent};
use super::look::{self, DiskLook};
use super::wire::Wire;
use super::{Done, Hook, known_project_of, nothing_to_do, telling};
use crate::core::context::inject::{self, Notes};
use crate::core::knowledge::index::Index;
use crate::core::patterns::roles::noted_role;
use crate::core::text::safe_name;
use crate::hook::delivered::{self, Telling};
use crate::hook::prepared::Prepared;
use crate::hook::prepared::roles::RoleContext;
use crate::hook::spool::{self, SpoolEvent};
use crate::os::ctx::Ctx;
use crate::project::Project;
use crate::project::git;

pub(super) fn answer(ctx: &Ctx, wire: &Wire, project: &mut Option<Project>) -> Result<Option<Done>> {
    let Some(agent) = event::agent(wire) else { return nothing_to_do(wire) };
    match known_project_of(ctx, &agent.session.cwd) {
        Some(found) => run(ctx, project.insert(found), &agent),
        None => Ok(None),
    }
}

fn run(ctx: &Ctx, project: &Project, agent: &Agent) -> Result<Option<Done>> {
    let Some(context) = RoleContext::load(project, &agent.role)? else { return Ok(None) };
    if was_told(project, agent) {
        return Ok(None);
    }
    let prepared = Prepared::load(project).unwrap_or_default();
    let index = match context.index {
        true => DiskLook::at_knowledge(project, &prepared).index(&prepared),
        false => Index::default(),
    };
    let branch = git::branch_at(&agent.session.cwd);
    let notes = Notes { role: agent.role.clone(), ..context.notes.clone() }.at(branch.as_deref(), ctx.now);
    let Some(text) = inject::compose_role(&notes, &index, context.budget()) else { return Ok(None) };
    let mut shown = look::listed(&prepared, &index, &text);
    shown.extend(notes.shown(&text).map(str::to_owned));
    let role = Some(noted_role(&agent.role));
    let telling = Telling { role, ..telling(ctx, Hook::SubagentStart, &text, &shown) };
    let noted = delivered::note_telling(project, &agent.session.id, &telling);
    let note = noted.and_then(|()| report(ctx, project, agent, shown));
    Ok(Some(Done::tell(Hook::SubagentStart, &text, note)))
}

/// A resumed agent still has its context. If that is unknown, it is told again.
fn was_told(project: &Project, agent: &Agent) -> bool {
    let Some(id) = &agent.id else { return false };
    let subject = format!("{}{}", delivered::AGENT, safe_name(id));
    delivered::claim(project, &agent.session.id, &[&subject]).is_ok_and(|fresh| fresh.is_empty())
}

fn report(ctx: &Ctx, project: &Project, agent: &Agent, shown: Vec<String>) -> Result<String> {
    let role = noted_role(&agent.role);
    let note = format!("{} told {} entries to {role}", agent.session.id, shown.len());
    let session = agent.session.id.clone();
    spool::leave(&project.spool(), &SpoolEvent::Shown { session, role, at: ctx.now, shown })?;
    Ok(note)
}
