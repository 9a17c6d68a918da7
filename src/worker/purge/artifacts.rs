//! Purging of commands, skills and entries that ingrain wrote, including those without a record. Only
//! the secret's own characters change, so a person's edits stay. Entries that people wrote are left to
//! them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Result;

use super::{PurgeReport, Secrets};
use crate::core::knowledge::entries::{self, Section};
use crate::core::knowledge::ignore_file;
use crate::core::knowledge::mirror::is_observation_id;
use crate::core::knowledge::reconcile::{DiskState, ManifestRow, content_hash};
use crate::core::knowledge::render;
use crate::core::model::artifact_path::Ledger;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::{Kind, Observation};
use crate::os::fsx;
use crate::project::artifacts;
use crate::worker::file::artifact::{self, Rewrite};
use crate::worker::file::rewrite;
use crate::worker::run::Run;

const CAUSE: &str = "ingrain purge";

/// Texts of all artifacts.
pub fn texts(run: &Run<'_>) -> Vec<String> {
    let root = &run.project.root;
    let whole =
        files(run).into_iter().filter(|path| !is_ledger(run, path)).filter_map(|path| fsx::text(&path));
    let ledgers = Ledger::ALL.into_iter().filter_map(|ledger| artifacts::knowledge(root, ledger).ok()?);
    let sections = ledgers.flat_map(|file| {
        let ours = entries::parse(&file).into_iter().filter(is_ours);
        ours.map(|section| section.text(&file).to_owned()).collect::<Vec<_>>()
    });
    whole.chain(sections).collect()
}

fn is_ours(section: &Section) -> bool {
    section.source.as_deref().is_some_and(is_observation_id)
}

fn is_ledger(run: &Run<'_>, path: &PathBuf) -> bool {
    Ledger::ALL.iter().any(|ledger| run.project.in_root(ledger.path()) == *path)
}

/// Project files with artifacts.
pub fn files(run: &Run<'_>) -> Vec<PathBuf> {
    let ours = |found: &DiskState| found.source.as_deref().is_some_and(is_observation_id);
    let found = artifacts::look(&run.project.root).into_iter().filter(ours);
    let paths: BTreeSet<String> = found.map(|found| found.path).collect();
    paths.into_iter().filter_map(|path| fsx::inside(&run.project.root, &path).ok()).collect()
}

pub fn mask(run: &mut Run<'_>, secrets: &Secrets<'_>, report: &mut PurgeReport) -> Result<()> {
    for (observation, row) in artifact::all(run)? {
        let Some(file) = artifact::file(run, &row)? else { continue };
        let masked = match row.anchor {
            Some(_) => mask_entry(run, secrets, &observation, &row, &file)?,
            None => mask_whole(run, secrets, &observation, &row, &file)?,
        };
        if masked {
            report.add(&secrets.names(&row.place()).unwrap_or(row.place()), 1);
        }
    }
    mask_orphans(run, secrets, report)
}

