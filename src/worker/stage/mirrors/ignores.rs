//! Ignore files beside what we write, and removal of folders that hold nothing of ours any more.

use std::collections::BTreeMap;

use anyhow::Result;

use super::{LOG, write as put};
use crate::core::knowledge::entries;
use crate::core::knowledge::ignore_file::{self, GENERATED, PRIVATE, SHARED};
use crate::core::knowledge::reconcile::ManifestRow;
use crate::core::knowledge::render;
use crate::core::model::artifact_path::Ledger;
use crate::os::fsx;
use crate::project::MANIFEST;
use crate::project::artifacts;
use crate::store;
use crate::worker::file::rewrite;
use crate::worker::run::Run;

const MEMORY: &str = ".memory";

pub(super) fn write(run: &mut Run<'_>, artifacts: &[ManifestRow]) -> Result<()> {
    let share = run.config.config.share;
    let made = store::folders::all(run.store.read())?;
    let knowledge = if share { Vec::new() } else { own_knowledge(run, artifacts, &made) };
    guard(run, MEMORY, Some(if share { SHARED } else { PRIVATE }), &in_memory(knowledge))?;
    let mut names: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    // A file that a person moved is covered by their own ignore files.
    let in_place = |a: &&ManifestRow| render::is_in_place(a.kind, &a.path);
    for artifact in artifacts.iter().filter(|a| a.anchor.is_none()).filter(in_place) {
        if let Some((folder, name)) = artifact.path.rsplit_once('/') {
            names.entry(folder).or_default().push(name.to_owned());
        }
    }
    for (folder, names) in names {
        guard(run, folder, (!share).then_some(GENERATED), &names)?;
    }
    Ok(())
}

/// Our files in `.memory`.
fn in_memory(knowledge: Vec<String>) -> Vec<String> {
    let own = [LOG, MANIFEST, ".memory/outcomes*.jsonl", ".memory/*.before-ingrain*"].map(String::from);
    own.into_iter().chain(knowledge).map(|path| path.trim_start_matches(".memory/").to_owned()).collect()
}

/// The knowledge folder if we created it, else the files in it that we created. A committed file stays committed,
/// whatever is ignored.
pub fn own_knowledge(run: &Run<'_>, artifacts: &[ManifestRow], made: &[String]) -> Vec<String> {
    if made.iter().any(|folder| folder == ".memory/knowledge") {
        return vec![".memory/knowledge/".to_owned()];
    }
    let begun = |ledger: &Ledger| {
        let text = artifacts::knowledge(&run.project.root, *ledger).ok().flatten().unwrap_or_default();
        text.starts_with(&entries::begun(*ledger))
    };
    let is_used = |ledger: &Ledger| artifacts.iter().any(|artifact| artifact.path == ledger.path());
    let ours = Ledger::ALL.into_iter().filter(is_used).filter(begun);
    ours.map(|ledger| ledger.path().to_owned()).collect()
}

/// Ignores the whole folder if it is ours, else single names; `None` if there is nothing to ignore.
fn guard(run: &mut Run<'_>, folder: &str, whole: Option<&str>, names: &[String]) -> Result<()> {
    let file = format!("{folder}/.gitignore");
    let there = fsx::read_text_opt(&run.project.in_root(&file)).unwrap_or(Some(String::new()));
    if there.as_deref().is_some_and(|text| !ignore_file::is_ours(text)) {
        return Ok(());
    }
    let Some(whole) = whole else {
        return rewrite::put(&run.project.root, &mut run.store, &file, None);
    };
    let is_new = !run.project.in_root(folder).exists();
    let made = is_new || store::folders::all(run.store.read())?.iter().any(|made| made == folder);
    let as_a_whole = made || there.as_deref().is_some_and(|text| !ignore_file::is_named(text));
    match as_a_whole {
        true => put(run, &file, whole),
        false => {
            let known = there.map(|text| if whole == SHARED { ignore_file::sharing(&text) } else { text });
            put(run, &file, &ignore_file::naming(known.as_deref(), names))
        }
    }
}

/// Removes folders with only our ignore file left, and ignore files without remaining names. A folder that a person uses
/// stays private.
pub(super) fn leave_folders(run: &mut Run<'_>, artifacts: &[ManifestRow]) -> Result<()> {
    rewrite::tidy(&run.project.root, &mut run.store)?;
    let in_use = |folder: &str| artifacts.iter().any(|a| a.path.starts_with(&format!("{folder}/")));
    let made = store::folders::all(run.store.read())?;
    for folder in made.into_iter().chain(ignore_file::usual_folders()).filter(|folder| !in_use(folder)) {
        let ignore = format!("{folder}/.gitignore");
        let Ok(Some(text)) = fsx::read_text_opt(&run.project.in_root(&ignore)) else { continue };
        let is_alone = std::fs::read_dir(run.project.in_root(&folder)).is_ok_and(|files| files.count() == 1);
        let names_nothing = ignore_file::is_named(&text) && !hides_any(run, &folder, &text);
        if ignore_file::is_ours(&text) && (is_alone || names_nothing) {
            rewrite::put(&run.project.root, &mut run.store, &ignore, None)?;
        }
    }
    rewrite::tidy(&run.project.root, &mut run.store)
}

fn hides_any(run: &Run<'_>, folder: &str, text: &str) -> bool {
    let files = artifacts::files_below(&run.project.root, folder);
    let names = files.iter().filter_map(|file| file.strip_prefix(folder)?.strip_prefix('/'));
    names.into_iter().any(|name| name != ".gitignore" && ignore_file::hides(text, name))
}
