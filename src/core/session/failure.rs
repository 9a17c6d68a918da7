//! Why work failed, told from an error message.
//!
//! The published classifier takes the first word it knows, so an expired token counts as a context that ran over.
//! `mode` asks for what is unmistakable first, and for phrases where a single word means several things.

use crate::core::model::outcome::{ErrorType, FailureMode};

type Row = (FailureMode, &'static [&'static str]);

#[cfg(test)]
const PUBLISHED: [Row; 7] = [
    (FailureMode::Timeout, &["timeout"]),
    (FailureMode::Conflict, &["conflict", "reservation"]),
    (FailureMode::Validation, &["validation", "schema"]),
    (FailureMode::ContextOverflow, &["context", "token"]),
    (FailureMode::DependencyBlocked, &["blocked", "dependency"]),
    (FailureMode::UserCancelled, &["cancel"]),
    (FailureMode::ToolFailure, &["tool", "command", "failed to execute"]),
];

const CORRECTED: [Row; 7] = [
    (
        FailureMode::UserCancelled,
        &["cancelled by", "canceled by", "interrupted by user", "aborted by user", "user cancel"],
    ),
    (FailureMode::Timeout, &["timeout", "timed out", "deadline exceeded"]),
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

/// As published: the first word that occurs.
#[cfg(test)]
fn published_mode(message: &str) -> FailureMode {
    first(&PUBLISHED, message)
}

pub fn mode(message: &str) -> FailureMode {
    match first(&CORRECTED, message) {
        // One call failed and its neighbours were called off: nobody cancelled.
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

/// What an error with this message is filed under.
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
mod tests {
    use super::FailureMode::{
        Conflict, ContextOverflow, DependencyBlocked, Timeout, ToolFailure, Unknown, UserCancelled,
        Validation,
    };
    use super::*;

    #[test]
    fn the_published_words() {
        for (message, expected) in [
            ("Request TIMEOUT after 30 s", Timeout),
            ("merge conflict in a.rs", Conflict),
            ("file reservation held by another", Conflict),
            ("schema mismatch", Validation),
            ("context window exceeded", ContextOverflow),
            ("blocked by bd-12", DependencyBlocked),
            ("user cancelled", UserCancelled),
            ("failed to execute", ToolFailure),
            ("command timeout", Timeout),
            ("validation of dependency", Validation),
            ("something else", Unknown),
        ] {
            assert_eq!(published_mode(message), expected, "{message}");
            assert_eq!(mode(message), expected, "{message}");
        }
    }

    /// Each row is a defect of the published order: what it says, and what happened.
    #[test]
    fn one_word_is_not_enough() {
        for (message, said, happened) in [
            ("auth token expired", ContextOverflow, Unknown),
            ("unexpected token: invalid syntax", ContextOverflow, Validation),
            ("command failed in this context: exit code 2", ContextOverflow, ToolFailure),
            (
                "run cancelled by the user before the tool ended: validation pending",
                Validation,
                UserCancelled,
            ),
            ("build timed out", Unknown, Timeout),
            ("Cancelled: parallel tool call Bash(x) errored", UserCancelled, ToolFailure),
        ] {
            assert_eq!(published_mode(message), said, "{message}");
            assert_eq!(mode(message), happened, "{message}");
        }
    }

    #[test]
    fn every_message_has_a_place_in_the_log() {
        assert_eq!(error_type("cannot find module x"), ErrorType::ToolFailure);
        assert_eq!(error_type("user cancelled"), ErrorType::Unknown);
    }
}
