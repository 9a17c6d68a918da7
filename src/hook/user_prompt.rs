//! The UserPromptSubmit hook: it carries out direct commands, and adds at most three lines that share
//! rare words with any other prompt. It is the one hook that reads the database, because matches for a
//! prompt cannot be prepared.

use std::time::Duration;

use anyhow::Result;

use super::direct;
use super::event::{self, Prompt};
use super::look::DiskLook;
use super::wire::Wire;
use super::{Done, Hook, fresh_marker, known_project_of, nothing_to_do, project_of, telling};
use crate::core::context::inject::InjectedLine;
use crate::core::context::recall;
use crate::core::knowledge::mirror::is_observation_id;
use crate::core::model::artifact_path::Ledger;
use crate::core::patterns::pattern::MAIN_ROLE;
use crate::core::review::direct_prompt;
use crate::core::text::head;
use crate::hook::asked;
use crate::hook::delivered;
use crate::hook::marker;
use crate::hook::prepared::Prepared;
use crate::hook::spool::{self, SpoolEvent};
use crate::os::ctx::Ctx;
use crate::project::Project;
use crate::store::{self, Store, StoreError};

/// Time to wait for a writer; after that the prompt goes without additions.
const PATIENCE: Duration = Duration::from_millis(20);
/// Characters of a prompt that are used; more is pasted text.
const MOST_CHARS: usize = 4_000;
/// More candidates than lines, because a long line may not fit where a later one does.
const CANDIDATES: usize = 6;

pub(super) fn answer(ctx: &Ctx, wire: &Wire, project: &mut Option<Project>) -> Result<Option<Done>> {
    let Some(prompt) = event::prompt(wire) else { return nothing_to_do(wire) };
    // What is said to ingrain itself is answered also where no session started with it.
    let is_direct = direct_prompt::command(&prompt.text).is_some();
    let found = match known_project_of(ctx, &prompt.session.cwd) {
        None if is_direct => project_of(ctx, &prompt.session.cwd)?,
        known => known,
    };
    match found {
        Some(found) => run(ctx, project.insert(found), &prompt),
        None => Ok(None),
    }
}

fn run(ctx: &Ctx, project: &Project, prompt: &Prompt) -> Result<Option<Done>> {
    marker::make_up_for(project, &fresh_marker(ctx, &prompt.session))?;
    if !ctx.env.headless {
        let direct = direct_prompt::command(&prompt.text);
        asked::note(project, &prompt.session.id, &prompt.text, direct.as_deref(), ctx.now)?;
        if let Some(words) = direct {
            return direct::answer(ctx, prompt, &words).map(Some);
        }
    }
    match find(ctx, project, prompt) {
        Ok((lines, tokens)) => tell(ctx, project, prompt, &lines, tokens),
        Err(StoreError::Busy) => Ok(Some(Done::silently("the database was busy"))),
        Err(error) => Err(error.into()),
    }
}

fn find(ctx: &Ctx, project: &Project, prompt: &Prompt) -> store::Result<(Vec<InjectedLine>, usize)> {
    let Some(store) = Store::open_existing(&project.db(), PATIENCE)? else { return Ok((Vec::new(), 0)) };
    let told = delivered::all(project, &prompt.session.id);
    let words = head(&prompt.text, MOST_CHARS);
    let lines = store::recall::find(store.read(), words, &told, CANDIDATES, ctx.now)?;
    Ok((on_this_branch(project, lines), store::recall::tokens(store.read())?))
}

/// Drops lines about files that do not exist here, because the branch may have changed since the worker looked.
fn on_this_branch(project: &Project, mut lines: Vec<InjectedLine>) -> Vec<InjectedLine> {
    if lines.iter().any(is_in_a_file)
        && let Some(prepared) = Prepared::load(project)
    {
        let vanished = DiskLook::at(project, &prepared).vanished;
        lines.retain(|line| line.subject.as_ref().is_none_or(|subject| !vanished.contains(subject)));
    }
    lines
}

/// Agents' conclusions are in no file, so there is nothing to check.
fn is_in_a_file(line: &InjectedLine) -> bool {
    let is_entry = |subject: &str| Ledger::ALL.iter().any(|ledger| subject.starts_with(ledger.prefix()));
    line.subject.as_deref().is_some_and(|subject| is_observation_id(subject) || is_entry(subject))
}

fn tell(
    ctx: &Ctx,
    project: &Project,
    prompt: &Prompt,
    lines: &[InjectedLine],
    tokens: usize,
) -> Result<Option<Done>> {
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    let Some(text) = recall::compose(&texts, tokens) else { return Ok(None) };
    let told = lines.iter().filter(|line| text.contains(&line.text));
    let shown: Vec<String> = told.filter_map(|line| line.subject.clone()).collect();
    delivered::note_telling(project, &prompt.session.id, &telling(ctx, Hook::UserPrompt, &text, &shown))?;
    Ok(Some(Done::tell(Hook::UserPrompt, &text, report(ctx, project, prompt, shown))))
}

fn report(ctx: &Ctx, project: &Project, prompt: &Prompt, shown: Vec<String>) -> Result<String> {
    let note = format!("{} recalled {} lines", prompt.session.id, shown.len());
    let (session, role) = (prompt.session.id.clone(), MAIN_ROLE.to_owned());
    spool::leave(&project.spool(), &SpoolEvent::Shown { session, role, at: ctx.now, shown })?;
    Ok(note)
}
