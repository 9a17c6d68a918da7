//! The type of a tool's failure, derived from its output; failure patterns are counted by these
//! types. The error log has five types of its own (`failure`), which cannot tell an expired login
//! from a missing page: three different failures of one tool would look like one that keeps coming
//! up.

use super::failure;
use crate::core::model::outcome::{ErrorType, FailureMode};
use crate::core::model::word_enum::word_enum;

word_enum! {
    pub enum FailureType ("failure type") {
        Auth = "auth",
        NotFound = "not_found",
        RateLimit = "rate_limit",
        Timeout = "timeout",
        Conflict = "conflict",
        Validation = "validation",
        Network = "network",
        ToolFailure = "tool_failure",
    }
}

impl ErrorType {
    pub fn as_failure_type(self) -> FailureType {
        match self {
            ErrorType::Validation => FailureType::Validation,
            ErrorType::Timeout => FailureType::Timeout,
            ErrorType::Conflict => FailureType::Conflict,
            ErrorType::ToolFailure | ErrorType::Unknown => FailureType::ToolFailure,
        }
    }
}

/// Unmistakable words come first. Words that `failure::mode` recognises are not repeated here.
const WORDS: [(FailureType, &[&str]); 5] = [
    (
        FailureType::RateLimit,
        &["rate limit", "ratelimit", "rate_limit", "too many requests", "quota exceeded", "throttl"],
    ),
    (
        FailureType::Auth,
        &[
            "unauthorized",
            "unauthorised",
            "unauthenticated",
            "authentication",
            "authorization",
            "bad credentials",
            "forbidden",
            "access denied",
            "permission denied",
            "publickey",
            "not logged in",
            "log in",
            "login required",
            "invalid token",
            "token expired",
            "expired token",
            "token has expired",
            "api key",
        ],
    ),
    (
        FailureType::Network,
        &[
            "connection refused",
            "connection reset",
            "connection closed",
            "could not resolve host",
            "name or service not known",
            "network",
            "unreachable",
            "socket hang up",
            "econnrefused",
            "econnreset",
            "enotfound",
            "bad gateway",
            "service unavailable",
        ],
    ),
    (
        FailureType::NotFound,
        &["not found", "no such file", "no such", "does not exist", "doesn't exist", "enoent"],
    ),
    (
        FailureType::Validation,
        &["unprocessable", "bad request", "is required", "are required", "must be provided", "missing field"],
    ),
];

/// Messages about a missing program or package: nothing is missing at the other end.
const NOT_THEIRS: [&str; 3] = ["command not found", "module not found", "package not found"];

/// Status codes of servers, which decide by themselves.
const STATUSES: [(&str, FailureType); 12] = [
    ("400", FailureType::Validation),
    ("401", FailureType::Auth),
    ("403", FailureType::Auth),
    ("404", FailureType::NotFound),
    ("408", FailureType::Timeout),
    ("409", FailureType::Conflict),
    ("410", FailureType::NotFound),
    ("422", FailureType::Validation),
    ("429", FailureType::RateLimit),
    ("502", FailureType::Network),
    ("503", FailureType::Network),
    ("504", FailureType::Timeout),
];
/// Words shortly before such a number.
const BEFORE_STATUS: [&str; 6] = ["http", "https", "status", "code", "error", "response"];

/// Of a recorded error: its own type counts where the message says nothing.
pub fn of_error(message: &str, kind: ErrorType) -> FailureType {
    match failure_type(message) {
        FailureType::ToolFailure => kind.as_failure_type(),
        said => said,
    }
}

pub fn failure_type(message: &str) -> FailureType {
    let message = message.to_lowercase();
    let has = |words: &&[&str]| words.iter().any(|word| message.contains(word));
    let is_theirs = !NOT_THEIRS.iter().any(|words| message.contains(words));
    let said = WORDS.iter().find(|(kind, words)| has(words) && (*kind != FailureType::NotFound || is_theirs));
    let by_mode = || match failure::mode(&message) {
        FailureMode::Timeout => Some(FailureType::Timeout),
        FailureMode::Conflict => Some(FailureType::Conflict),
        FailureMode::Validation => Some(FailureType::Validation),
        _ => None,
    };
    let found = status(&message).or(said.map(|(kind, _)| *kind)).or_else(by_mode);
    found.unwrap_or(FailureType::ToolFailure)
}

fn status(message: &str) -> Option<FailureType> {
    let words: Vec<&str> =
        message.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_announced = |at: usize| {
        let before = &words[at.saturating_sub(3)..at];
        before.iter().any(|word| BEFORE_STATUS.contains(word)) && !before.contains(&"line")
    };
    let known = |word: &str| STATUSES.iter().find(|(number, _)| *number == word).map(|(_, kind)| *kind);
    words.iter().enumerate().find_map(|(at, word)| known(word).filter(|_| is_announced(at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_printed_says_how_it_failed() {
        use FailureType::*;
        for (message, expected) in [
            ("HTTP 404: Not Found (https://api.example/repos/x)", NotFound),
            ("HTTP/1.1 401 Unauthorized", Auth),
            ("error: 401", Auth),
            ("Error: Request failed with status code 500", ToolFailure),
            ("Internal Server Error", ToolFailure),
            ("GraphQL: Bad credentials", Auth),
            ("git@github.com: Permission denied (publickey).", Auth),
            ("mkdir: cannot create directory: Permission denied", Auth),
            ("422 Unprocessable Entity: title is required", Validation),
            ("API rate limit exceeded for user ID 1", RateLimit),
            ("status: 429", RateLimit),
            ("request timed out after 30s", Timeout),
            ("HTTP 504 Gateway Timeout", Timeout),
            ("CONFLICT (content): Merge conflict in a.rs", Conflict),
            ("Validation Failed: title can't be blank", Validation),
            ("curl: (6) Could not resolve host: api.example", Network),
            ("connect ECONNREFUSED 127.0.0.1:5432", Network),
            ("cat: notes.md: No such file or directory", NotFound),
            ("bash: jq: command not found", ToolFailure),
            ("error on line 404 of the file", ToolFailure),
            ("connect ETIMEDOUT 10.0.0.1:443", Timeout),
            ("missing required parameter: owner", Validation),
            ("it broke", ToolFailure),
            ("", ToolFailure),
        ] {
            assert_eq!(failure_type(message), expected, "{message}");
        }
    }
}
