//! Seed 001: agents' conclusions, their track record, and when later agents are shown them.

pub(crate) mod prepared_score;
pub(crate) mod score_formula;

pub(crate) mod agent_report;
pub(crate) mod anti_pattern;
pub(crate) mod evidence_level;
pub mod lifecycle;
pub(crate) mod lines;
pub mod pattern;
pub(crate) mod roles;
pub(crate) mod ruling;
pub mod score;
pub(crate) mod strategies;
pub mod verdict;
pub(crate) mod verdict_effect;
