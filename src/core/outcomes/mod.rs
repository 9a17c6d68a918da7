//! Seed 000: outcomes of work, and the feedback they give on what was used in it.

pub(crate) mod attribution;
pub(crate) mod criteria;
pub(crate) mod error_log;
pub(crate) mod feedback;
pub(crate) mod feedback_weight;
pub(crate) mod maturity;
pub(crate) mod open_error;
pub(crate) mod outcome_score;
pub(crate) mod record;
pub(crate) mod repeated_failure;
