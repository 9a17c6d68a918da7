//! Seed 002: the reliability of tools, the policy that follows from it, and the report.

pub(crate) mod audit;

pub(crate) mod agent_profiles;
pub(crate) mod constraints;
pub(crate) mod failure_patterns;
pub mod gate;
pub(crate) mod overlay;
pub(crate) mod overlay_rules;
pub mod policy_update;
pub(crate) mod reliability;
pub mod report;
pub(crate) mod risk_thresholds;
pub(crate) mod skill_stats;
