//! Facts that detectors see in one session, in a form that can be stored and parsed by the same
//! grammars.

use super::call_forms::{CallForm, WhatHelped};
use super::calls::CallSeen;
use crate::core::entities::checkers::LintRule;
use crate::core::entities::grammar::{CommandToken, Path, PathScope};
use crate::core::learn::topics::is_topic;
use crate::core::model::Time;

/// An event, made of tokens alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// This command complained about this rule.
    Complained { rule: LintRule, by: CommandToken },
    /// An edit silenced this rule in one place.
    Silenced { rule: LintRule },
    /// The call was wrong, not the work; with what helped instead.
    Failed { form: CallForm, helped: WhatHelped },
    /// A call of this form succeeded. Stored once for all sessions, because only its existence
    /// matters.
    Worked { form: CallForm },
    /// `git add` refused a path because git ignores it.
    Ignored { path: Path },
    /// `git add` took this path without force. Stored once for all sessions.
    Added { path: Path },
    /// `git add` was forced to take this path.
    Forced { path: Path },
    /// A commit was refused, and the refusal names this check, which the session ran itself.
    Refused { by: CommandToken },
    /// Edits, and the commands before the next edit or prompt.
    Acted { files: Vec<PathScope>, ran: Vec<CommandInFolder> },
    /// A check ran, after these commands that change files on their own.
    Checked { check: CommandToken, passed: bool, after: Vec<CommandToken> },
    /// The person named a command.
    Named { command: CommandToken },
    /// The person asked for this topic, and the work, which ended well, ran these commands.
    Served { topic: String, did: Vec<CommandToken> },
    /// A tool call, as tokens, with its result. Guards are replayed over these.
    Called(CallSeen),
    /// A person took a conclusion back, so it is not drawn again. Its key is only compared, never
    /// shown.
    Dropped { key: String },
}

/// A command with its folder, unless that is the project's root.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandInFolder {
    pub command: CommandToken,
    pub folder: Option<Path>,
}

/// A fact in one session, with the turn that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactSighting {
    pub fact: Fact,
    pub session: String,
    pub turn: String,
    pub at: Time,
}

/// How often a fact is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// The first time in a session.
    OncePerSession,
    /// The first time ever.
    OnceForAll,
    /// Every time. A later reading of the same turn replaces it.
    EachTime,
}

pub const CALLED: &str = "called";
pub const DROPPED: &str = "dropped";
const PASSED: &str = "passed";
const FAILED: &str = "failed";

impl Fact {
    pub fn keeping(&self) -> Keeping {
        match self {
            Fact::Worked { .. } | Fact::Added { .. } => Keeping::OnceForAll,
            Fact::Failed { .. }
            | Fact::Acted { .. }
            | Fact::Checked { .. }
            | Fact::Served { .. }
            | Fact::Called(_) => Keeping::EachTime,
            _ => Keeping::OncePerSession,
        }
    }

    /// Kind, key and value, as they are stored.
    pub fn encode(&self) -> (&'static str, String, String) {
        match self {
            Fact::Complained { rule: r, by } => ("complained", rule_text(r), by.as_str().to_owned()),
            Fact::Silenced { rule: r } => ("silenced", rule_text(r), String::new()),
            Fact::Failed { form, helped } => ("failed", form.encode(), helped.encode()),
            Fact::Worked { form } => ("worked", form.encode(), String::new()),
            Fact::Ignored { path } => ("ignored", path.as_str().to_owned(), String::new()),
            Fact::Added { path } => ("added", path.as_str().to_owned(), String::new()),
            Fact::Forced { path } => ("forced", path.as_str().to_owned(), String::new()),
            Fact::Refused { by } => ("refused", by.as_str().to_owned(), String::new()),
            Fact::Acted { files, ran } => ("acted", lines(files, PathScope::as_str), commands(ran)),
            Fact::Checked { check, passed, after } => {
                let ended = if *passed { PASSED } else { FAILED };
                let after = lines(after, CommandToken::as_str);
                ("checked", check.as_str().to_owned(), format!("{ended}\n{after}").trim_end().to_owned())
            }
            Fact::Named { command } => ("named", command.as_str().to_owned(), String::new()),
            Fact::Served { topic, did } => ("served", topic.clone(), lines(did, CommandToken::as_str)),
            Fact::Called(call) => {
                let (calls, ended) = call.encode();
                (CALLED, calls, ended)
            }
            Fact::Dropped { key } => (DROPPED, key.clone(), String::new()),
        }
    }

