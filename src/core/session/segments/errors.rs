//! The distinct errors of a piece of work. The same error ten times is one error, and a later
//! success resolves it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

use super::calls::{Fate, WorkCall};
use crate::core::entities::admission::NamedStep;
use crate::core::entities::commands::programs::looks;
use crate::core::entities::commands::{Act, ShellStep};
use crate::core::entities::grammar::CommandToken;
use crate::core::model::Time;
use crate::core::model::outcome::ErrorType;
use crate::core::redact::Redactor;
use crate::core::session::client_words::EXIT_CODE;
use crate::core::session::error_marks;
use crate::core::session::failure;
use crate::core::session::failure_type::{self, FailureType};
use crate::core::text::{ellipsis, hash, head, one_line};

const SIGNATURE: usize = 120;
const MESSAGE: usize = 300;
const KEY: usize = 16;
/// The lines of an output in which the error message is searched.
const LOOKED_AT: usize = 40;

/// One error, however often it occurred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkError {
    pub kind: ErrorType,
    /// The same for the policy, which has more types.
    pub failure_type: FailureType,
    /// The program of a shell call, otherwise the tool.
    pub tool: String,
    /// The part that all sightings of the same error share.
    pub signature: String,
    pub message: String,
    /// The marks that a later session may be shown.
    pub marks: Option<String>,
    /// The last time it occurred.
    pub at: Time,
    pub times: u32,
    /// The target that a success must share with it to resolve it, in this session or a later one.
    pub target: String,
    pub resolved: Option<Resolution>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    pub at: Time,
    /// What was done between the error and the success, or else the call that worked: the edited file, or the command
    /// without its values. `None` if it may not be named, or if the same call simply worked later.
    pub by: Option<String>,
}

