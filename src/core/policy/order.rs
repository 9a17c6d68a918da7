//! What a person said about an adapter. It stands until it is taken back.

use serde::{Deserialize, Serialize};

use crate::core::config::Policy;
use crate::core::model::Time;
use crate::core::overlay::{Demand, Overlay};
use crate::core::text::one_line;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Order {
    /// The person agreed that a reliable tool may be treated as less risky than the base.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_at: Option<Time>,
    /// The person does not want to be asked that again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declined_at: Option<Time>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pin: Option<Pin>,
    /// Runs before a reset do not count: otherwise what they led to would be back at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted_from: Option<Time>,
}

/// Set by hand; no run changes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pin {
    pub require_approval: Option<bool>,
    pub max_retries: Option<u32>,
    pub note: String,
    pub at: Time,
}

impl Order {
    pub fn accepted(&self, now: Time) -> Order {
        Order { accepted_at: Some(now), declined_at: None, ..self.clone() }
    }

    pub fn declined(&self, now: Time) -> Order {
        Order { accepted_at: None, declined_at: Some(now), ..self.clone() }
    }

    /// A second pin keeps what it does not name.
    pub fn pinned(&self, pin: Pin) -> Order {
        let old = self.pin.as_ref();
        let pin = Pin {
            require_approval: pin.require_approval.or(old.and_then(|old| old.require_approval)),
            max_retries: pin.max_retries.or(old.and_then(|old| old.max_retries)),
            note: one_line(&pin.note),
            at: pin.at,
        };
        Order { pin: Some(pin), ..self.clone() }
    }

    /// Nothing said, and nothing held against it.
    pub fn reset(now: Time) -> Order {
        Order { counted_from: Some(now), ..Order::default() }
    }

    pub fn counts(&self, at: Time) -> bool {
        self.counted_from.is_none_or(|from| at >= from)
    }
}

impl Pin {
    pub(super) fn overlay(&self, adapter: &str, rules: &Policy) -> Overlay {
        let base = Demand::base(rules);
        let note = if self.note.is_empty() { String::new() } else { format!(": {}", self.note) };
        Overlay {
            adapter_id: adapter.to_owned(),
            risk_multiplier: base.risk_multiplier,
            suggested_max_retries: self.max_retries.unwrap_or(base.suggested_max_retries),
            require_approval: self.require_approval.unwrap_or(base.require_approval),
            reason: format!("set by a person{note}"),
            updated_at: self.at,
        }
    }
}
