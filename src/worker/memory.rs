//! A snapshot of one project's database. The review screen reads through it too; it has no `Run`,
//! because nothing is locked while a person thinks.

use rusqlite::Connection;

use crate::core::config::Config;
use crate::core::model::Time;
use crate::project::Project;
use crate::worker::run::Run;

#[derive(Clone, Copy)]
pub struct Memory<'a> {
    pub project: &'a Project,
    pub db: &'a Connection,
    pub config: &'a Config,
    pub now: Time,
}

impl<'a> Memory<'a> {
    pub fn of(run: &'a Run<'_>) -> Memory<'a> {
        let (db, config) = (run.store.read(), &run.config.config);
        Memory { project: run.project, db, config, now: run.ctx.now }
    }
}
