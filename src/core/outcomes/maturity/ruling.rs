//! A person's decision about a subject. It holds until the person takes it back: evidence may raise
//! what was promoted, and never changes what was deprecated.

use serde::{Deserialize, Serialize};

use super::MaturityState;
use crate::core::model::Time;
use crate::core::outcomes::feedback::Mark;
use crate::core::text::one_line;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MaturityRuling {
    #[serde(flatten)]
    pub standing: ManualState,
    /// Events before a reset do not count; otherwise the old state would return at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_from: Option<Time>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "standing", rename_all = "lowercase")]
pub enum ManualState {
    /// No decision: the evidence counts.
    #[default]
    Auto,
    Promoted {
        at: Time,
    },
    Deprecated {
        at: Time,
        reason: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a deprecated pattern cannot be promoted")]
pub struct CannotPromote;

/// Transitions return the new ruling, or `None` if nothing would change.
impl MaturityRuling {
    pub fn promote(&self, state: MaturityState, now: Time) -> Result<Option<MaturityRuling>, CannotPromote> {
        match self.standing {
            _ if state == MaturityState::Deprecated => Err(CannotPromote),
            ManualState::Promoted { .. } => Ok(None),
            _ => Ok(Some(self.with(ManualState::Promoted { at: now }))),
        }
    }

    pub fn deprecate(&self, reason: &str, now: Time) -> Option<MaturityRuling> {
        let already = matches!(self.standing, ManualState::Deprecated { .. });
        (!already).then(|| self.with(ManualState::Deprecated { at: now, reason: one_line(reason) }))
    }

    /// Takes the ruling back. If the evidence itself says deprecated, counting starts anew.
    pub fn reset(&self, by_evidence: MaturityState, now: Time) -> Option<MaturityRuling> {
        let starts_anew = by_evidence == MaturityState::Deprecated;
        let changes = starts_anew || self.standing != ManualState::Auto;
        let counted_from = if starts_anew { Some(now) } else { self.counted_from };
        changes.then_some(MaturityRuling { standing: ManualState::Auto, counted_from })
    }

    /// A person vouches for it, whatever the evidence says.
    pub fn is_promoted(&self) -> bool {
        matches!(self.standing, ManualState::Promoted { .. })
    }

    fn with(&self, standing: ManualState) -> MaturityRuling {
        MaturityRuling { standing, counted_from: self.counted_from }
    }

    /// Whether an event at that time counts; events before a reset do not.
    pub fn counts(&self, at: Time) -> bool {
        self.counted_from.is_none_or(|from| at >= from)
    }

    pub(super) fn counted(&self, marks: &[Mark]) -> Vec<Mark> {
        marks.iter().filter(|mark| self.counts(mark.at)).copied().collect()
    }

    /// A promoted subject is at least established.
    pub(super) fn over(&self, by_evidence: MaturityState) -> MaturityState {
        match (&self.standing, by_evidence) {
            (ManualState::Auto, state) => state,
            (ManualState::Promoted { .. }, MaturityState::Proven) => MaturityState::Proven,
            (ManualState::Promoted { .. }, _) => MaturityState::Established,
            (ManualState::Deprecated { .. }, _) => MaturityState::Deprecated,
        }
    }

    pub(super) fn promoted_at(&self) -> Option<Time> {
        if let ManualState::Promoted { at } = self.standing { Some(at) } else { None }
    }

    pub(super) fn deprecated_at(&self) -> Option<Time> {
        if let ManualState::Deprecated { at, .. } = self.standing { Some(at) } else { None }
    }

    pub(super) fn explain(&self) -> Option<String> {
        match &self.standing {
            ManualState::Auto => {
                self.counted_from.map(|at| format!("reset on {}: what came before does not count", day(&at)))
            }
            ManualState::Promoted { at } => {
                Some(format!("promoted by a person on {}: established at least", day(at)))
            }
            ManualState::Deprecated { at, reason } => {
                Some(format!("deprecated by a person on {}: {reason}", day(at)))
            }
        }
    }
}

/// A date, as the explanations spell it.
fn day(at: &Time) -> String {
    at.format("%Y-%m-%d").to_string()
}
