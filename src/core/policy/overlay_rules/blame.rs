//! The blame for a failed run. The published rule blames the first adapter of the list, whatever
//! went wrong.
//!
//! Here an adapter is blamed only if its own call failed, and only if the work as a whole did not
//! succeed: a failed call that was made good cost a retry and nothing else. When transcripts are
//! read, a refused call or a red test suite is marked as no adapter's failure, so it leaves every
//! adapter a success; a pipeline marks them by the kind of its failure. Otherwise asking would
//! cause refusals, and refusals more asking.
//!
//! Most work ends without a word about it. Whether a call failed is in the transcript all the same,
//! so every adapter is then judged by its own calls, both those that worked and those that did not.
//!
//! A pipeline may list several adapters and mark none. Then each shares the failure, as each gets
//! the credit for a success: counting only one of the two would make a tool look better or worse
//! than it is. None of them is blamed. For the same reason agents and skills have no share in the
//! end of a list with tools, however it ended and whichever of them is marked: their record is in
//! their profiles.

use crate::core::model::outcome::{AdapterUse, FailureMode, Outcome, OutcomeSource, RunResult};
use crate::core::session::tool_call::{AGENT, SKILL};

/// Kinds of failure that mean that somebody ended the run. The tool did neither well nor badly.
const STOPPED: [&str; 11] = [
    "blocked by policy",
    "cancelled",
    "declined",
    "denied",
    "interrupted",
    "not approved",
    "policy blocked",
    "refused",
    "rejected",
    "user cancelled",
    "user rejected",
];
/// Kinds of failure that mean that tests are red. The tool that ran them did its job.
const RED: [&str; 5] = ["failed test", "failed tests", "red tests", "test failure", "tests failed"];

/// One adapter's share in one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Share<'a> {
    pub adapter: &'a str,
    /// 1 for a success and 0 for its own failure. The loss is smaller if the run was half a success
    /// or several share the failure.
    pub success: f64,
    pub retries: u32,
    pub blamed: bool,
    /// How this adapter itself failed, if known.
    pub failure_type: Option<&'a str>,
}

/// Empty if it is unknown who did what.
pub fn shares(outcome: &Outcome) -> impl Iterator<Item = Share<'_>> {
    let is_told = outcome.source == OutcomeSource::Transcript || outcome.result != RunResult::Unknown;
    let counts = outcome.post_execution_score.is_finite() && is_told;
    let part = Part::of(outcome);
    outcome.adapters_used.iter().filter(move |_| counts).filter_map(move |used| share(outcome, used, part))
}

/// Whether it failed, and a pipeline that lists several adapters marks none.
pub fn is_shared(outcome: &Outcome) -> bool {
    shares(outcome).any(|share| share.success < 1.0 && !share.blamed)
}

/// The adapters that have a share in the end of a run.
#[derive(Clone, Copy)]
struct Part {
    /// The number of these adapters.
    among: usize,
    /// The tools of a list count; agents and skills, which only guide, count if there are none.
    tools_only: bool,
    /// The failed ones are marked; otherwise all share the failure.
    is_marked: bool,
}

impl Part {
    fn of(outcome: &Outcome) -> Part {
        let uses = &outcome.adapters_used;
        if outcome.source == OutcomeSource::Transcript {
            return Part { among: uses.len(), tools_only: false, is_marked: true };
        }
        let is_marked = uses.iter().any(|used| used.failed);
        match uses.iter().filter(|used| is_tool(used)).count() {
            0 => Part { among: uses.len(), tools_only: false, is_marked },
            tools => Part { among: tools, tools_only: true, is_marked },
        }
    }

    fn guilt(self, used: &AdapterUse) -> f64 {
        match self.is_marked {
            true => f64::from(u8::from(used.failed)),
            false => 1.0 / self.among as f64,
        }
    }

    fn concerns(self, used: &AdapterUse) -> bool {
        !self.tools_only || is_tool(used)
    }
}

fn is_tool(used: &AdapterUse) -> bool {
    ![AGENT, SKILL].iter().any(|prefix| used.id.starts_with(prefix))
}

/// `None` if it had no share in the end.
fn share<'a>(outcome: &Outcome, used: &'a AdapterUse, part: Part) -> Option<Share<'a>> {
    if !part.concerns(used) {
        return None;
    }
    let guilt = part.guilt(used);
    let lost = match Ended::of(outcome, used) {
        Ended::Stopped if guilt > 0.0 => return None,
        Ended::Failed => guilt * lost_by(outcome.result),
        Ended::Well | Ended::Stopped | Ended::Red => 0.0,
    };
    Some(Share {
        adapter: &used.id,
        success: 1.0 - lost,
        retries: if part.among == 1 { used.retries.max(outcome.retry_count) } else { used.retries },
        // A pipeline that lists one adapter means that one.
        blamed: guilt == 1.0 && lost > 0.0,
        failure_type: used.failure_type.as_deref(),
    })
}

/// The loss of a blamed adapter.
fn lost_by(result: RunResult) -> f64 {
    match result {
        RunResult::Failure | RunResult::Unknown => 1.0,
        RunResult::Partial => 0.5,
        RunResult::Success => 0.0,
    }
}

enum Ended {
    Well,
    Failed,
    /// A person or a rule ended it.
    Stopped,
    Red,
}

impl Ended {
    /// What is recorded of the adapter itself comes before what is recorded of the work.
    fn of(outcome: &Outcome, used: &AdapterUse) -> Ended {
        let own = used.failure_type.as_deref();
        let kind = own.or_else(|| outcome.failure_type()).map(spoken).unwrap_or_default();
        let is_cancelled = own.is_none() && outcome.failure_mode == Some(FailureMode::UserCancelled);
        match kind.as_str() {
            _ if outcome.result == RunResult::Success => Ended::Well,
            kind if is_cancelled || STOPPED.contains(&kind) => Ended::Stopped,
            kind if RED.contains(&kind) => Ended::Red,
            _ => Ended::Failed,
        }
    }
}

/// `User_Cancelled`, `user-cancelled` and `user canceled` are one kind.
fn spoken(kind: &str) -> String {
    kind.to_lowercase().replace(['_', '-'], " ").replace("canceled", "cancelled")
}
