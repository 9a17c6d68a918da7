//! A summary of whether the written artifacts pay off, for `status` and `report`.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::core::model::Observation;
use crate::core::policy::report::ArtifactUse;
use crate::core::review::error_mentions;
use crate::store::{self, Store};

/// Artifacts with their use, most used first.
pub(super) fn artifacts(store: &Store) -> Result<Vec<ArtifactUse>> {
    let db = store.read();
    let observations: BTreeMap<String, Observation> =
        store::observations::all(db)?.into_iter().map(|o| (o.id.clone(), o)).collect();
    let (last_uses, errors) = (store::usage::last_uses(db)?, store::errors::all(db)?);
    let messages = error_mentions::Messages::of(errors.iter().map(|error| error.message.as_str()));
    let mut found = Vec::new();
    for artifact in store::artifacts::all(db)? {
        let id = artifact.observation_id;
        let Some(observation) = observations.get(&id) else { continue };
        found.push(ArtifactUse {
            title: observation.title.clone(),
            place: artifact.anchor.unwrap_or(artifact.path),
            used: store::usage::uses_of(db, &id)?,
            shown: store::usage::shown_in(db, &id)?,
            errors: messages.naming(&observation.keys),
            last_used: last_uses.get(&id).copied(),
            id,
        });
    }
    found.sort_unstable_by(|a, b| b.used.cmp(&a.used).then_with(|| a.place.cmp(&b.place)));
    Ok(found)
}
