//! What detectors see in one session, in a form that can be stored and read back through the same grammars.

use crate::core::entities::admission::{may_name_command, may_name_path};
use crate::core::entities::checkers::LintRule;
use crate::core::entities::grammar::{CommandToken, Path, PathScope};
use crate::core::model::Time;

/// Something that happened, made of tokens alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// This command complained about this rule.
    Complained { rule: LintRule, by: CommandToken },
    /// An edit silenced this rule in one place.
    Silenced { rule: LintRule },
    /// The first command failed, and without an edit in between the second did what was wanted.
    Remedied { failed: CommandToken, by: CommandToken },
    /// `git add` refused a path because git ignores it.
    Ignored { path: Path },
    /// A commit was refused by this check, which runs with every commit.
    Refused { by: CommandToken },
    /// Files of this scope were edited.
    Edited { scope: PathScope },
    /// This ran after an edit, in the root or in a folder of the project.
    Ran { command: CommandToken, folder: Option<Path> },
    /// Edited work was committed.
    Committed,
}

/// A fact, in one session, with the turn that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactSighting {
    pub fact: Fact,
    pub session: String,
    pub turn: String,
    pub at: Time,
}

impl Fact {
    /// May all of its tokens be named in what is told and written?
    pub fn may_be_named(&self) -> bool {
        match self {
            Fact::Complained { by, .. } => may_name_command(by),
            Fact::Silenced { .. } | Fact::Committed => true,
            Fact::Remedied { failed, by } => may_name_command(failed) && may_name_command(by),
            Fact::Ignored { path } => may_name_path(path.as_str()),
            Fact::Refused { by } => may_name_command(by),
            Fact::Edited { scope } => may_name_path(scope.as_str()),
            Fact::Ran { command, folder } => {
                may_name_command(command)
                    && folder.as_ref().is_none_or(|folder| may_name_path(folder.as_str()))
            }
        }
    }

    /// Kind, key and value, as they are stored.
    pub fn encode(&self) -> (&'static str, String, String) {
        let rule = |rule: &LintRule| format!("{} {}", rule.checker(), rule.id());
        match self {
            Fact::Complained { rule: r, by } => ("complained", rule(r), by.as_str().to_owned()),
            Fact::Silenced { rule: r } => ("silenced", rule(r), String::new()),
            Fact::Remedied { failed, by } => ("remedied", failed.as_str().to_owned(), by.as_str().to_owned()),
            Fact::Ignored { path } => ("ignored", path.as_str().to_owned(), String::new()),
            Fact::Refused { by } => ("refused", by.as_str().to_owned(), String::new()),
            Fact::Edited { scope } => ("edited", scope.as_str().to_owned(), String::new()),
            Fact::Ran { command, folder } => {
                let folder = folder.as_ref().map_or("", Path::as_str);
                ("ran", command.as_str().to_owned(), folder.to_owned())
            }
            Fact::Committed => ("committed", String::new(), String::new()),
        }
    }

    /// A stored row is believed only as far as the grammars accept it.
    pub fn decode(kind: &str, key: &str, value: &str) -> Option<Fact> {
        let rule = || key.split_once(' ').and_then(|(checker, id)| LintRule::new(checker, id));
        Some(match kind {
            "complained" => Fact::Complained { rule: rule()?, by: CommandToken::parse(value)? },
            "silenced" => Fact::Silenced { rule: rule()? },
            "remedied" => {
                Fact::Remedied { failed: CommandToken::parse(key)?, by: CommandToken::parse(value)? }
            }
            "ignored" => Fact::Ignored { path: Path::parse(key)? },
            "refused" => Fact::Refused { by: CommandToken::parse(key)? },
            "edited" => Fact::Edited { scope: PathScope::parse(key)? },
            "ran" if value.is_empty() => Fact::Ran { command: CommandToken::parse(key)?, folder: None },
            "ran" => Fact::Ran { command: CommandToken::parse(key)?, folder: Some(Path::parse(value)?) },
            "committed" => Fact::Committed,
            _ => return None,
        })
    }
}
