//! Error messages that say that the call was wrong, not the work, and the part of the call that
//! they mean.

use super::form::{CallForm, head, is_option, option_name};
use crate::core::entities::commands::TypedCall;

/// The part of a call that was wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrongPart {
    Program,
    /// Or a script, a task, a target.
    Subcommand,
    Option,
    Upstream,
}

#[rustfmt::skip]
const WORDS: [(&str, WrongPart); 23] = [
    ("illegal option", WrongPart::Option), ("invalid option", WrongPart::Option), ("unknown option", WrongPart::Option),
    ("unrecognized option", WrongPart::Option), ("unknown flag", WrongPart::Option), ("unknown switch", WrongPart::Option),
    ("unknown shorthand flag", WrongPart::Option), ("unexpected argument", WrongPart::Option),
    ("flag provided but not defined", WrongPart::Option), ("unknown argument", WrongPart::Option),
    ("unknown command", WrongPart::Subcommand), ("unknown subcommand", WrongPart::Subcommand),
    ("unrecognized subcommand", WrongPart::Subcommand), ("is not a git command", WrongPart::Subcommand),
    ("no such command", WrongPart::Subcommand), ("no such subcommand", WrongPart::Subcommand),
    ("missing script", WrongPart::Subcommand), ("script not found", WrongPart::Subcommand),
    ("no tasks named", WrongPart::Subcommand), ("no task named", WrongPart::Subcommand),
    ("no rule to make target", WrongPart::Subcommand),
    ("command not found", WrongPart::Program),
    ("has no upstream branch", WrongPart::Upstream),
];
/// Names that report errors of the program they were asked to start.
const SPEAKERS: [&str; 9] = ["error", "fatal", "bash", "zsh", "sh", "(eval)", "usage", "npm", "make"];
/// The end of an error whose beginning was cut off.
const REMAINS: [&str; 2] = ["for more information, try", "usage:"];
/// The lines at either end of an output in which an error is searched: few if the exit code hides
/// it.
const HIDDEN_LINES: usize = 2;
const SHOWN_LINES: usize = 4;

/// The statement of an output about the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said<'o> {
    Wrong(WrongPart, &'o str),
    /// The call was wrong in an unknown way.
    Unclear,
    Nothing,
}

pub(super) fn said(output: &str, failed: bool) -> Said<'_> {
    let lines: Vec<&str> = output
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("Exit code"))
        .collect();
    let ends = if failed { SHOWN_LINES } else { HIDDEN_LINES };
    let last = lines.len().saturating_sub(ends).max(ends.min(lines.len()));
    let near_ends = || lines.iter().take(ends).chain(&lines[last..]);
    for line in near_ends().filter(|line| failed || begins_like_error(line)) {
        let lower = line.to_lowercase();
        if let Some((_, wrong)) = WORDS.iter().find(|(words, _)| lower.contains(words)) {
            return Said::Wrong(*wrong, line);
        }
    }
    let unclear = near_ends().any(|line| REMAINS.iter().any(|words| line.to_lowercase().starts_with(words)));
    if unclear { Said::Unclear } else { Said::Nothing }
}

fn begins_like_error(line: &str) -> bool {
    let lower = line.to_lowercase();
    lower.starts_with("npm err") || lower.starts_with("** (") || speaker(&lower).is_some()
}

/// `cat: illegal option`, `error: …`, `(eval):1: …`
fn speaker(line: &str) -> Option<&str> {
    let (name, _) = line.split_once(':')?;
    let fits = |c: char| c.is_ascii_alphanumeric() || "._/-()+".contains(c);
    (name.len() <= 30 && !name.is_empty() && name.chars().all(fits)).then_some(name)
}

/// The form that the line complains about, and the call that has it.
pub(super) fn form_meant(wrong: WrongPart, line: &str, calls: &[TypedCall]) -> Option<(CallForm, usize)> {
    calls.iter().enumerate().find_map(|(at, call)| {
        let form = of_words(wrong, line, &call.words).or_else(|| of_words(wrong, line, &call.unwrapped()))?;
        Some((form, at))
    })
}

fn of_words(wrong: WrongPart, line: &str, words: &[String]) -> Option<CallForm> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let program = *words.first()?;
    if !may_speak_for(line, program) {
        return None;
    }
    match wrong {
        WrongPart::Program => has_word(line, program).then(|| CallForm::command(&words[..1]))?,
        WrongPart::Subcommand => {
            // In `unknown command "veiw" for "gh pr"`, the wrong part is named first.
            let names = words.iter().enumerate().skip(1).take(2).filter(|(_, word)| !is_option(word));
            let named = names.filter_map(|(at, word)| Some((place_of(line, word)?, at)));
            let (_, at) = named.min()?;
            CallForm::command(&words[..=at])
        }
        WrongPart::Option => {
            let options = words.iter().filter(|word| is_option(word)).map(|word| option_name(word));
            let option = options.into_iter().find(|option| names_option(line, option))?;
            CallForm::command(&[head(&words), &[option]].concat())
        }
        WrongPart::Upstream => is_bare_push(&words).then_some(CallForm::FirstPush),
    }
}

/// A line that begins with a program's name is about that program.
fn may_speak_for(line: &str, program: &str) -> bool {
    let lower = line.to_lowercase();
    let Some(speaker) = speaker(&lower) else { return true };
    let name = speaker.rsplit('/').next().unwrap_or(speaker);
    name == program || SPEAKERS.contains(&name) || lower.contains("command not found")
}

fn has_word(line: &str, word: &str) -> bool {
    place_of(line, word).is_some()
}

fn place_of(line: &str, word: &str) -> Option<usize> {
    let mut parts = line.split(|c: char| !(c.is_ascii_alphanumeric() || "_:-.".contains(c)));
    parts.position(|part| part.trim_matches(['.', ':']) == word)
}

/// `illegal option -- A`, `unknown shorthand flag: 'x' in -x`, `unexpected argument '--foo' found`
fn names_option(line: &str, option: &str) -> bool {
    let letter = line.rsplit_once("-- ").and_then(|(_, rest)| rest.trim_matches(['\'', '"']).chars().next());
    let by_letter = !option.starts_with("--") && letter.is_some_and(|letter| option[1..].contains(letter));
    by_letter || has_word(line, option) || has_word(line, option.trim_start_matches('-'))
}

pub(super) fn is_bare_push(words: &[&str]) -> bool {
    words.starts_with(&["git", "push"])
        && words[2..].iter().all(|word| word.starts_with('-') && !matches!(*word, "-u" | "--set-upstream"))
}
