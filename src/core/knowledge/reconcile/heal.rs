//! Recovery of artifacts that carry our mark but have no row, after a crash between writing a file
//! and recording it.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use super::disk::{Disk, MANUAL};
use super::{DiskState, KnownObservation, ManifestRow, ReconcileInput};
use crate::core::model::artifact_path::Ledger;
use crate::core::model::{Kind, Status};
use crate::core::text::normalise;

pub(super) fn heal(look: &ReconcileInput<'_>, disk: &Disk<'_>) -> Vec<ManifestRow> {
    let marked: Vec<(&DiskState, &str)> = disk.unclaimed().filter_map(marked).collect();
    if marked.is_empty() {
        return Vec::new();
    }
    let mut orphans = Orphans::new(look, marked.iter().map(|(_, source)| *source).collect());
    // Ids are certain, so headings are only compared for the rest.
    let (named, unnamed): (Vec<_>, Vec<_>) =
        marked.into_iter().partition(|(_, source)| orphans.by_id.contains_key(source));
    named
        .into_iter()
        .chain(unnamed)
        .filter_map(|(state, source)| orphans.adopt(state, source, look))
        .collect()
}

fn marked(state: &DiskState) -> Option<(&DiskState, &str)> {
    let source = state.source.as_deref().filter(|source| !source.starts_with(MANUAL))?;
    Some((state, source))
}

struct Orphans<'a> {
    /// Only the observations that artifacts name: a few, however many there are.
    by_id: HashMap<&'a str, &'a KnownObservation>,
    /// Built on demand, because an artifact with an unknown id is rare.
    ready_by_heading: OnceCell<ByHeading<'a>>,
    observations: &'a [KnownObservation],
    with_row: HashSet<&'a str>,
}

type ByHeading<'a> = HashMap<(Kind, String), Vec<&'a KnownObservation>>;

impl<'a> Orphans<'a> {
    fn new(look: &ReconcileInput<'a>, named: HashSet<&str>) -> Self {
        let is_named = |known: &&KnownObservation| named.contains(known.id.as_str());
        Self {
            by_id: look
                .observations
                .iter()
                .filter(is_named)
                .map(|known| (known.id.as_str(), known))
                .collect(),
            ready_by_heading: OnceCell::new(),
            observations: look.observations,
            with_row: look.rows.iter().map(|row| row.observation_id.as_str()).collect(),
        }
    }

    fn adopt(&mut self, state: &DiskState, source: &str, look: &ReconcileInput<'_>) -> Option<ManifestRow> {
        // A text that came with a repository or from an agent cannot pass for ours, whatever source
        // it names.
        let content_hash = state.hash.clone().filter(|hash| look.texts.is_told(hash))?;
        let known = match self.by_id.get(source) {
            Some(known) => {
                Some(*known).filter(|k| k.status != Status::Deprecated && is_of_kind(state, k.kind))
            }
            None => self.only_ready_with_heading(state),
        }?;
        self.with_row.insert(&known.id).then(|| ManifestRow {
            observation_id: known.id.clone(),
            kind: known.kind,
            path: state.path.clone(),
            anchor: state.anchor.clone(),
            content_hash,
            rendered_at: look.now,
            branch: look.branch.map(str::to_owned),
            missing_since: None,
            missing_branch: None,
            edited: false,
            by_git: None,
        })
    }

    /// `None` if there is no match, because a person wrote it, or if there are several, because the
    /// right one is unknown.
    fn only_ready_with_heading(&self, state: &DiskState) -> Option<&'a KnownObservation> {
        let kind = anchored_kind(state)?;
        let heading = Some(normalise(state.title.as_deref()?)).filter(|words| !words.is_empty())?;
        let by_heading = self.ready_by_heading.get_or_init(|| by_heading(self.observations));
        match by_heading.get(&(kind, heading))?.as_slice() {
            [only] if !self.with_row.contains(only.id.as_str()) => Some(only),
            _ => None,
        }
    }
}

fn by_heading(observations: &[KnownObservation]) -> ByHeading<'_> {
    let mut ready: ByHeading<'_> = HashMap::new();
    for known in observations.iter().filter(|known| known.status == Status::Ready) {
        ready.entry((known.kind, normalise(&known.title))).or_default().push(known);
    }
    ready
}

fn anchored_kind(state: &DiskState) -> Option<Kind> {
    let (prefix, _) = state.anchor.as_deref()?.split_once('-')?;
    Ledger::ALL.into_iter().find(|ledger| ledger.prefix() == prefix).map(Ledger::kind)
}

fn is_of_kind(state: &DiskState, kind: Kind) -> bool {
    match &state.anchor {
        Some(_) => anchored_kind(state) == Some(kind),
        None => Ledger::of(kind).is_none(),
    }
}
