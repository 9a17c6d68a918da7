//! The crash protocol. Changing a file that people read and recording it in the database are two
//! writes, and a crash may come between them. So the intent is committed first (path, number, hash, and
//! the rows as they will be), then the file is written, then the rows. The next run looks at the file:
//! if it has the promised content the rows follow, otherwise nothing happened.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::core::history::change::{Change, ChangedThing};
use crate::core::history::undo::path_of;
use crate::core::knowledge::entries::{self, Section};
use crate::core::knowledge::provenance::{KnownTexts, TextOwner};
use crate::core::knowledge::reconcile::content_hash;
use crate::core::model::Time;
use crate::core::model::artifact_path::Ledger;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::text::splice::{self, Side};
use crate::os::fsx;
use crate::project::Project;
use crate::project::trust::Trust;
use crate::store::{self, Store, history, meta::MetaKey};
use crate::worker::file::rewrite::{self, FileChange};
use crate::worker::ruling::trust;
use crate::worker::run::Run;
use crate::worker::visibility;

/// A change outside of the database: of a file, of trust, or both.
#[derive(Clone, Copy, Debug, Default)]
pub struct OutsideChange<'a> {
    pub file: Option<FileChange<'a>>,
    pub trust: Option<(&'a Trust, &'a Trust)>,
}

impl<'a> From<FileChange<'a>> for OutsideChange<'a> {
    fn from(file: FileChange<'a>) -> OutsideChange<'a> {
        OutsideChange { file: Some(file), trust: None }
    }
}

/// A change in progress.
#[derive(Debug, Serialize, Deserialize)]
struct Promise {
    file: Option<FileSides>,
    trust: Option<(Trust, Trust)>,
    /// Hashes of the texts that we write.
    #[serde(default)]
    texts: BTreeSet<String>,
    rows: Vec<Becomes>,
    action: ChangeKind,
    cause: String,
    at: Time,
    /// Its change set, if that has begun, and its actor.
    change_set: Option<i64>,
    actor: String,
}

/// The new state of a thing in the database, and the reason.
#[derive(Debug, Serialize, Deserialize)]
struct Becomes {
    thing: ChangedThing,
    subject: String,
    action: ChangeKind,
    cause: String,
    to: Option<Value>,
}

#[derive(Debug, Serialize, Deserialize)]
struct FileSides {
    place: String,
    before: Option<Side>,
    after: Option<Side>,
}

/// Changes a file together with the database: `rows` stores the new rows. If only the database
/// changes, no promise is needed.
pub fn keep<'a>(
    run: &mut Run<'_>,
    change: impl Into<OutsideChange<'a>>,
    did: ChangeCause<'_>,
    rows: impl FnOnce(&Connection) -> Result<()>,
) -> Result<()> {
    let OutsideChange { file, trust } = change.into();
    let file = file.filter(|file| file.before != file.after);
    let trust = trust.filter(|(before, after)| before != after);
    finish(&mut run.store, run.project)?;
    if file.is_none() && trust.is_none() {
        return run.store.write(|db| rows(db));
    }
    let promise = promise(run, OutsideChange { file, trust }, did, rows)?;
    let intent = serde_json::to_string(&promise)?;
    run.store.write(|db| store::meta::set(db, MetaKey::Promised, &intent))?;
    if let Some(file) = file {
        rewrite::put(&run.project.root, &mut run.store, path_of(file.place), file.after)?;
    }
    fulfil(&mut run.store, run.project, &promise)
}

fn promise(
    run: &mut Run<'_>,
    change: OutsideChange<'_>,
    did: ChangeCause<'_>,
    rows: impl FnOnce(&Connection) -> Result<()>,
) -> Result<Promise> {
    let texts = match change.file {
        Some(file) => own_texts(&file, &visibility::texts(run.project, Some(run.store.read()))?),
        None => BTreeSet::new(),
    };
    let file = change.file.map(|file| {
        let (before, after) = splice::sides(file.before, file.after);
        let (before, after) = (rewrite::kept(before, &run.redactor), rewrite::kept(after, &run.redactor));
        FileSides { place: file.place.to_owned(), before, after }
    });
    Ok(Promise {
        file,
        trust: change.trust.map(|(before, after)| (before.clone(), after.clone())),
        texts,
        rows: run.store.rehearse(|db| changed_by(db, rows))?,
        action: did.action,
        cause: did.cause.to_owned(),
        at: did.at,
        change_set: run.store.change_set(),
        actor: run.store.actor().to_owned(),
    })
}

