//! Who is to blame for a run. Published, it is the first adapter of the list, for whatever went wrong.
//!
//! Here only an adapter whose own call failed is blamed, and only when the work as a whole did not succeed: a call that
//! failed and was made good cost a retry and nothing else. A refused call or a red test suite is marked as nobody's
//! failure where transcripts are read, so it leaves every adapter a success: there is no spiral in which asking makes
//! refusals and refusals make asking.
//!
//! Most work ends without a word about it. Whether a call failed stands in the transcript all the same, so there every
//! adapter is judged by its own calls, those that worked like those that did not.

use crate::core::outcome::{AdapterUse, Outcome, RunResult};

/// One adapter's part in one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Share<'a> {
    pub adapter: &'a str,
    /// 1 for a success, 0 for a failure of its own, half of that in a run that was half a success.
    pub success: f64,
    pub retries: u32,
    pub blamed: bool,
    /// How it failed, where it is known of itself.
    pub failure_type: Option<&'a str>,
}

/// Empty where nobody knows who did what.
pub fn shares(outcome: &Outcome) -> impl Iterator<Item = Share<'_>> {
    let counts = outcome.post_execution_score.is_finite() && !is_unattributed(outcome);
    outcome.adapters_used.iter().filter(move |_| counts).map(|used| share(outcome, used))
}

/// A pipeline lists what it used. Where it failed and marks none of several, or does not know how it ended, the list
/// says nothing about any of them.
pub fn is_unattributed(outcome: &Outcome) -> bool {
    let marked = outcome.adapters_used.iter().any(|used| used.failed);
    outcome.session.is_none()
        && match outcome.result {
            RunResult::Success => false,
            RunResult::Unknown => true,
            RunResult::Failure | RunResult::Partial => !marked && outcome.adapters_used.len() > 1,
        }
}

fn share<'a>(outcome: &Outcome, used: &'a AdapterUse) -> Share<'a> {
    let is_sole = outcome.adapters_used.len() == 1;
    // A pipeline that lists one adapter means that one.
    let failed = used.failed || (is_sole && outcome.session.is_none());
    let (success, blamed) = match outcome.result {
        RunResult::Failure | RunResult::Unknown if failed => (0.0, true),
        RunResult::Partial if failed => (0.5, true),
        _ => (1.0, false),
    };
    let retries = if is_sole { used.retries.max(outcome.retry_count) } else { used.retries };
    let failure_type = used.failure_type.as_deref();
    Share { adapter: &used.id, success, retries, blamed, failure_type }
}
