//! A guard's replay: the calls that it would have caught in all stored sessions, and what became of
//! each.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::matcher::Matcher;
use crate::core::learn::structure::{CallEnd, CallSeen, Fact, FactSighting};
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

const ALLOWED: &str = "you allowed it";
const DENIED: &str = "it was denied";
/// So many calls that pass without a word are no oversight.
const MANY_PASSED: usize = 5;

/// The end of the work that a call was made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkEnd {
    /// The person corrected it, or it failed.
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
    /// The piece of work that it was made for.
    #[serde(skip)]
    pub work: String,
    #[serde(skip)]
    pub passed: bool,
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
        let Some(at) = caught(matcher, call) else { continue };
        let end = ends.get(&call.work).copied().unwrap_or_default();
        let was_asked = asked.get(&seen.session).is_some_and(|at| seen.at >= *at);
        let was_run = matches!(call.ended, CallEnd::Passed | CallEnd::Failed);
        let (verdict, why) = match was_asked && was_run {
            true => (CatchVerdict::Contradicted, ALLOWED),
            false => judged(call.ended, is_asked(matcher, call, at), end),
        };
        catches.push(Catch {
            call: call.calls[at].encode().replace('@', ""),
            session: seen.session.clone(),
            at: seen.at,
            verdict,
            why,
            work: call.work.clone(),
            passed: call.ended == CallEnd::Passed,
        });
    }
    Replay { catches }
}

/// The call of a line that the guard is about: rather one that the person had not asked for.
fn caught(matcher: &Matcher, line: &CallSeen) -> Option<usize> {
    let mut caught: Vec<usize> =
        (0..line.calls.len()).filter(|at| matcher.catches(&line.calls[*at])).collect();
    caught.sort_by_key(|at| is_asked(matcher, line, *at));
    caught.first().copied()
}

fn is_asked(matcher: &Matcher, line: &CallSeen, at: usize) -> bool {
    line.asked.iter().any(|asked| asked.place == at && matcher.is_asked_by(&asked.options))
}

/// A call that a person asked for contradicts the guard even if it failed or was denied.
fn judged(ended: CallEnd, asked: bool, end: WorkEnd) -> (CatchVerdict, &'static str) {
    match ended {
        CallEnd::Rejected => (CatchVerdict::Confirmed, "you rejected it"),
        _ if asked => (CatchVerdict::Contradicted, "you had asked for it"),
        CallEnd::Denied => (CatchVerdict::Silent, DENIED),
        CallEnd::Failed => (CatchVerdict::Confirmed, "it failed"),
        CallEnd::Passed if end.reverted => (CatchVerdict::Confirmed, "the work was reverted"),
        CallEnd::Passed if end.corrected => (CatchVerdict::Confirmed, "the work was corrected or failed"),
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

    /// Do most of the calls since then pass without a word?
    pub fn is_disproved(&self, from: Time) -> bool {
        let since = || self.catches.iter().filter(|one| one.at >= from);
        let passed = since().filter(|one| one.passed && one.verdict == CatchVerdict::Silent).count();
        let confirmed = since().filter(|one| one.verdict == CatchVerdict::Confirmed).count();
        passed >= MANY_PASSED && passed > confirmed
    }

    /// One sentence that helps a person choose. `set_at` is when an enforced guard was set.
    pub fn sentence(&self, set_at: Option<Time>) -> String {
        let times = plural(self.catches.len(), "time", "times");
        let calls = plural(self.catches.len(), "call", "calls");
        let sessions = plural(self.sessions(), "session", "sessions");
        match set_at {
            None if self.catches.is_empty() => "would never have spoken so far".to_owned(),
            None => format!("would have spoken {times} in {sessions}: {}", self.parts()),
            Some(_) if self.catches.is_empty() => "met no call so far".to_owned(),
            Some(set_at) => {
                let since = self.catches.iter().filter(|one| one.at >= set_at).count();
                format!("is about {calls} in {sessions}, {since} of them since it was set: {}", self.parts())
            }
        }
    }

    fn parts(&self) -> String {
        let many = |why: &str| self.catches.iter().filter(|one| one.why == why).count();
        let (allowed, denied) = (many(ALLOWED), many(DENIED));
        let counts = [
            (self.count(CatchVerdict::Confirmed), "failed, were rejected, reverted or corrected"),
            (self.count(CatchVerdict::Contradicted) - allowed, "you had asked for"),
            (allowed, "you allowed"),
            (denied, "denied"),
            (self.count(CatchVerdict::Silent) - denied, "without a word"),
        ];
        let some = counts.iter().filter(|(count, _)| *count > 0);
        some.map(|(count, what)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::entities::call_tokens::CallTokens;
    use crate::core::learn::structure::AskedCall;
    use crate::core::model::samples::at;

    fn call(line: &str, session: &str, seconds: i64, ended: CallEnd, asked: bool) -> FactSighting {
        let calls = CallTokens::stored_of_line(line, &|_| None);
        let options = ["--force", "-f"].map(str::to_owned).to_vec();
        let asked = if asked { vec![AskedCall { place: 0, options }] } else { vec![] };
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
            found.sentence(None),
            "would have spoken 5 times in 4 sessions: 3 failed, were rejected, reverted or corrected, 1 you had \
             asked for, 1 without a word"
        );
        assert_eq!((found.contradicted_since(at(3)), found.contradicted_since(at(4))), (1, 0));
        assert_eq!(Replay::default().sentence(None), "would never have spoken so far");
        assert_eq!(Replay::default().sentence(Some(at(1))), "met no call so far");
    }

    #[test]
    fn one_that_was_set_tells_what_was_asked_for_from_what_was_allowed() {
        let calls = [
            call("npm i", "a", 1, CallEnd::Passed, true),
            call("npm i", "b", 5, CallEnd::Passed, false),
            call("npm i", "b", 6, CallEnd::Rejected, false),
        ];
        let asked = BTreeMap::from([("b".to_owned(), at(4))]);
        let found = replay_asked(&"npm".parse().unwrap(), &calls, &WorkEnds::new(), &asked);
        assert_eq!(
            found.sentence(Some(at(4))),
            "is about 3 calls in 2 sessions, 2 of them since it was set: 1 failed, were rejected, reverted or \
             corrected, 1 you had asked for, 1 you allowed"
        );
    }

    #[test]
    fn asking_for_one_call_of_a_line_asks_for_no_other() {
        let line = call("entire enable && cat -A x && cat -A y", "a", 1, CallEnd::Passed, true);
        let verdict = |matcher: &str| {
            replay(&matcher.parse().unwrap(), std::slice::from_ref(&line), &WorkEnds::new()).catches[0]
                .verdict
        };
        assert_eq!(verdict("entire"), CatchVerdict::Contradicted);
        assert_eq!(verdict("cat -A"), CatchVerdict::Silent);
    }
}
