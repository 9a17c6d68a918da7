//! Tool calls as tokens, each with its result and whether the person had asked for it. No lesson is
//! drawn from them here: guards are replayed over them before they act.

pub mod wishes;

use super::session::{CommandRun, RefusedCall, SessionActions, SessionEvent, What};
use super::{Fact, Seen};
use crate::core::entities::call_tokens::{CallTokens, is_option};
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
    /// Those of the calls that the prompt asked for.
    pub asked: Vec<AskedCall>,
    /// The prompt's turn: the piece of work it belongs to.
    pub work: String,
}

/// A call that the prompt asked for. "Push" asks for no `git push --force`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AskedCall {
    /// Its place in the line.
    pub place: usize,
    /// Those of its options that the prompt names.
    pub options: Vec<String>,
}

const UNASKED: &str = "unasked";
const NAMED: char = '+';

impl CallSeen {
    pub(super) fn encode(&self) -> (String, String) {
        let calls: Vec<String> = self.calls.iter().map(CallTokens::encode).collect();
        let asked: Vec<String> = self.asked.iter().map(AskedCall::encode).collect();
        let asked = if asked.is_empty() { UNASKED.to_owned() } else { asked.join(",") };
        (calls.join("\n"), format!("{} {asked} {}", self.ended, self.work).trim_end().to_owned())
    }

    pub(super) fn decode(key: &str, value: &str) -> Option<CallSeen> {
        let calls = key.lines().map(CallTokens::decode).collect::<Option<Vec<_>>>()?;
        let mut words = value.split(' ');
        let ended = words.next()?.parse().ok()?;
        let asked = match words.next()? {
            UNASKED => vec![],
            places => places.split(',').map(AskedCall::decode).collect::<Option<_>>()?,
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
            What::Prompt { said } => prompt = (event.turn, wishes::of(said)),
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
    let asked = wishes::asked(&calls, said);
    seen.add(event, Fact::Called(CallSeen { calls, ended, asked, work: safe_name(work) }));
}

impl AskedCall {
    fn encode(&self) -> String {
        let options = self.options.iter().map(|option| format!("{NAMED}{option}"));
        std::iter::once(self.place.to_string()).chain(options).collect()
    }

    fn decode(text: &str) -> Option<AskedCall> {
        let mut parts = text.split(NAMED);
        let place = parts.next()?.parse().ok()?;
        let options = parts.map(|option| is_option(option).then(|| option.to_owned()));
        Some(AskedCall { place, options: options.collect::<Option<_>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_call_comes_back() {
        let asked = |place, options: &[&str]| AskedCall {
            place,
            options: options.iter().map(|option| (*option).to_owned()).collect(),
        };
        for asked in [vec![], vec![asked(0, &[]), asked(1, &["-f", "--no-verify"])]] {
            let calls = CallTokens::stored_of_line("npm ci && git push -f", &|_| None);
            let seen = CallSeen { calls, ended: CallEnd::Failed, asked, work: "t1".into() };
            let (key, value) = seen.encode();
            assert_eq!(CallSeen::decode(&key, &value), Some(seen));
        }
    }
}
