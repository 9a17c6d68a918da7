//! From ready observations to files in the project. The order makes a crash harmless: the intent is committed, then
//! the file is written, then the observation is created; whatever is missing is found and finished later.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::core::config::Promotion;
use crate::core::knowledge::{self, Ledger, Section};
use crate::core::model::{Details, Observation, Status};
use crate::core::reconcile::{ManifestRow, RowState, content_hash};
use crate::core::render;
use crate::stage::files::{Did, FileChange};
use crate::store::{self, StoreError};
use crate::worker::Run;
use crate::{disk, fsx, shown};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Rendered {
    #[serde(rename = "rendered")]
    pub paths: Vec<String>,
    pub skipped: usize,
}

pub fn run(run: &mut Run<'_>) -> Result<Rendered> {
    let mut rendered = Rendered::default();
    for observation in ready(run)? {
        match as_one_deed(run, &observation) {
            Ok(Some(path)) => rendered.paths.push(path),
            Ok(None) => rendered.skipped += 1,
            Err(error) if error.downcast_ref::<StoreError>().is_none() => {
                // A folder that cannot be written must not keep the others back.
                run.log.error(&format!("could not render {}: {error:#}", observation.id));
                rendered.skipped += 1;
            }
            Err(error) => return Err(error),
        }
    }
    mark_superseded(run, None)?;
    Ok(rendered)
}

/// What a decision replaces says so from the same moment on, and no longer if the decision is taken back.
fn as_one_deed(run: &mut Run<'_>, observation: &Observation) -> Result<Option<String>> {
    let before = run.store.begin_deed();
    let written =
        one(run, observation).and_then(|path| mark_superseded(run, Some(&observation.id)).map(|()| path));
    run.store.end_deed(before);
    written
}

/// What may be written now. In the inbox mode a person accepts first.
pub fn ready(run: &Run<'_>) -> Result<Vec<Observation>> {
    let db = run.store.read();
    let waits = run.config.config.promotion == Promotion::Inbox;
    let mut ready = Vec::new();
    for observation in store::observations::all(db)? {
        let stands = observation.quality_ok && observation.superseded_by.is_none() && !observation.is_held();
        let wanted = observation.status == Status::Ready && stands;
        if wanted && (!waits || store::artifacts::get(db, &observation.id)?.is_some()) {
            ready.push(observation);
        }
    }
    ready.sort_by(|a, b| (a.last_seen, &a.id).cmp(&(b.last_seen, &b.id)));
    Ok(ready)
}

fn one(run: &mut Run<'_>, observation: &Observation) -> Result<Option<String>> {
    let promised = store::artifacts::get(run.store.read(), &observation.id)?;
    match Ledger::of(observation.kind()) {
        Some(ledger) => entry(run, observation, ledger, promised),
        None => file(run, observation, promised).map(Some),
    }
}

/// A command or a skill: a file of its own, under a name that nobody else has.
fn file(run: &mut Run<'_>, observation: &Observation, promised: Option<ManifestRow>) -> Result<String> {
    let kind = observation.kind();
    let (taken, own) = names(run, observation)?;
    let wanted = match promised {
        Some(row) => render::name_of(kind, &row.path).to_owned(),
        None => render::slug(&observation.title, &observation.id),
    };
    let name = render::available(&wanted, &taken, &own);
    let path = render::path(kind, &name);
    let content = render::render(observation, &name, run.ctx.now);
    let row = row(run, observation, &path, None, content_hash(&content));
    promise(run, &row)?;
    let before = fsx::read_text_opt(&fsx::inside(&run.project.root, &path)?)?;
    let change = FileChange { place: &path, before: before.as_deref(), after: Some(&content) };
    change.apply(&run.project.root, &mut run.store)?;
    keep(run, observation, row, Some(change))?;
    Ok(path)
}

/// The names in use on disk and in our records, and those among them that are this observation's: a file that is
/// not ours is never overwritten.
fn names(run: &Run<'_>, observation: &Observation) -> Result<(BTreeSet<String>, BTreeSet<String>)> {
    let kind = observation.kind();
    let (mut taken, mut own) = (BTreeSet::new(), BTreeSet::new());
    for path in disk::files(&run.project.root, kind) {
        let name = render::name_of(kind, &path).to_owned();
        let content = fs::read_to_string(run.project.in_root(&path)).unwrap_or_default();
        if render::observation_id(&content) == Some(&observation.id) {
            own.insert(name.clone());
        }
        taken.insert(name);
    }
    let others = store::artifacts::all(run.store.read())?.into_iter();
    let others = others.filter(|row| row.kind == kind && row.observation_id != observation.id);
    taken.extend(others.map(|row| render::name_of(kind, &row.path).to_owned()));
    Ok((taken, own))
}

/// A decision or a pitfall: a section of a knowledge file, under a number that was never used before.
fn entry(
    run: &mut Run<'_>,
    observation: &Observation,
    ledger: Ledger,
    promised: Option<ManifestRow>,
) -> Result<Option<String>> {
    let path = ledger.path();
    let existing = fsx::read_text_opt(&fsx::inside(&run.project.root, path)?)?;
    let sections = existing.as_deref().map(knowledge::parse).unwrap_or_default();
    if let Some(standing) = already_stands(run, observation, &sections)? {
        return merge_into(run, observation, path, existing.as_deref().unwrap_or_default(), standing);
    }
    let highest = store::meta::highest_number(run.store.read(), ledger.prefix())?;
    let taken: BTreeSet<&str> = sections.iter().map(|s| s.anchor.as_str()).collect();
    let anchor = match promised.and_then(|row| row.anchor) {
        Some(anchor) if !taken.contains(anchor.as_str()) => anchor,
        _ => ledger.anchor(knowledge::next_number(existing.as_deref().unwrap_or_default(), ledger, highest)),
    };
    let section = render::render(observation, &anchor, run.ctx.now);
    let after = knowledge::append(existing.as_deref(), ledger, &section);
    let row = row(run, observation, path, Some(anchor), content_hash(&section));
    promise(run, &row)?;
    let (place, beginning) = (row.place(), knowledge::begun(ledger));
    let before = Some(existing.as_deref().unwrap_or(&beginning));
    let change = FileChange { place: &place, before, after: Some(&after) };
    change.apply(&run.project.root, &mut run.store)?;
    keep(run, observation, row, Some(change))?;
    Ok(Some(path.to_owned()))
}

