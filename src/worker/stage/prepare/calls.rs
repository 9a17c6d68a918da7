//! Calls that never worked here, worded as one line for the start of a session.

use std::collections::HashMap;

use anyhow::Result;

use crate::core::context::inject::{DeadCall, fitting};
use crate::core::context::rank::RankInput;
use crate::core::knowledge::index::Index;
use crate::core::learn::structure::forms_to_tell;
use crate::core::text::one_line;
use crate::store;
use crate::worker::run::Run;

/// Calls with an unedited entry in the index, those that would save most first.
pub(super) fn dead(
    run: &Run<'_>,
    index: &Index,
    standings: &HashMap<&str, RankInput<'_>>,
) -> Result<Vec<DeadCall>> {
    let forms = forms_to_tell(&store::structure::calls(run.store.read())?);
    let mut calls = vec![];
    for form in forms {
        let told = index.entries.iter().find_map(|entry| {
            let observation = standings.get(entry.anchor.as_str())?.observation;
            let is_it = observation.keys.contains(&form.key) && one_line(&observation.title) == entry.title;
            is_it.then(|| DeadCall {
                text: form.text(&entry.title),
                subject: observation.id.clone(),
                anchor: entry.anchor.clone(),
            })
        });
        calls.extend(told);
    }
    Ok(fitting(calls))
}
