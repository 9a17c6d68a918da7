//! The adapters of a piece of work, and which of them failed. The call that failed is blamed, not
//! the first one. Red tests are the work's failure, a refusal is no adapter's failure, a search
//! without results has done its work, and a program that runs whatever it is given did not fail
//! itself.

use std::collections::BTreeMap;

use super::calls::{Fate, WorkCall};
use super::errors;
use crate::core::entities::commands::Act;
use crate::core::entities::commands::programs::only_looks;
use crate::core::model::outcome::{AdapterUse, RunResult};
use crate::core::session::client_words as client;
use crate::core::session::tool_call::runs_anything;
use crate::core::session::tool_call::{self, programs};

/// Each adapter once.
pub(super) fn used(calls: &[WorkCall<'_>], result: RunResult) -> Vec<AdapterUse> {
    let mut records: BTreeMap<String, Record> = BTreeMap::new();
    for (index, call) in calls.iter().enumerate() {
        if !matches!(call.fate, Fate::Done | Fate::Failed) {
            continue;
        }
        let culprit = culprit(call);
        for id in tool_call::adapters(call.action, &call.steps) {
            let is_culprit = culprit.as_ref() == Some(&id);
            let record = records.entry(id).or_default();
            record.retries += u32::from(call.is_retry);
            if is_culprit {
                record.failed.push(index);
            } else if call.fate == Fate::Done {
                record.worked = Some(index);
            }
        }
    }
    records.into_iter().map(|(id, record)| record.told(id, calls, result)).collect()
}

/// The calls of one adapter.
#[derive(Default)]
struct Record {
    retries: u32,
    failed: Vec<usize>,
    /// The last call that succeeded.
    worked: Option<usize>,
}

impl Record {
    fn told(self, id: String, calls: &[WorkCall<'_>], result: RunResult) -> AdapterUse {
        let (answered, open): (Vec<usize>, Vec<usize>) =
            self.failed.iter().partition(|index| errors::is_answered(calls, **index));
        // If the end of the work is unknown, a failure that was followed by success does not count
        // against the tool.
        let unknown = result == RunResult::Unknown;
        let open = open.into_iter().rfind(|index| !unknown || self.worked < Some(*index));
        AdapterUse {
            failed: open.is_some(),
            // Each failure that was made good took another try, whether or not it was worded like
            // the first.
            retries: self.retries.max(answered.len() as u32),
            failure_type: open.map(|index| errors::failure_type_of(&calls[index]).to_string()),
            ..AdapterUse::of(id)
        }
    }
}

/// The adapter that a failed call is blamed on, if any.
pub(super) fn culprit(call: &WorkCall<'_>) -> Option<String> {
    if call.fate != Fate::Failed || call.verdict.is_some_and(|verdict| !verdict.passed) || is_hooks_no(call) {
        return None;
    }
    if call.action.command.is_none() {
        let only_looks = client::LOOK_TOOLS.iter().any(|tool| tool.eq_ignore_ascii_case(&call.action.tool));
        return (!only_looks).then(|| tool_call::of_tool(call.action));
    }
    let output = call.output();
    let named = |program: &&str| {
        output.lines().take(6).any(|line| {
            line.strip_prefix(program).is_some_and(|rest| rest.starts_with(':'))
                || (*program == "git" && line.starts_with("fatal: "))
                || line.contains(&format!(": {program}: "))
        })
    };
    let last = programs(call.action, &call.steps).next_back();
    let program = programs(call.action, &call.steps).find(|program| named(program)).or(last)?;
    let checks = call.steps.iter().any(|step| step.program == program && step.act.is_some_and(Act::is_check));
    (!checks && !only_looks(program) && !runs_anything(program)).then(|| tool_call::of_program(program))
}

/// A commit that git itself accepted was stopped by a check that runs before it.
fn is_hooks_no(call: &WorkCall<'_>) -> bool {
    let commits = call.steps.iter().any(|step| step.act == Some(Act::Commit));
    let own = |line: &str| GITS_OWN.iter().any(|words| line.starts_with(words));
    commits && !call.output().lines().any(own)
}

/// Beginnings of git's own error messages.
const GITS_OWN: [&str; 4] = ["fatal: ", "error: pathspec", "error: gpg", "Author identity unknown"];
