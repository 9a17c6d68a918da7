//! `ingrain told`: shows what a session was told, by which hook, and how many tokens it took.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::{naming, place};
use crate::cli;
use crate::client::hook_event::Hook;
use crate::core::context::inject;
use crate::core::knowledge::render;
use crate::core::text::{one_line, plural};
use crate::hook::delivered::{self, Telling};
use crate::hook::marker::{self, SessionMarker};
use crate::hook::off_record;
use crate::os::clock;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::project::{self, Project, artifacts};
use crate::store::{self, Store};
use crate::ui::{self, Ui};

/// Name and text of subjects, by id.
type Names = BTreeMap<String, (String, String)>;

pub(super) fn run(args: &cli::Told, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let Some(project) = place::known(ctx)? else { return nothing(args, ui) };
    // Says so where the memory cannot be read: without it, no session would seem to be known.
    let store = place::open(&project)?;
    let Some(session) = session(&project, args.session.as_deref())? else { return nothing(args, ui) };
    let told = delivered::tellings(&project, &session.session);
    let names = names(ctx, &project, store.as_ref(), &told)?;
    match args.json {
        true => ui.json(&as_json(&session, &told, &names))?,
        false => ui.data(&ui::inert(&page(&session, &told, &names)))?,
    }
    Ok(Exit::Ok)
}

fn nothing(args: &cli::Told, ui: &Ui) -> Result<Exit> {
    match args.json {
        true => ui.data("null")?,
        false => ui.talk("no session of the last 30 days is known here"),
    }
    Ok(Exit::Ok)
}

/// The one that is named, or the newest.
fn session(project: &Project, word: Option<&str>) -> Result<Option<SessionMarker>> {
    let mut all = marker::all(project);
    all.retain(|marker| !off_record::holds(project, &marker.session));
    match word {
        Some(word) => {
            let found = naming::find(all, |marker| &marker.session, word)?;
            found
                .map(Some)
                .with_context(|| format!("no session `{word}` of the last 30 days is known here"))
                .hint("`ingrain told` shows the newest one")
        }
        None => {
            all.sort_by_key(|marker| marker.started_at);
            Ok(all.pop())
        }
    }
}

fn names(ctx: &Ctx, project: &Project, store: Option<&Store>, told: &[Telling]) -> Result<Names> {
    let mut names = Names::new();
    let told: BTreeSet<&String> = told.iter().flat_map(|telling| &telling.subjects).collect();
    for line in inject::everywhere(&project::told_everywhere(ctx)) {
        names.extend(line.subject.map(|id| (id, ("everywhere".to_owned(), line.text))));
    }
    let Some(db) = store.map(Store::read) else { return Ok(names) };
    for (id, title) in store::observations::titles(db)?.into_iter().filter(|(id, _)| told.contains(id)) {
        let row = store::artifacts::get(db, &id)?;
        let theirs = row.as_ref().and_then(|row| artifacts::title(&project.root, row));
        let name = row.map(|row| row.anchor.unwrap_or_else(|| render::invoked_as(row.kind, &row.path)));
        names.insert(id.clone(), (name.unwrap_or(id), one_line(&theirs.unwrap_or(title))));
    }
    for pattern in store::patterns::all(db)? {
        names.insert(pattern.id.clone(), (pattern.id, one_line(&pattern.content)));
    }
    Ok(names)
}

/// The name of a subject, even if it was deleted.
fn name(id: &str, names: &Names) -> (String, String) {
    let gone = || match id.split_once(':') {
        Some(("everywhere", _)) => {
            ("everywhere".to_owned(), "a sentence that was forgotten since".to_owned())
        }
        _ => (id.to_owned(), String::new()),
    };
    names.get(id).cloned().unwrap_or_else(gone)
}

fn when(telling: &Telling) -> String {
    match (&telling.role, telling.event.as_str()) {
        (Some(role), _) => format!("to the subagent {role}"),
        (None, event) if event == Hook::SessionStart.event() => "at its start".to_owned(),
        (None, event) if event == Hook::UserPrompt.event() => "with a prompt".to_owned(),
        (None, event) => format!("at {event}"),
    }
}

fn page(session: &SessionMarker, told: &[Telling], names: &Names) -> String {
    let tokens: usize = told.iter().map(|telling| telling.tokens).sum();
    let count = match told.len() {
        0 => "was told nothing".to_owned(),
        n => format!("was told {tokens} tokens, {}", plural(n, "time", "times")),
    };
    let mut lines = vec![format!("{} of {} {count}", session.session, clock::minute(session.started_at))];
    for telling in told {
        lines.push(format!(
            "{}  {} ({}): {} tokens",
            clock::minute(telling.at),
            when(telling),
            telling.event,
            telling.tokens
        ));
        for id in &telling.subjects {
            let (name, title) = name(id, names);
            lines.push(format!("  {name}  {title}").trim_end().to_owned());
        }
    }
    lines.join("\n")
}

fn as_json(session: &SessionMarker, told: &[Telling], names: &Names) -> Value {
    let item = |id: &String| {
        let (name, title) = name(id, names);
        json!({"id": id, "name": name, "title": title})
    };
    let one = |telling: &Telling| {
        json!({"hook": telling.event, "at": telling.at, "tokens": telling.tokens, "role": telling.role,
            "items": telling.subjects.iter().map(item).collect::<Vec<_>>()})
    };
    json!({"session": session.session, "started_at": session.started_at,
        "tokens": told.iter().map(|telling| telling.tokens).sum::<usize>(),
        "told": told.iter().map(one).collect::<Vec<_>>()})
}
