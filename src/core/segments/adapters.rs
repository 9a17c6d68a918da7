//! What a piece of work was done with, and which of it failed. The call that failed is blamed, not the first one; red
//! tests are the work's failure, and a refusal is nobody's.

use std::collections::BTreeMap;

use super::calls::{Call, Fate};
use crate::core::outcome::AdapterUse;
use crate::core::tool_call::{self, programs};

/// Each adapter once.
pub(super) fn used(calls: &[Call<'_>]) -> Vec<AdapterUse> {
    let mut uses: BTreeMap<String, AdapterUse> = BTreeMap::new();
    for call in calls.iter().filter(|call| matches!(call.fate, Fate::Done | Fate::Failed)) {
        let culprit = culprit(call);
        for id in tool_call::adapters(call.action, &call.steps) {
            let blamed = culprit.as_ref() == Some(&id);
            let fresh = AdapterUse { id: id.clone(), failed: false, retries: 0 };
            let used = uses.entry(id).or_insert(fresh);
            used.failed |= blamed;
            used.retries += u32::from(call.is_retry);
        }
    }
    uses.into_values().collect()
}

/// The adapter whose failure a failed call is, if it is one's.
fn culprit(call: &Call<'_>) -> Option<String> {
    if call.fate != Fate::Failed || call.verdict.is_some_and(|verdict| !verdict.passed) {
        return None;
    }
    if call.action.command.is_none() {
        return Some(tool_call::of_tool(call.action));
    }
    let output = call.output();
    let named = |program: &&str| {
        output.lines().take(6).any(|line| {
            line.strip_prefix(program).is_some_and(|rest| rest.starts_with(':'))
                || (*program == "git" && line.starts_with("fatal: "))
                || line.contains(&format!(": {program}: "))
        })
    };
    let last = programs(&call.steps).next_back().or_else(|| call.steps.last().map(|step| &*step.program));
    programs(&call.steps).find(|program| named(program)).or(last).map(tool_call::of_program)
}
