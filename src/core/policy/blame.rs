//! Who is to blame for a run. Published, it is the first adapter of the list, for whatever went wrong.
//!
//! Here only an adapter whose own call failed is blamed, and only when the work as a whole did not succeed: a call that
//! failed and was made good cost a retry and nothing else. A refused call or a red test suite is marked as nobody's
//! failure where transcripts are read, so it leaves every adapter a success: there is no spiral in which asking makes
//! refusals and refusals make asking.

use crate::core::outcome::{AdapterUse, Outcome, RunResult};

/// One adapter's part in one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Share<'a> {
    pub adapter: &'a str,
    /// 1 for a success, 0 for a failure of its own, half of that in a run that was half a success.
    pub success: f64,
    pub retries: u32,
    pub blamed: bool,
}

/// Empty where nobody knows how the run ended: that is in no rate.
pub fn shares(outcome: &Outcome) -> impl Iterator<Item = Share<'_>> {
    let counts = outcome.result != RunResult::Unknown && outcome.post_execution_score.is_finite();
    outcome.adapters_used.iter().filter(move |_| counts).map(|used| share(outcome, used))
}

fn share<'a>(outcome: &Outcome, used: &'a AdapterUse) -> Share<'a> {
    let is_sole = outcome.adapters_used.len() == 1;
    let failed = used.failed || (is_sole && says_only_that_it_failed(outcome));
    let (success, blamed) = match outcome.result {
        RunResult::Failure if failed => (0.0, true),
        RunResult::Partial if failed => (0.5, true),
        _ => (1.0, false),
    };
    let retries = if is_sole { used.retries.max(outcome.retry_count) } else { used.retries };
    Share { adapter: &used.id, success, retries, blamed }
}

/// A pipeline that lists its one adapter and names the kind of failure means that one.
fn says_only_that_it_failed(outcome: &Outcome) -> bool {
    outcome.session.is_none() && outcome.failure_details.is_some()
}
