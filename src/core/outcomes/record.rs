//! Outcomes from outside Claude Code. A malformed number, a missing field or an unknown word would
//! silently distort every later score, so each of them is an error that names the field.
//!
//! Unknown fields are not errors: other systems' records have their own, which distort nothing.
//! They are reported, because one of them may be a misspelled field. Every field may be written
//! `likeThis` or `like_this`, because the systems that write records do not agree.

mod fields;
#[cfg(test)]
mod tests;
mod used;

use serde_json::Value;

use self::fields::{Fields, contradiction, kind, wrong};
use crate::core::model::Time;
use crate::core::model::outcome::{
    FailureDetails, FailureMode, Flaws, Omission, Outcome, RiskLevel, RunResult,
};
use crate::core::outcomes::error_log::{self, ErrorEntry};
use crate::core::session::failure;
use crate::core::session::failure_type::failure_type;

const KNOWN: [&str; 27] = [
    "runId",
    "bead_id",
    "session",
    "segment",
    "timestamp",
    "result",
    "success",
    "duration_ms",
    "error_count",
    "retry_count",
    "files_touched",
    "strategy",
    "failure_mode",
    "failure_details",
    "dominantFailureType",
    "postExecutionScore",
    "rollbackOccurred",
    "humanOverride",
    "riskLevel",
    "adaptersUsed",
    "agentDecisions",
    "selectedSkills",
    "patterns",
    "raw_error_count",
    "wall_duration_ms",
    "criteria",
    "branch",
];

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("an outcome is a JSON object, got {0}")]
    NoObject(&'static str),
    #[error("`{0}` is missing")]
    Missing(&'static str),
    #[error("`{field}` must be {expected}, got {got}")]
    Wrong { field: String, expected: String, got: String },
    #[error("`{0}` and `{1}` contradict each other")]
    Contradiction(String, String),
    #[error("`{0}` holds a secret")]
    Secret(String),
}

/// An outcome that may be stored, what it used, and the unknown fields of its record.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    pub outcome: Outcome,
    /// False if its time is missing or in the future; then it gets the time at which it was sent.
    pub has_time: bool,
    /// Ids or texts of the patterns that the run followed.
    pub patterns: Vec<String>,
    pub ignored: Vec<String>,
}

/// The context in which a record is read.
pub struct Given<'a> {
    /// The default time of a record, and the latest allowed.
    pub now: Time,
    /// Redacts free text.
    pub clean: &'a dyn Fn(&str) -> String,
    /// The errors that were recorded during a run.
    pub errors: &'a dyn Fn(&str) -> Vec<ErrorEntry>,
}

/// Parses and checks a record. What is wrong is named as the record spells it.
pub fn parse(record: &Value, given: &Given<'_>) -> Result<Recorded, Refused> {
    let map = record.as_object().ok_or(Refused::NoObject(kind(record)))?;
    let fields = Fields { map, clean: given.clean };
    fields.refuse_two_spellings()?;
    checked(&fields, given).map_err(|refused| match refused {
        Refused::Wrong { field, expected, got } => {
            Refused::Wrong { field: fields.as_written(&field), expected, got }
        }
        Refused::Contradiction(one, other) => {
            Refused::Contradiction(fields.as_written(&one), fields.as_written(&other))
        }
        Refused::Secret(field) => Refused::Secret(fields.as_written(&field)),
        other => other,
    })
}

fn checked(fields: &Fields<'_>, given: &Given<'_>) -> Result<Recorded, Refused> {
    let (run_id, result) = (run_id(fields)?, result(fields)?);
    let errors = Errors::of(fields, &(given.errors)(&run_id))?;
    let flaws = Flaws {
        rollback: fields.flag("rollbackOccurred")?,
        human_override: fields.flag("humanOverride")?,
        unresolved_error: result == RunResult::Failure || errors.are_open,
        corrected: result == RunResult::Partial,
    };
    // A duration of 0 means unknown, and says nothing about speed.
    let duration_ms = fields.count("duration_ms")?.unwrap_or(0);
    let failure_mode = fields.word("failure_mode")?;
    let time = time(fields)?.filter(|time| *time <= given.now);
    let mut outcome = Outcome {
        session: fields.name("session")?,
        segment: fields.count("segment")?.map(small),
        result,
        duration_ms,
        error_count: errors.distinct,
        retry_count: small(fields.count("retry_count")?.unwrap_or(0)),
        files_touched: fields.list("files_touched")?,
        strategy: fields.word("strategy")?,
        failure_mode,
        failure_details: failure_details(fields, failure_mode)?,
        post_execution_score: fields.share("postExecutionScore")?.unwrap_or_else(|| flaws.quality()),
        rollback_occurred: flaws.rollback,
        human_override: flaws.human_override,
        risk_level: fields.word("riskLevel")?.unwrap_or(RiskLevel::Medium),
        adapters_used: used::all(fields)?,
        raw_error_count: errors.raw,
        wall_duration_ms: fields.count("wall_duration_ms")?.unwrap_or(duration_ms),
        criteria: criteria(fields)?,
        branch: fields.name("branch")?,
        ..Outcome::begun(run_id, time.unwrap_or(given.now))
    };
    outcome.omitted = omitted(fields, &outcome);
    let (has_time, patterns) = (time.is_some(), fields.list("patterns")?);
    Ok(Recorded { outcome, has_time, patterns, ignored: fields.unknown(&KNOWN) })
}

