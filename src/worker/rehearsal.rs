//! A dry run of learning on a copy of the database: nothing in the project is written, nothing is
//! counted, and no model or program is called.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use tempfile::TempDir;

use crate::core::model::Observation;
use crate::extractor::Extractor;
use crate::os::ctx::Ctx;
use crate::os::fsx;
use crate::os::log::Log;
use crate::project::Project;
use crate::store::{self, Store};
use crate::worker::run::{Eagerness, Run};
use crate::worker::stage::{extract, ingest, promote, recurring, structure, topics};

/// Files beside the database that affect learning, or wait to be read.
const BESIDE: [&str; 5] = ["trust.json", "spool", "open", "ended", "told"];

/// A project with the same root and a temporary copy of its database.
pub struct MemoryCopy {
    pub project: Project,
    _folder: TempDir,
}

/// Makes the copy. A killed process leaves a folder that the next run sweeps. An unknown project is not registered.
pub fn copy_memory(root: &Path, known: Option<&Project>, memory: Option<&Store>) -> Result<MemoryCopy> {
    let (name, mut builder) = (fsx::unfinished(), tempfile::Builder::new());
    let folder = match known {
        Some(known) => builder.prefix(&name).tempdir_in(&known.state),
        None => builder.prefix(&name).tempdir(),
    };
    let folder = folder.context("could not make a folder for a copy of the memory")?;
    let state = folder.path().to_path_buf();
    let id = known.map(|known| known.id.clone()).unwrap_or_default();
    let copy = Project { id, root: root.to_path_buf(), state };
    if let Some(memory) = memory {
        memory.back_up(&copy.db())?;
    }
    for (known, name) in known.into_iter().flat_map(|known| BESIDE.map(|name| (known, name))) {
        take_along(&known.state.join(name), &copy.state.join(name))?;
    }
    Ok(MemoryCopy { project: copy, _folder: folder })
}

/// A file, or a folder of files.
fn take_along(from: &Path, to: &Path) -> Result<()> {
    if !from.is_dir() {
        return fsx::read_bytes_opt(from)?.map_or(Ok(()), |bytes| fsx::write_private(to, &bytes));
    }
    fsx::create_private_dir(to)?;
    for entry in fs::read_dir(from)?.flatten() {
        if let Some(bytes) = fsx::read_bytes_opt(&entry.path())? {
            fsx::write_private(&to.join(entry.file_name()), &bytes)?;
        }
    }
    Ok(())
}

/// A run on the copy. It does not finish interrupted changes of the project.
pub fn on_copy<'a>(ctx: &'a Ctx, copy: &'a MemoryCopy) -> Result<Run<'a>> {
    let store = Store::open(&copy.project.db(), store::PATIENCE)?;
    let log = Log::new(copy.project.log(), ctx.now, "rehearsal");
    Run::new(ctx, &copy.project, store, log, None)
}

/// The result of a rehearsal.
pub struct Tried {
    pub sessions: usize,
    /// Sessions that were read before and are learned from only now.
    pub waited: usize,
    /// New, seen again or ready.
    pub changed: Vec<Observation>,
    /// An extractor that only a real run calls, and the number of sessions for it.
    pub unasked: Option<(&'static str, usize)>,
}

pub fn try_out(run: &mut Run<'_>, eagerness: Eagerness) -> Result<Tried> {
    let before = known(run)?;
    let waiting = store::batches::unlearned(run.store.read())?.len();
    let ingested = ingest::run(run)?;
    structure::run(run)?;
    topics::run(run)?;
    recurring::run(run)?;
    let extractor = Extractor::chosen(run.ctx, &run.config.config);
    let (waited, unasked) = match extractor {
        Extractor::Builtin => (waiting.min(extract::run(run, eagerness)?.sessions), None),
        _ => {
            let waiting = store::batches::waiting(run.store.read(), eagerness.of)?;
            (0, Some((extractor.name(), waiting.sessions)))
        }
    };
    promote::run(run)?;
    let is_news =
        |o: &Observation| before.get(&o.id).is_none_or(|b| (b.count, b.status) != (o.count, o.status));
    let changed = known(run)?.into_values().filter(is_news).collect();
    let unasked = unasked.filter(|(_, sessions)| *sessions > 0);
    Ok(Tried { sessions: ingested.sessions, waited, changed, unasked })
}

fn known(run: &Run<'_>) -> Result<BTreeMap<String, Observation>> {
    let all = store::observations::all(run.store.read())?;
    Ok(all.into_iter().map(|observation| (observation.id.clone(), observation)).collect())
}
