use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::core::model::outcome::ErrorType;
use crate::core::model::samples::at;
use crate::core::outcomes::error_log::ErrorEntry;

/// A time after everything in the records.
fn now() -> Time {
    at(300 * 86_400)
}

fn read(record: Value) -> Result<Recorded, Refused> {
    read_with(record, &[])
}

fn read_with(record: Value, errors: &[ErrorEntry]) -> Result<Recorded, Refused> {
    let of = |run: &str| errors.iter().filter(|error| error.segment == run).cloned().collect();
    parse(&record, &Given { now: now(), clean: &str::to_owned, errors: &of })
}

fn whole() -> Value {
    json!({
        "runId": "run-1", "session": "s1", "segment": 3, "timestamp": "2026-03-02T09:00:00Z", "result": "failure", "duration_ms": 61000,
        "error_count": 2, "retry_count": 1, "files_touched": ["src/a.rs"], "strategy": "risk-based",
        "failure_mode": "dependency_blocked", "failure_details": {"dominantFailureType": "Auth"},
        "postExecutionScore": 0.25, "rollbackOccurred": true, "humanOverride": false, "riskLevel": "high",
        "adaptersUsed": [{"id": "MCP:GitHub", "failed": true, "retries": 2}], "raw_error_count": 7,
        "wall_duration_ms": 90000, "criteria": ["type_safe"], "branch": "main",
    })
}

fn changed(field: &str, value: Value) -> Value {
    let mut record = whole();
    record[field] = value;
    record
}

#[test]
fn a_record_comes_back_as_it_was_written() {
    let recorded = read(whole()).unwrap();
    assert_eq!(recorded.ignored, Vec::<String>::new());
    let mut written = serde_json::to_value(&recorded.outcome).unwrap();
    assert_eq!(written["adaptersUsed"][0]["id"], "mcp:github");
    assert_eq!(written["failure_details"]["dominantFailureType"], "auth");
    written["adaptersUsed"][0]["id"] = "MCP:GitHub".into();
    written["failure_details"]["dominantFailureType"] = "Auth".into();
    assert_eq!(written, whole());
}

#[test]
fn the_least_that_is_needed() {
    for (record, result, score) in [
        (json!({"bead_id": "b", "success": true, "duration_ms": 5.0}), RunResult::Success, 1.0),
        (json!({"runId": "b", "success": false, "duration_ms": 5}), RunResult::Failure, 0.8),
        (json!({"run_id": "b", "result": "failure", "post_execution_score": 0.3}), RunResult::Failure, 0.3),
        (
            json!({"runId": "b", "result": "partial", "duration_ms": 0, "strategy": null}),
            RunResult::Partial,
            0.8,
        ),
        (
            json!({"runId": "b", "bead_id": "b", "result": "unknown", "duration_ms": 0}),
            RunResult::Unknown,
            1.0,
        ),
    ] {
        let outcome = read(record).unwrap().outcome;
        assert_eq!((&*outcome.run_id, outcome.result, outcome.post_execution_score), ("b", result, score));
        assert_eq!((outcome.timestamp, outcome.risk_level), (now(), RiskLevel::Medium));
        assert_eq!(outcome.wall_duration_ms, outcome.duration_ms);
    }
}

