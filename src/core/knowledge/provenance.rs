//! Whose a text in the project is. Its hash in the database decides, never when or how it came: authors forge, squash
//! merges rename, and `git checkout REV -- path` leaves no trace. A text whose hash is not known is told to no session.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::core::model::word_enum::word_enum;
use crate::core::session::turns::ToolCall;

word_enum! {
    /// Whose word a text is.
    pub enum TextOwner ("owner of a text") {
        /// Written by this database.
        Ours = "ours",
        /// The person's: written while nothing else could have.
        Person = "person",
        /// Found, and not said to be theirs by the person.
        Waiting = "waiting",
        /// The person said that it is not theirs.
        Refused = "refused",
    }
}

/// The texts that the database has an opinion on, by their hashes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownTexts {
    /// Ours and the person's.
    pub told: BTreeSet<String>,
    /// Found before, and not believed.
    pub untold: BTreeSet<String>,
}

impl KnownTexts {
    pub fn is_told(&self, hash: &str) -> bool {
        self.told.contains(hash)
    }

    /// A text that no look has found before. Only such a one can be a person's edit of just now.
    pub fn is_new(&self, hash: &str) -> bool {
        !self.told.contains(hash) && !self.untold.contains(hash)
    }
}

/// What else than a person could have written a file since the last look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherWriters {
    /// HEAD, index, stash and logs are as they were, or there is no git.
    pub git_is_unchanged: bool,
    /// No session runs, and none that ran since called a tool that may write.
    pub no_session_wrote: bool,
}

impl OtherWriters {
    /// A new text is the person's only where nothing else could have written it.
    pub fn owner_of_new_text(self) -> TextOwner {
        match self.git_is_unchanged && self.no_session_wrote {
            true => TextOwner::Person,
            false => TextOwner::Waiting,
        }
    }
}

/// Tools that write no file. Any other may: a shell, an editor through a link, a server, an agent.
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