/// Texts that become ours by being written: whole files, and entries that are new or replace a known one. A changed
/// Status line does not make a stranger's entry ours.
fn own_texts(file: &FileChange<'_>, known: &KnownTexts) -> BTreeSet<String> {
    let after = file.after.unwrap_or_default();
    if !Ledger::ALL.iter().any(|ledger| ledger.path() == path_of(file.place)) {
        return BTreeSet::from([content_hash(after)]);
    }
    let before = file.before.unwrap_or_default();
    let strangers: Vec<Section> = entries::parse(before)
        .into_iter()
        .filter(|section| !known.is_told(&content_hash(section.text(before))))
        .collect();
    let own = entries::parse(after).into_iter();
    let own = own.filter(|section| !strangers.iter().any(|other| other.anchor == section.anchor));
    own.map(|section| content_hash(section.text(after))).collect()
}

/// The changed things in their new state.
fn changed_by(db: &Connection, rows: impl FnOnce(&Connection) -> Result<()>) -> Result<Vec<Becomes>> {
    let newest = history::newest_id(db)?;
    rows(db)?;
    let state = |Change { thing, subject, action, cause, .. }: Change| {
        let to = store::state::get(db, thing, &subject)?;
        Ok(Becomes { thing, subject, action, cause, to })
    };
    history::after(db, newest)?.into_iter().map(state).collect()
}

/// Stores the promised rows, once the file is written.
fn fulfil(store: &mut Store, project: &Project, promise: &Promise) -> Result<()> {
    if let Some((_, trust)) = &promise.trust {
        trust.save(project)?;
    }
    let did = ChangeCause { action: promise.action, cause: &promise.cause, at: promise.at };
    store.write(|db| -> Result<()> {
        for Becomes { thing, subject, action, cause, to } in &promise.rows {
            let did = ChangeCause { action: *action, cause, at: did.at };
            history::restore(db, *thing, subject, did, to.as_ref())?;
        }
        for hash in &promise.texts {
            store::known_texts::add(db, hash, TextOwner::Ours, promise.at)?;
        }
        if let Some(FileSides { place, before, after }) = &promise.file {
            history::record(db, ChangedThing::File, place, did, (before.as_ref(), after.as_ref()))?;
            use_number(db, place)?;
        }
        if let Some((before, after)) = &promise.trust {
            trust::record(db, before, after, did)?;
        }
        Ok(store::meta::remove(db, MetaKey::Promised)?)
    })
}

/// Marks an entry's number as used, so that it is never reused.
fn use_number(db: &Connection, place: &str) -> Result<()> {
    let anchor = place.split_once('#').and_then(|(_, anchor)| anchor.rsplit_once('-'));
    let Some((prefix, number)) = anchor else { return Ok(()) };
    Ok(store::meta::raise_number(db, prefix, number.parse().context("an anchor without a number")?)?)
}

/// Did an interrupted run leave a promise?
pub fn is_open(store: &Store) -> Result<bool> {
    Ok(store::meta::get(store.read(), MetaKey::Promised)?.is_some())
}

/// Completes an open promise as part of its change set, or drops it.
pub fn finish(store: &mut Store, project: &Project) -> Result<()> {
    let Some(intent) = store::meta::get(store.read(), MetaKey::Promised)? else {
        return Ok(());
    };
    let promise: Promise = serde_json::from_str(&intent).context("could not read what was being done")?;
    if !promise.has_happened(project) {
        return Ok(store.write(|db| store::meta::remove(db, MetaKey::Promised))?);
    }
    let (before, actor) = (store.resume_deed(promise.change_set), store.actor().to_owned());
    store.by(&promise.actor);
    let done = fulfil(store, project, &promise);
    store.by(&actor);
    store.end_deed(before);
    done
}

impl Promise {
    /// Did the file change? Trust follows the file that it is about.
    fn has_happened(&self, project: &Project) -> bool {
        match (&self.file, &self.trust) {
            (Some(file), _) => file.is_there(project),
            (None, Some((_, after))) => Trust::load(project).is_ok_and(|trust| trust == *after),
            (None, None) => false,
        }
    }
}

impl FileSides {
    fn is_there(&self, project: &Project) -> bool {
        let path = fsx::inside(&project.root, path_of(&self.place));
        let found = path.and_then(|path| fsx::read_text_opt(&path));
        found.is_ok_and(|found| splice::is_state(found.as_deref(), self.after.as_ref()))
    }
}
