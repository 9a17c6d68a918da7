//! Recovery of an unreadable trust file, for instance after a power failure, from the history.

use anyhow::Result;

use crate::os::log::Log;
use crate::project::Project;
use crate::project::trust::Trust;
use crate::store::Store;
use crate::worker::ruling::trust;

/// Rebuilds the trust file from the history.
pub fn run(store: &Store, project: &Project, log: &Log) -> Result<()> {
    let Err(error) = Trust::load(project) else { return Ok(()) };
    trust::remembered(store.read())?.save(project)?;
    log.note(&format!("{error:#}; restored from the history"));
    Ok(())
}
