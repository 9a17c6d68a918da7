//! Turns of a transcript, each with its origin. A user line may hold what a person typed, what they
//! decided in a dialog, a tool's output, or text that the client or a hook wrote. Only the first
//! two can teach, so the origin is recorded and later stages need not guess it from the words.

mod action;
mod attachment;
mod decision;
mod keep;
mod names;
mod place;
mod prompt;
mod queue;
mod reader;
mod subagent;

use std::sync::Arc;

use crate::core::entities::checkers::LintRule;
use crate::core::model::Time;

pub use names::mask_names;
pub use reader::TurnReader;

/// One thing that was said or done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The same in every file with a copy of the turn: the line's uuid (`uuid#1` for the second
    /// turn of one line), or for queued messages, which have none, a hash of time and text.
    pub id: String,
    pub at: Option<Time>,
    pub origin: Origin,
    /// The words of the turn. For an action, only a proposed plan or a subagent's task.
    pub text: String,
    pub cwd: Option<Arc<str>>,
    pub branch: Option<Arc<str>>,
    /// A script's prompt, which is not a person's.
    pub headless: bool,
    /// Sent while the agent worked: it steers the current work and begins none.
    pub mid_turn: bool,
    /// The tool call of an agent's or a subagent's turn.
    pub action: Option<Box<ToolCall>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// A person wrote it as a message.
    Typed,
    /// A person decided it in a dialog: a rejection with words, answers to questions, a plan approved.
    Decided,
    Assistant,
    AgentAction,
    Subagent,
    /// A hook put it into the session.
    Injected,
    Compaction,
    /// The client wrapped a command, a notification or a file into a user line.
    Wrapper,
    /// The client reports: an interrupt, an API error.
    System,
}

impl Origin {
    /// Whether words of this origin may become something learned.
    pub fn teaches(self) -> bool {
        matches!(self, Origin::Typed | Origin::Decided)
    }
}

/// A tool call and its result, cut to what detectors look at.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ToolCall {
    pub tool: String,
    pub id: String,
    /// The command for a shell.
    pub command: Option<String>,
    /// The file or folder it works on.
    pub path: Option<String>,
    /// The skill or slash command that it invokes, without its arguments.
    pub skill: Option<String>,
    pub agent_type: Option<String>,
    /// The background command that it looks at.
    pub task: Option<String>,
    /// The checker's rules that an edit silences with a comment.
    pub silenced: Vec<LintRule>,
    /// Equal for equal inputs within one reading; not for storage.
    pub input_hash: u64,
    /// `None` while the transcript does not contain it.
    pub result: Option<ActionResult>,
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ActionResult {
    pub at: Option<Time>,
    pub is_error: bool,
    pub denied: Option<Denial>,
    /// A person changed an edit before allowing it.
    pub changed_by_person: bool,
    /// The subagent that the call started.
    pub agent: Option<String>,
    /// Head and tail of the output, or a subagent's result.
    pub text: String,
}

/// A call that has not been made yet, by its tool and its input as JSON.
pub fn action_of(tool: &str, input: &str) -> ToolCall {
    action::of(tool, input).0
}

/// The reason why a call was not run. None of these is the tool's failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Denial {
    /// A person refused it.
    Person,
    /// A plan was closed without words: refused, or approved with the context cleared; the line
    /// does not say which.
    PlanClosed,
    /// A permission rule, a classifier or a cancelled sibling stopped it; no person was asked.
    Client,
}

#[cfg(test)]
mod tests;
