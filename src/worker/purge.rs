//! Removal of stored secrets that newer detectors recognise, from every file that ingrain wrote: the
//! database with its free pages, backups, hook files, logs, mirrors and artifacts. The surrounding text
//! stays, so a lesson keeps its id, count and evidence; when it is repeated it is masked alike and
//! counts as the same one.
//!
//! Secrets are collected first, wherever a detector recognises one. Then each is searched for by its
//! own characters, because no detector recognises a secret in a file name or one that was cut short.

mod artifacts;
mod files;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use rusqlite::Connection;

use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::redact::{self, Literals, Redactor};
use crate::core::text::plural;
use crate::os::fsx;
use crate::store::masking::{self, MaskRules, Masked};
use crate::store::{self, PATIENCE, Store};
use crate::worker;
use crate::worker::recovery;
use crate::worker::run::Run;

const DATABASE: &str = "learning.db";

/// Places of secrets and the result for each. It contains no secret.
#[derive(Debug, Default)]
pub struct PurgeReport {
    /// Number of masked texts, by place.
    pub masked: BTreeMap<String, usize>,
    /// Unreadable files, which were deleted.
    pub deleted: Vec<String>,
    /// Entries that the person wrote, which are not changed.
    pub theirs: Vec<String>,
    /// Places that still contain a secret.
    pub left: Vec<String>,
    /// Guards that were deleted because a word of their matcher was masked.
    pub guards: Vec<String>,
}

impl PurgeReport {
    pub fn total(&self) -> usize {
        self.masked.values().sum()
    }

    fn add(&mut self, place: &str, count: usize) {
        if count > 0 {
            *self.masked.entry(place.to_owned()).or_default() += count;
        }
    }
}

/// Secrets to mask.
pub struct Secrets<'a> {
    redactor: &'a Redactor,
    literals: Literals,
}

impl Secrets<'_> {
    /// Masks free text: what detectors recognise here, and what they recognised elsewhere.
    fn words(&self, text: &str) -> Option<String> {
        let recognised = redact::masked(self.redactor, text);
        let known = self.literals.masked_text(recognised.as_deref().unwrap_or(text));
        known.or(recognised)
    }

    fn names(&self, name: &str) -> Option<String> {
        self.literals.masked_text(name)
    }
}

/// All stored secrets, or the one that the person gave.
fn collect(run: &Run<'_>, given: Option<&str>) -> Result<Literals> {
    if let Some(secret) = given {
        return Ok(Literals::exactly(&[secret]));
    }
    let mut found = BTreeSet::new();
    masking::each_text(run.store.read(), |text| found.extend(redact::found(&run.redactor, text)))?;
    for path in files::own(run).iter().filter(|path| !files::is_database(path)) {
        let text = fsx::text(path).unwrap_or_default();
        found.extend(run.redactor.found_by_own(&text));
    }
    for text in artifacts::texts(run) {
        found.extend(redact::found(&run.redactor, &text));
    }
    Ok(Literals::of(&found))
}

/// Masks secrets everywhere, or only finds them.
pub fn run(run: &mut Run<'_>, given: Option<&str>, is_rehearsal: bool) -> Result<PurgeReport> {
    let redactor = Redactor::new(&run.config.config.redact.extra)?;
    let secrets = Secrets { redactor: &redactor, literals: collect(run, given)? };
    let mut report = PurgeReport::default();
    if is_rehearsal {
        look(run, &secrets, &mut report)?;
        return Ok(report);
    }
    // First, while the database still knows the files; the copies in the history are masked with the rest.
    artifacts::mask(run, &secrets, &mut report)?;
    let masked = run.store.write(|db| mask_rows(db, &secrets))?;
    masked.into_iter().for_each(|(table, count)| report.add(&in_database(&table), count));
    report.guards = drop_broken_guards(run)?;
    files::mask_databases(run, &secrets, &mut report);
    if report.total() > 0 {
        note(run, &report)?;
    }
    run.store.scrub()?;
    files::forget_copies(run)?;
    worker::publish(run)?;
    files::mask(run, &secrets, &mut report);
    report.left = left(run, &secrets);
    report.theirs.extend(spelled_out(run, &secrets));
    Ok(report)
}

