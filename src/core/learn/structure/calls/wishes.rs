//! What a prompt wants done: the calls that it asks for, and with which options. A question, a
//! prohibition or a story names calls too, and asks for none.

use super::AskedCall;
use crate::core::entities::call_tokens::CallTokens;
use crate::core::entities::commands::arguments::{is_given, other_spellings};
use crate::core::entities::commands::programs::starts_anything;
use crate::core::entities::keys::words_as_keys;
use crate::core::entities::negation::{Stance, clauses, stances};

/// A sentence with such a pair of words is about a call that was made, or against one.
#[rustfmt::skip]
const NO_WISH: [(&str, &str); 17] = [
    ("did", "you"), ("have", "you"), ("you", "did"), ("you", "ran"), ("you", "used"), ("i", "ran"), ("i", "used"), ("we", "ran"),
    ("ci", "runs"), ("ci", "ran"), ("it", "runs"), ("it", "ran"), ("script", "runs"), ("forget", "about"), ("not", "allowed"),
    ("off", "limits"), ("what", "happens"),
];
/// A sentence that begins so asks about something.
const ASKING: [&str; 9] = ["why", "what", "whats", "which", "who", "where", "explain", "describe", "how"];
/// The same if it ends with a question mark: "should we push?"
#[rustfmt::skip]
const ASKING_WITH_A_MARK: [&str; 14] =
    ["is", "are", "was", "were", "does", "do", "did", "has", "have", "should", "shall", "must", "may", "when"];
const FORBIDDING: [&str; 7] =
    ["forbidden", "prohibited", "banned", "disallowed", "dangerous", "verboten", "interdit"];
/// What is said of a call that is only mentioned: "git push is what broke it".
#[rustfmt::skip]
const SAID_OF_IT: [&str; 22] = [
    "is", "isn", "was", "wasn", "fails", "failed", "broke", "breaks", "does", "doesn", "did", "didn", "has", "had", "gives", "gave",
    "causes", "caused", "deleted", "overwrote", "destroyed", "removed",
];

/// A prompt in lower case, without the sentences that want nothing.
pub fn of(said: &str) -> String {
    let lower = said.to_lowercase().replace(". ", ".\n");
    lower.split_inclusive(['?', '!', '\n']).filter(|sentence| !wants_nothing(sentence)).collect()
}

fn wants_nothing(sentence: &str) -> bool {
    let words: Vec<&str> = sentence.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let first = words.first().copied().unwrap_or_default();
    let asks = ASKING.contains(&first)
        || (ASKING_WITH_A_MARK.contains(&first) && sentence.trim_end().ends_with('?'));
    asks || words.iter().any(|word| FORBIDDING.contains(word))
        || words.windows(2).any(|pair| NO_WISH.contains(&(pair[0], pair[1])))
}

/// The calls that these wishes ask for.
pub(super) fn asked(calls: &[CallTokens], wishes: &str) -> Vec<AskedCall> {
    calls.iter().enumerate().filter_map(|(place, call)| asked_call(place, call, wishes)).collect()
}

/// The wishes name the call, its subcommand, a program that has none, or the file, and are against
/// neither that nor an option of the call.
fn asked_call(place: usize, call: &CallTokens, wishes: &str) -> Option<AskedCall> {
    match call {
        CallTokens::Command { words, options, .. } => {
            let mut names = vec![words.join(" ")];
            names.extend(other_spellings(words));
            // "Run bun" asks for no `rtk bun`.
            if !words.first().is_some_and(|program| starts_anything(program)) || words.len() == 1 {
                names.extend(words.last().cloned());
            }
            let is_asked = wants(wishes, names, options) && !options.iter().any(|name| refuses(wishes, name));
            is_asked.then(|| AskedCall { place, options: named(words, options, wishes) })
        }
        CallTokens::Edit(path) => {
            let path = path.to_lowercase();
            let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
            wants(wishes, vec![path, name], &[]).then(|| AskedCall { place, options: vec![] })
        }
    }
}

/// What the wishes want of the first of these names that stands in them.
fn wants(wishes: &str, names: Vec<String>, options: &[String]) -> bool {
    // Most calls are not named, and telling what a long prompt wants takes a while.
    let is_named = names.iter().any(|name| wishes.contains(name.as_str()));
    let wanted = || stances(wishes, &names).into_iter().next();
    let Some((name, stance)) = is_named.then(wanted).flatten() else { return false };
    stance == Stance::For && !is_only_mentioned(wishes, name, options)
}

