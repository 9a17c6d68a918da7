//! Keys: the concrete things that a text names, such as commands, files, rules, identifiers,
//! settings and tools.
//!
//! People never word a lesson twice in the same way, in any language, but they do name the same
//! command or file again. So keys join two sightings, and advice without keys is generic. Ordinary
//! words must never become keys: two unrelated lessons that share the word "test" would be merged.

mod branch;
mod defining;
pub(crate) mod place;
mod rivals;
mod shape;
mod tables;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};

use super::commands::programs::HAND_OVER;
use crate::core::text::normalise;

pub(crate) use branch::is_lasting_branch;
pub(crate) use defining::{act_of_key, acts_of, concerns};
pub use defining::{defining, defining_parts};
pub(crate) use rivals::are_rivals;

/// The class of a key, most specific first: two lessons on one linter rule are the same lesson, two
/// lessons on one folder hardly ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Rule,
    Setting,
    Command,
    Tool,
    Path,
}

/// Every concrete thing that the text names, in lower case.
pub fn keys_of(text: &str) -> BTreeSet<String> {
    classified(text).into_keys().collect()
}

/// Whether the path is one of the keys, or ends in one.
pub fn name_path(keys: &BTreeSet<String>, path: &str) -> bool {
    let path = path.to_lowercase();
    keys.iter().any(|key| {
        path.strip_suffix(key.as_str()).is_some_and(|before| before.is_empty() || before.ends_with('/'))
    })
}

/// A name that is also an everyday word, which says nothing in a sentence.
pub(crate) fn is_ordinary(key: &str) -> bool {
    let tables = [
        &tables::SUBCOMMANDS,
        &tables::WORDY_PROGRAMS,
        &tables::WORDY_SUBCOMMANDS,
        &tables::FOLDERS,
        &tables::PLAIN,
        &tables::FUNCTION_WORDS,
    ];
    tables.iter().any(|table| table.has(key)) || HAND_OVER.contains(&key)
}

/// A well-known tool, checker or library.
pub(crate) fn is_known_tool(word: &str) -> bool {
    tables::TOOLS.has(&word.to_lowercase())
}

/// A key as it was typed: keys leave out the `run` that is optional for some programs, but not for
/// every script.
pub(crate) fn as_typed(key: &str, lower: &str) -> String {
    let with_run = key.split_once(' ').map(|(program, script)| format!("{program} run {script}"));
    with_run.filter(|with_run| lower.contains(with_run.as_str())).unwrap_or_else(|| key.to_owned())
}

/// Whether the text names only files and folders.
pub(crate) fn names_only_paths(text: &str) -> bool {
    let keys = classified(text);
    !keys.is_empty() && keys.values().all(|class| *class == Class::Path)
}

fn classified(text: &str) -> BTreeMap<String, Class> {
    let mut keys = BTreeMap::new();
    let text = tokens::without_addresses(text);
    for span in tokens::code_spans(&text) {
        for command in span.split(['|', ';', '&']) {
            let words: Vec<&str> = command.split_whitespace().collect();
            add_run(&mut keys, &words, true);
        }
    }
    for name in tokens::quoted_names(&text) {
        keys.extend(shape::classify(name, true));
    }
    for run in tokens::runs(&tokens::without_code_spans(&text)) {
        add_run(&mut keys, &run, false);
    }
    keys.extend(branch::guarded(&text).into_iter().map(|branch| (branch, Class::Path)));
    keys
}

/// Words separated by nothing but spaces. `marked` means that the author wrote them as code.
fn add_run(keys: &mut BTreeMap<String, Class>, words: &[&str], marked: bool) {
    let mut at = 0;
    while at < words.len() {
        match command(&words[at..], marked && at == 0) {
            Some((key, used)) => {
                add_common_flags(keys, &key, &words[at + used..], marked);
                keys.insert(key, Class::Command);
                at += used;
            }
            None => {
                keys.extend(shape::classify(words[at], marked && words.len() == 1));
                at += 1;
            }
        }
    }
}

