//! Step `refresh`: rewrites a command or skill under its name once later occasions have shown which of
//! its values vary. What a person changed stays theirs.

use anyhow::Result;

use crate::core::knowledge::reconcile::{ManifestRow, content_hash};
use crate::core::knowledge::render;
use crate::core::learn::topics::topic_key;
use crate::core::model::change_kind::{ChangeCause, ChangeKind};
use crate::core::model::{Observation, Status};
use crate::core::text::placeholder::blanks;
use crate::store;
use crate::worker::file::artifact::{self, Rewrite};
use crate::worker::run::Run;

pub fn run(run: &mut Run<'_>) -> Result<()> {
    for (observation, row) in artifact::all(run)? {
        if may_change(&observation, &row) {
            one(run, observation, row)?;
        }
    }
    Ok(())
}

fn may_change(observation: &Observation, row: &ManifestRow) -> bool {
    let is_ours = row.anchor.is_none() && row.missing_since.is_none() && !row.edited;
    let is_standing = observation.status == Status::Created && !observation.is_held();
    let may_differ =
        topic_key(&observation.keys).is_some() || !blanks(&observation.details.text()).is_empty();
    is_ours && is_standing && may_differ
}

fn one(run: &mut Run<'_>, observation: Observation, row: ManifestRow) -> Result<()> {
    let Some(before) = artifact::file(run, &row)? else {
        return Ok(());
    };
    let name = render::name_of(row.kind, &row.path);
    let is_current = render::render(&observation, name, row.rendered_at) == before;
    if is_current || content_hash(&before) != row.content_hash {
        return Ok(());
    }
    let place = row.place();
    let last = store::history::last_of_file(run.store.read(), &place)?;
    if last.is_some_and(|last| last.undoes.is_some()) {
        return Ok(()); // A person took it back, and it is not done again.
    }
    let after = render::render(&observation, name, run.ctx.now);
    let row = ManifestRow { content_hash: content_hash(&after), rendered_at: run.ctx.now, ..row };
    let did =
        ChangeCause { action: ChangeKind::Reworded, cause: "seen again with other values", at: run.ctx.now };
    let (before, after) = (Some(before), Some(after));
    artifact::apply(run, &Rewrite { place, before, after, observation, row: Some(row), did })
}