fn did(run: &Run<'_>) -> ChangeCause<'static> {
    ChangeCause { action: ChangeKind::Purged, cause: CAUSE, at: run.ctx.now }
}

fn mask_entry(
    run: &mut Run<'_>,
    secrets: &Secrets<'_>,
    observation: &Observation,
    row: &ManifestRow,
    file: &str,
) -> Result<bool> {
    let sections = entries::parse(file);
    let anchor = row.anchor.as_deref().unwrap_or_default();
    let Some(section) = entries::find(&sections, anchor, Some(&observation.id)) else { return Ok(false) };
    let Some(masked) = secrets.words(section.text(file)) else { return Ok(false) };
    let after = spliced(file, section, &masked);
    let content_hash = rehashed(row, section.text(file), &masked);
    let rewrite = Rewrite {
        place: row.place(),
        before: Some(file.to_owned()),
        after: Some(after),
        observation: observation.clone(),
        row: Some(ManifestRow { content_hash, ..row.clone() }),
        did: did(run),
    };
    artifact::apply(run, &rewrite).map(|()| true)
}

fn spliced(file: &str, section: &Section, words: &str) -> String {
    format!("{}{words}{}", &file[..section.span.start], &file[section.span.end..])
}

/// Updates the hash of an unedited artifact; an edited one stays edited.
fn rehashed(row: &ManifestRow, before: &str, after: &str) -> String {
    match row.content_hash == content_hash(before) {
        true => content_hash(after),
        false => row.content_hash.clone(),
    }
}

/// A file name is derived from the title, so it is masked too.
fn mask_whole(
    run: &mut Run<'_>,
    secrets: &Secrets<'_>,
    observation: &Observation,
    row: &ManifestRow,
    file: &str,
) -> Result<bool> {
    let path = renamed(run, secrets, observation, row);
    let (old, new) = (render::name_of(row.kind, &row.path), render::name_of(row.kind, &path));
    let after = if old == new { file.to_owned() } else { file.replace(old, new) };
    let after = secrets.words(&after).unwrap_or(after);
    if path == row.path && after == file {
        return Ok(false);
    }
    let content_hash = rehashed(row, file, &after);
    let moves = path != row.path;
    if moves {
        rewrite::put(&run.project.root, &mut run.store, &path, Some(&after))?;
    }
    let rewrite = Rewrite {
        place: row.place(),
        before: Some(file.to_owned()),
        after: (!moves).then_some(after),
        observation: observation.clone(),
        row: Some(ManifestRow { content_hash, path, ..row.clone() }),
        did: did(run),
    };
    artifact::apply(run, &rewrite)?;
    if moves {
        leave_old_name(run, row)?;
    }
    Ok(true)
}

/// The ignore file beside it contains the name, or lies in a folder of that name.
fn leave_old_name(run: &mut Run<'_>, row: &ManifestRow) -> Result<()> {
    let root = &run.project.root;
    let Some((folder, name)) = row.path.rsplit_once('/') else { return Ok(()) };
    let ignore = format!("{folder}/.gitignore");
    let text = fsx::text(&run.project.in_root(&ignore)).unwrap_or_default();
    let left = match artifacts::files_below(root, folder) {
        alone if alone == [ignore.clone()] => None,
        _ => Some(
            text.lines().filter(|line| *line != format!("/{name}")).map(|line| format!("{line}\n")).collect(),
        ),
    };
    let left: Option<String> = left;
    if ignore_file::is_ours(&text) && left.as_ref() != Some(&text) {
        rewrite::put(root, &mut run.store, &ignore, left.as_deref())?;
    }
    rewrite::tidy(root, &mut run.store)
}

fn renamed(run: &Run<'_>, secrets: &Secrets<'_>, observation: &Observation, row: &ManifestRow) -> String {
    let title = secrets.words(&observation.title);
    if title.is_none() && secrets.names(&row.path).is_none() || !render::is_in_place(row.kind, &row.path) {
        return row.path.clone();
    }
    let name = render::slug(title.as_ref().unwrap_or(&observation.title), &observation.id);
    let name = if secrets.names(&name).is_some() { render::slug("", &observation.id) } else { name };
    free_path(run, row.kind, &name)
}

fn free_path(run: &Run<'_>, kind: Kind, name: &str) -> String {
    let taken = artifacts::files(&run.project.root, kind).into_iter();
    let taken = taken.map(|path| render::name_of(kind, &path).to_owned()).collect();
    render::path(kind, &render::available(name, &taken, &BTreeSet::new()))
}

/// Masks files of ours without a row, whose lesson was forgotten, and reports the person's own.
fn mask_orphans(run: &mut Run<'_>, secrets: &Secrets<'_>, report: &mut PurgeReport) -> Result<()> {
    let root = run.project.root.clone();
    for ledger in Ledger::ALL {
        let Some(mut file) = artifacts::knowledge(&root, ledger)? else { continue };
        let before = file.clone();
        for section in entries::parse(&before).iter().rev() {
            let Some(masked) = secrets.words(section.text(&before)) else { continue };
            let place = format!("{}#{}", ledger.path(), section.anchor);
            if is_ours(section) {
                file = spliced(&file, section, &masked);
                report.add(&place, 1);
            } else {
                report.theirs.push(place);
            }
        }
        if file != before {
            rewrite::put(&root, &mut run.store, ledger.path(), Some(&file))?;
        }
    }
    for path in files(run).into_iter().filter(|path| !is_ledger(run, path)) {
        let Some(masked) = fsx::text(&path).and_then(|text| secrets.words(&text)) else { continue };
        fsx::write_user_file(&path, masked.as_bytes())?;
        report.add(&super::files::told(run, secrets, &path), 1);
    }
    Ok(())
}