/// The fields that the record left out, in the order of the published type. Guessed values teach
/// less.
fn omitted(fields: &Fields<'_>, outcome: &Outcome) -> Vec<Omission> {
    let is_typed = outcome.failure_type().is_some()
        || outcome.adapters_used.iter().any(|used| used.failure_type.is_some());
    let is_left_out = |omission: &Omission| match omission {
        Omission::Adapters => outcome.adapters_used.is_empty(),
        Omission::FailureType => outcome.result == RunResult::Failure && !is_typed,
        Omission::Score | Omission::Risk => fields.get(omission.as_str()).is_none(),
    };
    Omission::ALL.iter().copied().filter(is_left_out).collect()
}

/// Saturates: nothing real has more errors than this.
fn small(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The run's error counts: as the record gives them, otherwise as recorded.
struct Errors {
    distinct: u32,
    raw: u32,
    are_open: bool,
}

impl Errors {
    fn of(fields: &Fields<'_>, recorded: &[ErrorEntry]) -> Result<Errors, Refused> {
        let stats = error_log::stats(recorded);
        let times = recorded.iter().fold(0, |times: u32, error| times.saturating_add(error.times));
        let told = fields.count("error_count")?.map(small);
        Ok(Errors {
            distinct: told.unwrap_or(stats.total),
            raw: fields.count("raw_error_count")?.map_or(told.unwrap_or(times), small),
            are_open: stats.unresolved > 0,
        })
    }
}

fn run_id(fields: &Fields<'_>) -> Result<String, Refused> {
    match (fields.name("runId")?, fields.name("bead_id")?) {
        (Some(run), Some(bead)) if run != bead => Err(contradiction("runId", "bead_id")),
        (Some(id), _) | (None, Some(id)) => Ok(id),
        (None, None) => Err(Refused::Missing("runId")),
    }
}

fn result(fields: &Fields<'_>) -> Result<RunResult, Refused> {
    let told = fields.word::<RunResult>("result")?;
    let success = match fields.get("success") {
        Some(_) => Some(fields.flag("success")?),
        None => None,
    };
    match (told, success) {
        (Some(result), Some(success)) if success != (result == RunResult::Success) => {
            Err(contradiction("result", "success"))
        }
        (Some(result), _) => Ok(result),
        (None, Some(true)) => Ok(RunResult::Success),
        (None, Some(false)) => Ok(RunResult::Failure),
        (None, None) => Err(Refused::Missing("result")),
    }
}

fn time(fields: &Fields<'_>) -> Result<Option<Time>, Refused> {
    let Some(value) = fields.get("timestamp") else { return Ok(None) };
    let time = value.as_str().and_then(|text| text.parse().ok());
    time.map(Some).ok_or_else(|| wrong("timestamp", "a time like 2026-03-02T09:00:00Z", value))
}

fn failure_details(
    fields: &Fields<'_>,
    mode: Option<FailureMode>,
) -> Result<Option<FailureDetails>, Refused> {
    let (field, kind) = ("failure_details", "dominantFailureType");
    let (inside, detail) = match fields.get(field) {
        Some(Value::Object(map)) => {
            let inner = Fields { map, clean: fields.clean };
            let detail = inner.get("detail").map(|detail| inner.text(&format!("{field}.detail"), detail));
            (inner.kind(kind, &format!("{field}.{kind}"))?, detail.transpose()?)
        }
        Some(Value::String(text)) if text.trim().is_empty() => (None, None),
        Some(text @ Value::String(_)) => (None, Some(fields.text(field, text)?)),
        Some(other) => return Err(wrong(field, "a text, or an object with dominantFailureType", other)),
        None => (None, None),
    };
    let told = match inside {
        Some(kind) => Some(kind),
        None => fields.kind(kind, kind)?,
    };
    // If the failure is only described, its kind is taken from its mode or from the words.
    let meant =
        || detail.as_deref().map(|words| mode.map_or_else(|| said_by(words), |mode| mode.to_string()));
    let kind = told.or_else(meant);
    Ok(kind.map(|dominant_failure_type| FailureDetails { dominant_failure_type, detail }))
}

fn said_by(words: &str) -> String {
    match failure::mode(words) {
        mode @ (FailureMode::UserCancelled | FailureMode::ContextOverflow) => mode.to_string(),
        _ => failure_type(words).to_string(),
    }
}

fn criteria(fields: &Fields<'_>) -> Result<Vec<String>, Refused> {
    let criterion = |(i, item): (usize, &Value)| {
        let field = format!("criteria[{i}]");
        fields.checked(&field, criterion(&field, item)?)
    };
    fields.items("criteria")?.iter().enumerate().map(criterion).collect()
}

/// The name of a criterion, in the form that `--criteria` takes.
fn criterion(field: &str, value: &Value) -> Result<String, Refused> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-');
    let name = value.as_str().filter(|name| (1..=40).contains(&name.len()) && name.chars().all(fits));
    name.map(str::to_owned).ok_or_else(|| wrong(field, "1 to 40 of a-z, 0-9, _ and -", value))
}
