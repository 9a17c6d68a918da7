//! A guard's replay: the calls that it would have caught in all stored sessions, and what became of
//! each.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::matcher::Matcher;
use crate::core::entities::call_tokens::CallTokens;
use crate::core::learn::structure::{CallEnd, Fact, FactSighting};
use crate::core::model::Time;
use crate::core::model::word_enum::word_enum;
use crate::core::text::plural;

word_enum! {
    /// What a catch says about the guard.
    pub enum CatchVerdict ("verdict") {
        /// The call failed, was rejected, or its work was corrected or reverted.
        Confirmed = "confirmed",
        /// The person had asked for it, or allowed it.
        Contradicted = "contradicted",
        /// Nothing was said about it.
        Silent = "silent",
    }
}

/// The end of the work that a call was made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkEnd {
    pub corrected: bool,
    pub reverted: bool,
}

/// Keyed by the turn of the work's prompt.
pub type WorkEnds = BTreeMap<String, WorkEnd>;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Catch {
    pub call: String,
    pub session: String,
    pub at: Time,
    pub verdict: CatchVerdict,
    pub why: &'static str,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Replay {
    pub catches: Vec<Catch>,
}

/// The calls that the guard would have caught, oldest first.
pub fn replay(matcher: &Matcher, calls: &[FactSighting], ends: &WorkEnds) -> Replay {
    replay_asked(matcher, calls, ends, &BTreeMap::new())
}

/// The same for a guard that asked in some sessions: a call that went through after the question
/// was allowed.
pub fn replay_asked(
    matcher: &Matcher,
    calls: &[FactSighting],
    ends: &WorkEnds,
    asked: &BTreeMap<String, Time>,
) -> Replay {
    let mut catches = Vec::new();
    for seen in calls {
        let Fact::Called(call) = &seen.fact else { continue };
        let Some(caught) = call.calls.iter().find(|tokens| matcher.catches(tokens)) else { continue };
        let end = ends.get(&call.work).copied().unwrap_or_default();
        let was_asked = asked.get(&seen.session).is_some_and(|at| seen.at >= *at);
        let (verdict, why) = match was_asked && call.ended != CallEnd::Rejected {
            true => (CatchVerdict::Contradicted, "you allowed it"),
            false => judged(call.ended, call.asked, end),
        };
        let call = CallTokens::encode(caught).replace('@', "");
        catches.push(Catch { call, session: seen.session.clone(), at: seen.at, verdict, why });
    }
    Replay { catches }
}

/// A call that a person asked for contradicts the guard even if it failed.
fn judged(ended: CallEnd, asked: bool, end: WorkEnd) -> (CatchVerdict, &'static str) {
    match ended {
        CallEnd::Rejected => (CatchVerdict::Confirmed, "you rejected it"),
        _ if asked => (CatchVerdict::Contradicted, "you had asked for it"),
        CallEnd::Failed => (CatchVerdict::Confirmed, "it failed"),
        CallEnd::Passed if end.reverted => (CatchVerdict::Confirmed, "the work was reverted"),
        CallEnd::Passed if end.corrected => (CatchVerdict::Confirmed, "you corrected the work"),
        CallEnd::Passed => (CatchVerdict::Silent, "nothing was said"),
    }
}

impl Replay {
    pub fn count(&self, verdict: CatchVerdict) -> usize {
        self.catches.iter().filter(|one| one.verdict == verdict).count()
    }

    pub fn sessions(&self) -> usize {
        self.catches.iter().map(|one| &one.session).collect::<BTreeSet<_>>().len()
    }

    /// Contradictions since a moment.
    pub fn contradicted_since(&self, from: Time) -> usize {
        let against = |one: &&Catch| one.verdict == CatchVerdict::Contradicted && one.at >= from;
        self.catches.iter().filter(against).count()
    }

    /// One sentence that helps a person choose.
    pub fn sentence(&self) -> String {
        if self.catches.is_empty() {
            return "would never have spoken so far".to_owned();
        }
        let mut parts = Vec::new();
        let (confirmed, contradicted, silent) = (
            self.count(CatchVerdict::Confirmed),
            self.count(CatchVerdict::Contradicted),
            self.count(CatchVerdict::Silent),
        );
        if confirmed > 0 {
            parts.push(format!("{confirmed} failed, were rejected or corrected"));
        }
        if contradicted > 0 {
            parts.push(format!("{contradicted} you had asked for"));
        }
        if silent > 0 {
            parts.push(format!("{silent} without a word"));
        }
        format!(
            "would have spoken {} in {}: {}",
            plural(self.catches.len(), "time", "times"),
            plural(self.sessions(), "session", "sessions"),
            parts.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::learn::structure::CallSeen;
    use crate::core::model::samples::at;

    fn call(line: &str, session: &str, seconds: i64, ended: CallEnd, asked: bool) -> FactSighting {
        let calls = CallTokens::of_line(line, &|_| None);
        let fact = Fact::Called(CallSeen { calls, ended, asked, work: format!("{session}-work") });
        FactSighting { fact, session: session.into(), turn: format!("{session}{seconds}"), at: at(seconds) }
    }

    #[test]
    fn every_catch_is_judged() {
        let calls = [
            call("git push --force", "a", 1, CallEnd::Passed, false),
            call("git push --force", "b", 2, CallEnd::Failed, false),
            call("git push -f", "b", 3, CallEnd::Passed, true),
            call("git push --force", "c", 4, CallEnd::Rejected, true),
            call("git push", "c", 5, CallEnd::Failed, false),
            call("git push --force", "d", 6, CallEnd::Passed, false),
        ];
        let ends = WorkEnds::from([("d-work".to_owned(), WorkEnd { corrected: true, reverted: false })]);
        let found = replay(&"git push --force".parse().unwrap(), &calls, &ends);
        let verdicts: Vec<&str> = found.catches.iter().map(|one| one.verdict.as_str()).collect();
        assert_eq!(verdicts, ["silent", "confirmed", "contradicted", "confirmed", "confirmed"]);
        assert_eq!(
            found.sentence(),
            "would have spoken 5 times in 4 sessions: 3 failed, were rejected or corrected, 1 you had asked \
             for, 1 without a word"
        );
        assert_eq!((found.contradicted_since(at(3)), found.contradicted_since(at(4))), (1, 0));
        assert_eq!(Replay::default().sentence(), "would never have spoken so far");
    }
}
