//! A person's decisions about an adapter. They hold until they are taken back.

use serde::{Deserialize, Serialize};

use crate::core::config::Policy;
use crate::core::model::Time;
use crate::core::model::change_kind::ChangeKind;
use crate::core::policy::overlay::{Demand, Overlay};
use crate::core::text::one_line;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolRuling {
    /// When the person agreed that a reliable tool counts as less risky than the base.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_at: Option<Time>,
    /// When the person declined that question for good.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declined_at: Option<Time>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pin: Option<Pin>,
    /// Runs before a reset do not count; otherwise their result would return at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted_from: Option<Time>,
}

/// A setting by hand, which no run changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pin {
    pub require_approval: Option<bool>,
    pub max_retries: Option<u32>,
    pub note: String,
    pub at: Time,
}

/// A decision that a person can make about an adapter.
#[derive(Clone, Debug, PartialEq)]
pub enum ToolDecision {
    Accept,
    Decline,
    Set(Pin),
    /// No decision, and a clean record.
    Reset,
}

impl ToolDecision {
    pub fn done(&self) -> ChangeKind {
        match self {
            ToolDecision::Accept => ChangeKind::Accepted,
            ToolDecision::Decline => ChangeKind::Rejected,
            ToolDecision::Set(_) => ChangeKind::Set,
            ToolDecision::Reset => ChangeKind::Reset,
        }
    }

    /// Whether the person is asked before it is used.
    pub fn asks(&self) -> bool {
        matches!(self, ToolDecision::Set(pin) if pin.require_approval == Some(true))
    }
}

impl ToolRuling {
    /// Whether the person has decided this already. Never true for a reset, which is possible
    /// whenever something was recorded since.
    pub fn says(&self, wish: &ToolDecision) -> bool {
        match wish {
            ToolDecision::Accept => self.accepted_at.is_some(),
            ToolDecision::Decline => self.declined_at.is_some(),
            ToolDecision::Set(pin) => self.pin.as_ref().is_some_and(|known| self.joined(pin).demands(known)),
            ToolDecision::Reset => false,
        }
    }

    pub fn after(&self, wish: &ToolDecision, now: Time) -> ToolRuling {
        match wish {
            ToolDecision::Accept => ToolRuling { accepted_at: Some(now), declined_at: None, ..self.clone() },
            ToolDecision::Decline => ToolRuling { accepted_at: None, declined_at: Some(now), ..self.clone() },
            ToolDecision::Set(pin) => ToolRuling { pin: Some(self.joined(pin)), ..self.clone() },
            ToolDecision::Reset => ToolRuling { counted_from: Some(now), ..ToolRuling::default() },
        }
    }

    /// A second pin keeps what it does not name.
    fn joined(&self, pin: &Pin) -> Pin {
        let old = self.pin.as_ref();
        Pin {
            require_approval: pin.require_approval.or(old.and_then(|old| old.require_approval)),
            max_retries: pin.max_retries.or(old.and_then(|old| old.max_retries)),
            note: one_line(&pin.note),
            at: pin.at,
        }
    }

    /// The time from which runs count, if nothing was decided since the reset.
    pub fn reset_at(&self) -> Option<Time> {
        let is_silent = self.accepted_at.is_none() && self.declined_at.is_none() && self.pin.is_none();
        self.counted_from.filter(|_| is_silent)
    }

    pub fn counts(&self, at: Time) -> bool {
        self.counted_from.is_none_or(|from| at > from)
    }
}

impl Pin {
    /// Whether both demand the same, regardless of when.
    fn demands(&self, other: &Pin) -> bool {
        Pin { at: other.at, ..self.clone() } == *other
    }

    /// Parts that the person did not name stay as they were learned: setting one must not switch
    /// off another.
    pub(super) fn overlay(&self, adapter: &str, learned: Option<&Overlay>, rules: &Policy) -> Overlay {
        let base = Demand::base(rules);
        let retries = learned.map_or(base.suggested_max_retries, |learned| learned.suggested_max_retries);
        let approval = learned.map_or(base.require_approval, |learned| learned.require_approval);
        let note = if self.note.is_empty() { String::new() } else { format!(": {}", self.note) };
        let known = learned.map(|learned| format!("; {}", learned.reason)).unwrap_or_default();
        Overlay {
            adapter_id: adapter.to_owned(),
            risk_multiplier: learned.map_or(base.risk_multiplier, |learned| learned.risk_multiplier),
            suggested_max_retries: self.max_retries.unwrap_or(retries),
            require_approval: self.require_approval.unwrap_or(approval),
            reason: format!("set by a person{note}{known}"),
            updated_at: self.at,
            asks_until: learned.and_then(|o| o.asks_until).filter(|_| self.require_approval.is_none()),
        }
    }
}
