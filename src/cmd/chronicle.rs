//! Changes of this project and of the user's settings in one order. `history` prints them and `undo`
//! selects from them.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result};

use super::naming;
use crate::client::journal::{self, UserChangeKind};
use crate::core::history::change::Change;
use crate::core::history::change_text::{self, ChangeLine, Weight};
use crate::core::history::state_fields;
use crate::core::history::undo::path_of;
use crate::core::model::change_kind::ChangeKind;
use crate::core::model::outcome::OutcomeSource;
use crate::core::model::when::{self, Since};
use crate::core::text::ellipsis;
use crate::os::clock;
use crate::os::ctx::Ctx;
use crate::os::error::{Hint, Usage};
use crate::project::{self, Project};
use crate::store::outcomes::{Filter, StoredOutcome};
use crate::store::{self, Store, history};
use crate::ui;

const NAME_WIDTH: usize = 60;

/// Changes since a moment.
pub fn moment(word: Option<&str>, ctx: &Ctx) -> Result<Option<Since>> {
    let Some(word) = word else { return Ok(None) };
    let since =
        when::since(word, ctx.now, clock::start_of).ok_or_else(|| Usage(format!("`{word}` is not a time")));
    Ok(Some(since.hint(format!("expected {}", when::EXPECTED))?))
}

/// Changes of a project, newest first: since a moment, or at least the given number.
pub fn entries(store: &Store, since: Option<Since>, limit: usize) -> Result<Vec<Change>> {
    let db = store.read();
    Ok(match since {
        Some(Since::Moment(at)) => history::since(db, at)?,
        Some(Since::Change(number)) => {
            let first = history::of_deed(db, number)?;
            let first = first.first().with_context(|| format!("there is no change {number}"))?;
            history::from(db, first.change_set)?
        }
        None => match history::list(db, None, limit)?.last() {
            // Read whole change sets, because half of one would look like another.
            Some(oldest) => history::from(db, oldest.change_set)?,
            None => Vec::new(),
        },
    })
}

/// The project's lines, the newest first.
pub fn of_project(store: &Store, entries: &[Change]) -> Result<Vec<ChangeLine>> {
    let names = names(store, entries)?;
    let name = |id: &str| names.get(id).map(|name| ellipsis(&ui::inert(name), NAME_WIDTH));
    let mut lines = change_text::lines(entries, &name);
    for line in &mut lines {
        line.what = ui::inert(&line.what);
        line.cause = ui::inert(&line.cause);
        let by = history::undone_by(store.read(), line.number.parse()?)?;
        line.taken_back_by = by.map(|by| by.to_string());
    }
    Ok(lines)
}

/// Names of observations, patterns, outcomes and verdicts (by the reporting role), including deleted ones.
fn names(store: &Store, entries: &[Change]) -> Result<HashMap<String, String>> {
    let mut names = HashMap::new();
    for entry in entries {
        for state in [&entry.before, &entry.after].into_iter().flatten() {
            let name = state_fields::name(entry.thing, state);
            names.extend(name.map(|name| (entry.subject.clone(), name)));
        }
    }
    if entries.iter().any(|entry| entry.action == ChangeKind::OutcomeRecorded) {
        let stored = store::outcomes::newest(store.read(), &Filter::default())?.into_iter();
        // A recorded run has a name of its own.
        let of_session = |work: &StoredOutcome| work.outcome.source == OutcomeSource::Transcript;
        let named = stored.filter(|work| of_session(work) && !work.is_nameless());
        names.extend(named.map(|work| (work.outcome.run_id.clone(), work.named())));
    }
    names.extend(store::observations::titles(store.read())?);
    names.extend(store::patterns::contents(store.read())?);
    Ok(names)
}

/// Changes for all projects, or in this project's local settings, newest first.
pub fn of_person(ctx: &Ctx) -> Result<Vec<ChangeLine>> {
    let all = journal::all(ctx)?;
    let root = project::find_root(ctx, &ctx.cwd);
    let mut lines = Vec::new();
    for (number, entry) in all.iter().rev().filter(|(_, entry)| !entry.is_anothers(root.as_deref())) {
        let (what, place) = match &entry.change {
            UserChangeKind::Configuration { path, .. } => ("changed", path),
            UserChangeKind::Hooks { settings, after: None, .. } => ("took the hooks out of", settings),
            UserChangeKind::Hooks { settings, .. } => ("put the hooks into", settings),
        };
        let place = place.display().to_string();
        let what = match entry.undoes {
            Some(undone) => format!("took back u{undone}: {place}"),
            None => format!("{what} {place}"),
        };
        lines.push(ChangeLine {
            number: format!("u{number}"),
            at: entry.at,
            verb: "",
            what: ui::inert(&what),
            cause: entry.cause.clone(),
            by: Some("you".to_owned()),
            weight: Weight::Major,
            undoes: entry.undoes.map(|undone| format!("u{undone}")),
            taken_back_by: journal::undone_by(&all, *number).map(|by| format!("u{by}")),
            subjects: vec![place],
        });
    }
    Ok(lines)
}

/// The subjects that a word means: an id, an entry, a file, a tool.
pub fn subjects(ctx: &Ctx, project: &Project, store: &Store, word: &str) -> Result<Vec<String>> {
    if let Some(observation) = naming::observation(store.read(), word)? {
        return Ok(vec![observation.id]);
    }
    let patterns = store::patterns::contents(store.read())?.into_keys().collect();
    if let Some(pattern) = naming::find(patterns, |id: &String| id.as_str(), word)? {
        return Ok(vec![pattern]);
    }
    Ok(vec![word.to_owned(), in_project(ctx, project, Path::new(word))])
}

/// A path relative to the project, from any working folder.
pub fn in_project(ctx: &Ctx, project: &Project, path: &Path) -> String {
    let whole = ctx.cwd.join(path);
    let real = std::fs::canonicalize(&whole).unwrap_or(whole);
    let inside = real.strip_prefix(&project.root).map(Path::to_path_buf);
    inside.unwrap_or_else(|_| path.to_path_buf()).to_string_lossy().into_owned()
}

pub fn concerns(told: &ChangeLine, subjects: &[String]) -> bool {
    told.subjects
        .iter()
        .any(|subject| subjects.contains(subject) || subjects.iter().any(|s| s == path_of(subject)))
}
