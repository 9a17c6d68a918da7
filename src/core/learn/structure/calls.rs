//! Tool calls as tokens, each with its result and whether the person had asked for it. No lesson is
//! drawn from them here: guards are replayed over them before they act.

use super::session::{CommandRun, RefusedCall, SessionActions, SessionEvent, What};
use super::{Fact, Seen};
use crate::core::entities::call_tokens::CallTokens;
use crate::core::entities::commands::programs::starts_anything;
use crate::core::entities::negation::{Stance, stances};
use crate::core::model::word_enum::word_enum;
use crate::core::text::safe_name;

word_enum! {
    /// The result of a call.
    pub enum CallEnd ("end of a call") {
        Passed = "passed",
        Failed = "failed",
        /// The person rejected it.
        Rejected = "rejected",
        /// A guard denied it.
        Denied = "denied",
    }
}

/// One tool call. A shell line may hold several program calls.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallSeen {
    pub calls: Vec<CallTokens>,
    pub ended: CallEnd,
    /// Those of the calls, by their place, that the prompt asked for.
    pub asked: Vec<usize>,
    /// The prompt's turn: the piece of work it belongs to.
    pub work: String,
}

const UNASKED: &str = "unasked";
/// A sentence with such a pair of words asks about a call that was made, not for one.
const ABOUT_THE_PAST: [(&str, &str); 5] =
    [("did", "you"), ("have", "you"), ("you", "did"), ("you", "ran"), ("you", "used")];
const WHY: &str = "why";

impl CallSeen {
    pub(super) fn encode(&self) -> (String, String) {
        let calls: Vec<String> = self.calls.iter().map(CallTokens::encode).collect();
        let asked: Vec<String> = self.asked.iter().map(usize::to_string).collect();
        let asked = if asked.is_empty() { UNASKED.to_owned() } else { asked.join(",") };
        (calls.join("\n"), format!("{} {asked} {}", self.ended, self.work).trim_end().to_owned())
    }

    pub(super) fn decode(key: &str, value: &str) -> Option<CallSeen> {
        let calls = key.lines().map(CallTokens::decode).collect::<Option<Vec<_>>>()?;
        let mut words = value.split(' ');
        let ended = words.next()?.parse().ok()?;
        let asked = match words.next()? {
            UNASKED => vec![],
            places => places.split(',').map(|place| place.parse().ok()).collect::<Option<_>>()?,
        };
        let work = words.next().unwrap_or_default().to_owned();
        Some(CallSeen { calls, ended, asked, work })
    }

    pub(super) fn sentence(&self) -> String {
        let calls: Vec<String> = self.calls.iter().map(|call| format!("`{}`", call.encode())).collect();
        format!("{} {}", calls.join(", "), self.ended)
    }
}

pub(super) fn see(session: &SessionActions<'_>, seen: &mut Seen<'_>) {
    let mut prompt = ("", String::new());
    for event in &session.events {
        match &event.what {
            What::Prompt { said } => prompt = (event.turn, wishes(said)),
            What::Run(run) => {
                // A pipe may hide that the call failed.
                let failed = run.failed || run.is_wrong_call();
                let ended = if failed { CallEnd::Failed } else { CallEnd::Passed };
                add(event, tokens(session, run), ended, &prompt, seen);
            }
            What::Edit { path: Some(path), .. } => {
                add(event, vec![CallTokens::stored_edit(path)], CallEnd::Passed, &prompt, seen);
            }
            What::Rejected(call) => add(event, refused(session, call), CallEnd::Rejected, &prompt, seen),
            What::Denied(call) => add(event, refused(session, call), CallEnd::Denied, &prompt, seen),
            What::Edit { path: None, .. } | What::Stopped(_) | What::Invoked { .. } => {}
        }
    }
}

fn tokens(session: &SessionActions<'_>, run: &CommandRun<'_>) -> Vec<CallTokens> {
    CallTokens::stored_of_line(run.line, &|path| session.in_call(path, run))
}

