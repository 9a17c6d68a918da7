//! The policy state of every tool, computed from all outcomes so far.

use std::collections::BTreeMap;

use anyhow::Result;
use rusqlite::Connection;

use crate::core::config::Config;
use crate::core::model::Time;
use crate::core::policy::constraints::{self, RecentSuggestion};
use crate::core::policy::overlay_rules::ToolRuling;
use crate::core::policy::policy_update::{self, Inputs, LearningState};
use crate::store;

/// Inputs from the database.
pub struct PolicyInputs {
    pub orders: BTreeMap<String, ToolRuling>,
    pub fixes: BTreeMap<String, String>,
}

impl PolicyInputs {
    pub fn load(db: &Connection) -> Result<PolicyInputs> {
        Ok(PolicyInputs { orders: store::policy::orders(db)?, fixes: store::policy::fixes(db)? })
    }

    pub fn inputs<'a>(&'a self, config: &'a Config, now: Time) -> Inputs<'a> {
        let PolicyInputs { orders, fixes } = self;
        Inputs { rules: &config.policy, half_life_days: config.learning.half_life_days, orders, fixes, now }
    }
}

/// The current state, from all outcomes.
pub fn current(db: &Connection, config: &Config, now: Time) -> Result<LearningState> {
    Ok(advised(db, config, now)?.0)
}

/// The same with its recommendations.
pub fn advised(
    db: &Connection,
    config: &Config,
    now: Time,
) -> Result<(LearningState, Vec<RecentSuggestion>)> {
    let known = PolicyInputs::load(db)?;
    let outcomes = store::policy::outcomes(db)?;
    let outcomes = || outcomes.iter().map(|(outcome, _)| outcome);
    let state = policy_update::rebuild(outcomes(), &known.inputs(config, now));
    Ok((state, constraints::standing(outcomes(), now, config.policy.stale_days)))
}
