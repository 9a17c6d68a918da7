//! Adapters and risk of a tool call, shared by outcomes, which count afterwards, and the gate,
//! which asks before.

use std::collections::BTreeSet;

use super::client_words::{AGENT_TOOLS, EDIT_TOOLS, POWERSHELL, USUAL_AGENT, is_of_server, server_of};
use super::turns::ToolCall;
use crate::core::entities::admission::may_name;
use crate::core::entities::commands::programs::{is_accessory, is_interpreter, is_keyword, takes_subcommand};
use crate::core::entities::commands::{Act, ShellStep};
use crate::core::model::outcome::RiskLevel;
use crate::core::text::{head, one_line};

/// Prefixes of adapter names, by kind. The client's own tools have no prefix.
pub const BASH: &str = "bash:";
pub const MCP: &str = "mcp:";
pub const SKILL: &str = "skill:";
pub const AGENT: &str = "agent:";

const KINDS: [&str; 4] = [BASH, MCP, SKILL, AGENT];
const UNNAMED: &str = "other";
const LONGEST: usize = 80;

/// The adapters of a call, without duplicates. `steps` are those of its shell line.
pub fn adapters(action: &ToolCall, steps: &[ShellStep]) -> Vec<String> {
    if action.command.is_none() {
        return vec![of_tool(action)];
    }
    let mut programs: Vec<&str> = programs(action, steps).collect();
    if programs.is_empty() && action.tool != POWERSHELL {
        programs.extend(steps.iter().map(|step| &*step.program).find(|program| is_program(program)));
    }
    programs.sort_unstable();
    programs.dedup();
    match programs.is_empty() {
        true => vec![of_tool(action)],
        false => programs.into_iter().map(of_program).collect(),
    }
}

pub(super) fn programs<'a>(
    action: &ToolCall,
    steps: &'a [ShellStep],
) -> impl DoubleEndedIterator<Item = &'a str> {
    // Read as a shell line, its operators and properties look like programs.
    let is_foreign = action.tool == POWERSHELL;
    let programs = steps.iter().map(|step| &*step.program);
    let programs = programs.filter(move |program| !is_foreign || takes_subcommand(program));
    programs.filter(|program| is_program(program) && !is_accessory(program))
}

/// A variable, a pattern or an operator in the place of a program does not name one.
fn is_program(word: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || "._+-@:[".contains(c);
    !is_keyword(word) && word.starts_with(|c: char| c.is_alphanumeric() || c == '_') && word.chars().all(fits)
}

pub(super) fn of_program(program: &str) -> String {
    tidy(&format!("{BASH}{program}"))
}

pub(super) fn of_tool(action: &ToolCall) -> String {
    if let Some(skill) = &action.skill {
        return tidy(&format!("{SKILL}{skill}"));
    }
    if is_subagent(action) {
        let kind = action.agent_type.as_deref().unwrap_or(USUAL_AGENT);
        return tidy(&format!("{AGENT}{kind}"));
    }
    match server_of(&action.tool) {
        Some(server) => tidy(&format!("{MCP}{server}")),
        None => tidy(&action.tool),
    }
}

/// An adapter's name for people: a server's only if the person gave it that name.
pub fn shown<'a>(adapter: &'a str, servers: &BTreeSet<String>) -> &'a str {
    match adapter.strip_prefix(MCP) {
        Some(server) if !servers.contains(server) => "an MCP server",
        _ => adapter,
    }
}

/// Replaces a malformed name: servers, skills and agents come with repositories, and their names
/// are shown.
fn tidy(id: &str) -> String {
    let id = head(&one_line(id), LONGEST).to_lowercase();
    let (kind, name) =
        KINDS.iter().find_map(|kind| Some((*kind, id.strip_prefix(kind)?))).unwrap_or(("", &id));
    if may_name(name) { id } else { format!("{kind}{UNNAMED}") }
}

pub(super) fn is_subagent(action: &ToolCall) -> bool {
    AGENT_TOOLS.contains(&&*action.tool) || action.agent_type.is_some()
}

pub(super) fn is_edit(action: &ToolCall) -> bool {
    EDIT_TOOLS.contains(&&*action.tool)
}

/// It runs whatever it is given, so one failure says nothing about the next call.
pub fn runs_anything(adapter: &str) -> bool {
    is_interpreter(adapter.strip_prefix(BASH).unwrap_or(adapter))
}

