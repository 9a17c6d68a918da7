//! What one reading of a session or of a pipeline's report brings: agents' conclusions, verdicts on them, the patterns
//! they become, and what was done. Composed by the ingest stage and by commands.

pub mod agent_reports;
pub mod apply_verdicts;
pub mod followed_patterns;
mod record_patterns;
pub mod structure;
