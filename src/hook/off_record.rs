//! Sessions that the user took off the record: an empty file each in `off-record/`, kept for good,
//! because a transcript may be found again at any time.

use std::path::PathBuf;

use anyhow::Result;

use crate::os::fsx;
use crate::project::Project;

fn file(project: &Project, session: &str) -> PathBuf {
    project.off_record().join(session)
}

pub fn begin(project: &Project, session: &str) -> Result<()> {
    fsx::create_private_dir(&project.off_record())?;
    fsx::write_private(&file(project, session), b"")
}

pub fn end(project: &Project, session: &str) -> Result<()> {
    Ok(fsx::remove_if_there(&file(project, session))?)
}

pub fn holds(project: &Project, session: &str) -> bool {
    file(project, session).exists()
}
