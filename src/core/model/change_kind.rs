//! The kinds of change that the history records, and the cause that is recorded with each. The
//! words are stored; `change_text` turns each of them into a sentence.

use super::Time;
use super::word_enum::word_enum;

word_enum! {
    pub enum ChangeKind ("action") {
        // Stages of an observation.
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
        // A person's decisions.
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
        // Changes to files; `edited` is one of these, too.
        Wrote = "wrote",
        /// Only the Status line changed.
        Marked = "marked",
        Reworded = "reworded",
        Withdrew = "withdrew",
        Deleted = "deleted",
        Configured = "configured",
        Migrated = "migrated",
        // Stages of a pattern.
        Added = "added",
        /// A run followed wording that is not recorded.
        Followed = "followed",
        Candidate = "candidate",
        Verified = "verified",
        Active = "active",
        Faded = "faded",
        Reinforced = "reinforced",
        Skipped = "skipped",
        Inverted = "inverted",
        Withdrawn = "withdrawn",
        /// A person judged what agents concluded.
        Judged = "judged",
        // Everything else.
        Noted = "noted",
        Resolved = "resolved",
        Forgotten = "forgotten",
        Trusted = "trusted",
        OutcomeRecorded = "outcome_recorded",
        PatternDetected = "pattern_detected",
        ReliabilityChanged = "reliability_changed",
        OverlayApplied = "overlay_applied",
        TakenBack = "taken back",
        /// A word written by another version.
        Unknown = "unknown",
    }
}

impl ChangeKind {
    /// Unknown words are read, too: another version may have written the history.
    pub fn read(word: &str) -> ChangeKind {
        word.parse().unwrap_or(ChangeKind::Unknown)
    }
}

/// The cause of a person's decision.
pub const RULED: &str = "a person ruled";
/// The cause of a person's report, which counts but decides nothing.
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
