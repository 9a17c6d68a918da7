//! Step `guards`: proposes guards from lessons and rejected calls, anew in every run. Proposals are not
//! shown to sessions.

use anyhow::Result;

use crate::core::guards::propose;
use crate::store;
use crate::worker::ruling::guard::CallHistory;
use crate::worker::run::Run;

pub fn run(run: &mut Run<'_>) -> Result<usize> {
    let db = run.store.read();
    let history = CallHistory::read(db)?;
    let lessons = store::observations::all(db)?;
    let proposals = propose::proposals(&lessons, history.calls(), history.ends());
    Ok(run.store.write(|db| store::guards::propose(db, &proposals))?)
}
