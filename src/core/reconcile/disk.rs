//! Which thing on disk is which artifact. Its own mark decides before its place does: people rename and renumber.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::{DiskState, ManifestRow, RowState};

/// What a person writes for an observation's id to make an entry their own.
pub(super) const MANUAL: &str = "manual_";

pub(super) enum Claim<'a> {
    Found(&'a DiskState),
    Missing,
    /// Another observation's artifact stands in its place, as after a merge of two branches. That is nobody's refusal.
    Taken,
    Unreadable,
}

type Place<'a> = (&'a str, Option<&'a str>);

pub(super) struct Disk<'a> {
    states: &'a [DiskState],
    by_place: HashMap<Place<'a>, Vec<usize>>,
    by_source: HashMap<&'a str, Vec<usize>>,
    unreadable: HashSet<&'a str>,
    claimed: Vec<bool>,
}

impl<'a> Disk<'a> {
    pub(super) fn new(states: &'a [DiskState]) -> Self {
        let mut disk = Self {
            states,
            by_place: HashMap::new(),
            by_source: HashMap::new(),
            unreadable: HashSet::new(),
            claimed: vec![false; states.len()],
        };
        for (at, state) in states.iter().enumerate() {
            disk.by_place.entry((&state.path, state.anchor.as_deref())).or_default().push(at);
            if let Some(source) = &state.source {
                disk.by_source.entry(source).or_default().push(at);
            }
            if state.hash.is_none() && state.anchor.is_none() {
                disk.unreadable.insert(&state.path);
            }
        }
        disk
    }

    /// What stands for a row.
    pub(super) fn claim(&mut self, row: &ManifestRow) -> Claim<'a> {
        if let Some(at) = self.locate(row) {
            self.claimed[at] = true;
            return Claim::Found(&self.states[at]);
        }
        let is_taken = self.by_place.contains_key(&(row.path.as_str(), row.anchor.as_deref()));
        if self.unreadable.contains(row.path.as_str()) {
            Claim::Unreadable
        } else if is_taken && row.state != RowState::Intent {
            Claim::Taken
        } else {
            Claim::Missing
        }
    }

    fn locate(&self, row: &ManifestRow) -> Option<usize> {
        let here =
            self.by_place.get(&(row.path.as_str(), row.anchor.as_deref())).map_or(&[][..], Vec::as_slice);
        let marked = self.by_source.get(row.observation_id.as_str()).map_or(&[][..], Vec::as_slice);
        let rank = |at: &&usize| {
            let state = &self.states[**at];
            let is_here = state.path == row.path && state.anchor == row.anchor;
            let is_marked = state.source.as_deref() == Some(&row.observation_id);
            (is_here && is_marked, is_marked, state.hash.as_deref() == Some(&row.content_hash), Reverse(**at))
        };
        here.iter().chain(marked).filter(|at| may_be(row, &self.states[**at])).max_by_key(rank).copied()
    }

    pub(super) fn unclaimed(&self) -> impl Iterator<Item = &'a DiskState> {
        self.states.iter().enumerate().filter(|(at, _)| !self.claimed[*at]).map(|(_, state)| state)
    }
}

/// An artifact with the row's mark is its own wherever it stands. One without, in its place, may be too: a person may
/// have removed the mark. Where we perhaps never wrote, or where another observation left its mark, only the very text
/// we know is ours.
fn may_be(row: &ManifestRow, state: &DiskState) -> bool {
    let is_same_sort = state.anchor.is_some() == row.anchor.is_some();
    match state.source.as_deref() {
        Some(source) if source == row.observation_id => is_same_sort,
        _ if state.hash.as_deref() == Some(&row.content_hash) => true,
        Some(source) if !source.starts_with(MANUAL) => false,
        _ => row.state != RowState::Intent,
    }
}
