//! The hook events that ingrain handles.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hook {
    SessionStart,
    SessionEnd,
    SubagentStart,
    UserPrompt,
    PreToolUse,
}

impl Hook {
    pub const ALL: [Hook; 5] =
        [Hook::SessionStart, Hook::SessionEnd, Hook::SubagentStart, Hook::UserPrompt, Hook::PreToolUse];
    /// Hooks that `enable` always registers. PreToolUse may ask questions, so it is optional.
    pub const ALWAYS: &[Hook] = Hook::ALL.split_at(4).0;

    /// Name of the program and in the log.
    pub fn name(self) -> &'static str {
        match self {
            Hook::SessionStart => "session-start",
            Hook::SessionEnd => "session-end",
            Hook::SubagentStart => "subagent-start",
            Hook::UserPrompt => "user-prompt",
            Hook::PreToolUse => "pre-tool-use",
        }
    }

    /// Claude Code's name of the event.
    pub fn event(self) -> &'static str {
        match self {
            Hook::SessionStart => "SessionStart",
            Hook::SessionEnd => "SessionEnd",
            Hook::SubagentStart => "SubagentStart",
            Hook::UserPrompt => "UserPromptSubmit",
            Hook::PreToolUse => "PreToolUse",
        }
    }

    pub fn parse(name: &str) -> Option<Hook> {
        Hook::ALL.into_iter().find(|hook| hook.name() == name)
    }
}
