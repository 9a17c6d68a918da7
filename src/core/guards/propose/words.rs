//! The calls that a sentence is against, and those that it asks for.

use super::{command_of, is_of_the_turn};
use crate::core::entities::call_tokens::{CallTokens, is_option};
use crate::core::entities::grammar::Path;
use crate::core::entities::keys::{as_typed, is_file_name, keys_of};
use crate::core::entities::negation::{Stance, refuses, stances};
use crate::core::guards::matcher::{Matcher, PathGlob};
use crate::core::learn::structure::wishes;

/// Words that make a sentence about a file one about changing it.
#[rustfmt::skip]
const CHANGING: [&str; 14] = [
    "edit", "edits", "editing", "touch", "touching", "change", "changing", "modify", "modifying", "rewrite", "overwrite", "hand",
    "manually", "alter",
];
/// Words that make an option a rule, and not a wish for this time.
const LASTING: [&str; 6] = ["always", "every time", "each time", "make sure", "must", "whenever"];
/// Words between a command and its option: "pytest with the -x flag".
const BETWEEN: [&str; 5] = ["with", "using", "the", "a", "and"];

/// The matchers for what a sentence is against, as far as a tool call would show it.
pub(super) fn of_words(text: &str) -> Vec<Matcher> {
    let sentence = Sentence::of(text);
    let mut found = Vec::new();
    for (key, stance) in &sentence.named {
        let matcher = match stance {
            Stance::Against if is_path_key(key) => sentence.edit_of(key),
            Stance::Against => sentence.against(key),
            Stance::For => None,
        };
        found.extend(matcher);
    }
    if found.is_empty() && sentence.is_lasting() {
        return sentence.needed_option().into_iter().collect();
    }
    // What forbids the remedy as well is no rule.
    let wanted = sentence.wanted();
    found.retain(|matcher| !wanted.iter().any(|call| matcher.catches(call)));
    found
}

/// The calls that a text asks for.
pub(super) fn wanted_calls(text: &str) -> Vec<CallTokens> {
    Sentence::of(&wishes::of(text)).wanted()
}

/// The text between backticks.
pub(super) fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

struct Sentence {
    text: String,
    lower: String,
    named: Vec<(String, Stance)>,
}

impl Sentence {
    fn of(text: &str) -> Sentence {
        let text = text.to_owned();
        let plain = plain(&text);
        let keys = keys_of(&plain);
        let named =
            stances(&plain, &keys).into_iter().map(|(key, stance)| (key.replace("--xx-", "--no-"), stance));
        Sentence { named: named.collect(), lower: text.to_lowercase(), text }
    }

    fn is_lasting(&self) -> bool {
        LASTING.iter().any(|word| self.lower.contains(word)) && !refuses(&self.text.replace("--no-", "--xx-"))
    }

    /// The command as it was typed, with the options behind it: "never use git add -A" is not
    /// against `git add`.
    fn spelled(&self, key: &str) -> String {
        let line = as_typed(key, &self.lower);
        let bare = self.text.replace('`', " ");
        let at = bare.to_lowercase().find(&line).filter(|_| self.lower.len() == self.text.len());
        let Some(behind) = at.and_then(|at| bare.get(at + line.len()..)) else { return line };
        if !behind.starts_with(|c: char| c.is_whitespace()) {
            return line;
        }
        let words = behind.split_whitespace();
        let options = words.skip_while(|word| BETWEEN.contains(word)).map_while(|word| {
            let option = word.trim_end_matches([',', '.', ';', ':', '!', '?', ')', '"', '\'']);
            is_option(option).then_some((option, option.len() == word.len()))
        });
        let mut spelled = line.clone();
        for (option, goes_on) in options {
            if !line.split(' ').any(|word| word == option) {
                spelled = format!("{spelled} {option}");
            }
            if !goes_on {
                break;
            }
        }
        spelled
    }

    fn against(&self, key: &str) -> Option<Matcher> {
        let line = self.spelled(key);
        command_of(&line).filter(|_| !is_of_the_turn(&line))
    }

    fn wanted(&self) -> Vec<CallTokens> {
        let wanted = self.named.iter().filter(|(key, stance)| *stance == Stance::For && !is_path_key(key));
        wanted.flat_map(|(key, _)| CallTokens::of_line(&self.spelled(key), &|_| None)).collect()
    }

