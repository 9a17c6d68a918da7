//! Who is to blame for a run. Published, it is the first adapter of the list, for whatever went wrong.
//!
//! Here only an adapter whose own call failed is blamed, and only when the work as a whole did not succeed: a call that
//! failed and was made good cost a retry and nothing else. A refused call or a red test suite is marked as nobody's
//! failure where transcripts are read, so it leaves every adapter a success; a pipeline names them by the kind of its
//! failure. There is no spiral in which asking makes refusals and refusals make asking.
//!
//! Most work ends without a word about it. Whether a call failed stands in the transcript all the same, so there every
//! adapter is judged by its own calls, those that worked like those that did not.
//!
//! A pipeline may list several and mark none. Then each bears its part of a failure, as each gets the good of a success:
//! counting the one without the other would make any tool look better or worse than it is. None of them is blamed. For
//! the same reason agents and skills have no part in the end of a list with tools, whatever the end and whoever is
//! marked: what they are worth there stands in their profiles.

use crate::core::model::outcome::{AdapterUse, FailureMode, Outcome, OutcomeSource, RunResult};
use crate::core::session::tool_call::{AGENT, SKILL};

/// Kinds of failure by which a pipeline says that somebody ended it. The tool did neither well nor badly.
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
/// Kinds of failure by which it says that tests are red. Whatever ran them did what it is for.
const RED: [&str; 5] = ["failed test", "failed tests", "red tests", "test failure", "tests failed"];

/// One adapter's part in one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Share<'a> {
    pub adapter: &'a str,
    /// 1 for a success, 0 for a failure of its own, and less of a loss in a run that was half a success or whose failure
    /// several bear.
    pub success: f64,
    pub retries: u32,
    pub blamed: bool,
    /// How it failed, where it is known of itself.
    pub failure_type: Option<&'a str>,
}

/// Empty where nobody knows who did what.
pub fn shares(outcome: &Outcome) -> impl Iterator<Item = Share<'_>> {
    let is_told = outcome.source == OutcomeSource::Transcript || outcome.result != RunResult::Unknown;
    let counts = outcome.post_execution_score.is_finite() && is_told;
    let part = Part::of(outcome);
    outcome.adapters_used.iter().filter(move |_| counts).filter_map(move |used| share(outcome, used, part))
}

/// It failed, and a pipeline that lists several says of none that it was the one.
pub fn is_shared(outcome: &Outcome) -> bool {
    shares(outcome).any(|share| share.success < 1.0 && !share.blamed)
}

/// Who has a part in the end of a run.
#[derive(Clone, Copy)]
struct Part {
    /// How many of them there are.
    among: usize,
    /// Agents and skills guide, tools do: the tools of a list count, and only without any the others.
    tools_only: bool,
    /// Is it said which of them failed? Else they bear it together.
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

/// None where it had no part in the end.
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

/// What whoever is to blame loses.
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
    /// What is said of the adapter itself counts before what is said of the work.
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
