//! What a prompt may call to mind: the knowledge entries, commands and skills first, because people taught them, then
//! what agents concluded.

use std::collections::BTreeMap;

use super::notes::Notebook;
use crate::core::inject::Line;
use crate::core::knowledge::Ledger;
use crate::core::model::Observation;
use crate::core::pattern::MAIN_ROLE;
use crate::prepared::{News, Prepared};
use crate::store::recall::Recallable;

pub(super) fn lines(
    prepared: &Prepared,
    artifacts: &[News],
    observations: &[Observation],
    notebook: &Notebook,
) -> Vec<Recallable> {
    let by_id: BTreeMap<&str, &Observation> = observations.iter().map(|o| (o.id.as_str(), o)).collect();
    let details = |id: &str| by_id.get(id).map(|o| o.details.text()).unwrap_or_default();
    let owner = |anchor: &str| {
        let ours = prepared.artifacts.iter().find(|watched| watched.anchor.as_deref() == Some(anchor));
        ours.map_or_else(|| anchor.to_owned(), |watched| watched.observation.clone())
    };
    let entries = prepared.parts.index.entries.iter().map(|entry| {
        let subject = owner(&entry.anchor);
        let ledger = Ledger::ALL.into_iter().find(|ledger| entry.anchor.starts_with(ledger.prefix()));
        let place = ledger.map_or("", |ledger| ledger.path());
        Recallable {
            line: Line::of(&subject, format!("- {}: {} (in {place})", entry.anchor, entry.title)),
            about: format!(
                "{}\n{}\n{}",
                entry.title,
                entry.area.as_deref().unwrap_or_default(),
                details(&subject)
            ),
        }
    });
    let invoked =
        artifacts.iter().filter(|artifact| artifact.is_loaded_by_client()).map(|artifact| Recallable {
            line: Line::of(&artifact.observation, format!("- {}", artifact.line())),
            about: format!("{}\n{}", artifact.title, details(&artifact.observation)),
        });
    let patterns = notebook.patterns.iter().map(|told| Recallable {
        line: Line::of(&told.pattern.id, told.line(MAIN_ROLE)),
        about: told.pattern.content.clone(),
    });
    entries.chain(invoked).chain(patterns).collect()
}
