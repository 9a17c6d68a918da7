//! What a piece of work was done with, and which of it failed. The call that failed is blamed, not the first one; red
//! tests are the work's failure, and a refusal is nobody's.

use std::collections::BTreeMap;

use super::calls::{Call, Fate};
use crate::core::outcome::AdapterUse;
use crate::core::text::{head, one_line};
use crate::core::turns::Action;

const LONGEST: usize = 80;

/// Shell words and filters around the programs that do the work.
const ACCESSORIES: [&str; 38] = [
    "cd", "echo", "printf", "export", "set", "source", ".", "true", "false", "test", "[", "[[", "pwd",
    "sleep", "head", "tail", "cat", "grep", "egrep", "rg", "sed", "awk", "sort", "uniq", "wc", "tr", "cut",
    "tee", "xargs", "for", "do", "done", "fi", "case", "esac", "read", "wait", "exit",
];

/// Each adapter once.
pub(super) fn used(calls: &[Call<'_>]) -> Vec<AdapterUse> {
    let mut uses: BTreeMap<String, AdapterUse> = BTreeMap::new();
    for call in calls.iter().filter(|call| matches!(call.fate, Fate::Done | Fate::Failed)) {
        let culprit = culprit(call);
        for id in ids(call) {
            let blamed = culprit.as_ref() == Some(&id);
            let fresh = AdapterUse { id: id.clone(), failed: false, retries: 0 };
            let used = uses.entry(id).or_insert(fresh);
            used.failed |= blamed;
            used.retries += u32::from(call.is_retry);
        }
    }
    uses.into_values().collect()
}

fn ids(call: &Call<'_>) -> Vec<String> {
    if call.action.command.is_none() {
        return vec![of_tool(call.action)];
    }
    let mut programs: Vec<&str> = programs(call).collect();
    if programs.is_empty() {
        programs.extend(call.steps.first().map(|step| &*step.program));
    }
    programs.sort_unstable();
    programs.dedup();
    programs.into_iter().map(of_program).collect()
}

fn programs<'a>(call: &'a Call<'_>) -> impl DoubleEndedIterator<Item = &'a str> {
    call.steps.iter().map(|step| &*step.program).filter(|program| !ACCESSORIES.contains(program))
}

/// The adapter whose failure a failed call is, if it is one's.
fn culprit(call: &Call<'_>) -> Option<String> {
    if call.fate != Fate::Failed || call.verdict.is_some_and(|verdict| !verdict.passed) {
        return None;
    }
    if call.action.command.is_none() {
        return Some(of_tool(call.action));
    }
    let output = call.output();
    let named = |program: &&str| {
        output.lines().take(6).any(|line| {
            line.strip_prefix(program).is_some_and(|rest| rest.starts_with(':'))
                || (*program == "git" && line.starts_with("fatal: "))
                || line.contains(&format!(": {program}: "))
        })
    };
    let last = programs(call).next_back().or_else(|| call.steps.last().map(|step| &*step.program));
    programs(call).find(|program| named(program)).or(last).map(of_program)
}

fn of_program(program: &str) -> String {
    tidy(&format!("bash:{program}"))
}

fn of_tool(action: &Action) -> String {
    if let Some(skill) = &action.skill {
        return tidy(&format!("skill:{skill}"));
    }
    if is_subagent(action) {
        let kind = action.agent_type.as_deref().unwrap_or("general-purpose");
        return tidy(&format!("agent:{kind}"));
    }
    match action.tool.strip_prefix("mcp__").and_then(|rest| rest.split_once("__")) {
        Some((server, _)) => tidy(&format!("mcp:{server}")),
        None => tidy(&action.tool),
    }
}

pub(super) fn is_subagent(action: &Action) -> bool {
    matches!(&*action.tool, "Task" | "Agent") || action.agent_type.is_some()
}

fn tidy(id: &str) -> String {
    head(&one_line(id), LONGEST).to_lowercase()
}
