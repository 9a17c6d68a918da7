//! Undo of a change set: a plan made from the history and the current state. Things that belong
//! together (an observation, its artifact, its file) are undone together or not at all, and a
//! person's edits of a file are never lost.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::change::{self, Change, ChangedThing};
use super::state_fields;
use crate::core::knowledge::entries;
use crate::core::model::artifact_path::Ledger;
use crate::core::model::change_kind::ChangeKind;
use crate::core::model::{ReviewReason, Status};
use crate::core::text::splice::{self, Side, Stuck};

mod overlay;
#[cfg(test)]
mod tests;

pub use overlay::UndoPreview;

/// The current state.
#[derive(Clone, Debug, Default)]
pub struct Now {
    /// Includes the runs that follow a pattern.
    pub rows: BTreeMap<(ChangedThing, String), Value>,
    /// By path. Files that are not readable text are missing here, and are named below.
    pub files: BTreeMap<String, String>,
    pub unreadable: BTreeSet<String>,
}

/// Stored until it is carried out, so that it is completed after a crash.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UndoPlan {
    pub change_set: i64,
    pub rows: Vec<RowBack>,
    pub files: Vec<FileBack>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowBack {
    pub thing: ChangedThing,
    pub subject: String,
    pub to: Option<Value>,
}

/// One step of undoing changes to a file; a file may have several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileBack {
    pub place: String,
    pub before: Option<String>,
    pub after: Option<String>,
}

impl FileBack {
    pub fn path(&self) -> &str {
        path_of(&self.place)
    }
}

/// The file of an entry.
pub fn path_of(place: &str) -> &str {
    place.split_once('#').map_or(place, |(path, _)| path)
}

/// Something that stays as it is, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotUndone {
    pub thing: ChangedThing,
    pub subject: String,
    /// Its last change in the change set.
    pub id: i64,
    pub why: KeptBecause,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptBecause {
    /// It is no longer as the change set left it.
    Changed,
    /// Its text held a secret and was not kept.
    NotKept,
    /// Another run follows it.
    Followed,
}

/// The plan for the changes of a change set, in their order, and the things that stay.
pub fn plan(change_set: &[Change], now: &Now) -> (UndoPlan, Vec<NotUndone>) {
    let mut plan = UndoPlan {
        change_set: change_set.first().map_or(0, |entry| entry.change_set),
        ..UndoPlan::default()
    };
    let mut kept = Vec::new();
    for unit in units(change_set) {
        match back(&unit, now, &plan) {
            Ok(part) => {
                plan.rows.extend(part.rows);
                plan.files.extend(part.files);
            }
            Err(stuck) => kept.push(stuck),
        }
    }
    kept.extend(keep_followed(&mut plan, change_set, now));
    plan.rows.sort_by_key(order);
    (plan, kept)
}

/// The wording of a run stays a pattern while other runs follow it.
fn keep_followed(plan: &mut UndoPlan, change_set: &[Change], now: &Now) -> Vec<NotUndone> {
    let goes = |entry: &&Change| {
        let is_it = |row: &RowBack| row.thing == entry.thing && row.subject == entry.subject;
        plan.rows.iter().any(|row| is_it(row) && row.to.is_none())
    };
    let first = change_set
        .iter()
        .filter(|entry| entry.thing == ChangedThing::Pattern && entry.action == ChangeKind::Followed);
    let kept: Vec<NotUndone> = first
        .filter(|entry| goes(entry) && is_followed(&entry.subject, now, plan))
        .map(|entry| NotUndone {
            thing: entry.thing,
            subject: entry.subject.clone(),
            id: entry.id,
            why: KeptBecause::Followed,
        })
        .collect();
    plan.rows.retain(|row| !kept.iter().any(|kept| kept.thing == row.thing && kept.subject == row.subject));
    kept
}

/// Whether a run that remains after the plan follows the pattern.
fn is_followed(pattern: &str, now: &Now, plan: &UndoPlan) -> bool {
    let mut runs = now.rows.iter().filter(|((thing, _), _)| *thing == ChangedThing::Outcome);
    runs.any(|((thing, run), state)| {
        let planned = plan.rows.iter().find(|row| row.thing == *thing && row.subject == *run);
        planned
            .map_or(Some(state), |row| row.to.as_ref())
            .is_some_and(|state| state_fields::follows(state, pattern))
    })
}

/// Rows that depend on an observation are restored after it and removed before it.
fn order(row: &RowBack) -> (bool, bool) {
    let hangs = row.thing != ChangedThing::Observation;
    (row.to.is_none(), hangs == row.to.is_some())
}

/// The changes of a change set, grouped by what belongs together, newest first: the last change is
/// undone first.
pub fn units(change_set: &[Change]) -> Vec<Vec<&Change>> {
    let owners = owners(change_set);
    let owner = |entry: &Change| owners.get(&entry.subject).unwrap_or(&entry.subject).clone();
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut units: Vec<Vec<&Change>> = Vec::new();
    for entry in change_set.iter().rev().filter(|entry| entry.thing != ChangedThing::Note) {
        let at = *places.entry(owner(entry)).or_insert(units.len());
        match units.get_mut(at) {
            Some(unit) => unit.push(entry),
            None => units.push(vec![entry]),
        }
    }
    units
}