    /// Finds the path's own spelling, because keys are lower case.
    fn edit_of(&self, key: &str) -> Option<Matcher> {
        let mut words = self.lower.split(|c: char| !c.is_alphanumeric());
        let is_about_changes = words.any(|word| CHANGING.contains(&word));
        let at = self.lower.find(key).filter(|_| is_about_changes && self.lower.len() == self.text.len())?;
        let path = self.text.get(at..at + key.len())?.trim_start_matches("./").trim_end_matches('/');
        PathGlob::of(&Path::parse(path)?).map(Matcher::Edit)
    }

    /// A call without an option that is always wanted: "always run pytest with -x".
    fn needed_option(&self) -> Option<Matcher> {
        let in_code = code_spans(&self.text).find_map(|line| {
            let (command, options) = line.split_once(" -")?;
            without(command, &format!("-{options}"))
        });
        in_code.or_else(|| {
            let bare = self.text.replace('`', " ");
            let words = bare.split_whitespace();
            let options: Vec<&str> = words
                .map(|word| word.trim_end_matches([',', '.', ';', ':', '!', ')']))
                .filter(|word| is_option(word))
                .collect();
            let mut commands =
                self.named.iter().filter(|(key, _)| !key.starts_with('-') && !is_path_key(key));
            let (command, None) = (commands.next()?, commands.next()) else { return None };
            let typed = as_typed(&command.0, &self.lower);
            let program = typed.split(" -").next().unwrap_or(&typed);
            (!options.is_empty()).then(|| without(program, &options.join(" ")))?
        })
    }
}

/// The text as keys and stances understand it: `--no-verify` is a name and refuses nothing, and the
/// mark behind a subcommand is no part of it.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.replace("--no-", "--xx-").split_inclusive(char::is_whitespace) {
        let bare = word.trim_end().trim_end_matches(['.', ',', ';', ':', '!', '?']);
        plain.push_str(bare);
        if bare.len() < word.trim_end().len() {
            plain.push(' ');
        }
        plain.push_str(&word[bare.len()..]);
    }
    plain
}

fn without(command: &str, options: &str) -> Option<Matcher> {
    command_of(command)?;
    Matcher::written(&format!("{command} without {options}")).ok()
}

fn is_path_key(key: &str) -> bool {
    !key.contains(' ') && (key.contains('/') || is_file_name(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        of_words(text).iter().map(Matcher::to_string).collect()
    }

    #[test]
    fn what_a_sentence_is_against() {
        for (text, expected) in [
            ("never run `git push --force`", &["git push --force"][..]),
            ("don't use npm, we use pnpm here", &["npm"]),
            ("use pnpm instead of npm", &["npm"]),
            ("run `go test` not `go build`", &["go build"]),
            ("don't edit src/generated by hand", &["edit src/generated/**"]),
            ("please don't touch package-lock.json manually", &["edit package-lock.json"]),
            ("always run `pytest --verbose`", &["pytest without --verbose"]),
            ("Never use git add -A, add files one by one", &["git add -A"]),
            ("You must never run git reset --hard without asking", &["git reset --hard"]),
            ("Never use git commit --no-verify.", &["git commit --no-verify"]),
            ("Do not use `git commit --no-verify`", &["git commit --no-verify"]),
            ("Never use git push with --force", &["git push --force"]),
            ("Don't use npm install -g, ever", &["npm install -g"]),
            ("Always use --no-pager with git log", &["git log without --no-pager"]),
            ("Always run pytest with -x.", &["pytest without -x"]),
            ("Always run `pytest` with `-x`", &["pytest without -x"]),
            ("Always pass --locked to cargo build.", &["cargo build without --locked"]),
            // About the turn, about no call, or for it.
            ("don't commit yet", &[]),
            ("never `git commit` unless i ask", &[]),
            ("don't `git push` without asking", &[]),
            ("use pnpm", &[]),
            ("run `pytest --verbose`", &[]),
            ("src/generated is not needed", &[]),
            ("no bash please", &[]),
            ("don't be so verbose", &[]),
            // It would catch what the sentence asks for.
            ("use `uv run pytest` not `pytest`", &[]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }
}
