//! `ingrain diff`: shows changes to the project's files since a moment, with ours and the user's apart.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};
use similar::TextDiff;

use super::{chronicle, place};
use crate::cli;
use crate::core::history::change::{Change, ChangedThing};
use crate::core::history::file_past::FileHistory;
use crate::core::history::state_fields;
use crate::core::history::undo::path_of;
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::os::fsx;
use crate::project::Project;
use crate::store::{self, Store};
use crate::ui::{self, Tone, Ui};

pub(super) fn run(args: &cli::Diff, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let since = chronicle::moment(Some(&args.since), ctx)?;
    let Some((project, store)) = place::memory(ctx)? else {
        match args.json {
            true => ui.json(&as_json(&[], &[]))?,
            false => place::tell_nothing(ui),
        }
        return Ok(Exit::Ok);
    };
    let entries = chronicle::entries(&store, since, 0)?;
    let wanted = args.path.as_ref().map(|path| chronicle::in_project(ctx, &project, path));
    let pasts = pasts(&project, &entries, wanted.as_deref())?;
    let moved = if wanted.is_some() { Vec::new() } else { moved(&store, &entries)? };
    if args.json {
        ui.json(&as_json(&pasts, &moved))?;
    } else if pasts.is_empty() && moved.is_empty() {
        let there = wanted.map_or_else(String::new, |wanted| format!(" in `{wanted}`"));
        ui.talk(&ui::inert(&format!("nothing has changed{there} since then")));
    } else {
        pasts.iter().try_for_each(|past| show(past, ui))?;
        moved.iter().try_for_each(|line| ui.data(&line.page()))?;
    }
    Ok(Exit::Ok)
}

/// Every changed file, before and after.
fn pasts(project: &Project, entries: &[Change], wanted: Option<&str>) -> Result<Vec<FileHistory>> {
    let mut by_path: BTreeMap<&str, Vec<&Change>> = BTreeMap::new();
    for entry in entries.iter().filter(|entry| entry.thing == ChangedThing::File) {
        by_path.entry(path_of(&entry.subject)).or_default().push(entry);
    }
    let is_wanted = |path: &str| wanted.is_none_or(|wanted| Path::new(path).starts_with(wanted));
    let mut pasts = Vec::new();
    for (path, changes) in by_path.into_iter().filter(|(path, _)| is_wanted(path)) {
        let now = fsx::read_text_opt(&fsx::inside(&project.root, path)?)?;
        let past = FileHistory::of(path, now.as_deref(), &changes);
        if past.then != past.now || past.is_edited() {
            pasts.push(past);
        }
    }
    Ok(pasts)
}

fn show(past: &FileHistory, ui: &Ui) -> Result<()> {
    let FileHistory { path, then, ours, now } = past;
    if past.is_edited() {
        print(path, "as ingrain left it", then, ours, ui)?;
        print(path, "as you changed it", ours, now, ui)
    } else {
        print(path, "", then, now, ui)
    }
}

fn print(path: &str, whose: &str, from: &Option<String>, to: &Option<String>, ui: &Ui) -> Result<()> {
    let text = unified(path, whose, from, to);
    if text.is_empty() { Ok(()) } else { ui.data(&painted(&text, ui)) }
}

/// A patch that other programs can read.
fn unified(path: &str, whose: &str, from: &Option<String>, to: &Option<String>) -> String {
    let (old, new) = (from.as_deref().unwrap_or_default(), to.as_deref().unwrap_or_default());
    let whose = if whose.is_empty() { String::new() } else { format!("\t{whose}") };
    let a = side("a", path, from);
    let b = format!("{}{whose}", side("b", path, to));
    TextDiff::from_lines(old, new).unified_diff().header(&a, &b).to_string()
}

fn side(side: &str, path: &str, text: &Option<String>) -> String {
    match text {
        Some(_) => format!("{side}/{path}"),
        None => "/dev/null".to_owned(),
    }
}

