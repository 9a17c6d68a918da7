//! Restores what git removed: checking out a branch that tracks one of our paths overwrites the file,
//! and switching back deletes it.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::core::knowledge::entries;
use crate::core::model::artifact_path::Ledger;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::os::fsx;
use crate::store;
use crate::store::meta::{MetaKey, Notice};
use crate::worker::file::promise;
use crate::worker::file::rewrite::FileChange;
use crate::worker::run::Run;

pub(super) fn run(run: &mut Run<'_>, paths: &BTreeSet<String>) -> Result<()> {
    for path in paths {
        if let Some(kept) = store::known_texts::kept_file(run.store.read(), path)? {
            one(run, path, &kept)?;
        }
    }
    Ok(())
}

fn one(run: &mut Run<'_>, path: &str, kept: &str) -> Result<()> {
    let before = fsx::read_text_opt(&fsx::inside(&run.project.root, path)?)?;
    let after = before.as_deref().map_or_else(|| kept.to_owned(), |file| completed(file, kept));
    let did = ChangeCause { action: ChangeKind::Restored, cause: "git had taken it away", at: run.ctx.now };
    let change = FileChange { place: path, before: before.as_deref(), after: Some(&after) };
    promise::keep(run, change, did, |_| Ok(()))?;
    let told = format!("`{path}` was written again as you last had it: git had removed or overwritten it");
    Ok(run.store.write(|db| {
        store::meta::notify(db, Notice::Restored, &told)?;
        store::meta::set(db, MetaKey::Restored, &told)
    })?)
}

/// Keeps the current content and appends missing entries.
fn completed(file: &str, kept: &str) -> String {
    let standing = entries::parse(file);
    let mut whole = file.to_owned();
    for section in entries::parse(kept) {
        let is_there = standing.iter().any(|other| other.anchor == section.anchor);
        if !is_there && Ledger::ALL.contains(&section.ledger) {
            whole = entries::append(Some(&whole), section.ledger, section.text(kept));
        }
    }
    whole
}
