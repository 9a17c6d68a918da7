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
    /// Registered for everyone. The last one asks people, so they have to ask for it first.
    pub const ALWAYS: &[Hook] = Hook::ALL.split_at(4).0;

    /// As the door and its log lines are called.
    pub fn name(self) -> &'static str {
        match self {
            Hook::SessionStart => "session-start",
            Hook::SessionEnd => "session-end",
            Hook::SubagentStart => "subagent-start",
            Hook::UserPrompt => "user-prompt",
            Hook::PreToolUse => "pre-tool-use",
        }
    }

    /// As the editor calls the event.
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
