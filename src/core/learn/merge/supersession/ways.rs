//! Supersession of ways: of two ways to do what has one name, the newer one holds.

use std::collections::{BTreeSet, HashMap};

use super::{Supersession, may_stand};
use crate::core::learn::merge::generalise::Way;
use crate::core::model::{Details, Kind, Observation};
use crate::core::text::normalise;

pub(super) fn supersessions(observations: &[Observation]) -> Vec<Supersession> {
    let mut by_name: HashMap<(Kind, String), Vec<&Observation>> = HashMap::new();
    for way in observations.iter().filter(|o| may_stand(o) && !o.quality.structural) {
        for name in names(way) {
            by_name.entry((way.kind(), name)).or_default().push(way);
        }
    }
    let mut all: Vec<Supersession> = by_name.into_values().flat_map(replaced).collect();
    all.sort_unstable_by(|a, b| (&a.older, &a.newer).cmp(&(&b.older, &b.newer)));
    all.dedup_by(|next, first| next.older == first.older);
    all
}

/// The names by which people ask for it: a workflow's title, a procedure's situation or action.
fn names(way: &Observation) -> BTreeSet<String> {
    let mut names = match &way.details {
        Details::Workflow { .. } => BTreeSet::from([normalise(&way.title)]),
        Details::Procedural { situation, .. } => {
            way.keys.iter().cloned().chain([normalise(situation)]).collect()
        }
        Details::Decision { .. } | Details::Pitfall { .. } => BTreeSet::new(),
    };
    names.remove("");
    names
}

fn replaced(mut ways: Vec<&Observation>) -> Vec<Supersession> {
    ways.sort_by(|a, b| (b.last_seen, b.first_seen, &b.id).cmp(&(a.last_seen, a.first_seen, &a.id)));
    // Most names have a single way.
    let read: Vec<Way<'_>> =
        ways.iter().filter(|_| ways.len() > 1).map(|way| Way::of(&way.details)).collect();
    let newer_than = |at: usize| (0..at).find(|newer| read[at].excludes(&read[*newer]));
    let pair = |at: usize| {
        Some(Supersession { older: ways[at].id.clone(), newer: ways[newer_than(at)?].id.clone() })
    };
    (0..ways.len()).filter_map(pair).collect()
}
