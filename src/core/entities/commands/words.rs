//! The words of one call, without programs that only start another.

use super::arguments::takes_value;
use super::programs::{BEFORE_COMMANDS, STARTERS};

/// `rtk test CMD` and `rtk lint CMD` only shorten what the command prints.
const SHORTENED: [&str; 5] = ["test", "lint", "err", "proxy", "summary"];

/// The words from the program on that does the work.
pub(super) fn without_starters(words: Vec<String>) -> Vec<String> {
    let mut rest = &words[..];
    while let Some(after) = after_starter(rest).filter(|after| !after.is_empty()) {
        rest = after;
    }
    rest.to_vec()
}

/// The words without leading assignments and shell keywords.
pub(super) fn without_keywords(words: Vec<String>) -> Vec<String> {
    let is_before = |word: &str| is_assignment(word) || BEFORE_COMMANDS.contains(&word);
    let mut rest = &words[..];
    loop {
        rest = match rest {
            [first, behind @ ..] if is_before(first) => behind,
            // What a function does counts as done.
            [first, _, behind @ ..] if first == "function" => behind,
            rest => return rest.to_vec(),
        };
    }
}

fn after_starter(words: &[String]) -> Option<&[String]> {
    let (first, rest) = words.split_first()?;
    let first = first.as_str();
    if is_assignment(first) || BEFORE_COMMANDS.contains(&first) {
        return Some(rest);
    }
    let second = rest.first().map(String::as_str).unwrap_or_default();
    let name = program_name(first);
    let mut starters = STARTERS.iter().filter(|(program, _, _)| *program == name).map(|(_, words, _)| words);
    match first {
        // It only asks whether there is such a program.
        "command" if second.starts_with(['-']) && second.contains(['v', 'V']) => None,
        "rtk" if SHORTENED.contains(&second) && rest.len() > 2 => Some(&rest[1..]),
        _ => starters.find_map(|words| match words {
            [] => Some(after_options(&name, rest)),
            words => words.contains(&second).then(|| after_options(&name, &rest[1..])),
        }),
    }
}

/// Skips options, times and assignments before the program: `timeout -s KILL 60`, `env A=b`,
/// `npx --yes`.
pub(super) fn after_options<'a>(program: &str, words: &'a [String]) -> &'a [String] {
    let mut rest = words;
    while let [first, behind @ ..] = rest {
        let is_option =
            first.starts_with('-') || is_assignment(first) || first.starts_with(|c: char| c.is_ascii_digit());
        rest = match behind {
            [_, behind @ ..] if takes_value(&[program], first) => behind,
            _ if is_option => behind,
            _ => break,
        };
    }
    rest
}

pub(super) fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| is_variable_name(name))
}

fn is_variable_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// `/usr/bin/Git` and `git.exe` are git.
pub(super) fn program_name(call: &str) -> String {
    let name = call.rsplit('/').next().unwrap_or(call).to_lowercase();
    name.strip_suffix(".exe").map(str::to_owned).unwrap_or(name)
}