/// A section that already says it. What a stranger's repository brought along says nothing here.
fn already_stands<'a>(
    run: &Run<'_>,
    observation: &Observation,
    sections: &'a [Section],
) -> Result<Option<&'a Section>> {
    let hidden = shown::hidden_anchors(run.project, Some(run.store.read()))?;
    let ours = sections.iter().find(|s| s.source.as_deref() == Some(&observation.id));
    let duplicate = || match &observation.details {
        Details::Pitfall { area, issue, .. } => knowledge::duplicate_pitfall(sections, area, issue),
        _ => None,
    };
    let is_shown = |section: &&Section| !hidden.contains(&section.anchor);
    Ok(ours.filter(is_shown).or_else(|| duplicate().filter(is_shown)))
}

fn merge_into(
    run: &mut Run<'_>,
    observation: &Observation,
    path: &str,
    file: &str,
    standing: &Section,
) -> Result<Option<String>> {
    let hash = content_hash(standing.text(file));
    let row = row(run, observation, path, Some(standing.anchor.clone()), hash);
    keep(run, observation, row, None)?;
    Ok(Some(path.to_owned()))
}

fn row(
    run: &Run<'_>,
    observation: &Observation,
    path: &str,
    anchor: Option<String>,
    hash: String,
) -> ManifestRow {
    ManifestRow {
        observation_id: observation.id.clone(),
        kind: observation.kind(),
        path: path.to_owned(),
        anchor,
        content_hash: hash,
        state: RowState::Intent,
        rendered_at: run.ctx.now,
        branch: run.branch(),
        missing_since: None,
        missing_branch: None,
        edited: false,
    }
}

/// Commits what is about to be written, and the number it uses up.
fn promise(run: &mut Run<'_>, row: &ManifestRow) -> Result<()> {
    let now = run.ctx.now;
    run.store.write(|db| -> Result<()> {
        if let Some((prefix, number)) = row.anchor.as_deref().and_then(|anchor| anchor.rsplit_once('-')) {
            store::meta::raise_number(db, prefix, number.parse().context("an anchor without a number")?)?;
        }
        Ok(store::artifacts::record(db, row, "promised", "it is going to be written", now)?)
    })
}

fn keep(
    run: &mut Run<'_>,
    observation: &Observation,
    row: ManifestRow,
    change: Option<FileChange<'_>>,
) -> Result<()> {
    let (now, redactor) = (run.ctx.now, &run.redactor);
    let created = Observation { status: Status::Created, ..observation.clone() };
    let row = ManifestRow { state: RowState::Created, ..row };
    let cause = format!("{} became ready", observation.id);
    run.store.write(|db| -> Result<()> {
        store::observations::save(db, &created, "created", &cause, now)?;
        store::artifacts::record(db, &row, "created", &cause, now)?;
        let did = Did { action: "wrote", cause: &cause, at: now };
        change.map_or(Ok(()), |change| change.record(db, redactor, did))
    })
}

/// An older decision on the same matter stays readable, and says what took its place: this one, or any.
fn mark_superseded(run: &mut Run<'_>, by: Option<&str>) -> Result<()> {
    for older in store::observations::all(run.store.read())? {
        let Some(newer) = older.superseded_by.as_deref().filter(|newer| by.is_none_or(|by| by == *newer))
        else {
            continue;
        };
        let old = store::artifacts::get(run.store.read(), &older.id)?;
        let new = store::artifacts::get(run.store.read(), newer)?;
        let (Some(old), Some(new)) = (old, new) else {
            continue;
        };
        if new.state != RowState::Intent {
            mark_one(run, &older, old, &new)?;
        }
    }
    Ok(())
}

fn mark_one(run: &mut Run<'_>, older: &Observation, old: ManifestRow, new: &ManifestRow) -> Result<()> {
    let (Some(anchor), Some(by)) = (&old.anchor, &new.anchor) else {
        return Ok(());
    };
    let Some(file) = fsx::read_text_opt(&fsx::inside(&run.project.root, &old.path)?)? else {
        return Ok(());
    };
    let sections = knowledge::parse(&file);
    let standing = knowledge::find(&sections, anchor, Some(&older.id)).map(Section::standing);
    let status = format!("Superseded by {by}");
    let Some(after) =
        standing.filter(|s| s.is_active()).and_then(|_| knowledge::set_status(&file, anchor, &status))
    else {
        return Ok(());
    };
    let place = old.place();
    let change = FileChange { place: &place, before: Some(&file), after: Some(&after) };
    change.apply(&run.project.root, &mut run.store)?;
    let sections = knowledge::parse(&after);
    let section = knowledge::find(&sections, anchor, Some(&older.id)).context("the entry is gone")?;
    let row = ManifestRow { content_hash: content_hash(section.text(&after)), ..old.clone() };
    let (now, redactor) = (run.ctx.now, &run.redactor);
    let cause = format!("{by} decides the same matter differently");
    run.store.write(|db| -> Result<()> {
        store::artifacts::record(db, &row, "superseded", &cause, now)?;
        change.record(db, redactor, Did { action: "superseded", cause: &cause, at: now })
    })
}