/// A call that only looks is low; one with effects on others or on later days is high.
pub fn risk_level(action: &ToolCall, steps: &[ShellStep]) -> RiskLevel {
    let by_acts = steps.iter().filter_map(|step| step.act).map(risk_of_act).max();
    let by_tool =
        if is_edit(action) || is_of_server(&action.tool) { RiskLevel::Medium } else { RiskLevel::Low };
    by_acts.unwrap_or(by_tool).max(by_tool)
}

fn risk_of_act(act: Act) -> RiskLevel {
    match act {
        Act::Push | Act::Deploy | Act::Delete | Act::Rollback => RiskLevel::High,
        Act::Test | Act::Lint => RiskLevel::Low,
        Act::Build | Act::Format | Act::Install | Act::Commit => RiskLevel::Medium,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::entities::commands;
    use crate::core::session::turns;

    #[test]
    fn a_call_has_the_same_name_before_and_after() {
        for (tool, input, adapters_of, risk) in [
            ("Bash", r#"{"command":"cd x && gh pr create | tee log"}"#, &["bash:gh"][..], RiskLevel::High),
            (
                "Bash",
                r#"{"command":"sudo /usr/bin/Git push; curl -s x"}"#,
                &["bash:curl", "bash:git"],
                RiskLevel::High,
            ),
            ("Bash", r#"{"command":"mkdir -p out && gh pr view"}"#, &["bash:gh"], RiskLevel::Low),
            ("Bash", r#"{"command":"cat notes"}"#, &["bash:cat"], RiskLevel::Low),
            ("Bash", r#"{"command":"OUT=$(gh pr create); echo $OUT"}"#, &["bash:gh"], RiskLevel::High),
            ("Bash", r#"{"command":"echo \"$(terraform apply)\""}"#, &["bash:terraform"], RiskLevel::High),
            (
                "Bash",
                r#"{"command":"for d in /x/go@*; do rsync $d h:; done"}"#,
                &["bash:rsync"],
                RiskLevel::Low,
            ),
            ("Bash", r#"{"command":"for d in a b; do echo $d; done"}"#, &["bash:echo"], RiskLevel::Low),
            (
                "PowerShell",
                r#"{"command":"$x = Get-Item a; if ($x.Length -eq 1) { git push }; ($l -join ',') + $y"}"#,
                &["bash:git"],
                RiskLevel::High,
            ),
            (
                "PowerShell",
                r#"{"command":"$a -replace 'x','y' | Out-String"}"#,
                &["powershell"],
                RiskLevel::Low,
            ),
            ("Bash", r#"{"command":"+ 1; ... ; .length"}"#, &["bash"], RiskLevel::Low),
            ("Bash", r#"{"command":"x=$?"}"#, &["bash"], RiskLevel::Low),
            ("Bash", r#"{"command":"$RUN tests"}"#, &["bash"], RiskLevel::Low),
            ("Bash", r#"{"command":"exec > log"}"#, &["bash"], RiskLevel::Low),
            ("Bash", r#"{"command":7}"#, &["bash"], RiskLevel::Low),
            ("Bash", "[]", &["bash"], RiskLevel::Low),
            ("mcp__GitHub__create_issue", "{}", &["mcp:github"], RiskLevel::Medium),
            (
                "Skill",
                r#"{"skill":"self-learning:release now"}"#,
                &["skill:self-learning:release"],
                RiskLevel::Low,
            ),
            ("SlashCommand", r#"{"command":"/deploy prod"}"#, &["skill:deploy"], RiskLevel::Low),
            ("Task", r#"{"subagent_type":"Explore","prompt":"look"}"#, &["agent:explore"], RiskLevel::Low),
            ("Agent", "{}", &["agent:general-purpose"], RiskLevel::Low),
            ("Edit", r#"{"file_path":"/x"}"#, &["edit"], RiskLevel::Medium),
        ] {
            let action = turns::action_of(tool, input);
            let steps = action.command.as_deref().map(commands::steps).unwrap_or_default();
            assert_eq!(adapters(&action, &steps), adapters_of, "{tool} {input}");
            assert_eq!(risk_level(&action, &steps), risk, "{tool} {input}");
        }
    }
}