/// Maps places to the observations whose artifacts are there. If one made room for another, the two
/// belong together.
fn owners(change_set: &[Change]) -> BTreeMap<String, String> {
    let artifacts = change_set.iter().filter(|entry| entry.thing == ChangedThing::Artifact);
    let states =
        artifacts.flat_map(|entry| [&entry.before, &entry.after].map(|state| (state, &entry.subject)));
    let stands: Vec<(String, String)> = states.filter_map(owned_place).collect();
    let mut owners: BTreeMap<String, String> = stands.iter().cloned().collect();
    for (place, subject) in stands {
        let owner = owners[&place].clone();
        if owner != subject {
            owners.insert(subject, owner);
        }
    }
    owners
}

/// The place of the artifact in a state, with its observation.
fn owned_place((state, owner): (&Option<String>, &String)) -> Option<(String, String)> {
    Some((place_of(state.as_ref()?)?, owner.clone()))
}

/// The place of an artifact in this state.
fn place_of(artifact: &str) -> Option<String> {
    let state: Value = serde_json::from_str(artifact).ok()?;
    let (path, anchor) = state_fields::stands_at(&state)?;
    Some(anchor.map_or(path.to_owned(), |anchor| format!("{path}#{anchor}")))
}

/// Plans one unit on top of what is planned already.
fn back(unit: &[&Change], now: &Now, planned: &UndoPlan) -> Result<UndoPlan, NotUndone> {
    let mut part = UndoPlan::default();
    for entry in unit {
        let stuck = |why| NotUndone { thing: entry.thing, subject: entry.subject.clone(), id: entry.id, why };
        if entry.thing == ChangedThing::File {
            part.files.extend(file_back(entry, now, planned, &part).map_err(stuck)?);
        } else {
            row_back(entry, now, &mut part).map_err(stuck)?;
        }
    }
    hold(unit, now, &mut part);
    part.rows.retain(|row| row.to.as_ref() != now.rows.get(&(row.thing, row.subject.clone())));
    Ok(part)
}

fn row_back(entry: &Change, now: &Now, part: &mut UndoPlan) -> Result<(), KeptBecause> {
    let known = part.rows.iter().position(|row| row.thing == entry.thing && row.subject == entry.subject);
    let current = match known {
        Some(at) => part.rows[at].to.clone(),
        None => now.rows.get(&(entry.thing, entry.subject.clone())).cloned(),
    };
    let (before, after): (Option<Value>, Option<Value>) = (kept(&entry.before)?, kept(&entry.after)?);
    let to = change::revert(entry.thing, current.as_ref(), before.as_ref(), after.as_ref());
    let to = to.map_err(|_| KeptBecause::Changed)?;
    let row = RowBack { thing: entry.thing, subject: entry.subject.clone(), to };
    match known {
        Some(at) => part.rows[at] = row,
        None => part.rows.push(row),
    }
    Ok(())
}

fn file_back(
    entry: &Change,
    now: &Now,
    planned: &UndoPlan,
    part: &UndoPlan,
) -> Result<Option<FileBack>, KeptBecause> {
    let path = path_of(&entry.subject);
    let last = planned.files.iter().chain(&part.files).rev().find(|file| file.path() == path);
    let current = match last {
        Some(file) => file.after.clone(),
        None if now.unreadable.contains(path) => return Err(KeptBecause::Changed),
        None => now.files.get(path).cloned(),
    };
    let (to, from): (Option<Side>, Option<Side>) = (kept(&entry.before)?, kept(&entry.after)?);
    let after = match splice::turn(current.as_deref(), from.as_ref(), to.as_ref()) {
        Ok(after) => after,
        Err(Stuck::NotKept) => return Err(KeptBecause::NotKept),
        Err(Stuck::Changed) => return Err(KeptBecause::Changed),
    };
    let after = after.and_then(|text| as_file(&entry.subject, current.as_deref(), text));
    let moved = current != after;
    Ok(moved.then(|| FileBack { place: entry.subject.clone(), before: current, after }))
}

/// One side of a change, as stored.
fn kept<T: DeserializeOwned>(side: &Option<String>) -> Result<Option<T>, KeptBecause> {
    side.as_deref().map(serde_json::from_str).transpose().map_err(|_| KeptBecause::NotKept)
}

/// A knowledge file with nothing left but its header is removed; restoring an entry to a missing
/// file adds the header.
fn as_file(place: &str, now: Option<&str>, text: String) -> Option<String> {
    let Some(ledger) = Ledger::ALL.into_iter().find(|ledger| ledger.path() == path_of(place)) else {
        return Some(text);
    };
    let beginning = entries::begun(ledger);
    if text == beginning {
        None
    } else if now.is_none() && place.contains('#') && !text.starts_with(&beginning) {
        Some(entries::append(None, ledger, text.trim_start()))
    } else {
        Some(text)
    }
}

/// The next run must not repeat what ingrain did by itself and a person undid: it waits for them.
fn hold(unit: &[&Change], now: &Now, part: &mut UndoPlan) {
    if unit.iter().any(|entry| entry.is_ruled()) {
        return;
    }
    for row in part.rows.iter_mut().filter(|row| row.thing == ChangedThing::Observation) {
        let was = now.rows.get(&(row.thing, row.subject.clone())).map(status);
        let Some(to) = &mut row.to else { continue };
        if was.is_some_and(|was| was > status(to) && was != Status::Deprecated) {
            state_fields::flag(to, &row.subject, ReviewReason::TakenBack);
        }
    }
}

fn status(state: &Value) -> Status {
    state_fields::status(state).and_then(|word| word.parse().ok()).unwrap_or(Status::Observing)
}
