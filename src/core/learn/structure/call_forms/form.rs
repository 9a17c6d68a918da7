//! The form of a call: the few of its words that decide whether it can work at all. Programs come
//! from a closed list, and the words after them have a grammar too narrow for a sentence.

use crate::core::entities::admission::fetches;
use crate::core::entities::commands::programs::{
    HAND_OVER, RISKY_OPTIONS, SCRIPT_RUNNERS, STARTERS, is_accessory, is_known, only_looks,
};
use crate::core::entities::grammar::CommandToken;

const LONGEST_WORD: usize = 24;
const LONGEST_NAME: usize = 40;
/// `code-simplifier:code-simplifier` has three; more of them could say something.
const MOST_SEPARATORS: usize = 3;
const MOST_WORDS: usize = 4;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CallForm {
    /// A program with the words that count: `rtk bun`, `cat -A`, `npm run typecheck`.
    Command(String),
    Skill(String),
    Agent(String),
    /// The first `git push` of a session, without a target.
    FirstPush,
}

impl CallForm {
    pub fn command(words: &[&str]) -> Option<CallForm> {
        let (program, rest) = words.split_first()?;
        let fits = words.len() <= MOST_WORDS
            && is_known(program)
            && rest.iter().all(|word| is_word(word) || is_option(word));
        fits.then(|| CallForm::Command(words.join(" ")))
    }

    pub fn skill(name: &str) -> Option<CallForm> {
        is_name(name).then(|| CallForm::Skill(name.to_owned()))
    }

    pub fn agent(name: &str) -> Option<CallForm> {
        is_name(name).then(|| CallForm::Agent(name.to_owned()))
    }

    /// Every form that a successful call proves to work.
    pub(super) fn all_of(words: &[String]) -> Vec<CallForm> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let Some(program) = words.first() else { return vec![] };
        let head = head(&words);
        let options = words.iter().filter(|word| is_option(word));
        let mut forms = vec![vec![*program], head.to_vec()];
        forms.extend(options.map(|option| [head, &[option_name(option)]].concat()));
        if takes_a_name_behind(head) {
            forms.extend(words.get(2).map(|third| [head, &[third]].concat()));
        }
        forms.sort_unstable();
        forms.dedup();
        forms.iter().filter_map(|words| CallForm::command(words)).collect()
    }

    pub fn encode(&self) -> String {
        match self {
            CallForm::Command(words) => format!("command {words}"),
            CallForm::Skill(name) => format!("skill {name}"),
            CallForm::Agent(name) => format!("agent {name}"),
            CallForm::FirstPush => "first push".to_owned(),
        }
    }

    pub fn decode(text: &str) -> Option<CallForm> {
        match text.split_once(' ')? {
            ("command", words) => CallForm::command(&words.split(' ').collect::<Vec<_>>()),
            ("skill", name) => CallForm::skill(name),
            ("agent", name) => CallForm::agent(name),
            ("first", "push") => Some(CallForm::FirstPush),
            _ => None,
        }
    }

    pub fn spelled(&self) -> String {
        match self {
            CallForm::Command(words) => format!("`{words}`"),
            CallForm::Skill(name) => format!("the skill `{name}`"),
            CallForm::Agent(name) => format!("the agent `{name}`"),
            CallForm::FirstPush => "`git push`".to_owned(),
        }
    }

    /// Whether it stands for every call that the other stands for.
    pub(super) fn covers(&self, other: &CallForm) -> bool {
        let (CallForm::Command(wide), CallForm::Command(narrow)) = (self, other) else { return false };
        narrow.strip_prefix(wide.as_str()).is_some_and(|rest| rest.starts_with(' '))
    }
}

/// The program, with its subcommand if it has one.
pub(super) fn head<'w, 's>(words: &'w [&'s str]) -> &'w [&'s str] {
    let has_subcommand = words.get(1).is_some_and(|word| is_word(word));
    let operand_only = words.first().is_none_or(|program| is_accessory(program) || only_looks(program));
    &words[..if has_subcommand && !operand_only { 2 } else { words.len().min(1) }]
}

/// Whether a script, a program or a group's member follows. For other programs it would be a branch
/// or a file.
fn takes_a_name_behind(head: &[&str]) -> bool {
    let [program, subcommand] = head else { return false };
    let starts = STARTERS.iter().any(|(name, _, _)| name == program);
    starts || SCRIPT_RUNNERS.contains(program) || HAND_OVER.contains(subcommand)
}

/// `--depth=1` becomes `--depth`.
pub(super) fn option_name(option: &str) -> &str {
    option.split('=').next().unwrap_or(option)
}

fn is_word(word: &str) -> bool {
    word.len() <= LONGEST_WORD
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || ":_-".contains(c))
        && word.chars().filter(|c| ":_-".contains(*c)).count() < MOST_SEPARATORS
}

pub(super) fn is_option(word: &str) -> bool {
    let name = option_name(word);
    match name.strip_prefix("--") {
        Some(long) => is_word(long),
        None => name.strip_prefix('-').is_some_and(|short| {
            (1..=4).contains(&short.len()) && short.chars().all(|c| c.is_ascii_alphabetic())
        }),
    }
}

fn is_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || ":_-".contains(c))
        && name.chars().filter(|c| ":_-".contains(*c)).count() <= MOST_SEPARATORS
}

/// The call that helped after one that failed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WhatHelped {
    Nothing,
    /// Something that is not named, because it is not a command of a closed list.
    Unnamed,
    /// Another call for the same purpose: `bun`, `git push --set-upstream`, an agent's full name.
    This(String),
}

const UNNAMED: &str = "?";

impl WhatHelped {
    /// A command that later sessions may be shown.
    pub(super) fn command(text: &str) -> WhatHelped {
        if is_nameable(text) { WhatHelped::This(text.to_owned()) } else { WhatHelped::Unnamed }
    }

    pub fn encode(&self) -> String {
        match self {
            WhatHelped::Nothing => String::new(),
            WhatHelped::Unnamed => UNNAMED.to_owned(),
            WhatHelped::This(text) => text.clone(),
        }
    }

    pub fn decode(text: &str) -> Option<WhatHelped> {
        match text {
            "" => Some(WhatHelped::Nothing),
            UNNAMED => Some(WhatHelped::Unnamed),
            _ if is_nameable(text) || is_name(text) => Some(WhatHelped::This(text.to_owned())),
            _ => None,
        }
    }
}

fn is_nameable(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let is_safe = !words.iter().any(|word| RISKY_OPTIONS.contains(word)) && !fetches(text);
    let is_runner = || words.len() == 1 && SCRIPT_RUNNERS.contains(&words[0]);
    is_safe && (CommandToken::parse(text).is_some() || is_runner())
}
