//! Ownership of texts in the project. The hash in the database decides, never the time or way in
//! which a text came: authors forge, squash merges rename, and `git checkout REV -- path` leaves no
//! trace. A text with an unknown hash is not shown to any session.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::core::model::word_enum::word_enum;
use crate::core::session::turns::ToolCall;

word_enum! {
    /// The owner of a text.
    pub enum TextOwner ("owner of a text") {
        /// Written by this database.
        Ours = "ours",
        /// The person's: it appeared while nothing else could have written it.
        Person = "person",
        /// Found, and not yet adopted by the person.
        Waiting = "waiting",
        /// Rejected by the person as not theirs.
        Refused = "refused",
    }
}

/// The known texts, by hash.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownTexts {
    /// Ours and the person's.
    pub told: BTreeSet<String>,
    /// Seen before, and not adopted.
    pub untold: BTreeSet<String>,
}

impl KnownTexts {
    pub fn is_told(&self, hash: &str) -> bool {
        self.told.contains(hash)
    }

    /// Whether the text was never seen before. Only such a text can be a person's recent edit.
    pub fn is_new(&self, hash: &str) -> bool {
        !self.told.contains(hash) && !self.untold.contains(hash)
    }
}

/// Other possible writers of a file since the last look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherWriters {
    /// HEAD, index, stash and logs are unchanged, or there is no git.
    pub git_is_unchanged: bool,
    /// No session runs, and none that ran since called a tool that may write.
    pub no_session_wrote: bool,
}

impl OtherWriters {
    /// A new text is the person's only if nothing else could have written it.
    pub fn owner_of_new_text(self) -> TextOwner {
        match self.git_is_unchanged && self.no_session_wrote {
            true => TextOwner::Person,
            false => TextOwner::Waiting,
        }
    }
}

/// Tools that write no files. Any other tool may: a shell, an editor through a link, a server, an
/// agent.
#[rustfmt::skip]
const READING_TOOLS: [&str; 14] = [
    "Read", "Glob", "Grep", "LS", "NotebookRead", "WebFetch", "WebSearch", "TodoWrite", "TodoRead", "BashOutput",
    "TaskOutput", "AskUserQuestion", "EnterPlanMode", "ExitPlanMode",
];

pub fn may_write(call: &ToolCall) -> bool {
    !READING_TOOLS.contains(&call.tool.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_text_is_the_persons_only_where_nothing_else_could_have_written_it() {
        for (git_is_unchanged, no_session_wrote, owner) in [
            (true, true, TextOwner::Person),
            (false, true, TextOwner::Waiting),
            (true, false, TextOwner::Waiting),
            (false, false, TextOwner::Waiting),
        ] {
            let others = OtherWriters { git_is_unchanged, no_session_wrote };
            assert_eq!(others.owner_of_new_text(), owner);
        }
    }

    #[test]
    fn every_tool_that_is_not_known_to_read_may_write() {
        let call = |tool: &str| ToolCall { tool: tool.to_owned(), ..ToolCall::default() };
        for tool in [
            "Bash",
            "Edit",
            "Write",
            "MultiEdit",
            "NotebookEdit",
            "Task",
            "Agent",
            "mcp__fs__write",
            "",
            "Skill",
        ] {
            assert!(may_write(&call(tool)), "{tool}");
        }
        for tool in READING_TOOLS {
            assert!(!may_write(&call(tool)), "{tool}");
        }
    }

    #[test]
    fn what_was_found_before_is_not_new() {
        let texts =
            KnownTexts { told: BTreeSet::from(["a".to_owned()]), untold: BTreeSet::from(["b".to_owned()]) };
        assert_eq!(["a", "b", "c"].map(|hash| texts.is_new(hash)), [false, false, true]);
        assert_eq!(["a", "b", "c"].map(|hash| texts.is_told(hash)), [true, false, false]);
    }
}
