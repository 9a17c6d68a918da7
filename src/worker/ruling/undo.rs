//! Undo of change sets. The plan is committed before a file is touched and dropped with the last
//! change, so the next run completes an undo that a crash interrupted. An undo is a change set too, and
//! can be undone.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::core::history::change::{self, Change, ChangedThing};
use crate::core::history::undo::{
    self, KeptBecause, NotUndone, Now, RowBack, UndoPlan, UndoPreview, path_of,
};
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::text::splice;
use crate::os::error::Hint;
use crate::os::fsx;
use crate::project::trust::Trust;
use crate::store::meta::MetaKey;
use crate::store::{self, history};
use crate::worker::file::rewrite;
use crate::worker::ruling::trust;
use crate::worker::run::Run;
use crate::worker::stage::mirrors;

/// An undo in progress.
#[derive(Serialize, Deserialize)]
struct Intent {
    plan: UndoPlan,
    /// Trust before the undo: its file may be changed already when a crash interrupts.
    trust: Trust,
}

/// The result of an undo.
#[derive(Clone, Debug, PartialEq)]
pub struct Undone {
    pub change_set: i64,
    /// The number of the undo itself, to undo it. `None` in a rehearsal.
    pub by: Option<i64>,
    pub changes: Vec<Change>,
    /// Files that were written, or removed (`true`).
    pub files: Vec<(String, bool)>,
    pub kept: Vec<NotTakenBack>,
}

/// Changes that stay, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct NotTakenBack {
    pub kept: NotUndone,
    /// Later change sets of the same thing, newest first.
    pub later: Vec<i64>,
}

#[derive(Debug, thiserror::Error)]
pub enum UndoRefused {
    #[error("there is no change {0}")]
    Unknown(i64),
    #[error("{0} was taken back already; `ingrain undo {1}` does it again")]
    Already(String, String),
    #[error("{0} changed nothing that could be taken back: {1}")]
    OnlyTold(i64, String),
    #[error("{0} was your own edit")]
    Yours(i64),
    #[error("{0} left nothing that is still there")]
    NothingLeft(i64),
    #[error("{0} cannot be taken back: {1}")]
    Stuck(i64, String),
}

impl UndoRefused {
    /// There is nothing left to do.
    pub fn is_done(&self) -> bool {
        matches!(self, UndoRefused::Already(..))
    }
}

/// Undoes a change set, or the part of it about one subject. The caller publishes what is derived from it.
pub fn take_back(run: &mut Run<'_>, number: i64, only: Option<&str>) -> Result<Undone> {
    let (mut undone, plan) = look(run, number, only, &UndoPreview::default())?;
    let intent = Intent { plan, trust: Trust::load(run.project)? };
    let text = serde_json::to_string(&intent)?;
    run.store.write(|db| store::meta::set(db, MetaKey::Undoing, &text))?;
    undone.by = apply(run, &intent)?;
    Ok(undone)
}

/// Plans an undo on top of earlier rehearsals, without doing it.
pub fn rehearse(run: &Run<'_>, number: i64, only: Option<&str>, earlier: &mut UndoPreview) -> Result<Undone> {
    let (undone, plan) = look(run, number, only, earlier)?;
    earlier.lay(&plan);
    Ok(undone)
}

fn look(run: &Run<'_>, number: i64, only: Option<&str>, earlier: &UndoPreview) -> Result<(Undone, UndoPlan)> {
    let db = run.store.read();
    let all = history::of_deed(db, number)?;
    let changes: Vec<Change> = match only {
        Some(subject) => concerning(&all, subject),
        None => all,
    };
    let first = changes.first().ok_or(UndoRefused::Unknown(number));
    let change_set = first.hint("`ingrain history` lists the changes with their numbers")?.change_set;
    refuse(run, change_set, &changes)?;
    let (plan, kept) = undo::plan(&changes, &earlier.over(now(run, &changes)?));
    let kept = kept
        .into_iter()
        .map(|kept| left(run, &changes, kept, earlier))
        .collect::<Result<Vec<NotTakenBack>>>()?;
    if plan.rows.is_empty() && plan.files.is_empty() {
        return stuck(change_set, &kept);
    }
    let ends = plan.files.iter().map(|file| (file.path().to_owned(), file.after.is_none()));
    let files = ends.collect::<BTreeMap<_, _>>().into_iter().collect();
    Ok((Undone { change_set, by: None, changes, files, kept }, plan))
}

