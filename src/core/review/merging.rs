//! Merging of two observations that turn out to be one.

use crate::core::learn::merge;
use crate::core::model::Observation;

/// `one` with all the evidence for `other`; each session counts once. It keeps its wording, because
/// a person chose it, and its quality, unless only the other was verified.
pub fn united(one: &Observation, other: &Observation) -> Observation {
    let sessions: std::collections::BTreeSet<String> = one.sessions.union(&other.sessions).cloned().collect();
    let count =
        unknown_sessions(one).saturating_add(unknown_sessions(other)).saturating_add(sessions.len() as u32);
    Observation {
        count,
        sessions,
        keys: one.keys.union(&other.keys).cloned().collect(),
        quality_ok: one.quality_ok || other.quality_ok,
        first_seen: one.first_seen.min(other.first_seen),
        last_seen: one.last_seen.max(other.last_seen),
        evidence: merge::newest_evidence(one.evidence.clone(), &other.evidence),
        ..one.clone()
    }
}

fn unknown_sessions(o: &Observation) -> u32 {
    o.count.saturating_sub(o.sessions.len() as u32)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::core::model::Kind;
    use crate::core::model::samples::{at, observation, said};

    fn seen(id: &str, sessions: &BTreeSet<u8>, imported: u32) -> Observation {
        let names: Vec<String> = sessions.iter().map(|n| format!("s{n}")).collect();
        Observation {
            count: names.len() as u32 + imported,
            evidence: names.iter().map(|s| said(s, &format!("{s}-{id}"), "do it", 0)).collect(),
            sessions: names.into_iter().collect(),
            ..observation(Kind::Workflow, id, id)
        }
    }

    #[test]
    fn sightings_keys_and_times_are_united() {
        let one = Observation {
            keys: BTreeSet::from(["pnpm".to_owned()]),
            first_seen: at(50),
            last_seen: at(60),
            quality_ok: false,
            ..seen("obs_a", &BTreeSet::from([1, 2]), 0)
        };
        let other = Observation {
            keys: BTreeSet::from(["npm".to_owned()]),
            last_seen: at(99),
            ..seen("obs_b", &BTreeSet::from([2, 3]), 4)
        };
        let both = united(&one, &other);
        assert_eq!((both.id.as_str(), both.count), ("obs_a", 7), "three sessions and four imported");
        assert_eq!(both.keys.len(), 2);
        assert_eq!((both.first_seen, both.last_seen), (at(0), at(99)));
        assert!(both.quality_ok);
        assert_eq!(both.evidence.len(), 4);
    }

    proptest! {
        #[test]
        fn a_session_counts_once(a in proptest::collection::btree_set(0u8..9, 0..6), b in proptest::collection::btree_set(0u8..9, 0..6)) {
            let both = united(&seen("obs_a", &a, 0), &seen("obs_b", &b, 0));
            prop_assert_eq!(both.count as usize, a.union(&b).count());
            let again = united(&both, &seen("obs_b", &b, 0));
            prop_assert_eq!(again.count, both.count);
            prop_assert!(both.evidence.len() <= 10);
        }
    }
}
