//! The SessionStart hook: it checks the artifacts on disk, tells the session what was prepared for it,
//! leaves a marker, and starts the worker if work is left over.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use serde_json::Value;

use super::event::{self, Start, StartSource};
use super::look::{self, DiskLook};
use super::wire::Wire;
use super::{CONTEXT, Done, Hook, disarmed, for_event, fresh_marker, project_of, start_worker, telling};
use crate::core::context::inject::{self, InjectedLine, Parts};
use crate::core::text::ellipsis;
use crate::core::text::tokens::Budget;
use crate::hook::delivered;
use crate::hook::marker::{self, SessionMarker};
use crate::hook::prepared::{News, Prepared};
use crate::hook::spool::{self, SpoolEvent};
use crate::os::ctx::Ctx;
use crate::project::configuration;
use crate::project::git;
use crate::project::{self, Project};

pub(super) fn answer(ctx: &Ctx, wire: &Wire, project: &mut Option<Project>) -> Result<Option<Done>> {
    let start = event::start(wire).context(event::INCOMPLETE)?;
    let found = project_of(ctx, &start.session.cwd)?;
    Ok(found.map(|found| run(ctx, project.insert(found), &start)))
}

/// On a full or read-only disk the session still gets its context; what could not be written is only logged.
fn run(ctx: &Ctx, project: &Project, start: &Start) -> Done {
    let prepared = Prepared::load(project);
    let look = prepared.as_ref().map(|prepared| DiskLook::at(project, prepared));
    let earlier = marker::find(project, &start.session.id);
    let everywhere = inject::everywhere(&project::told_everywhere(ctx));
    let told = match (&prepared, &look) {
        (Some(prepared), Some(look)) => {
            tell(ctx, project, prepared, look, start, earlier.as_ref(), everywhere)
        }
        _ => tell_strangers(start, earlier.as_ref(), everywhere),
    };
    let work = work_left(ctx, project, start, prepared.as_ref(), look.as_ref());
    Done { output: told.json(), note: leave(ctx, project, start, earlier, &told, work) }
}

/// Was it prepared with other settings? A hook only notices that they changed; the worker reads them.
fn is_outdated(ctx: &Ctx, project: &Project, prepared: &Prepared) -> bool {
    prepared.settings != configuration::stamps(ctx, project)
}

/// Writes the session's marker and deliveries, and starts a worker if there is work.
fn leave(
    ctx: &Ctx,
    project: &Project,
    start: &Start,
    earlier: Option<SessionMarker>,
    told: &Told,
    work: Option<&str>,
) -> Result<String> {
    marker::save_open(project, &mark(ctx, start, earlier, told))?;
    report(ctx, project, start, told)?;
    let mut done = format!("{} {}", start.session.id, told.note());
    if let Some(why) = work {
        start_worker(ctx, project)?;
        done = format!("{done}; worker: {why}");
    }
    if let Some(context) = &told.context {
        let telling = telling(ctx, Hook::SessionStart, context, &told.shown);
        delivered::note_telling(project, &start.session.id, &telling)?;
    }
    Ok(done)
}

/// The text for this session, and its subjects.
#[derive(Debug, Default)]
struct Told {
    context: Option<String>,
    message: Option<String>,
    reload: bool,
    shown: Vec<String>,
    announced: Vec<String>,
    known: BTreeSet<String>,
    believed: Vec<String>,
}

fn tell(
    ctx: &Ctx,
    project: &Project,
    prepared: &Prepared,
    look: &DiskLook,
    start: &Start,
    earlier: Option<&SessionMarker>,
    everywhere: Vec<InjectedLine>,
) -> Told {
    let mut parts = look.parts(prepared, git::branch_at(&start.session.cwd).as_deref(), ctx.now);
    let first = prepared.claim_news(project);
    let news: Vec<&News> =
        prepared.news.iter().filter(|n| first && !look.vanished.contains(&n.observation)).collect();
    // The line of calls says it already.
    let is_call = |news: &&&News| parts.calls.iter().any(|call| call.subject == news.observation);
    let lines: Vec<String> = news.iter().filter(|news| !is_call(news)).map(|news| news.line()).collect();
    parts.news.extend(lines);
    parts.everywhere = everywhere;
    let context = compose(&parts, prepared.budget(), start, earlier);
    let text = context.as_deref().unwrap_or_default();
    let shown = shown(prepared, &parts, text);
    let notice = prepared.notice.as_deref().filter(|_| first);
    Told {
        shown,
        announced: announced(&news, notice),
        reload: news.iter().any(|news| news.is_loaded_by_client()),
        message: message(&news, notice, look.untold()),
        // As the worker wrote it: a file that changed since may contain a secret, and this is stored.
        known: inject::known(&Parts { index: prepared.parts.index.clone(), ..parts }),
        believed: look.believed.iter().cloned().collect(),
        context,
    }
}

