//! Tool calls as tokens, each with its result and whether the person had asked for it. No lesson is
//! drawn from them here: guards are replayed over them before they act.

use super::session::{CommandRun, RejectedCall, SessionActions, SessionEvent, What};
use super::{Fact, Seen};
use crate::core::entities::call_tokens::CallTokens;
use crate::core::model::word_enum::word_enum;
use crate::core::text::safe_name;

word_enum! {
    /// The result of a call.
    pub enum CallEnd ("end of a call") {
        Passed = "passed",
        Failed = "failed",
        /// The person rejected it.
        Rejected = "rejected",
    }
}

/// One tool call. A shell line may hold several program calls.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallSeen {
    pub calls: Vec<CallTokens>,
    pub ended: CallEnd,
    /// Its prompt names it.
    pub asked: bool,
    /// The prompt's turn, which identifies the piece of work.
    pub work: String,
}

const ASKED: &str = "asked";
const UNASKED: &str = "unasked";

impl CallSeen {
    pub(super) fn encode(&self) -> (String, String) {
        let calls: Vec<String> = self.calls.iter().map(CallTokens::encode).collect();
        let asked = if self.asked { ASKED } else { UNASKED };
        (calls.join("\n"), format!("{} {asked} {}", self.ended, self.work).trim_end().to_owned())
    }

    pub(super) fn decode(key: &str, value: &str) -> Option<CallSeen> {
        let calls = key.lines().map(CallTokens::decode).collect::<Option<Vec<_>>>()?;
        let mut words = value.split(' ');
        let ended = words.next()?.parse().ok()?;
        let asked = words.next()? == ASKED;
        let work = words.next().unwrap_or_default().to_owned();
        Some(CallSeen { calls, ended, asked, work })
    }

    pub(super) fn sentence(&self) -> String {
        let calls: Vec<String> = self.calls.iter().map(|call| format!("`{}`", call.encode())).collect();
        format!("{} {}", calls.join(", "), self.ended)
    }
}

pub(super) fn see(session: &SessionActions<'_>, seen: &mut Seen<'_>) {
    let mut prompt = ("", "");
    for event in &session.events {
        match &event.what {
            What::Prompt { said } => prompt = (event.turn, *said),
            What::Run(run) => {
                // A pipe may hide that the call failed.
                let failed = run.failed || run.is_wrong_call();
                let ended = if failed { CallEnd::Failed } else { CallEnd::Passed };
                add(event, tokens(session, run), ended, prompt, seen);
            }
            What::Edit { path: Some(path), .. } => {
                add(event, vec![CallTokens::Edit(path.clone())], CallEnd::Passed, prompt, seen);
            }
            What::Rejected(RejectedCall::Run(run)) => {
                add(event, tokens(session, run), CallEnd::Rejected, prompt, seen);
            }
            What::Rejected(RejectedCall::Edit(path)) => {
                add(event, vec![CallTokens::Edit(path.clone())], CallEnd::Rejected, prompt, seen);
            }
            What::Edit { path: None, .. } | What::Stopped(_) | What::Invoked { .. } => {}
        }
    }
}

fn tokens(session: &SessionActions<'_>, run: &CommandRun<'_>) -> Vec<CallTokens> {
    CallTokens::of_line(run.line, &|path| session.named(path, run))
}

fn add(
    event: &SessionEvent<'_>,
    calls: Vec<CallTokens>,
    ended: CallEnd,
    (work, said): (&str, &str),
    seen: &mut Seen<'_>,
) {
    if calls.is_empty() {
        return;
    }
    let asked = calls.iter().any(|call| is_asked_for(call, said));
    seen.add(event, Fact::Called(CallSeen { calls, ended, asked, work: safe_name(work) }));
}

/// Whether the prompt names the act: its subcommand, a program that has none, or the file.
fn is_asked_for(call: &CallTokens, said: &str) -> bool {
    let said = said.to_lowercase();
    let names = |word: &str| {
        let mut words = said.split(|c: char| !(c.is_alphanumeric() || "_-.:/".contains(c)));
        words.any(|said| said.trim_matches(['.', ':', '/', '-']) == word)
    };
    match call {
        CallTokens::Command { words, .. } => words.last().is_some_and(|word| names(word)),
        CallTokens::Edit(path) => {
            let path = path.as_str().to_lowercase();
            names(&path) || names(path.rsplit('/').next().unwrap_or(&path))
        }
    }
}
