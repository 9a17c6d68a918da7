//! What was done to a thing, why and when: every change is recorded with it. The words are stored; `telling` says what
//! they mean to people, and has to know each of them.

use super::Time;
use super::word_enum::word_enum;

word_enum! {
    pub enum ChangeKind ("action") {
        // How an observation comes along.
        Observed = "observed",
        Seen = "seen",
        Ready = "ready",
        Created = "created",
        Refused = "refused",
        Superseded = "superseded",
        StandsAgain = "stands again",
        Flagged = "flagged",
        Imported = "imported",
        Cleared = "cleared",
        Purged = "purged",
        // What people rule.
        Accepted = "accepted",
        Rejected = "rejected",
        Kept = "kept",
        Edited = "edited",
        Merged = "merged",
        Deprecated = "deprecated",
        Restored = "restored",
        Promoted = "promoted",
        Reset = "reset",
        Set = "set",
        // What becomes of files. `edited` is one of these, too.
        Wrote = "wrote",
        /// Only its Status line was changed.
        Marked = "marked",
        Reworded = "reworded",
        Withdrew = "withdrew",
        Deleted = "deleted",
        Configured = "configured",
        Migrated = "migrated",
        // How a pattern comes along.
        Added = "added",
        /// A run followed words that nobody knew.
        Followed = "followed",
        Candidate = "candidate",
        Verified = "verified",
        Active = "active",
        Faded = "faded",
        Reinforced = "reinforced",
        Skipped = "skipped",
        Inverted = "inverted",
        Withdrawn = "withdrawn",
        /// A person brought a verdict on what agents concluded.
        Judged = "judged",
        // All the rest.
        Noted = "noted",
        Resolved = "resolved",
        Forgotten = "forgotten",
        Trusted = "trusted",
        OutcomeRecorded = "outcome_recorded",
        PatternDetected = "pattern_detected",
        ReliabilityChanged = "reliability_changed",
        OverlayApplied = "overlay_applied",
        TakenBack = "taken back",
        /// A word of another version.
        Unknown = "unknown",
    }
}

impl ChangeKind {
    /// A history is read whoever wrote it.
    pub fn read(word: &str) -> ChangeKind {
        word.parse().unwrap_or(ChangeKind::Unknown)
    }
}

/// The cause of what a person ruled.
pub const RULED: &str = "a person ruled";
/// The cause of what a person reported: it counts, and is no ruling.
pub const SAID: &str = "a person said so";

#[derive(Clone, Copy, Debug)]
pub struct ChangeCause<'a> {
    pub action: ChangeKind,
    pub cause: &'a str,
    pub at: Time,
}

impl ChangeCause<'static> {
    pub fn ruled(action: ChangeKind, at: Time) -> Self {
        ChangeCause { action, cause: RULED, at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_and_those_of_others_too() {
        for action in ChangeKind::ALL {
            assert_eq!(ChangeKind::read(action.as_str()), *action);
        }
        assert_eq!(ChangeKind::read("polished"), ChangeKind::Unknown);
    }
}
