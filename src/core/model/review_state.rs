//! Review flags of an observation, and a person's answers to them. A flag is raised by facts, and
//! an answer holds until those facts change.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::word_enum::word_enum;

word_enum! {
    /// The reason why a person should look at an observation.
    pub enum ReviewReason ("reason") {
        StaleReference = "stale_reference",
        Diverging = "diverging",
        SoftCap = "soft_cap",
        LowQuality = "low_quality",
        Unused = "unused",
        Harmful = "harmful",
        MassDeletion = "mass_deletion",
        /// A person took back its artifact. Until they decide, it is neither promoted nor written.
        TakenBack = "taken_back",
        /// A person said later that it no longer holds. Until they decide or say it again, sessions
        /// are not told it.
        Revoked = "revoked",
    }
}

/// The facts behind a flag: names, and a level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FlagFacts {
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub named: BTreeSet<String>,
    pub level: u64,
}

impl FlagFacts {
    pub fn named(names: impl IntoIterator<Item = String>) -> FlagFacts {
        FlagFacts { named: names.into_iter().collect(), level: 0 }
    }

    pub fn level(level: u64) -> FlagFacts {
        FlagFacts { named: BTreeSet::new(), level }
    }

    /// Nothing was added since the person answered.
    pub fn is_answered_by(&self, kept: &FlagFacts) -> bool {
        self.named.is_subset(&kept.named) && self.level <= kept.level
    }
}

/// A person's decisions about an observation. They override counts and thresholds until they are
/// taken back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReviewState {
    /// Write it, whatever the thresholds say.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub accepted: bool,
    /// It had, or was about to get, an artifact when it was rejected, so restoring it brings the
    /// artifact back.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stood: bool,
    /// Answered flags, with the facts at that time.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub kept: BTreeMap<ReviewReason, FlagFacts>,
    /// The person's own wording, kept until it is written to the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The observation that took over its sightings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merged_into: Option<String>,
}

impl ReviewState {
    pub fn answers(&self, reason: ReviewReason, facts: &FlagFacts) -> bool {
        self.kept.get(&reason).is_some_and(|kept| facts.is_answered_by(kept))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_answer_holds_until_something_is_added() {
        let named = |names: &[&str]| FlagFacts::named(names.iter().map(|name| (*name).to_owned()));
        for (now, kept, holds) in [
            (named(&["a.rs"]), named(&["a.rs"]), true),
            (named(&["a.rs"]), named(&["a.rs", "b.rs"]), true),
            (named(&["a.rs", "c.rs"]), named(&["a.rs", "b.rs"]), false),
            (FlagFacts::level(2), FlagFacts::level(2), true),
            (FlagFacts::level(3), FlagFacts::level(2), false),
        ] {
            assert_eq!(now.is_answered_by(&kept), holds, "{now:?} {kept:?}");
        }
    }

    proptest! {
        #[test]
        fn what_was_answered_is_answered(names in proptest::collection::btree_set("[a-d]", 0..4), level in 0u64..5) {
            let facts = FlagFacts { named: names, level };
            let said = ReviewState { kept: BTreeMap::from([(ReviewReason::Unused, facts.clone())]), ..ReviewState::default() };
            prop_assert!(said.answers(ReviewReason::Unused, &facts));
            prop_assert!(!said.answers(ReviewReason::SoftCap, &facts));
            let stored = serde_json::to_string(&said).unwrap();
            prop_assert_eq!(serde_json::from_str::<ReviewState>(&stored).unwrap(), said);
        }
    }
}