#[test]
fn what_is_wrong_is_named_with_what_is_allowed() {
    let without = |field: &str| {
        let mut record = whole();
        record.as_object_mut().unwrap().remove(field);
        record
    };
    for (record, said) in [
        (json!([]), "an outcome is a JSON object, got a list"),
        (without("runId"), "`runId` is missing"),
        (without("result"), "`result` is missing"),
        (changed("duration_ms", json!(-1)), "`duration_ms` must be a whole number of at least 0, got -1"),
        (changed("duration_ms", json!(1.5)), "`duration_ms` must be a whole number of at least 0, got 1.5"),
        (
            changed("duration_ms", json!("NaN")),
            "`duration_ms` must be a whole number of at least 0, got \"NaN\"",
        ),
        (
            changed("error_count", json!(1e300)),
            "`error_count` must be a whole number of at least 0, got 1e+300",
        ),
        (
            changed("postExecutionScore", json!(1.2)),
            "`postExecutionScore` must be a number from 0 to 1, got 1.2",
        ),
        (
            changed("result", json!("won")),
            "`result` must be one of: success, failure, partial, unknown, got \"won\"",
        ),
        (changed("success", json!(true)), "`result` and `success` contradict each other"),
        (changed("success", json!("yes")), "`success` must be true or false, got \"yes\""),
        (changed("bead_id", json!("other")), "`runId` and `bead_id` contradict each other"),
        (changed("durationMs", json!(7)), "`duration_ms` and `durationMs` contradict each other"),
        (
            changed("strategy", json!("bold")),
            "`strategy` must be one of: file-based, feature-based, risk-based, research-based, got \"bold\"",
        ),
        (
            changed("failure_mode", json!(3)),
            "`failure_mode` must be one of: timeout, conflict, validation, tool_failure, context_overflow, \
             dependency_blocked, user_cancelled, unknown, got 3",
        ),
        (changed("riskLevel", json!("huge")), "`riskLevel` must be one of: low, medium, high, got \"huge\""),
        (
            changed("timestamp", json!("yesterday")),
            "`timestamp` must be a time like 2026-03-02T09:00:00Z, got \"yesterday\"",
        ),
        (changed("files_touched", json!("a")), "`files_touched` must be a list, got \"a\""),
        (changed("files_touched", json!(["a", 1])), "`files_touched[1]` must be a text, got 1"),
        (
            changed("criteria", json!(["Nice!"])),
            "`criteria[0]` must be 1 to 40 of a-z, 0-9, _ and -, got \"Nice!\"",
        ),
        (
            changed("adaptersUsed", json!([{"id": "git", "retries": -2}])),
            "`adaptersUsed[0].retries` must be a whole number of at least 0, got -2",
        ),
        (
            changed("adaptersUsed", json!([{"failed": true}])),
            "`adaptersUsed[0].id` must be a name of 1 to 200 visible characters on one line, got nothing",
        ),
        (
            changed("agentDecisions", json!([{"agent": "planner", "confidence": 1.5}])),
            "`agentDecisions[0].confidence` must be a number from 0 to 1, got 1.5",
        ),
        (
            changed("selectedSkills", json!([7])),
            "`selectedSkills[0]` must be a name, or an object with id, got 7",
        ),
        (
            changed("failure_details", json!(7)),
            "`failure_details` must be a text, or an object with dominantFailureType, got 7",
        ),
        (
            changed("runId", json!("a\u{202e}b")),
            "`runId` must be a name of 1 to 200 visible characters on one line, got \"ab\"",
        ),
    ] {
        assert_eq!(read(record.clone()).unwrap_err().to_string(), said, "{record}");
    }
}

/// Records as other systems write them: in either spelling, without a duration, the kind of failure
/// at the top level.
#[test]
fn other_systems_records() {
    for record in [
        json!({"runId": "r", "result": "failure", "adaptersUsed": ["github"], "failureDetails": {"dominantFailureType": "Auth"}}),
        json!({"run_id": "r", "result": "failure", "adapters_used": ["github"], "failure_details": {"dominant_failure_type": "auth"}}),
        json!({"runId": "r", "result": "failure", "adaptersUsed": ["github"], "dominantFailureType": "auth"}),
    ] {
        let Recorded { outcome, ignored, .. } = read(record).unwrap();
        assert_eq!(ignored, Vec::<String>::new());
        assert_eq!(outcome.failure_details.unwrap().dominant_failure_type, "auth");
        assert_eq!((outcome.adapters_used.len(), outcome.duration_ms), (1, 0));
    }
    let used = json!([{"id": "gh", "failed": true, "failure_type": "Auth"}, "gh"]);
    let outcome = read(changed("adaptersUsed", used)).unwrap().outcome;
    assert_eq!(outcome.adapters_used[0].failure_type.as_deref(), Some("auth"));
}

/// Agents and skills of a system that lists them apart are adapters, too, and an agent gives its
/// confidence.
#[test]
fn agents_and_skills_are_adapters() {
    let record = json!({
        "runId": "r", "success": true, "adaptersUsed": ["github"], "selectedSkills": ["Deploy", "skill:lint"],
        "agentDecisions": [
            {"agent": "Planner", "decision": "go on", "confidence": 0.9},
            {"agent": "planner", "decision": "go on", "confidence": 0.1},
            {"agent": "agent:builder"},
        ],
    });
    let Recorded { outcome, ignored, .. } = read(record).unwrap();
    assert_eq!(ignored, Vec::<String>::new());
    let uses: Vec<_> = outcome.adapters_used.iter().map(|used| (&*used.id, used.confidence)).collect();
    let expected = [
        ("agent:builder", None),
        ("agent:planner", Some(0.9)),
        ("github", None),
        ("skill:deploy", None),
        ("skill:lint", None),
    ];
    assert_eq!(uses, expected);
}

