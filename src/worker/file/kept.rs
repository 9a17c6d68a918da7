//! Copies of our files where git does not track them, because checking out a branch that does would
//! overwrite and remove them. Shared files are restored by git itself.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::core::knowledge::reconcile::{ManifestRow, content_hash};
use crate::os::fsx;
use crate::project::artifacts;
use crate::project::git::{self, GitTrace};
use crate::store;
use crate::worker::run::Run;

pub fn run(run: &mut Run<'_>) -> Result<()> {
    if GitTrace::of(&run.project.root).files.is_empty() {
        return Ok(());
    }
    let rows = match run.config.config.share {
        true => Vec::new(),
        false => store::artifacts::all(run.store.read())?,
    };
    let paths: BTreeSet<&str> = rows.iter().map(|row| row.path.as_str()).collect();
    for path in &paths {
        let here: Vec<&ManifestRow> = rows.iter().filter(|row| row.path == *path).collect();
        if here.iter().all(|row| is_as_known(run, row)) && !git::tracks(&run.project.root, path) {
            one(run, path)?;
        }
    }
    let given_up = store::known_texts::kept_paths(run.store.read())?;
    for path in given_up.iter().filter(|path| !paths.contains(path.as_str())) {
        run.store.write(|db| store::known_texts::drop_file(db, path))?;
    }
    Ok(())
}

fn is_as_known(run: &Run<'_>, row: &ManifestRow) -> bool {
    let standing = artifacts::artifact(&run.project.root, row);
    standing.is_some_and(|text| content_hash(&text) == row.content_hash)
}

/// A text with a secret is not stored.
fn one(run: &mut Run<'_>, path: &str) -> Result<()> {
    let file = fsx::inside(&run.project.root, path).and_then(|file| fsx::read_text_opt(&file));
    let Ok(Some(text)) = file else { return Ok(()) };
    let kept = store::known_texts::kept_file(run.store.read(), path)?;
    if kept.as_deref() == Some(&text) {
        return Ok(());
    }
    let (now, is_secret) = (run.ctx.now, run.redactor.has_secret(&text));
    Ok(run.store.write(|db| match is_secret {
        true => store::known_texts::drop_file(db, path),
        false => store::known_texts::keep_file(db, path, &text, now),
    })?)
}