    /// Stored rows are checked against the grammars, too.
    pub fn decode(kind: &str, key: &str, value: &str) -> Option<Fact> {
        let rule = || key.split_once(' ').and_then(|(checker, id)| LintRule::new(checker, id));
        Some(match kind {
            "complained" => Fact::Complained { rule: rule()?, by: CommandToken::parse(value)? },
            "silenced" => Fact::Silenced { rule: rule()? },
            "failed" => Fact::Failed { form: CallForm::decode(key)?, helped: WhatHelped::decode(value)? },
            "worked" => Fact::Worked { form: CallForm::decode(key)? },
            "ignored" => Fact::Ignored { path: Path::parse(key)? },
            "added" => Fact::Added { path: Path::parse(key)? },
            "forced" => Fact::Forced { path: Path::parse(key)? },
            "refused" => Fact::Refused { by: CommandToken::parse(key)? },
            "acted" => Fact::Acted {
                files: key.lines().map(PathScope::parse).collect::<Option<_>>()?,
                ran: value.lines().map(command_in_folder).collect::<Option<_>>()?,
            },
            "checked" => {
                let mut words = value.lines();
                let passed = words.next()? == PASSED;
                let after = words.map(CommandToken::parse).collect::<Option<_>>()?;
                Fact::Checked { check: CommandToken::parse(key)?, passed, after }
            }
            "named" => Fact::Named { command: CommandToken::parse(key)? },
            "served" => Fact::Served {
                topic: Some(key).filter(|key| is_topic(key))?.to_owned(),
                did: value.lines().map(CommandToken::parse).collect::<Option<_>>()?,
            },
            CALLED => Fact::Called(CallSeen::decode(key, value)?),
            DROPPED => Fact::Dropped { key: key.to_owned() },
            _ => return None,
        })
    }

    pub(super) fn dropped(&self) -> Option<&String> {
        match self {
            Fact::Dropped { key } => Some(key),
            _ => None,
        }
    }

    /// The fact in words, as `why` shows it.
    pub(super) fn sentence(&self) -> String {
        match self {
            Fact::Complained { rule, by } => format!("`{}` complained about `{}`", by.as_str(), rule.id()),
            Fact::Silenced { rule } => format!("an edit silenced `{}`", rule.id()),
            Fact::Failed { form, .. } => format!("{} failed", form.spelled()),
            Fact::Worked { form } => format!("{} worked", form.spelled()),
            Fact::Ignored { path } => format!("`git add` refused `{}`", path.as_str()),
            Fact::Added { path } => format!("`git add` took `{}`", path.as_str()),
            Fact::Forced { path } => format!("`git add` was forced to take `{}`", path.as_str()),
            Fact::Refused { by } => format!("`git commit` was refused because of `{}`", by.as_str()),
            Fact::Acted { files, ran } => {
                let files = super::lesson::listed(files.iter().map(PathScope::as_str).take(3));
                let ran = super::lesson::listed(ran.iter().map(|one| one.command.as_str()));
                format!("{files} changed, {ran} ran")
            }
            Fact::Checked { check, passed, .. } => {
                format!("`{}` {}", check.as_str(), if *passed { PASSED } else { FAILED })
            }
            Fact::Named { command } => format!("the person named `{}`", command.as_str()),
            Fact::Served { did, .. } => {
                format!("asked for it, {} ran", super::lesson::listed(did.iter().map(CommandToken::as_str)))
            }
            Fact::Called(call) => call.sentence(),
            Fact::Dropped { .. } => "a person took it back".to_owned(),
        }
    }
}

fn rule_text(rule: &LintRule) -> String {
    format!("{} {}", rule.checker(), rule.id())
}

fn lines<T>(tokens: &[T], text: impl Fn(&T) -> &str) -> String {
    tokens.iter().map(text).collect::<Vec<_>>().join("\n")
}

fn commands(ran: &[CommandInFolder]) -> String {
    ran.iter().map(command_text).collect::<Vec<_>>().join("\n")
}

fn command_text(ran: &CommandInFolder) -> String {
    match &ran.folder {
        Some(folder) => format!("{}\t{}", ran.command.as_str(), folder.as_str()),
        None => ran.command.as_str().to_owned(),
    }
}

fn command_in_folder(line: &str) -> Option<CommandInFolder> {
    match line.split_once('\t') {
        Some((command, folder)) => Some(CommandInFolder {
            command: CommandToken::parse(command)?,
            folder: Some(Path::parse(folder)?),
        }),
        None => Some(CommandInFolder { command: CommandToken::parse(line)?, folder: None }),
    }
}