fn look(run: &Run<'_>, secrets: &Secrets<'_>, report: &mut PurgeReport) -> Result<()> {
    for masked in rows_with(run.store.read(), secrets)? {
        report.add(&in_database(&masked.table), 1);
    }
    for place in left(run, secrets).into_iter().filter(|place| place != DATABASE) {
        report.add(&place, 1);
    }
    Ok(())
}

fn rows_with(db: &Connection, secrets: &Secrets<'_>) -> store::Result<Vec<Masked>> {
    let (words, names) = (|text: &str| secrets.words(text), |name: &str| secrets.names(name));
    masking::find(db, MaskRules { words: &words, names: &names })
}

/// Number of texts by table.
fn mask_rows(db: &Connection, secrets: &Secrets<'_>) -> store::Result<BTreeMap<String, usize>> {
    let found = rows_with(db, secrets)?;
    masking::apply(db, &found)?;
    if !found.is_empty() {
        masking::drop_masked_patterns(db, redact::is_masked)?;
    }
    let mut counts = BTreeMap::new();
    for masked in found {
        *counts.entry(masked.table).or_default() += 1;
    }
    Ok(counts)
}

/// Deletes guards whose matcher lost a word: they enforce nothing any more.
fn drop_broken_guards(run: &mut Run<'_>) -> Result<Vec<String>> {
    let at = run.ctx.now;
    run.store.write(|db| -> Result<Vec<String>> {
        let broken = store::guards::unreadable(db)?;
        for (id, _) in &broken {
            let did = ChangeCause { action: ChangeKind::Purged, cause: "a word of it was masked", at };
            store::guards::remove(db, id, did)?;
        }
        Ok(broken.into_iter().map(|(id, _)| id).collect())
    })
}

fn in_database(table: &str) -> String {
    format!("{DATABASE}, {table}")
}

fn note(run: &mut Run<'_>, report: &PurgeReport) -> Result<()> {
    let held = format!("{} held them", plural(report.total(), "stored text", "stored texts"));
    let did = ChangeCause { action: ChangeKind::Purged, cause: &held, at: run.ctx.now };
    Ok(run.store.write(|db| store::history::note(db, "secrets", did))?)
}

/// Searches raw bytes, as somebody would who searches the disk.
fn left(run: &Run<'_>, secrets: &Secrets<'_>) -> Vec<String> {
    let holds = |path: &Path| {
        let bytes = fsx::read_opt(path).ok().flatten().unwrap_or_default();
        secrets.literals.stand_in(&bytes) || files::name(path).is_some_and(|n| secrets.names(n).is_some())
    };
    let all = files::own(run).into_iter().chain([run.project.db()]).chain(artifacts::files(run));
    let held: BTreeSet<String> =
        all.filter(|path| holds(path)).map(|path| files::told(run, secrets, &path)).collect();
    held.into_iter().collect()
}

/// Redaction patterns in the person's settings that contain a secret; they are not changed.
fn spelled_out(run: &Run<'_>, secrets: &Secrets<'_>) -> Option<String> {
    let settings = run.ctx.config.join("config.json");
    let text = fsx::read_opt(&settings).ok()??;
    secrets.literals.stand_in(&text).then(|| settings.display().to_string())
}

/// Changes a database other than the open one, without leaving other files.
fn in_copy<T>(path: &Path, work: impl FnOnce(&Connection) -> store::Result<T>) -> Result<T> {
    let mut store = Store::open(path, PATIENCE)?;
    store.check()?;
    let done = store.write(|db| work(db))?;
    store.scrub()?;
    drop(store);
    fsx::remove_if_there(&recovery::journal(path))?;
    Ok(done)
}

/// Deletes quotes from every copy, for good. Lessons may be restored later, quotes may not.
pub fn forget_quotes(run: &mut Run<'_>) -> Result<()> {
    run.store.write(|db| masking::drop_quotes(db))?;
    run.store.scrub()?;
    for path in run.project.put_aside() {
        if in_copy(&path, masking::drop_quotes).is_err() {
            fsx::remove_if_there(&path)?;
        }
    }
    files::forget_copies(run)
}