pub(super) fn distinct(calls: &[WorkCall<'_>], branch: &str, redactor: &Redactor) -> Vec<WorkError> {
    let touched: Vec<&str> = calls.iter().filter_map(|call| call.action.path.as_deref()).collect();
    let mut faults: Vec<WorkError> = Vec::new();
    for (index, call) in calls.iter().enumerate().filter(|(_, call)| call.fate == Fate::Failed) {
        let fault = fault(call, branch, &touched, redactor);
        let resolved = resolution(calls, index, redactor);
        match faults
            .iter_mut()
            .find(|known| (&known.tool, &known.signature) == (&fault.tool, &fault.signature))
        {
            // The last occurrence decides whether it is resolved.
            Some(known) => *known = WorkError { times: known.times + 1, resolved, ..fault },
            None => faults.push(WorkError { resolved, ..fault }),
        }
    }
    faults
}

fn fault(call: &WorkCall<'_>, branch: &str, touched: &[&str], redactor: &Redactor) -> WorkError {
    // The whole output, not only the line: the label of a secret may be a line above.
    let output = redactor.redact(call.output());
    let line = telling_line(&output);
    let command = step(call).zip(call.action.command.as_deref());
    let command = command.and_then(|(step, line)| CommandToken::of(step, line));
    let kind = kind(call, line);
    WorkError {
        kind,
        failure_type: match call.verdict {
            Some(verdict) if !verdict.passed => kind.as_failure_type(),
            _ => failure_type_of(call),
        },
        tool: target(call).0,
        signature: signature(line),
        message: ellipsis(&one_line(line), MESSAGE),
        marks: error_marks::marks(command.as_ref(), line, &output, touched),
        at: ended_at(call),
        times: 1,
        target: match call.verdict {
            Some(verdict) => check_key(call, verdict.act, branch),
            None => call_key(call),
        },
        resolved: None,
    }
}

fn ended_at(call: &WorkCall<'_>) -> Time {
    call.action.result.as_ref().and_then(|result| result.at).unwrap_or(call.at)
}

/// The targets of successful calls, each with the last time.
pub(super) fn successes(calls: &[WorkCall<'_>], branch: &str) -> BTreeMap<String, Time> {
    let mut successes: BTreeMap<String, Time> = BTreeMap::new();
    for call in calls.iter().filter(|call| call.fate == Fate::Done) {
        let at = ended_at(call);
        let check = call.verdict.filter(|verdict| verdict.passed).map(|verdict| verdict.act);
        let built = check.filter(|act| covers(*act, Act::Build)).map(|_| Act::Build);
        let checks = check.into_iter().chain(built);
        let keys = checks.map(|act| check_key(call, act, branch)).chain([call_key(call)]);
        for key in keys {
            let last = successes.entry(key).or_insert(at);
            *last = at.max(*last);
        }
    }
    successes
}

/// A program and its first word, or a tool and its file.
fn call_key(call: &WorkCall<'_>) -> String {
    let (tool, target) = target(call);
    key(&[&tool, &target])
}

/// A check that passes on one branch may fail on another.
fn check_key(call: &WorkCall<'_>, act: Act, branch: &str) -> String {
    key(&[&target(call).0, &format!("{act:?}"), branch])
}

/// Hashed, because it is only compared, and a command may contain anything.
fn key(parts: &[&str]) -> String {
    head(&hash(&parts.join("\0")), KEY).to_owned()
}

/// The first line that sounds like an error, otherwise the first line. `Exit code 1` and the echo
/// of a script say nothing.
fn telling_line(output: &str) -> &str {
    let lines = || output.lines().map(str::trim).filter(|line| !is_preamble(line)).take(LOOKED_AT);
    lines().find(|line| TELLING.is_match(line)).or_else(|| lines().next()).unwrap_or(output.trim())
}

fn is_preamble(line: &str) -> bool {
    let has_words = line.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    !has_words || line.starts_with(EXIT_CODE) || line.starts_with("$ ") || line.starts_with("> ")
}

/// The part that all sightings of one error share: numbers, addresses, hashes and folders change
/// from one time to the next.
pub fn signature(line: &str) -> String {
    let line = one_line(line).to_lowercase();
    let line = FOLDERS.replace_all(&line, "");
    let line = CHANGING.replace_all(&line, "#");
    head(line.trim(), SIGNATURE).to_owned()
}

/// The tool's own failure.
pub(super) fn failure_type_of(call: &WorkCall<'_>) -> FailureType {
    failure_type::failure_type(telling_line(call.output()))
}

/// A red check is the work's own failure, unless its message says otherwise.
fn kind(call: &WorkCall<'_>, message: &str) -> ErrorType {
    let red = call.verdict.is_some_and(|verdict| !verdict.passed);
    match failure::error_type(message) {
        _ if red && message.starts_with(EXIT_CODE) => ErrorType::Validation,
        ErrorType::Unknown if red => ErrorType::Validation,
        ErrorType::Unknown if !call.output().trim().is_empty() => ErrorType::ToolFailure,
        kind => kind,
    }
}

/// The tool and what it worked on: a success on the same target resolves a failure.
fn target(call: &WorkCall<'_>) -> (String, String) {
    match step(call) {
        Some(step) => (step.program.clone(), step.args.first().cloned().unwrap_or_default()),
        None => (call.action.tool.to_lowercase(), call.action.path.clone().unwrap_or_default()),
    }
}

/// The step that a line's result belongs to.
fn step<'a>(call: &'a WorkCall<'_>) -> Option<&'a ShellStep> {
    match call.verdict.map(|verdict| verdict.act) {
        Some(act) => call.steps.iter().rfind(|step| step.act == Some(act)),
        None => call.steps.iter().rfind(|step| !PASSING.contains(&&*step.program)).or(call.steps.last()),
    }
}

/// Steps that pass a result on without causing it.
const PASSING: [&str; 8] = ["cd", "echo", "head", "tail", "grep", "cat", "true", "sort"];

fn resolution(calls: &[WorkCall<'_>], index: usize, redactor: &Redactor) -> Option<Resolution> {
    let failed = &calls[index];
    let after = &calls[index + 1..];
    let answered = after.iter().position(|call| answers(call, failed))?;
    let call = &after[answered];
    let other = || Some(call).filter(|call| is_done_command(call, failed));
    // A red check is mended by a change, and by nothing that was run after it.
    let step = match failed.verdict {
        Some(_) => after[..answered].iter().rfind(|call| call.is_done_edit()),
        None => {
            let helps = |call: &&WorkCall<'_>| call.is_done_edit() || is_done_command(call, failed);
            after[..answered].iter().rfind(helps).or_else(other)
        }
    };
    let by = step.and_then(|step| step.action.path.as_deref().or(step.action.command.as_deref()));
    let by = by.and_then(|by| NamedStep::of(&redactor.redact(by))).map(|step| step.as_str().to_owned());
    Some(Resolution { at: ended_at(call), by })
}

/// A command that may have removed the obstacle; one more try of the failed call has not.
fn is_done_command(call: &WorkCall<'_>, failed: &WorkCall<'_>) -> bool {
    call.fate == Fate::Done && call.action.command != failed.action.command && !call.steps.iter().all(looks)
}

/// Whether a later call achieved what this one could not.
pub(super) fn is_answered(calls: &[WorkCall<'_>], index: usize) -> bool {
    calls[index + 1..].iter().any(|call| answers(call, &calls[index]))
}

fn answers(call: &WorkCall<'_>, failed: &WorkCall<'_>) -> bool {
    match (act_of_check(failed), act_of_check(call)) {
        (Some(act), Some(later)) => passed(call) && (act == later || covers(later, act)),
        (Some(_), None) => false,
        (None, _) => call.fate == Fate::Done && target(call) == target(failed),
    }
}

fn act_of_check(call: &WorkCall<'_>) -> Option<Act> {
    call.verdict.map(|verdict| verdict.act)
}

fn passed(call: &WorkCall<'_>) -> bool {
    call.verdict.is_some_and(|verdict| verdict.passed)
}

/// Tests that run have been built.
fn covers(later: Act, failed: Act) -> bool {
    later == Act::Test && failed == Act::Build
}

#[expect(clippy::unwrap_used, reason = "the patterns are constants, and the tests use each of them")]
fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap()
}

static TELLING: LazyLock<Regex> = LazyLock::new(|| {
    let words = [
        "errors?",
        "fail(?:ed|ure|s)?",
        "fatal",
        "panic",
        "exception",
        "cannot",
        "can't",
        "could not",
        "not found",
        "denied",
        "undefined",
        "invalid",
        "unknown",
        "timed out",
        "conflict",
        "refused",
        "no such",
    ];
    pattern(&format!(r"(?i)\b(?:{})\b", words.join("|")))
});
static FOLDERS: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?:[\w.~@+-]*/)+"));
static CHANGING: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?:0x[0-9a-f]+|[0-9a-f]{7,}|\d+(?:[.:]\d+)*\w{0,2})\b"));