/// The changes of a subject: an observation with its artifact and file, or anything of that name.
fn concerning(change_set: &[Change], subject: &str) -> Vec<Change> {
    let is_meant = |entry: &&Change| entry.subject == subject || path_of(&entry.subject) == subject;
    let units = undo::units(change_set).into_iter().filter(|unit| unit.iter().any(is_meant));
    let mut entries: Vec<Change> = units.flatten().cloned().collect();
    entries.sort_unstable_by_key(|entry| entry.id);
    entries
}

fn refuse(run: &Run<'_>, change_set: i64, changes: &[Change]) -> Result<()> {
    if let Some(by) = history::undone_by(run.store.read(), change_set)? {
        return Err(UndoRefused::Already(change_set.to_string(), by.to_string()).into());
    }
    if let Some(note) =
        changes.first().filter(|_| changes.iter().all(|entry| entry.thing == ChangedThing::Note))
    {
        return Err(UndoRefused::OnlyTold(change_set, note.cause.clone()))
            .hint("it follows from what was read and counted");
    }
    if changes.iter().any(Change::is_persons_edit) {
        return Err(UndoRefused::Yours(change_set))
            .hint("change the file as you like; your version is the one that counts");
    }
    Ok(())
}

fn stuck<T>(change_set: i64, kept: &[NotTakenBack]) -> Result<T> {
    let Some(first) = kept.first() else {
        return Err(UndoRefused::NothingLeft(change_set).into());
    };
    let error = Err(UndoRefused::Stuck(change_set, first.reason()));
    let later: BTreeSet<i64> = kept.iter().flat_map(|left| left.later.clone()).collect();
    match later.into_iter().rev().collect::<Vec<_>>().as_slice() {
        [] => error.hint("`ingrain diff` shows what became of it"),
        later if later.len() > 5 => error
            .hint(format!("`ingrain undo --since {change_set}` takes back all that came after it as well")),
        later => {
            let numbers: Vec<String> = later.iter().chain([&change_set]).map(i64::to_string).collect();
            error.hint(format!("take back what came after it too: `ingrain undo {}`", numbers.join(" ")))
        }
    }
}

impl NotTakenBack {
    pub fn reason(&self) -> String {
        let NotUndone { thing, subject, why, .. } = &self.kept;
        match (why, thing, self.later.first()) {
            (KeptBecause::NotKept, ..) => {
                format!("what `{subject}` was before held a secret and was not kept")
            }
            (KeptBecause::Followed, ..) => format!("other runs follow {subject}, so it stays"),
            (KeptBecause::Changed, _, Some(later)) => format!("{later} changed {subject} since"),
            (KeptBecause::Changed, ChangedThing::File, None) => {
                format!("you changed `{subject}` since, so it is kept")
            }
            (KeptBecause::Changed, _, None) => format!("{subject} is not as it was left"),
        }
    }
}

fn left(run: &Run<'_>, changes: &[Change], kept: NotUndone, earlier: &UndoPreview) -> Result<NotTakenBack> {
    let db = run.store.read();
    let changed = changes.iter().find(|entry| entry.id == kept.id);
    let change_set = changed.map_or(0, |entry| entry.change_set);
    let mut later = Vec::new();
    for entry in history::later(db, kept.thing, &kept.subject, kept.id)? {
        let same = changed.is_none_or(|changed| change::touch_the_same(changed, &entry));
        let is_undone =
            earlier.takes_back(entry.change_set) || history::undone_by(db, entry.change_set)?.is_some();
        let stands = same && entry.change_set != change_set && !is_undone;
        if stands && !entry.is_persons_edit() && entry.undoes.is_none() && !later.contains(&entry.change_set)
        {
            later.push(entry.change_set);
        }
    }
    Ok(NotTakenBack { kept, later })
}

/// Current states of everything that the changes are about.
fn now(run: &Run<'_>, changes: &[Change]) -> Result<Now> {
    let mut now = Now::default();
    for entry in changes {
        match entry.thing {
            ChangedThing::File => look_at_file(run, path_of(&entry.subject), &mut now),
            thing => look_at(run, thing, &entry.subject, &mut now)?,
        }
        if entry.thing == ChangedThing::Pattern && entry.action == ChangeKind::Followed {
            for follower in store::attribution::followers(run.store.read(), &entry.subject)? {
                look_at(run, ChangedThing::Outcome, &follower, &mut now)?;
            }
        }
    }
    Ok(now)
}

