//! Small files that came back empty after the power went. What they said is found again where it is known, and where it is
//! not, the careful answer is written down and the person is told.

use anyhow::Result;

use crate::core::text;
use crate::os::log::Log;
use crate::project::Project;
use crate::project::trust::Trust;
use crate::store::meta::Notice;
use crate::store::{self, Store};
use crate::worker::ruling::trust;

pub fn run(store: &mut Store, project: &Project, log: &Log) -> Result<()> {
    trust(store, project, log)?;
    baseline(store, project, log)
}

/// The history knows what the person said.
fn trust(store: &Store, project: &Project, log: &Log) -> Result<()> {
    let Err(error) = Trust::load(project) else { return Ok(()) };
    trust::remembered(store.read())?.save(project)?;
    log.note(&format!("{error:#}; it is again as the history says"));
    Ok(())
}

/// Nobody knows any more which entries a repository brought along: those that are not ours wait until the person trusts them.
fn baseline(store: &mut Store, project: &Project, log: &Log) -> Result<()> {
    let Some(found) = project.lost_baseline(&store::artifacts::anchors(store.read())?) else {
        return Ok(());
    };
    let waiting = if Trust::known(project).knowledge { 0 } else { found.anchors.len() };
    if waiting > 0 {
        let told = told(waiting);
        store.write(|db| store::meta::notify(db, Notice::Baseline, &told))?;
    }
    found.save(&project.state)?;
    log.note(&format!("`{}` had no baseline; {waiting} entries wait", project.state.display()));
    Ok(())
}

fn told(waiting: usize) -> String {
    let entries =
        text::plural(waiting, "entry of the knowledge files is", "entries of the knowledge files are");
    format!(
        "{entries} not told to sessions, because it was lost which of them were here first: `ingrain trust` shows them"
    )
}
