//! Matching of things on disk with artifacts. An artifact's mark counts before its place: people
//! rename and renumber.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::HashSet;

use super::{DiskState, ManifestRow};
use crate::core::model::groups::Groups;

/// The prefix that a person writes instead of an observation's id to make an entry their own.
pub(super) const MANUAL: &str = "manual_";

pub(super) enum Claim<'a> {
    Found(&'a DiskState),
    Missing,
    /// Another observation's artifact is in its place, as after a merge of two branches. That is
    /// not a rejection.
    Taken,
    Unreadable,
}

type Place<'a> = (&'a str, Option<&'a str>);

pub(super) struct Disk<'a> {
    states: &'a [DiskState],
    by_place: Groups<Place<'a>>,
    /// Only of things that are not in their place: few, and often none.
    by_source: OnceCell<Groups<&'a str>>,
    unreadable: HashSet<&'a str>,
    claimed: Vec<bool>,
}

impl<'a> Disk<'a> {
    pub(super) fn new(states: &'a [DiskState]) -> Self {
        let is_whole_file = |state: &&DiskState| state.hash.is_none() && state.anchor.is_none();
        Self {
            states,
            by_place: states.iter().map(DiskState::place).zip(0..).collect(),
            by_source: OnceCell::new(),
            unreadable: states.iter().filter(is_whole_file).map(|state| state.path.as_str()).collect(),
            claimed: vec![false; states.len()],
        }
    }

    /// The thing in a row's place with the row's mark, which is the usual case and the best match.
    /// Call it for all rows first.
    pub(super) fn at_home(&mut self, row: &ManifestRow) -> Option<usize> {
        let at = self.in_place(row).filter(|at| is_marked(row, &self.states[*at]))?;
        self.claimed[at] = true;
        Some(at)
    }

    /// The thing that belongs to a row, given the result of `at_home`.
    pub(super) fn claim(&mut self, row: &ManifestRow, home: Option<usize>) -> Claim<'a> {
        if let Some(at) = home.or_else(|| self.locate(row)) {
            self.claimed[at] = true;
            return Claim::Found(&self.states[at]);
        }
        if self.unreadable.contains(row.path.as_str()) {
            Claim::Unreadable
        } else if self.by_place.contains(&place_of(row)) {
            Claim::Taken
        } else {
            Claim::Missing
        }
    }

    fn locate(&self, row: &ManifestRow) -> Option<usize> {
        let marked = self.elsewhere().get(&row.observation_id.as_str());
        let marked = marked.filter(|at| may_be(row, &self.states[*at]));
        self.in_place(row).into_iter().chain(marked).max_by_key(|at| self.nearness(row, *at))
    }

    fn in_place(&self, row: &ManifestRow) -> Option<usize> {
        let here = self.by_place.get(&place_of(row)).filter(|at| may_be(row, &self.states[*at]));
        here.max_by_key(|at| self.nearness(row, *at))
    }

    fn elsewhere(&self) -> &Groups<&'a str> {
        let source = |(at, state): (usize, &'a DiskState)| Some((state.source.as_deref()?, at));
        let is_free = |(at, _): &(usize, &DiskState)| !self.claimed[*at];
        self.by_source.get_or_init(|| {
            let free: Vec<_> = self.states.iter().enumerate().filter(is_free).filter_map(source).collect();
            free.into_iter().collect()
        })
    }

    fn nearness(&self, row: &ManifestRow, at: usize) -> impl Ord + use<> {
        let state = &self.states[at];
        (is_marked(row, state), state.hash.as_deref() == Some(&row.content_hash), Reverse(at))
    }

    pub(super) fn unclaimed(&self) -> impl Iterator<Item = &'a DiskState> {
        self.states.iter().enumerate().filter(|(at, _)| !self.claimed[*at]).map(|(_, state)| state)
    }
}

fn place_of(row: &ManifestRow) -> Place<'_> {
    (&row.path, row.anchor.as_deref())
}

fn is_marked(row: &ManifestRow, state: &DiskState) -> bool {
    state.source.as_deref() == Some(&row.observation_id)
}

/// An artifact with the row's mark belongs to it, wherever it is. One without a mark, in its place,
/// may belong to it, too: a person may have removed the mark. If it has another observation's mark,
/// only the exact text that we know is ours.
fn may_be(row: &ManifestRow, state: &DiskState) -> bool {
    let is_same_sort = state.anchor.is_some() == row.anchor.is_some();
    match state.source.as_deref() {
        Some(_) if is_marked(row, state) => is_same_sort,
        _ if state.hash.as_deref() == Some(&row.content_hash) => true,
        Some(source) => source.starts_with(MANUAL),
        None => true,
    }
}