fn look_at(run: &Run<'_>, thing: ChangedThing, subject: &str, now: &mut Now) -> Result<()> {
    let state = current(run, thing, subject)?;
    now.rows.extend(state.map(|state| ((thing, subject.to_owned()), state)));
    Ok(())
}

fn look_at_file(run: &Run<'_>, path: &str, now: &mut Now) {
    match fsx::inside(&run.project.root, path).and_then(|path| fsx::read_text_opt(&path)) {
        Ok(Some(text)) => drop(now.files.insert(path.to_owned(), text)),
        Ok(None) => {}
        Err(_) => drop(now.unreadable.insert(path.to_owned())),
    }
}

fn current(run: &Run<'_>, thing: ChangedThing, subject: &str) -> Result<Option<Value>> {
    match thing {
        ChangedThing::Trust => Ok(Some(serde_json::to_value(Trust::load(run.project)?)?)),
        thing => Ok(store::state::get(run.store.read(), thing, subject)?),
    }
}

/// Carries out a plan, or the rest of it after a crash.
fn apply(run: &mut Run<'_>, intent: &Intent) -> Result<Option<i64>> {
    write_files(run, &intent.plan)?;
    let before = run.store.begin_new_deed();
    run.store.undoing(Some(intent.plan.change_set));
    let done = commit(run, intent);
    let by = run.store.change_set();
    run.store.undoing(None);
    run.store.end_deed(before);
    done.map(|()| by)
}

/// A file that a person changed since the plan was made stays.
fn write_files(run: &mut Run<'_>, plan: &UndoPlan) -> Result<()> {
    for (n, file) in plan.files.iter().enumerate() {
        let path = file.path();
        let is_last = !plan.files[n + 1..].iter().any(|later| later.path() == path);
        if !is_last {
            continue;
        }
        let there = fsx::read_text_opt(&fsx::inside(&run.project.root, path)?)?;
        let first = plan.files.iter().find(|first| first.path() == path).unwrap_or(file);
        if there == first.before {
            rewrite::put(&run.project.root, &mut run.store, path, file.after.as_deref())?;
        } else if there != file.after {
            run.store.write(|db| store::meta::remove(db, MetaKey::Undoing))?;
            anyhow::bail!("`{path}` was changed a moment ago; nothing was taken back");
        }
    }
    Ok(())
}

fn commit(run: &mut Run<'_>, Intent { plan, trust }: &Intent) -> Result<()> {
    let (at, redactor, project) = (run.ctx.now, &run.redactor, run.project);
    let cause = format!("undo of {}", plan.change_set);
    let did = ChangeCause { action: ChangeKind::TakenBack, cause: &cause, at };
    run.store.write(|db| -> Result<()> {
        for RowBack { thing, subject, to } in &plan.rows {
            if to.is_none() && *thing == ChangedThing::Observation {
                store::structure::drop_conclusion(db, subject, &cause, at)?;
            }
            match (thing, to) {
                (ChangedThing::Trust, Some(to)) => {
                    let after: Trust = serde_json::from_value(to.clone())?;
                    trust::record(db, trust, &after, did)?;
                    after.save(project)?;
                }
                (ChangedThing::Artifact, Some(to)) if store::artifacts::get(db, subject)?.is_none() => {
                    history::restore(db, *thing, subject, did, Some(to))?;
                    store::artifacts::mark_known(db, subject)?;
                }
                _ => history::restore(db, *thing, subject, did, to.as_ref())?,
            }
        }
        for file in &plan.files {
            let (before, after) = splice::sides(file.before.as_deref(), file.after.as_deref());
            rewrite::record(db, redactor, &file.place, before, after, did)?;
        }
        if plan.rows.iter().any(|row| row.thing == ChangedThing::Outcome) {
            mirrors::outdate_outcomes(db)?;
        }
        Ok(store::meta::remove(db, MetaKey::Undoing)?)
    })
}

/// Finishes an interrupted undo.
pub fn finish(run: &mut Run<'_>) -> Result<()> {
    let Some(intent) = store::meta::get(run.store.read(), MetaKey::Undoing)? else {
        return Ok(());
    };
    let intent: Intent = serde_json::from_str(&intent).context("could not read what was being taken back")?;
    run.log.note(&format!("finishing the undo of {}", intent.plan.change_set));
    apply(run, &intent).map(drop)
}
