use super::FailureMode::{
    Conflict, ContextOverflow, DependencyBlocked, Timeout, ToolFailure, Unknown, UserCancelled, Validation,
};
use super::*;

const PUBLISHED: [Row; 7] = [
    (FailureMode::Timeout, &["timeout"]),
    (FailureMode::Conflict, &["conflict", "reservation"]),
    (FailureMode::Validation, &["validation", "schema"]),
    (FailureMode::ContextOverflow, &["context", "token"]),
    (FailureMode::DependencyBlocked, &["blocked", "dependency"]),
    (FailureMode::UserCancelled, &["cancel"]),
    (FailureMode::ToolFailure, &["tool", "command", "failed to execute"]),
];

/// The published classifier: the first word that occurs.
fn published_mode(message: &str) -> FailureMode {
    first(&PUBLISHED, message)
}

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

/// Each row is a defect of the published order: the message, and what happened.
#[test]
fn one_word_is_not_enough() {
    for (message, said, happened) in [
        ("auth token expired", ContextOverflow, Unknown),
        ("unexpected token: invalid syntax", ContextOverflow, Validation),
        ("command failed in this context: exit code 2", ContextOverflow, ToolFailure),
        ("run cancelled by the user before the tool ended: validation pending", Validation, UserCancelled),
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
