//! A score for a piece of work, from measurements alone.

use crate::core::config::Learning;
use crate::core::model::outcome::{Outcome, RunResult};
use crate::core::model::word_enum::word_enum;
use crate::core::text::plural;

#[cfg(test)]
mod tests;

const HELPFUL_FROM: f64 = 0.7;
const HARMFUL_UP_TO: f64 = 0.4;

word_enum! {
    /// The feedback that a score gives on what was used.
    pub enum Class ("feedback") {
        Helpful = "helpful",
        Neutral = "neutral",
        Harmful = "harmful",
    }
}

/// The measurements of a segment whose end is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    pub success: bool,
    pub duration_ms: u64,
    pub error_count: u32,
    pub retry_count: u32,
}

impl Work {
    /// `None` if the end is half good or unknown: that teaches nothing.
    pub fn of(outcome: &Outcome) -> Option<Work> {
        let success = match outcome.result {
            RunResult::Success => true,
            RunResult::Failure => false,
            RunResult::Partial | RunResult::Unknown => return None,
        };
        let (error_count, retry_count) = (outcome.error_count, outcome.retry_count);
        Some(Work { success, duration_ms: outcome.duration_ms, error_count, retry_count })
    }
}

/// `0.4·success + 0.2·duration + 0.2·errors + 0.2·retries`, in this order: the boundary 0.7 is
/// reached exactly.
pub fn score(work: &Work, rules: &Learning) -> f64 {
    let success = if work.success { 1.0 } else { 0.0 };
    success * 0.4
        + duration_score(work.duration_ms, rules) * 0.2
        + error_score(work.error_count, rules) * 0.2
        + retry_score(work.retry_count) * 0.2
}

pub fn class(score: f64) -> Class {
    if score >= HELPFUL_FROM {
        Class::Helpful
    } else if score <= HARMFUL_UP_TO {
        Class::Harmful
    } else {
        Class::Neutral
    }
}

/// Both limits count as medium, and so does an unknown duration.
fn duration_score(duration_ms: u64, rules: &Learning) -> f64 {
    if duration_ms == 0 {
        0.6
    } else if duration_ms < u64::from(rules.fast_ms) {
        1.0
    } else if duration_ms > u64::from(rules.slow_ms) {
        0.2
    } else {
        0.6
    }
}

fn error_score(errors: u32, rules: &Learning) -> f64 {
    match errors {
        0 => 1.0,
        few if few <= rules.max_errors_for_helpful => 0.6,
        _ => 0.2,
    }
}

fn retry_score(retries: u32) -> f64 {
    match retries {
        0 => 1.0,
        1 => 0.7,
        _ => 0.3,
    }
}

/// Describes the measurements, not what the class would suggest: good work can be slow.
pub fn reasoning(work: &Work, class: Class, rules: &Learning) -> String {
    let score = score(work, rules);
    format!(
        "{class} at {score:.2}: {}, {}, {}, {}",
        if work.success { "succeeded" } else { "failed" },
        pace(work.duration_ms, rules),
        counted(work.error_count, "error", "errors"),
        counted(work.retry_count, "retry", "retries"),
    )
}

fn pace(duration_ms: u64, rules: &Learning) -> String {
    if duration_ms == 0 {
        return "not timed".to_owned();
    }
    let pace = match duration_score(duration_ms, rules) {
        1.0 => "fast",
        0.2 => "slow",
        _ => "neither fast nor slow",
    };
    format!("{pace} in {}", spoken(duration_ms))
}

fn spoken(duration_ms: u64) -> String {
    match duration_ms / 1000 {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds => format!("{} min", seconds / 60),
    }
}

fn counted(number: u32, one: &str, many: &str) -> String {
    if number == 0 { format!("no {many}") } else { plural(number as usize, one, many) }
}