/// The answer in a project without lessons.
fn tell_strangers(start: &Start, earlier: Option<&SessionMarker>, everywhere: Vec<InjectedLine>) -> Told {
    let parts = Parts { everywhere, ..Parts::default() };
    let budget = Budget { tokens: usize::MAX >> 3, min_room: 0 };
    let context = compose(&parts, budget, start, earlier);
    let shown = inject::shown(&parts, context.as_deref().unwrap_or_default());
    let shown: Vec<String> = shown.into_iter().map(str::to_owned).collect();
    Told { shown, known: inject::known(&parts), context, ..Told::default() }
}

fn compose(parts: &Parts, budget: Budget, start: &Start, earlier: Option<&SessionMarker>) -> Option<String> {
    match (start.source, earlier) {
        // Its earlier context is still there.
        (StartSource::Resume, Some(marker)) => {
            inject::compose_resumed(parts, &marker.shown.iter().cloned().collect(), budget)
        }
        _ => inject::compose(parts, budget),
    }
}

/// Subjects that are in the text, by id for ours.
fn shown(prepared: &Prepared, parts: &Parts, text: &str) -> Vec<String> {
    let told = inject::shown(parts, text).into_iter().map(str::to_owned);
    look::listed(prepared, &parts.index, text).into_iter().chain(told).collect()
}

fn announced(news: &[&News], notice: Option<&str>) -> Vec<String> {
    let ids = news.iter().map(|news| news.observation.clone());
    ids.chain(notice.map(|told| format!("{}{told}", spool::NOTICE))).collect()
}

/// A line is read at a glance.
const MOST_NAMED: usize = 3;
const TITLE_CHARS: usize = 60;

/// One line for the person: what is new, and what it says; and what is not told any more, though it is there.
fn message(news: &[&News], notice: Option<&str>, untold: Option<String>) -> Option<String> {
    let named = news.iter().take(MOST_NAMED);
    let named: Vec<String> =
        named.map(|n| format!("{} “{}”", n.name, ellipsis(&n.title, TITLE_CHARS))).collect();
    let more = news.len() - named.len();
    let more = if more == 0 { String::new() } else { format!(" and {more} more: `ingrain list`") };
    let learned = (!named.is_empty()).then(|| format!("ingrain learned {}{more}", named.join(", ")));
    let notices = notice.map(str::to_owned).into_iter().chain(untold);
    let parts: Vec<String> = learned.into_iter().chain(notices.map(|n| format!("ingrain: {n}"))).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

impl Told {
    fn json(&self) -> Option<String> {
        let told = |context: &String| {
            let reload = self.reload.then_some(("reloadSkills", true.into()));
            for_event(Hook::SessionStart, std::iter::once((CONTEXT, context.as_str().into())).chain(reload))
        };
        let mut output = self.context.as_ref().map(told).unwrap_or_default();
        if let Some(message) = &self.message {
            output.insert("systemMessage".into(), disarmed(message.as_str().into()));
        }
        (!output.is_empty()).then(|| Value::from(output).to_string())
    }

    fn note(&self) -> String {
        let chars = self.context.as_ref().map_or(0, |context| context.chars().count());
        format!("told {chars} characters, {} entries, {} news", self.shown.len(), self.announced.len())
    }
}

fn mark(ctx: &Ctx, start: &Start, earlier: Option<SessionMarker>, told: &Told) -> SessionMarker {
    let known = earlier.as_ref().map(|marker| marker.shown.clone()).unwrap_or_default();
    let known: BTreeSet<String> = known.into_iter().chain(told.known.iter().cloned()).collect();
    SessionMarker {
        read_bytes: earlier.map_or(0, |marker| marker.read_bytes),
        shown: known.into_iter().collect(),
        ..fresh_marker(ctx, &start.session)
    }
}

fn report(ctx: &Ctx, project: &Project, start: &Start, told: &Told) -> Result<()> {
    if told.shown.is_empty() && told.announced.is_empty() && told.believed.is_empty() {
        return Ok(());
    }
    let event = SpoolEvent::SessionStart {
        session: start.session.id.clone(),
        source: start.source.as_str().to_owned(),
        at: ctx.now,
        shown: told.shown.clone(),
        announced: told.announced.clone(),
        believed: told.believed.clone(),
    };
    spool::leave(&project.spool(), &event)
}

/// The reason to start the worker, if any. Records of what was shown can wait for the session's end.
fn work_left(
    ctx: &Ctx,
    project: &Project,
    start: &Start,
    prepared: Option<&Prepared>,
    look: Option<&DiskLook>,
) -> Option<&'static str> {
    if look.is_some_and(|look| look.changed) {
        return Some("artifacts changed on disk");
    }
    if prepared.is_some_and(|prepared| is_outdated(ctx, project, prepared)) {
        return Some("settings changed");
    }
    if prepared.and_then(|p| p.wake_at).is_some_and(|at| at <= ctx.now) {
        return Some("pending work is due");
    }
    if spool::has_sessions(&project.spool()) {
        return Some("sessions wait in the spool");
    }
    marker::any_missed(project, &start.session.id, ctx.now).then_some("a session ended without SessionEnd")
}
