//! What a session that started then would have been told of lessons, within the budget of a start.

use std::collections::BTreeMap;

use super::known_then::KnownThen;
use crate::core::context::inject::{self, DeadCall, InjectedLine, Parts, fitting};
use crate::core::context::rank::{self, RankInput};
use crate::core::knowledge::index::{Index, IndexEntry};
use crate::core::learn::said_lately;
use crate::core::learn::structure;
use crate::core::model::artifact_path::Ledger;
use crate::core::model::{Details, Kind, Observation, Status};
use crate::core::text::one_line;
use crate::core::text::tokens::{Budget, tokens};

/// As an entry is written.
const STATUS: &str = "Active";

#[derive(Clone, Debug, Default)]
pub(super) struct StartTold {
    /// Lessons by their ids, with the tokens that each takes. What the client lists by itself takes none of ours.
    pub(super) lessons: BTreeMap<String, usize>,
    pub(super) tokens: usize,
}

pub(super) fn told(known: &KnownThen<'_>) -> StartTold {
    let written: Vec<&Observation> = known.observations.iter().filter(|o| is_written(o)).collect();
    let (entries, by_anchor) = entries(&written, known);
    let said = said_lately::told(&known.observations, known.now);
    let parts = Parts {
        calls: calls(known, &entries, &by_anchor),
        said: said.iter().map(|said| InjectedLine::of(&said.observation.id, said.line())).collect(),
        index: index(entries, known.input.root),
        ..Parts::default()
    };
    let inject = &known.input.config.inject;
    let budget = Budget { tokens: inject.start_tokens as usize, min_room: inject.min_room as usize };
    let text = inject::compose(&parts, budget).unwrap_or_default();
    let mut lessons: BTreeMap<String, usize> = BTreeMap::new();
    for entry in parts.index.entries.iter().filter(|entry| text.contains(&entry.line())) {
        lessons.insert(by_anchor[&entry.anchor].id.clone(), tokens(&entry.line()));
    }
    for id in inject::shown(&parts, &text) {
        let line = parts.said.iter().find(|line| line.subject.as_deref() == Some(id));
        *lessons.entry(id.to_owned()).or_default() += line.map_or(0, |line| tokens(&line.text));
    }
    // Commands and skills are listed by the client.
    let listed = written.iter().filter(|o| matches!(o.kind(), Kind::Workflow | Kind::Procedural));
    lessons.extend(listed.map(|o| (o.id.clone(), 0)));
    StartTold { lessons, tokens: tokens(&text) }
}

/// It has an artifact that sessions are told.
fn is_written(o: &Observation) -> bool {
    o.status == Status::Created && o.superseded_by.is_none() && !o.is_revoked()
}

/// Decisions and pitfalls as the index lists them, best first.
fn entries<'k>(
    written: &[&'k Observation],
    known: &KnownThen<'_>,
) -> (Vec<IndexEntry>, BTreeMap<String, &'k Observation>) {
    let mut by_anchor: BTreeMap<String, &Observation> = BTreeMap::new();
    let mut entries = Vec::new();
    for (number, o) in (1..).zip(written) {
        let Some(ledger) = Ledger::of(o.kind()) else { continue };
        let anchor = known.input.anchors.get(&o.id).filter(|anchor| !by_anchor.contains_key(*anchor));
        // One that has no place any more stands behind all others.
        let anchor = anchor.cloned().unwrap_or_else(|| format!("{}-{}", ledger.prefix(), 900 + number));
        let area = match &o.details {
            Details::Pitfall { area, .. } => Some(one_line(area)).filter(|area| !area.is_empty()),
            _ => None,
        };
        let (title, status) = (one_line(&o.title), STATUS.to_owned());
        entries.push(IndexEntry { anchor: anchor.clone(), title, status, area });
        by_anchor.insert(anchor, o);
    }
    let standing = |entry: &IndexEntry| {
        let observation = *by_anchor.get(&entry.anchor)?;
        Some(RankInput { observation, last_used: None, maturity: None })
    };
    rank::sort(&mut entries, standing, known.now);
    (entries, by_anchor)
}

fn index(entries: Vec<IndexEntry>, root: &str) -> Index {
    let path = |ledger: Ledger| format!("{root}/{}", ledger.path());
    Index { entries, decisions_path: path(Ledger::Decisions), pitfalls_path: path(Ledger::Pitfalls) }
}

/// Calls that never worked, as far as an entry says so.
fn calls(
    known: &KnownThen<'_>,
    entries: &[IndexEntry],
    by_anchor: &BTreeMap<String, &Observation>,
) -> Vec<DeadCall> {
    let is_call = |o: &&Observation| o.keys.iter().any(|key| key.starts_with(structure::CALL_KEY));
    if !by_anchor.values().any(is_call) {
        return vec![];
    }
    let mut calls = Vec::new();
    for form in structure::forms_to_tell(known.facts()) {
        let entry = entries.iter().find(|entry| by_anchor[&entry.anchor].keys.contains(&form.key));
        calls.extend(entry.map(|entry| DeadCall {
            text: form.text(&entry.title),
            subject: by_anchor[&entry.anchor].id.clone(),
            anchor: entry.anchor.clone(),
        }));
    }
    fitting(calls)
}
