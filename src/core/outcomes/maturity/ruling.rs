//! What a person decided about a subject. It stays until the person takes it back: evidence may raise what was
//! promoted, and never touches what was deprecated.

use serde::{Deserialize, Serialize};

use super::MaturityState;
use crate::core::model::Time;
use crate::core::outcomes::feedback::Mark;
use crate::core::text::one_line;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ruling {
    #[serde(flatten)]
    pub standing: Standing,
    /// Events before a reset do not count: otherwise what they led to would be back at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted_from: Option<Time>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "standing", rename_all = "lowercase")]
pub enum Standing {
    /// Nobody decided; the evidence speaks.
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

/// Transitions give the new ruling, or none where nothing would change.
impl Ruling {
    pub fn promote(&self, state: MaturityState, now: Time) -> Result<Option<Ruling>, CannotPromote> {
        match self.standing {
            _ if state == MaturityState::Deprecated => Err(CannotPromote),
            Standing::Promoted { .. } => Ok(None),
            _ => Ok(Some(self.with(Standing::Promoted { at: now }))),
        }
    }

    pub fn deprecate(&self, reason: &str, now: Time) -> Option<Ruling> {
        let already = matches!(self.standing, Standing::Deprecated { .. });
        (!already).then(|| self.with(Standing::Deprecated { at: now, reason: one_line(reason) }))
    }

    /// Takes the ruling back. Where the evidence itself says deprecated, counting starts anew.
    pub fn reset(&self, by_evidence: MaturityState, now: Time) -> Option<Ruling> {
        let starts_anew = by_evidence == MaturityState::Deprecated;
        let changes = starts_anew || self.standing != Standing::Auto;
        let counted_from = if starts_anew { Some(now) } else { self.counted_from };
        changes.then_some(Ruling { standing: Standing::Auto, counted_from })
    }

    /// A person vouches for it, whatever the evidence says.
    pub fn is_promoted(&self) -> bool {
        matches!(self.standing, Standing::Promoted { .. })
    }

    fn with(&self, standing: Standing) -> Ruling {
        Ruling { standing, counted_from: self.counted_from }
    }

    /// Does what happened then count? Not what came before a reset.
    pub fn counts(&self, at: Time) -> bool {
        self.counted_from.is_none_or(|from| at >= from)
    }

    pub(super) fn counted(&self, marks: &[Mark]) -> Vec<Mark> {
        marks.iter().filter(|mark| self.counts(mark.at)).copied().collect()
    }

    /// A promoted subject is at least established.
    pub(super) fn over(&self, by_evidence: MaturityState) -> MaturityState {
        match (&self.standing, by_evidence) {
            (Standing::Auto, state) => state,
            (Standing::Promoted { .. }, MaturityState::Proven) => MaturityState::Proven,
            (Standing::Promoted { .. }, _) => MaturityState::Established,
            (Standing::Deprecated { .. }, _) => MaturityState::Deprecated,
        }
    }

    pub(super) fn promoted_at(&self) -> Option<Time> {
        if let Standing::Promoted { at } = self.standing { Some(at) } else { None }
    }

    pub(super) fn deprecated_at(&self) -> Option<Time> {
        if let Standing::Deprecated { at, .. } = self.standing { Some(at) } else { None }
    }

    pub(super) fn explain(&self) -> Option<String> {
        let day = |at: &Time| at.format("%Y-%m-%d").to_string();
        match &self.standing {
            Standing::Auto => {
                self.counted_from.map(|at| format!("reset on {}: what came before does not count", day(&at)))
            }
            Standing::Promoted { at } => {
                Some(format!("promoted by a person on {}: established at least", day(at)))
            }
            Standing::Deprecated { at, reason } => {
                Some(format!("deprecated by a person on {}: {reason}", day(at)))
            }
        }
    }
}