/// A flag that every program has is a key only together with its command. In a sentence it must
/// follow the command directly.
fn add_common_flags(keys: &mut BTreeMap<String, Class>, command: &str, rest: &[&str], marked: bool) {
    let reach = rest.iter().take_while(|word| marked || word.starts_with("--"));
    let flags = reach.map(|word| shape::bare_flag(word));
    for flag in flags.filter(|flag| tables::COMMON_FLAGS.has(flag)) {
        keys.insert(format!("{command} {flag}"), Class::Setting);
    }
}

/// A word with the shape of a file name, such as `package.json` or `src/main.rs`.
pub(crate) fn is_file_name(word: &str) -> bool {
    shape::classify(word, false).is_some_and(|(_, class)| class == Class::Path)
}

/// The command at the start of these words, and the number of words that belong to it.
fn command(words: &[&str], marked: bool) -> Option<(String, usize)> {
    let program = words.first()?.to_lowercase();
    let subcommands = if marked && shape::is_name(words[0]) {
        marked_subcommands(&program, &words[1..])
    } else if tables::PROGRAMS.has(&program) {
        plain_subcommands(&words[1..])
    } else if tables::WORDY_PROGRAMS.has(words[0]) {
        wordy_subcommand(&words[1..])
    } else {
        0
    };
    (subcommands > 0).then(|| (spelled(&program, &words[1..=subcommands]), subcommands + 1))
}

fn marked_subcommands(program: &str, rest: &[&str]) -> usize {
    let names = rest.iter().take_while(|word| shape::is_name(word) || **word == "-m").count();
    let hands_over = rest.first().is_some_and(|word| HAND_OVER.contains(word));
    let most = if !hands_over && tables::PROGRAMS.has(program) { 1 } else { 2 };
    names.min(most)
}

fn plain_subcommands(rest: &[&str]) -> usize {
    let is_script = |word: &&&str| shape::is_name(word) && !tables::FUNCTION_WORDS.has(word);
    match rest.first() {
        Some(first) if HAND_OVER.contains(first) && rest.get(1).as_ref().is_some_and(is_script) => 2,
        Some(first) if tables::SUBCOMMANDS.has(first) || shape::is_compound(first) => 1,
        _ => 0,
    }
}

fn wordy_subcommand(rest: &[&str]) -> usize {
    let is_prose = rest.get(1).is_some_and(|word| tables::FUNCTION_WORDS.has(word));
    match rest.first() {
        Some(first) if tables::WORDY_SUBCOMMANDS.has(first) && !is_prose => 1,
        Some(first) if shape::is_compound(first) => 1,
        _ => 0,
    }
}

fn spelled(program: &str, subcommands: &[&str]) -> String {
    let optional_run =
        tables::RUN_IS_OPTIONAL.has(program) && subcommands.len() > 1 && subcommands[0] == "run";
    let subcommands = if optional_run { &subcommands[1..] } else { subcommands };
    format!("{program} {}", subcommands.join(" ")).to_lowercase()
}

/// The words of a text in the spelling of keys, so that a key can be found among them.
pub fn words_as_keys(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in normalise(&spaced(text)).split_whitespace() {
        let is_left_out = word == "run" && words.last().is_some_and(|w| tables::RUN_IS_OPTIONAL.has(w));
        let (nickname, name) = shape::NICKNAME;
        if !is_left_out {
            words.push(if word == nickname { name } else { word }.to_owned());
        }
    }
    words
}

/// Chinese and Japanese text has no space between a name and the words around it.
fn spaced(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    let mut last = None;
    for c in text.chars() {
        let is_unspaced = c >= '\u{2E80}';
        if last.is_some_and(|last| last != is_unspaced) {
            spaced.push(' ');
        }
        spaced.push(c);
        last = Some(is_unspaced);
    }
    spaced
}

#[cfg(test)]
mod tests;
