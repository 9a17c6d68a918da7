//! Commands that only a person may run. An agent's shell can run `ingrain`, too, and a page can
//! talk an agent into it. From there, a command that puts words into later sessions or loosens a
//! protection is only proposed.

use crate::core::model::Time;

/// A command that waits for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    pub id: i64,
    pub at: Time,
    /// The agent that asked for it.
    pub agent: String,
    pub session: Option<String>,
    /// The folder in which it was asked for.
    pub folder: String,
    /// The words as typed, without the program.
    pub words: Vec<String>,
}

impl Proposal {
    /// The name that `review` uses.
    pub fn name(&self) -> String {
        format!("p{}", self.id)
    }

    pub fn command_line(&self) -> String {
        format!("ingrain {}", self.words.join(" "))
    }
}

/// A command that grants authority, and the arguments with which it does; without any, it always
/// does.
#[derive(Debug)]
pub struct Grant {
    pub command: &'static str,
    pub with: &'static [&'static str],
    pub why: &'static str,
}

const TEACHES: &str = "it puts words into later sessions";
const RULES: &str = "it decides what was learned";
const LOOSENS: &str = "it can loosen a protection";
const REMOVES: &str = "it takes away what was learned";

/// Every command that grants authority.
#[rustfmt::skip]
pub const GRANTS: &[Grant] = &[
    Grant { command: "trust", with: &[], why: TEACHES },
    Grant { command: "remember", with: &[], why: TEACHES },
    Grant { command: "forget", with: &[], why: REMOVES },
    Grant { command: "off-record", with: &[], why: LOOSENS },
    Grant { command: "import", with: &[], why: TEACHES },
    Grant { command: "backfill", with: &[], why: TEACHES },
    Grant { command: "learn", with: &["transcripts", "extractor"], why: TEACHES },
    Grant { command: "review", with: &["accept", "reject", "keep", "deprecate", "restore"], why: RULES },
    Grant { command: "undo", with: &[], why: RULES },
    Grant { command: "pattern add", with: &[], why: TEACHES },
    Grant { command: "pattern promote", with: &[], why: RULES },
    Grant { command: "pattern deprecate", with: &[], why: RULES },
    Grant { command: "pattern reset", with: &[], why: RULES },
    Grant { command: "pattern reinforce", with: &[], why: RULES },
    Grant { command: "pattern ignore", with: &[], why: RULES },
    Grant { command: "feedback", with: &[], why: TEACHES },
    Grant { command: "errors resolve", with: &[], why: RULES },
    Grant { command: "guard add", with: &[], why: LOOSENS },
    Grant { command: "guard set", with: &[], why: LOOSENS },
    Grant { command: "guard remove", with: &[], why: LOOSENS },
    Grant { command: "policy set", with: &[], why: LOOSENS },
    Grant { command: "policy accept", with: &[], why: LOOSENS },
    Grant { command: "policy reset", with: &[], why: LOOSENS },
    Grant { command: "configure", with: &["set"], why: LOOSENS },
    Grant { command: "enable", with: &["extractor"], why: LOOSENS },
    Grant { command: "disable", with: &[], why: LOOSENS },
    Grant { command: "uninstall", with: &[], why: REMOVES },
    Grant { command: "clear", with: &[], why: REMOVES },
    Grant { command: "purge", with: &[], why: REMOVES },
    Grant { command: "migrate-knowledge", with: &[], why: REMOVES },
];

/// Commands that only read, that do what the worker does anyway, or that record what agents did,
/// which is shown under the rules for agents' words. The tests fail for a command that is in
/// neither list.
#[rustfmt::skip]
pub const FREE: &[&str] = &[
    "status", "list", "show", "report", "backtest", "why", "told", "history", "events", "diff", "context", "knowledge index", "knowledge show",
    "knowledge search", "outcome list", "outcome record", "outcome audit", "export", "doctor", "demo", "help", "errors list",
    "errors record", "errors context", "errors stats", "reconcile", "render", "completions", "man", "hud", "bench-hooks",
    "hook", "installed", "statusline", "worker", "pattern list", "pattern query", "pattern show", "policy show",
    "guard list", "guard show", "guard test",
];

/// The message for an agent's command that the person had typed.
pub const DONE_BECAUSE_TYPED: &str = "you typed this command in this session, so it is done";

/// A dry run changes nothing.
const DRY_RUN: &str = "dry_run";

/// The grant of a call, by its command and its given arguments.
pub fn grant(command: &str, given: &[&str]) -> Option<&'static Grant> {
    let row = GRANTS.iter().find(|row| row.command == command)?;
    let is_asked = row.with.is_empty() || row.with.iter().any(|arg| given.contains(arg));
    (is_asked && !given.contains(&DRY_RUN)).then_some(row)
}

/// Variables that agents set for the programs they run, with the agent's name. Variables that the
/// client sets in a person's own terminal, such as `CLAUDE_CODE_SSE_PORT`, are not among them.
#[rustfmt::skip]
pub const AGENT_MARKS: [(&str, &str); 18] = [
    ("CLAUDECODE", "Claude Code"), ("CLAUDE_CODE_ENTRYPOINT", "Claude Code"), ("CLAUDE_CODE_SESSION_ID", "Claude Code"),
    ("CODEX_SANDBOX", "Codex"), ("CODEX_SANDBOX_NETWORK_DISABLED", "Codex"), ("CODEX_THREAD_ID", "Codex"),
    ("CODEX_CI", "Codex"), ("GEMINI_CLI", "Gemini CLI"), ("GEMINI_SESSION_ID", "Gemini CLI"), ("QWEN_CODE", "Qwen Code"),
    ("CURSOR_AGENT", "Cursor"), ("OPENCODE", "opencode"), ("COPILOT_CLI", "Copilot CLI"), ("AUGMENT_AGENT", "Augment"),
    ("ANTIGRAVITY_AGENT", "Antigravity"), ("CLINE_ACTIVE", "Cline"), ("GOOSE_TERMINAL", "goose"), ("AI_AGENT", "an agent"),
];

/// Programs that are agents: whatever they start was not started by a person.
#[rustfmt::skip]
pub const AGENT_PROGRAMS: [(&str, &str); 8] = [
    ("claude", "Claude Code"), ("codex", "Codex"), ("gemini", "Gemini CLI"), ("cursor-agent", "Cursor"),
    ("opencode", "opencode"), ("copilot", "Copilot CLI"), ("qwen", "Qwen Code"), ("goose", "goose"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_grants_authority_and_what_does_not() {
        for (command, given, expected) in [
            ("trust", &[][..], true),
            ("trust", &["revoke"], true),
            ("trust", &["dry_run"], false),
            ("review", &["accept"], true),
            ("review", &["list", "json"], false),
            ("review", &["accept", "dry_run"], false),
            ("configure", &["set"], true),
            ("configure", &["get"], false),
            ("learn", &["now"], false),
            ("learn", &["transcripts"], true),
            ("enable", &["gates"], false),
            ("enable", &["extractor"], true),
            ("status", &[], false),
        ] {
            assert_eq!(grant(command, given).is_some(), expected, "{command} {given:?}");
        }
    }
}
