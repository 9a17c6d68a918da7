//! How a piece of work ended: one segment of a session, or a run that a pipeline recorded. Scores, maturity and
//! reliability are all computed from these.

use chrono::SubsecRound;
use serde::Serialize;

use super::Time;
use super::word_enum::word_enum;

word_enum! {
    pub enum RunResult ("result") {
        Success = "success",
        Failure = "failure",
        /// Work was done, then corrected: half a success in a rate, and no feedback.
        Partial = "partial",
        /// There is no evidence: never feedback, not in any rate.
        Unknown = "unknown",
    }
}

word_enum! {
    /// Who says how it ended. What a person or a pipeline recorded is not overwritten by a transcript.
    pub enum OutcomeSource ("source") {
        Transcript = "transcript",
        Recorded = "recorded",
    }
}

word_enum! {
    /// How the work was cut.
    pub enum Strategy ("strategy") {
        File = "file-based",
        Feature = "feature-based",
        Risk = "risk-based",
        Research = "research-based",
    }
}

word_enum! {
    pub enum FailureMode ("failure mode") {
        Timeout = "timeout",
        Conflict = "conflict",
        Validation = "validation",
        ToolFailure = "tool_failure",
        ContextOverflow = "context_overflow",
        DependencyBlocked = "dependency_blocked",
        UserCancelled = "user_cancelled",
        Unknown = "unknown",
    }
}

word_enum! {
    pub enum RiskLevel ("risk level") {
        Low = "low",
        Medium = "medium",
        High = "high",
    }
}

word_enum! {
    /// What sort of error a tool reported.
    pub enum ErrorType ("error type") {
        Validation = "validation",
        Timeout = "timeout",
        Conflict = "conflict",
        ToolFailure = "tool_failure",
        Unknown = "unknown",
    }
}

impl ErrorType {
    pub fn as_failure_mode(self) -> FailureMode {
        match self {
            ErrorType::Validation => FailureMode::Validation,
            ErrorType::Timeout => FailureMode::Timeout,
            ErrorType::Conflict => FailureMode::Conflict,
            ErrorType::ToolFailure => FailureMode::ToolFailure,
            ErrorType::Unknown => FailureMode::Unknown,
        }
    }
}

word_enum! {
    /// What a pipeline's record should say for its run to teach all that it could.
    pub enum Omission ("field") {
        /// No tool's reliability counts it.
        Adapters = "adaptersUsed",
        /// It failed, and no failure pattern counts it.
        FailureType = "dominantFailureType",
        /// Its quality is reckoned from how it ended.
        Score = "postExecutionScore",
        /// No threshold is its own.
        Risk = "riskLevel",
    }
}

/// One line of `outcomes.jsonl`, and what `outcome record` takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The uuid of the typed turn that began the segment, or a pipeline's own id.
    #[serde(rename = "runId")]
    pub run_id: String,
    /// A record may name a session too, so the session does not tell.
    #[serde(skip)]
    pub source: OutcomeSource,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Counted within the session, from 1. The store counts, because a reading may begin in the middle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segment: Option<u32>,
    pub timestamp: Time,
    pub result: RunResult,
    /// Without idle hours: every pause counts for five minutes at most.
    pub duration_ms: u64,
    /// Distinct errors of the work; `raw_error_count` has them all.
    pub error_count: u32,
    pub retry_count: u32,
    pub files_touched: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<Strategy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_mode: Option<FailureMode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_details: Option<FailureDetails>,
    #[serde(rename = "postExecutionScore")]
    pub post_execution_score: f64,
    #[serde(rename = "rollbackOccurred")]
    pub rollback_occurred: bool,
    #[serde(rename = "humanOverride")]
    pub human_override: bool,
    #[serde(rename = "riskLevel")]
    pub risk_level: RiskLevel,
    #[serde(rename = "adaptersUsed")]
    pub adapters_used: Vec<AdapterUse>,
    pub raw_error_count: u32,
    pub wall_duration_ms: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub criteria: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// What its record left out. A transcript leaves nothing out: what is not in it did not happen.
    #[serde(skip)]
    pub omitted: Vec<Omission>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailureDetails {
    #[serde(rename = "dominantFailureType")]
    pub dominant_failure_type: String,
    /// A pipeline's own words on it, redacted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl FailureDetails {
    pub fn of(kind: impl Into<String>) -> FailureDetails {
        FailureDetails { dominant_failure_type: kind.into(), detail: None }
    }
}

/// What was worked with: `mcp:<server>`, `skill:<name>`, `agent:<type>`, `bash:<program>` or a built-in tool.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AdapterUse {
    pub id: String,
    /// A call of its own failed, and no later one made that good.
    pub failed: bool,
    pub retries: u32,
    /// How it failed, where that is known of itself: the work as a whole may have failed in another way.
    #[serde(rename = "failureType", skip_serializing_if = "Option::is_none")]
    pub failure_type: Option<String>,
    /// How sure an agent was of itself, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

impl AdapterUse {
    /// Used, and nothing is known against it.
    pub fn of(id: impl Into<String>) -> AdapterUse {
        AdapterUse { id: id.into(), failed: false, retries: 0, failure_type: None, confidence: None }
    }
}

impl Outcome {
    /// Nothing happened yet: what is true of a run of which only its beginning is known.
    pub fn begun(run_id: String, timestamp: Time) -> Outcome {
        // Stored times are milliseconds; a finer one would make the same record look changed.
        let timestamp = timestamp.trunc_subsecs(3);
        Outcome {
            run_id,
            source: OutcomeSource::Recorded,
            session: None,
            segment: None,
            timestamp,
            result: RunResult::Unknown,
            duration_ms: 0,
            error_count: 0,
            retry_count: 0,
            files_touched: Vec::new(),
            strategy: None,
            failure_mode: None,
            failure_details: None,
            post_execution_score: 1.0,
            rollback_occurred: false,
            human_override: false,
            risk_level: RiskLevel::Low,
            adapters_used: Vec::new(),
            raw_error_count: 0,
            wall_duration_ms: 0,
            criteria: Vec::new(),
            branch: None,
            omitted: Vec::new(),
        }
    }

    /// How the work failed, in the words of whoever recorded it, else by its mode.
    pub fn failure_type(&self) -> Option<&str> {
        let told = self.failure_details.as_ref().map(|details| details.dominant_failure_type.as_str());
        told.or_else(|| self.failure_mode.map(|mode| mode.as_str()))
    }
}

/// What speaks against the quality of a piece of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flaws {
    pub rollback: bool,
    pub human_override: bool,
    pub unresolved_error: bool,
    pub corrected: bool,
}

impl Flaws {
    /// 1 less what each of them costs, at least 0. Counted in tenths, so that the result is the decimal it looks like.
    pub fn quality(self) -> f64 {
        let cost = |flaw: bool, tenths: i32| if flaw { tenths } else { 0 };
        let left = 10
            - cost(self.rollback, 3)
            - cost(self.human_override, 3)
            - cost(self.unresolved_error, 2)
            - cost(self.corrected, 2);
        f64::from(left.max(0)) / 10.0
    }
}
