//! Results of reading one session or one pipeline's report: agents' conclusions, verdicts on them, the
//! patterns they become, and the work that was done. Composed by the ingest stage and commands.

pub mod agent_reports;
pub mod apply_verdicts;
pub mod followed_patterns;
mod record_patterns;
pub mod structure;