fn painted(text: &str, ui: &Ui) -> String {
    let lines: Vec<String> = text.lines().map(|line| painted_line(line, ui)).collect();
    lines.join("\n")
}

fn painted_line(line: &str, ui: &Ui) -> String {
    let safe = ui::inert(line);
    match line.as_bytes().first() {
        _ if line.starts_with("---") || line.starts_with("+++") => ui.paint(Tone::Strong, &safe),
        Some(b'+') => ui.paint(Tone::Good, &safe),
        Some(b'-') => ui.paint(Tone::Bad, &safe),
        Some(b'@') => ui.paint(Tone::Hint, &safe),
        _ => safe,
    }
}

/// Number of changes to search for a title.
const MOST_ENTRIES: usize = 1_000;

/// An observation with a changed status.
struct Moved {
    id: String,
    title: String,
    from: Option<String>,
    to: Option<String>,
}

impl Moved {
    fn page(&self) -> String {
        let title = ui::inert(&self.title);
        match (&self.from, &self.to) {
            (None, to) => format!("learned “{title}” ({}), now {}", self.id, word(to)),
            (from, None) => format!("forgot “{title}” ({}), it was {}", self.id, word(from)),
            (from, to) => format!("“{title}” ({}): {} → {}", self.id, word(from), word(to)),
        }
    }
}

fn word(status: &Option<String>) -> &str {
    status.as_deref().unwrap_or("unknown")
}

fn moved(store: &Store, entries: &[Change]) -> Result<Vec<Moved>> {
    let titles = store::observations::titles(store.read())?;
    let mut moved: BTreeMap<&str, (Option<Value>, Option<Value>)> = BTreeMap::new();
    for entry in entries.iter().rev().filter(|entry| entry.thing == ChangedThing::Observation) {
        let (before, after) = (state(&entry.before), state(&entry.after));
        if tells_status(&before) || tells_status(&after) {
            let known = moved.entry(&entry.subject).or_insert((before, None));
            known.1 = after;
        }
    }
    let mut changed = Vec::new();
    for (id, (from, to)) in moved {
        let title = match titles.get(id) {
            Some(title) => title.clone(),
            None => last_title(store, id)?,
        };
        changed.push(Moved { id: id.to_owned(), title, from: status(from), to: status(to) });
    }
    changed.retain(|moved| moved.from != moved.to);
    Ok(changed)
}

fn state(text: &Option<String>) -> Option<Value> {
    serde_json::from_str(text.as_ref()?).ok()
}

/// A missing state tells the status too: the observation was new, or was deleted.
fn tells_status(state: &Option<Value>) -> bool {
    state.as_ref().is_none_or(|state| state_fields::status(state).is_some())
}

fn status(state: Option<Value>) -> Option<String> {
    state_fields::status(&state?).map(str::to_owned)
}

/// The last title of a deleted observation. Most changes do not contain it.
fn last_title(store: &Store, id: &str) -> Result<String> {
    let entries = store::history::list(store.read(), Some(id), MOST_ENTRIES)?;
    let mut states = entries.iter().flat_map(|entry| [&entry.after, &entry.before]).flatten();
    Ok(states.find_map(|state| state_fields::name(ChangedThing::Observation, state)).unwrap_or_default())
}

fn as_json(pasts: &[FileHistory], moved: &[Moved]) -> Value {
    let line = |m: &Moved| json!({"id": m.id, "title": m.title, "from": m.from, "to": m.to});
    json!({
        "files": pasts.iter().map(file_as_json).collect::<Vec<_>>(),
        "observations": moved.iter().map(line).collect::<Vec<_>>(),
    })
}

fn file_as_json(past: &FileHistory) -> Value {
    json!({
        "path": past.path, "existed": past.then.is_some(), "exists": past.now.is_some(), "edited": past.is_edited(),
        "ingrain": unified(&past.path, "", &past.then, &past.ours),
        "you": unified(&past.path, "", &past.ours, &past.now),
    })
}
