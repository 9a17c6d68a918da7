//! The outcome of a piece of work: a segment of a session, or a run that a pipeline recorded.
//! Scores, maturity and reliability are computed from outcomes.

use chrono::SubsecRound;
use serde::Serialize;
use serde_json::Value;

use super::Time;
use super::word_enum::word_enum;

word_enum! {
    pub enum RunResult ("result") {
        Success = "success",
        Failure = "failure",
        /// Work that was corrected afterwards: counts as half a success in rates, and not as
        /// feedback.
        Partial = "partial",
        /// No evidence either way: counts neither as feedback nor in rates.
        Unknown = "unknown",
    }
}

word_enum! {
    /// The origin of an outcome. A transcript never overwrites what a person or a pipeline
    /// recorded.
    pub enum OutcomeSource ("source") {
        Transcript = "transcript",
        Recorded = "recorded",
    }
}

word_enum! {
    /// How the work was divided.
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
    /// The category of an error that a tool reported.
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
    /// A field that a pipeline's record left out, although its run could have taught more with it.
    pub enum Omission ("field") {
        /// Without it, the run counts for no tool's reliability.
        Adapters = "adaptersUsed",
        /// The run failed, and counts for no failure pattern.
        FailureType = "dominantFailureType",
        /// The quality is computed from how the run ended.
        Score = "postExecutionScore",
        /// The run counts for no risk threshold.
        Risk = "riskLevel",
    }
}

/// One line of `outcomes.jsonl`, which is also the input of `outcome record`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// The uuid of the typed turn that began the segment, or a pipeline's own id.
    #[serde(rename = "runId")]
    pub run_id: String,
    /// Stored because the session cannot tell: a recorded outcome may name one, too.
    #[serde(skip)]
    pub source: OutcomeSource,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Position within the session, from 1. The store counts, because reading may begin in the
    /// middle of a session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segment: Option<u32>,
    pub timestamp: Time,
    pub result: RunResult,
    /// Without idle time: a pause counts for five minutes at most.
    pub duration_ms: u64,
    /// Distinct errors of the work; `raw_error_count` counts all of them.
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
    /// Fields that the record left out. Always empty for transcripts: what is not in one did not
    /// happen.
    #[serde(skip)]
    pub omitted: Vec<Omission>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailureDetails {
    #[serde(rename = "dominantFailureType")]
    pub dominant_failure_type: String,
    /// The pipeline's own description, redacted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl FailureDetails {
    pub fn of(kind: impl Into<String>) -> FailureDetails {
        FailureDetails { dominant_failure_type: kind.into(), detail: None }
    }
}

/// Something the work used: `mcp:<server>`, `skill:<name>`, `agent:<type>`, `bash:<program>` or a
/// built-in tool.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AdapterUse {
    pub id: String,
    /// One of its own calls failed, and no later call made up for it.
    pub failed: bool,
    pub retries: u32,
    /// How this adapter failed, if known; the work as a whole may have failed in another way.
    #[serde(rename = "failureType", skip_serializing_if = "Option::is_none")]
    pub failure_type: Option<String>,
    /// How confident an agent was in its result, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

impl AdapterUse {
    /// An adapter that was used without a known failure.
    pub fn of(id: impl Into<String>) -> AdapterUse {
        AdapterUse { id: id.into(), failed: false, retries: 0, failure_type: None, confidence: None }
    }
}

impl Outcome {
    /// An outcome of which only the beginning is known.
    pub fn begun(run_id: String, timestamp: Time) -> Outcome {
        // Stored times have milliseconds; a finer one would make the same record look changed.
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

    /// As a line that can be recorded again: without the values that were guessed for what its record left out.
    pub fn told(&self) -> serde_json::Result<Value> {
        let mut line = serde_json::to_value(self)?;
        if let Some(fields) = line.as_object_mut() {
            fields.retain(|name, _| self.omitted.iter().all(|omission| omission.as_str() != name));
        }
        Ok(line)
    }

    /// How the work failed: in the recorder's own words if given, otherwise by its mode.
    pub fn failure_type(&self) -> Option<&str> {
        let told = self.failure_details.as_ref().map(|details| details.dominant_failure_type.as_str());
        told.or_else(|| self.failure_mode.map(|mode| mode.as_str()))
    }
}

/// Flaws that lower the quality of a piece of work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flaws {
    pub rollback: bool,
    pub human_override: bool,
    pub unresolved_error: bool,
    pub corrected: bool,
}

impl Flaws {
    /// 1 minus the cost of each flaw, at least 0. Counted in tenths, so that the result is an exact
    /// decimal.
    pub fn quality(self) -> f64 {
        let left = 10
            - cost(self.rollback, 3)
            - cost(self.human_override, 3)
            - cost(self.unresolved_error, 2)
            - cost(self.corrected, 2);
        f64::from(left.max(0)) / 10.0
    }
}

fn cost(flaw: bool, tenths: i32) -> i32 {
    if flaw { tenths } else { 0 }
}
