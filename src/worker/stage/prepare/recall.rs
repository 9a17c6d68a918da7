//! The recall index for prompts: knowledge entries, commands and skills first, because people taught
//! them, then agents' conclusions.

use std::collections::{BTreeMap, BTreeSet};

use super::notes::PatternsByRole;
use crate::core::config::Config;
use crate::core::context::inject::InjectedLine;
use crate::core::context::rank;
use crate::core::knowledge::index::IndexEntry;
use crate::core::knowledge::reconcile::ManifestRow;
use crate::core::knowledge::render;
use crate::core::model::Observation;
use crate::core::model::artifact_path::Ledger;
use crate::core::outcomes::maturity::Maturity;
use crate::core::patterns::pattern::MAIN_ROLE;
use crate::hook::prepared::Prepared;
use crate::store::recall::Recallable;

pub(super) fn lines(
    prepared: &Prepared,
    artifacts: &[ManifestRow],
    observations: &[Observation],
    maturities: &BTreeMap<String, Maturity>,
    notebook: &PatternsByRole,
    config: &Config,
) -> Vec<Recallable> {
    let by_id: BTreeMap<&str, &Observation> = observations.iter().map(|o| (o.id.as_str(), o)).collect();
    let of = |artifact: &ManifestRow| by_id.get(artifact.observation_id.as_str()).copied();
    let by_anchor: BTreeMap<&str, &Observation> =
        artifacts.iter().filter_map(|artifact| Some((artifact.anchor.as_deref()?, of(artifact)?))).collect();
    let entries = prepared.parts.index.entries.iter();
    let entries = entries.map(|entry| of_entry(entry, by_anchor.get(entry.anchor.as_str()).copied()));
    let there: BTreeSet<&str> =
        prepared.artifacts.iter().filter(|w| !w.missing).map(|w| w.observation.as_str()).collect();
    let stands = |a: &&ManifestRow| a.anchor.is_none() && there.contains(a.observation_id.as_str());
    let told = |artifact: &ManifestRow| of(artifact).filter(|o| !rank::is_hidden(o, maturities.get(&o.id)));
    let invoked =
        artifacts.iter().filter(stands).filter_map(|artifact| Some(of_file(artifact, told(artifact)?)));
    let patterns = notebook.patterns.iter().map(|told| Recallable {
        line: InjectedLine::of(&told.pattern.id, told.line(MAIN_ROLE)),
        about: told.pattern.content.clone(),
        score_decay: Some(told.score_decay(config)),
    });
    entries.chain(invoked).chain(patterns).collect()
}

/// Hand-written entries have no observation.
fn of_entry(entry: &IndexEntry, observation: Option<&Observation>) -> Recallable {
    let ledger = Ledger::ALL.into_iter().find(|ledger| entry.anchor.starts_with(ledger.prefix()));
    let place = ledger.map_or("", Ledger::path);
    let subject = observation.map_or(&entry.anchor, |observation| &observation.id);
    let details = observation.map(|observation| observation.details.text()).unwrap_or_default();
    Recallable {
        line: InjectedLine::of(subject, format!("- {}: {} (in {place})", entry.anchor, entry.title)),
        about: format!("{}\n{}\n{details}", entry.title, entry.area.as_deref().unwrap_or_default()),
        score_decay: None,
    }
}

fn of_file(artifact: &ManifestRow, observation: &Observation) -> Recallable {
    let name = render::invoked_as(artifact.kind, &artifact.path);
    Recallable {
        line: InjectedLine::of(&observation.id, format!("- {name}: {}", observation.title)),
        about: format!("{}\n{}", observation.title, observation.details.text()),
        score_decay: None,
    }
}
