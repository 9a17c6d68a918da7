//! Masking of secrets in the names of files, tools, branches and commands. They become keys, which
//! are cut, converted to lower case and compared, and a secret would not be recognised by then.
//! Other texts are masked where they are used, because most of them never are.

use std::borrow::Cow;

use super::{ToolCall, Turn};
use crate::core::redact::Redactor;

pub fn mask_names(turns: &mut [Turn], redactor: &Redactor) {
    for turn in turns {
        if let Some(Cow::Owned(masked)) = turn.branch.as_deref().map(|branch| redactor.redact(branch)) {
            turn.branch = Some(masked.into());
        }
        if let Some(action) = turn.action.as_deref_mut() {
            mask_echo(action, redactor);
        }
        for name in turn.action.as_deref_mut().into_iter().flat_map(names) {
            if let Cow::Owned(masked) = redactor.redact(name) {
                *name = masked;
            }
        }
    }
}

/// Secrets of the call are not recognised in its output once the call is masked, so they are masked
/// there first.
fn mask_echo(action: &mut ToolCall, redactor: &Redactor) {
    let (Some(command), Some(result)) = (&action.command, &mut action.result) else { return };
    if let Some(masked) = redactor.without_echo(command, &result.text) {
        result.text = masked;
    }
}

fn names(action: &mut ToolCall) -> impl Iterator<Item = &mut String> {
    let ToolCall { tool, command, path, skill, agent_type, .. } = action;
    [Some(tool), command.as_mut(), path.as_mut(), skill.as_mut(), agent_type.as_mut()].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::redact::detectors;
    use crate::core::session::turns::Origin;

    #[test]
    fn every_name_is_masked_and_the_rest_of_it_stays() {
        let detector = detectors().find(|detector| detector.name == "github-pat").unwrap();
        let secret = detector.sample().text();
        let named = |before: &str| Some(format!("{before}{secret}"));
        let action = ToolCall {
            tool: format!("mcp__{secret}"),
            command: named("git clone "),
            path: named("src/"),
            skill: named("ship:"),
            agent_type: named("auditor "),
            ..ToolCall::default()
        };
        let mut turns = [Turn {
            id: "t".into(),
            at: None,
            origin: Origin::AgentAction,
            text: String::new(),
            cwd: None,
            branch: Some(format!("fix/{secret}").into()),
            headless: false,
            mid_turn: false,
            action: Some(Box::new(action)),
        }];
        mask_names(&mut turns, &Redactor::new(&[]).unwrap());
        let text = format!("{turns:?}");
        assert!(!text.contains(&secret[4..]), "{text}");
        assert!(
            text.contains("src/[redacted:github-pat]") && text.contains("fix/[redacted:github-pat]"),
            "{text}"
        );
    }
}