/// Everywhere it stands, something is said of it.
fn is_only_mentioned(wishes: &str, name: &str, options: &[String]) -> bool {
    let (name, options) = (words_as_keys(name), words_as_keys(&options.join(" ")));
    let mut places = 0;
    for clause in clauses(wishes) {
        for at in (0..clause.len()).filter(|at| clause[*at..].starts_with(&name)) {
            places += 1;
            let behind = clause[at + name.len()..].iter().find(|word| !options.contains(word));
            if !behind.is_some_and(|word| SAID_OF_IT.contains(&word.as_str())) {
                return false;
            }
        }
    }
    places > 0
}

/// Those of the options that stand in the wishes, by any of their names: "force-push", "with -f".
fn named(words: &[String], options: &[String], wishes: &str) -> Vec<String> {
    let typed: Vec<String> = wishes
        .split(|c: char| !(c.is_alphanumeric() || c == '-'))
        .filter(|word| word.starts_with('-'))
        .map(str::to_owned)
        .collect();
    let said = words_as_keys(wishes);
    let spoken: Vec<String> = (1..=2)
        .flat_map(|length| said.windows(length).map(|words| format!("--{}", words.join("-"))))
        .collect();
    let is_named = |option: &&String| is_given(words, &typed, option) || is_given(words, &spoken, option);
    options.iter().filter(is_named).cloned().collect()
}

fn refuses(wishes: &str, option: &str) -> bool {
    let name = option.trim_start_matches('-');
    let is_named = name.len() > 1 && wishes.contains(name);
    is_named && stances(wishes, [&name.to_owned()]).iter().any(|(_, stance)| *stance == Stance::Against)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_prompt_wants_was_asked_for() {
        for (said, line, expected) in [
            ("now push it to origin, with force", "git push --force", &["0+--force"][..]),
            ("force-push the branch", "git push -f -u", &["0+-f"]),
            ("push", "git push --force", &["0"]),
            ("can you git push -f", "git push --force", &["0+--force"]),
            ("git push --force", "git push --force", &["0+--force"]),
            ("if it fails, git push --force", "git push --force", &["0+--force"]),
            ("no, git push --force!", "git push --force", &["0+--force"]),
            ("run npm install", "npm install", &["0"]),
            ("npm i", "npm i", &["0"]),
            ("never npm i", "npm i", &[]),
            ("Use pnpm install, not npm install", "pnpm install", &["0"]),
            ("change src/a.rs please", "edit src/a.rs", &["0"]),
            ("we should not git push --force", "git push --force", &[]),
            ("push, but without --force", "git push --force", &[]),
            ("npm is not what we use, never npm install", "npm install", &[]),
            ("why did you run npm install?", "npm install", &[]),
            ("You ran npm install. Now fix the test", "npm install", &[]),
            ("what does git push --force do?", "git push --force", &[]),
            ("explain `git push --force` to me", "git push --force", &[]),
            ("should we git push --force?", "git push --force", &[]),
            ("\"git push --force\" is forbidden", "git push --force", &[]),
            ("stop. git push --force is what broke it", "git push --force", &[]),
            ("git push --force fails with an error, look at it", "git push --force", &[]),
            ("I ran git push --force yesterday, is that ok?", "git push --force", &[]),
            ("CI runs git push --force, fix that", "git push --force", &[]),
            ("forget about git push --force", "git push --force", &[]),
            ("don't touch a.rs", "edit src/a.rs", &[]),
            ("please run entire enable", "entire enable && cat -A x", &["0"]),
            ("finish the release notes", "git push", &[]),
            ("verify with `bun run test`", "rtk bun run test", &["1"]),
        ] {
            let calls = match line.strip_prefix("edit ") {
                Some(path) => vec![CallTokens::Edit(path.to_owned())],
                None => CallTokens::stored_of_line(line, &|_| None),
            };
            let found: Vec<String> = asked(&calls, &of(said)).iter().map(AskedCall::encode).collect();
            assert_eq!(found, expected, "{said}");
        }
    }
}
