//! Thresholds of each kind of observation: how often, and over how many days, it must be seen.

use serde::{Deserialize, Serialize};

use crate::core::model::Kind;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Threshold {
    pub required: u32,
    pub spread_days: u32,
    pub promote: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Thresholds {
    pub workflow: Threshold,
    pub procedural: Threshold,
    pub decision: Threshold,
    pub pitfall: Threshold,
}

impl Default for Thresholds {
    fn default() -> Self {
        let once_confirmed = Threshold { required: 2, spread_days: 0, promote: 0.65 };
        Self {
            workflow: Threshold { required: 3, spread_days: 3, promote: 0.60 },
            procedural: Threshold { required: 4, spread_days: 5, promote: 0.70 },
            decision: once_confirmed,
            pitfall: once_confirmed,
        }
    }
}

impl Thresholds {
    pub fn of(&self, kind: Kind) -> &Threshold {
        match kind {
            Kind::Workflow => &self.workflow,
            Kind::Procedural => &self.procedural,
            Kind::Decision => &self.decision,
            Kind::Pitfall => &self.pitfall,
        }
    }
}
