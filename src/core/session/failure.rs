//! The failure mode of work, derived from an error message.
//!
//! The published classifier takes the first word it knows, so an expired token counts as a context
//! overflow. `mode` looks for unmistakable words first, and for phrases where a single word is
//! ambiguous.

use crate::core::model::outcome::{ErrorType, FailureMode};

type Row = (FailureMode, &'static [&'static str]);

const CORRECTED: [Row; 7] = [
    (
        FailureMode::UserCancelled,
        &["cancelled by", "canceled by", "interrupted by user", "aborted by user", "user cancel"],
    ),
    (FailureMode::Timeout, &["timeout", "timed out", "timedout", "deadline exceeded"]),
    (
        FailureMode::ContextOverflow,
        &[
            "context window",
            "context length",
            "context limit",
            "context overflow",
            "maximum context",
            "token limit",
            "too many tokens",
            "max_tokens",
            "prompt is too long",
        ],
    ),
    (
        FailureMode::Conflict,
        &["conflict", "could not apply", "reservation", "modified since", "not unique", "non-fast-forward"],
    ),
    (
        FailureMode::Validation,
        &[
            "validation",
            "schema",
            "type error",
            "type check",
            "typecheck",
            "typeerror",
            "mismatched types",
            "syntax error",
            "syntaxerror",
            "parse error",
            "invalid",
            "missing required",
            "required parameter",
        ],
    ),
    (
        FailureMode::DependencyBlocked,
        &[
            "blocked",
            "dependency",
            "unresolved import",
            "module not found",
            "cannot find module",
            "no module named",
        ],
    ),
    (
        FailureMode::ToolFailure,
        &["tool", "command", "failed to execute", "exit code", "permission denied", "no such file"],
    ),
];

pub fn mode(message: &str) -> FailureMode {
    match first(&CORRECTED, message) {
        // One call failed, and the calls beside it were cancelled for that reason: it is not a
        // cancellation.
        FailureMode::Unknown if message.to_lowercase().contains("cancel") && !is_cascade(message) => {
            FailureMode::UserCancelled
        }
        mode => mode,
    }
}

fn is_cascade(message: &str) -> bool {
    message.to_lowercase().contains("parallel tool call")
}

fn first(table: &[Row], message: &str) -> FailureMode {
    let message = message.to_lowercase();
    let row = table.iter().find(|(_, words)| words.iter().any(|word| message.contains(word)));
    row.map_or(FailureMode::Unknown, |(mode, _)| *mode)
}

/// The type of an error with this message.
pub fn error_type(message: &str) -> ErrorType {
    match mode(message) {
        FailureMode::Validation => ErrorType::Validation,
        FailureMode::Timeout => ErrorType::Timeout,
        FailureMode::Conflict => ErrorType::Conflict,
        FailureMode::ToolFailure | FailureMode::DependencyBlocked => ErrorType::ToolFailure,
        FailureMode::ContextOverflow | FailureMode::UserCancelled | FailureMode::Unknown => {
            ErrorType::Unknown
        }
    }
}

#[cfg(test)]
mod tests;