/// A description is not a kind of failure, but the kind can be derived from it.
#[test]
fn a_failure_may_be_described() {
    let details = |record: Value| {
        let details = read(record).unwrap().outcome.failure_details;
        details.map(|details| (details.dominant_failure_type, details.detail.unwrap_or_default()))
    };
    let failed = |more: Value| {
        let mut record = json!({"runId": "r", "success": false});
        record.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        record
    };
    let said = |kind: &str, detail: &str| Some((kind.to_owned(), detail.to_owned()));
    for (more, expected) in [
        (json!({"failure_details": "the build timed out"}), said("timeout", "the build timed out")),
        (
            json!({"failure_details": "the build timed out", "failure_mode": "conflict"}),
            said("conflict", "the build timed out"),
        ),
        (
            json!({"failureDetails": "no luck\ntoday", "dominantFailureType": "Auth"}),
            said("auth", "no luck today"),
        ),
        (
            json!({"failure_details": {"detail": "merge conflict in a.rs"}}),
            said("conflict", "merge conflict in a.rs"),
        ),
        (json!({"failure_details": "  "}), None),
        (json!({"failure_mode": "conflict"}), None),
    ] {
        assert_eq!(details(failed(more.clone())), expected, "{more}");
    }
}

fn error(run: &str, times: u32, resolved: bool) -> ErrorEntry {
    ErrorEntry {
        id: format!("err_{run}_{times}_{resolved}"),
        segment: run.to_owned(),
        kind: ErrorType::Validation,
        message: "cannot link".to_owned(),
        context: None,
        tool: None,
        stack: None,
        at: at(0),
        resolved,
        times,
    }
}

/// A run that recorded its errors need not count them.
#[test]
fn errors_that_were_recorded_are_counted() {
    let errors = [error("r", 4, false), error("r", 1, true), error("other", 9, false)];
    let settled = [error("r", 1, true)];
    for (more, errors, expected) in [
        (json!({}), &errors[..], (2, 5, 0.8)),
        (json!({}), &settled, (1, 1, 1.0)),
        (json!({}), &[], (0, 0, 1.0)),
        (json!({"error_count": 0}), &errors, (0, 0, 0.8)),
        (json!({"error_count": 7, "post_execution_score": 0.5}), &errors, (7, 7, 0.5)),
    ] {
        let mut record = json!({"bead_id": "r", "success": true});
        record.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let found = read_with(record, errors).unwrap().outcome;
        assert_eq!(
            (found.error_count, found.raw_error_count, found.post_execution_score),
            expected,
            "{more}"
        );
    }
}

#[test]
fn no_run_ends_in_the_future() {
    let ended = |at: &str| read(changed("timestamp", json!(at))).unwrap().outcome.timestamp;
    assert_eq!(ended("2099-01-01T00:00:00Z"), now());
    assert_eq!(ended("2026-03-02T09:00:00Z").to_rfc3339(), "2026-03-02T09:00:00+00:00");
}

#[test]
fn an_adapter_counts_once_and_in_lower_case() {
    let listed = json!(["Bash:Git", {"id": "bash:git", "failed": true, "retries": 1}, "read"]);
    let outcome = read(changed("adaptersUsed", listed)).unwrap().outcome;
    let expected = [("bash:git", true, 1), ("read", false, 0)];
    let uses: Vec<_> = outcome.adapters_used.iter().map(|a| (&*a.id, a.failed, a.retries)).collect();
    assert_eq!(uses, expected);
}

#[test]
fn strangers_fields_are_reported_and_free_text_is_cleaned() {
    let mut record = changed("retrycount", json!(3));
    record["files_touched"] = json!(["token=abc\nnext"]);
    let hide = |text: &str| text.replace("abc", "***");
    let recorded = parse(&record, &Given { now: now(), clean: &hide, errors: &|_| vec![] }).unwrap();
    assert_eq!(recorded.ignored, ["retrycount"]);
    assert_eq!(recorded.outcome.files_touched, ["token=*** next"]);
}

#[test]
fn quality_loses_tenths_and_never_goes_below_nothing() {
    let flaws = |rollback, human_override, unresolved_error, corrected| Flaws {
        rollback,
        human_override,
        unresolved_error,
        corrected,
    };
    for (given, expected) in [
        (flaws(false, false, false, false), 1.0),
        (flaws(true, false, false, false), 0.7),
        (flaws(false, true, false, true), 0.5),
        (flaws(false, false, true, true), 0.6),
        (flaws(true, true, true, true), 0.0),
    ] {
        assert_eq!(given.quality(), expected, "{given:?}");
    }
}

proptest! {
    #[test]
    fn what_is_accepted_can_be_read_again(score in 0.0f64..=1.0, n in 0u64..1 << 40, failed: bool, file in "\\PC{1,40}") {
        let mut record = whole();
        record["postExecutionScore"] = json!(score);
        record["duration_ms"] = json!(n);
        record["adaptersUsed"] = json!([{"id": "bash:git", "failed": failed}]);
        record["files_touched"] = json!([file]);
        if let Ok(first) = read(record) {
            let again = read(serde_json::to_value(&first.outcome).unwrap()).unwrap();
            prop_assert_eq!(again, first);
        }
    }
}
