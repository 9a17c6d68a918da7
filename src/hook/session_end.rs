//! The SessionEnd hook: it notes the session and exits. Claude Code gives all SessionEnd hooks together
//! 1.5 seconds, so the worker does the rest.

use anyhow::{Context, Result};

use super::event::{self, End};
use super::wire::Wire;
use super::{Done, fresh_marker, project_of, start_worker};
use crate::hook::marker;
use crate::hook::spool::{self, SpoolEvent};
use crate::os::ctx::Ctx;
use crate::project::Project;

pub(super) fn answer(ctx: &Ctx, wire: &Wire, project: &mut Option<Project>) -> Result<Option<Done>> {
    let end = event::end(wire).context(event::INCOMPLETE)?;
    let found = project_of(ctx, &end.session.cwd)?;
    Ok(found.map(|found| Done { output: None, note: run(ctx, project.insert(found), &end) }))
}

fn run(ctx: &Ctx, project: &Project, end: &End) -> Result<String> {
    let event = SpoolEvent::SessionEnd {
        session: end.session.id.clone(),
        transcript: end.session.transcript.clone(),
        cwd: end.session.cwd.clone(),
        reason: end.reason.to_owned(),
        headless: ctx.env.headless,
        at: ctx.now,
    };
    // The marker stays open until the worker has read the session: the note is not synced, and if it is lost, the
    // marker leads back to the session.
    let marked = marker::make_up_for(project, &fresh_marker(ctx, &end.session));
    spool::leave(&project.spool(), &event)?;
    start_worker(ctx, project)?;
    marked?;
    Ok(format!("noted {} ({})", end.session.id, end.reason))
}