fn refused(session: &SessionActions<'_>, call: &RefusedCall<'_>) -> Vec<CallTokens> {
    match call {
        RefusedCall::Run(run) => tokens(session, run),
        RefusedCall::Edit(path) => vec![CallTokens::stored_edit(path)],
    }
}

fn add(
    event: &SessionEvent<'_>,
    calls: Vec<CallTokens>,
    ended: CallEnd,
    (work, said): &(&str, String),
    seen: &mut Seen<'_>,
) {
    if calls.is_empty() {
        return;
    }
    let asked = (0..calls.len()).filter(|at| is_asked_for(&calls[*at], said)).collect();
    seen.add(event, Fact::Called(CallSeen { calls, ended, asked, work: safe_name(work) }));
}

/// A prompt in lower case, without what it says of calls that were made: "why did you run npm install?"
fn wishes(said: &str) -> String {
    let lower = said.to_lowercase().replace(". ", ".\n");
    lower.split_inclusive(['?', '!', '\n']).filter(|sentence| !is_about_the_past(sentence)).collect()
}

fn is_about_the_past(sentence: &str) -> bool {
    let words: Vec<&str> = sentence.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let is_past = |pair: &[&str]| ABOUT_THE_PAST.contains(&(pair[0], pair[1]));
    words.first() == Some(&WHY) || words.windows(2).any(is_past)
}

/// Whether the prompt wants the act: it names the call, its subcommand, a program that has none, or the file, and is
/// against neither that nor an option of the call.
fn is_asked_for(call: &CallTokens, wishes: &str) -> bool {
    match call {
        CallTokens::Command { words, options, .. } => {
            let mut names = vec![words.join(" ")];
            // "Run bun" asks for no `rtk bun`.
            if !words.first().is_some_and(|program| starts_anything(program)) || words.len() == 1 {
                names.extend(words.last().cloned());
            }
            wants(wishes, names) && !options.iter().any(|name| refuses(wishes, name))
        }
        CallTokens::Edit(path) => {
            let path = path.to_lowercase();
            let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
            wants(wishes, vec![path, name])
        }
    }
}

/// What the prompt wants of the first of these names that stands in it.
fn wants(wishes: &str, names: Vec<String>) -> bool {
    // Most calls are not named, and telling what a long prompt wants takes a while.
    let is_named = names.last().is_some_and(|name| wishes.contains(name.as_str()));
    is_named && stances(wishes, &names).first().is_some_and(|(_, stance)| *stance == Stance::For)
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
            ("now push it to origin, with force", "git push --force", &[0][..]),
            ("run npm install", "npm install", &[0]),
            ("Use pnpm install, not npm install", "pnpm install", &[0]),
            ("change src/a.rs please", "edit src/a.rs", &[0]),
            ("we should not git push --force", "git push --force", &[]),
            ("push, but without --force", "git push --force", &[]),
            ("npm is not what we use, never npm install", "npm install", &[]),
            ("why did you run npm install?", "npm install", &[]),
            ("You ran npm install. Now fix the test", "npm install", &[]),
            ("don't touch a.rs", "edit src/a.rs", &[]),
            ("please run entire enable", "entire enable && cat -A x", &[0]),
            ("finish the release notes", "git push", &[]),
            ("verify with `bun run test`", "rtk bun run test", &[1]),
        ] {
            let calls = match line.strip_prefix("edit ") {
                Some(path) => vec![CallTokens::Edit(path.to_owned())],
                None => CallTokens::stored_of_line(line, &|_| None),
            };
            let wishes = wishes(said);
            let asked: Vec<usize> =
                (0..calls.len()).filter(|at| is_asked_for(&calls[*at], &wishes)).collect();
            assert_eq!(asked, expected, "{said}");
        }
    }

    #[test]
    fn a_stored_call_comes_back() {
        for asked in [vec![], vec![0, 1]] {
            let calls = CallTokens::stored_of_line("npm ci && git push -f", &|_| None);
            let seen = CallSeen { calls, ended: CallEnd::Failed, asked, work: "t1".into() };
            let (key, value) = seen.encode();
            assert_eq!(CallSeen::decode(&key, &value), Some(seen));
        }
    }
}
