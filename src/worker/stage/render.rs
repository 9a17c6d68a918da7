//! Step `render`: writes ready observations as files into the project.

mod replaced;

use anyhow::Result;
use rusqlite::Connection;
use serde::Serialize;

use crate::core::knowledge::reconcile::{self, ManifestRow, content_hash};
use crate::core::learn::inbox::{self, Next};
use crate::core::model::artifact_path::Ledger;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::{Observation, Status};
use crate::project::Project;
use crate::project::git;
use crate::store::{self, StoreError};
use crate::worker::file::artifact::{self, Rewrite};
use crate::worker::file::draft::Draft;
use crate::worker::memory::Memory;
use crate::worker::run::Run;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Rendered {
    #[serde(rename = "rendered")]
    pub paths: Vec<String>,
    pub skipped: usize,
    /// The same with their titles, for people.
    #[serde(skip)]
    pub written: Vec<Written>,
}

/// A written artifact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub path: String,
    /// Its entry in a knowledge file.
    pub anchor: Option<String>,
    pub title: String,
}

impl Rendered {
    fn add(&mut self, written: Written) {
        self.paths.push(written.path.clone());
        self.written.push(written);
    }
}

pub fn run(run: &mut Run<'_>) -> Result<Rendered> {
    let ready = ready(run)?;
    let mut rendered = Rendered { skipped: waiting(run, &ready)?, ..Rendered::default() };
    let mut unwritten = Vec::new();
    for observation in ready {
        // Entries keep their order and so their numbers, even if one has to be retried.
        let ledger = Ledger::of(observation.kind());
        if ledger.is_some() && unwritten.contains(&ledger) {
            rendered.skipped += 1;
            continue;
        }
        match one(run, &observation) {
            Ok(written) => rendered.add(written),
            Err(error) if error.downcast_ref::<StoreError>().is_none() => {
                // A folder that cannot be written must not block the others.
                run.log.error(&format!("could not render {}: {error:#}", observation.id));
                rendered.skipped += 1;
                unwritten.push(ledger);
            }
            Err(error) => return Err(error),
        }
    }
    replaced::run(run)?;
    Ok(rendered)
}

/// Number of artifacts that wait for a person or a branch.
pub fn waiting(run: &Run<'_>, ready: &[Observation]) -> Result<usize> {
    let is_wanted = |o: &&Observation| inbox::next(o, run.config.config.promotion) != Next::Nothing;
    let wanted = store::observations::all(run.store.read())?.iter().filter(is_wanted).count();
    Ok(wanted - ready.len())
}

/// Observations that may be written now. In inbox mode a person accepts first.
pub fn ready(run: &Run<'_>) -> Result<Vec<Observation>> {
    let db = run.store.read();
    let mut ready = Vec::new();
    for observation in store::observations::all(db)? {
        let is_wanted = inbox::next(&observation, run.config.config.promotion) == Next::Write;
        if is_wanted && waits_for(run, &observation)?.is_none() {
            ready.push(observation);
        }
    }
    ready.sort_unstable_by(|a, b| (a.last_seen, &a.id).cmp(&(b.last_seen, &b.id)));
    Ok(ready)
}

/// The branch to wait for: a shared knowledge file is on another branch, or git replaced it here, so the entry is written
/// there.
pub fn waits_for(run: &Run<'_>, observation: &Observation) -> Result<Option<String>> {
    let share = run.config.config.share;
    awaited(run.project, run.store.read(), share, run.branch().as_deref(), observation)
}

/// The same for readers, given the current branch.
pub fn awaited(
    project: &Project,
    db: &Connection,
    share: bool,
    branch: Option<&str>,
    observation: &Observation,
) -> Result<Option<String>> {
    let ledger = Ledger::of(observation.kind()).map(Ledger::path);
    let rows = store::artifacts::all(db)?;
    let is_taken = |row: &&ManifestRow| row.by_git.is_some() && Some(row.path.as_str()) == ledger;
    if let Some(taken) = rows.iter().find(is_taken) {
        return Ok(Some(taken.branch.clone().unwrap_or_else(|| "where git does not track it".to_owned())));
    }
    let missing = ledger;
    let missing = missing.filter(|path| share && !project.in_root(path).exists());
    let Some(path) = missing else { return Ok(None) };
    let has_branch = |name: &str| git::has_branch(&project.root, name);
    Ok(reconcile::branch_of(&rows, path, branch, has_branch).map(str::to_owned))
}

/// Writes one artifact together with its consequences: what it replaces makes room or is marked in the same change set, so
/// an undo reverts both.
pub fn one(run: &mut Run<'_>, observation: &Observation) -> Result<Written> {
    let before = run.store.begin_change_set();
    let written = write_in_place_of_others(run, observation);
    run.store.end_deed(before);
    written
}

fn write_in_place_of_others(run: &mut Run<'_>, observation: &Observation) -> Result<Written> {
    replaced::make_room(run, &observation.id)?;
    let written = write(run, observation)?;
    replaced::mark(run, &observation.id)?;
    Ok(written)
}

fn write(run: &mut Run<'_>, observation: &Observation) -> Result<Written> {
    let draft = Memory::of(run).draft(observation)?;
    let row = row(run, observation, &draft);
    let mut created = Observation { status: Status::Created, ..observation.clone() };
    created.review_state.text = None;
    let cause = format!("“{}” became ready", observation.title);
    let did = ChangeCause { action: ChangeKind::Created, cause: &cause, at: run.ctx.now };
    let rewrite = Rewrite {
        place: row.place(),
        before: draft.before,
        after: Some(draft.file),
        observation: created,
        row: Some(row),
        did,
    };
    artifact::apply(run, &rewrite)?;
    Ok(Written { path: draft.path, anchor: draft.anchor, title: observation.title.clone() })
}

fn row(run: &Run<'_>, observation: &Observation, draft: &Draft) -> ManifestRow {
    ManifestRow {
        observation_id: observation.id.clone(),
        kind: observation.kind(),
        path: draft.path.clone(),
        anchor: draft.anchor.clone(),
        content_hash: content_hash(&draft.text),
        rendered_at: run.ctx.now,
        branch: run.branch(),
        missing_since: None,
        missing_branch: None,
        edited: observation.review_state.text.is_some() || draft.edited,
        by_git: None,
    }
}
