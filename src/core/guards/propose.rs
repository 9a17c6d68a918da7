//! Proposals for guards, from lessons and rejected calls. Most guards derived from words alone are
//! wrong, so they are only proposed, and the person sees what each would have caught.

mod rejections;
mod words;

use std::collections::BTreeMap;

use super::matcher::{Matcher, PathGlob};
use super::replay::{WorkEnds, replay};
use crate::core::entities::call_tokens::CallTokens;
use crate::core::entities::commands::programs::{is_accessory, is_interpreter, is_known, only_looks};
use crate::core::entities::commands::{Act, acts};
use crate::core::entities::grammar::Path;
use crate::core::learn::structure::{CallEnd, CallSeen, Fact, FactSighting};
use crate::core::model::{Observation, Speaker, Status, Time};
use words::{code_spans, of_words, wanted_calls};

/// The key prefix of lessons on a form of a call.
const CALL_KEY: &str = "call command ";
/// The key prefix of lessons on a path that git ignores.
const IGNORED_KEY: &str = "git add ";

/// A guard that a person could set.
#[derive(Clone, Debug, PartialEq)]
pub struct GuardProposal {
    pub matcher: Matcher,
    pub rule: String,
    pub said_at: Time,
    pub observation: Option<String>,
    /// The rule is what the person said, and not only what was seen.
    pub is_said: bool,
}

/// Everything that lessons and rejections suggest, each matcher once. A proposal is as narrow as the
/// lesson that it comes from, and is gone as soon as its calls succeed, or are wanted after all.
pub fn proposals(lessons: &[Observation], calls: &[FactSighting], ends: &WorkEnds) -> Vec<GuardProposal> {
    let lessons: Vec<&Observation> = lessons.iter().filter(|lesson| holds(lesson)).collect();
    let wanted = wanted_later(&lessons);
    let mut found: BTreeMap<Matcher, GuardProposal> = BTreeMap::new();
    for NamedBy { proposal, last_said } in lessons.iter().flat_map(|lesson| of_lesson(lesson)) {
        let is_wanted = wanted.iter().any(|(at, call)| *at >= last_said && proposal.matcher.catches(call));
        // Asking for the call is what a rule on its options does as well.
        if (!is_wanted || proposal.matcher.wants_an_option()) && still_fits(&proposal, calls, ends) {
            found.entry(proposal.matcher.usual()).or_insert(proposal);
        }
    }
    for refused in rejections::of(calls) {
        found.entry(refused.matcher.usual()).or_insert(refused);
    }
    found.into_values().collect()
}

fn holds(lesson: &Observation) -> bool {
    lesson.status != Status::Deprecated && lesson.superseded_by.is_none() && !lesson.is_revoked()
}

/// A proposal, and when a person last spoke against its calls.
struct NamedBy {
    proposal: GuardProposal,
    last_said: Time,
}

/// The calls that people asked to make, with the moment.
fn wanted_later(lessons: &[&Observation]) -> Vec<(Time, CallTokens)> {
    let said = lessons.iter().flat_map(|lesson| quotes(lesson));
    said.flat_map(|(text, at)| wanted_calls(text).into_iter().map(move |call| (at, call))).collect()
}

/// What never works may not have worked; of what the person does not want, most may not pass
/// without a word.
fn still_fits(proposal: &GuardProposal, calls: &[FactSighting], ends: &WorkEnds) -> bool {
    match proposal.is_said {
        true => !replay(&proposal.matcher, calls, ends).is_disproved(proposal.said_at),
        false => never_passed(&proposal.matcher, calls),
    }
}

fn quotes(lesson: &Observation) -> impl Iterator<Item = (&str, Time)> {
    let said = lesson.evidence.iter().filter(|evidence| evidence.speaker == Speaker::User);
    said.map(|evidence| (evidence.quote.as_str(), evidence.at))
}

fn of_lesson(lesson: &Observation) -> Vec<NamedBy> {
    let proposal = |matcher, rule: &str, said_at, is_said| GuardProposal {
        matcher,
        rule: rule.to_owned(),
        said_at,
        observation: Some(lesson.id.clone()),
        is_said,
    };
    if let Some(matcher) = of_structure(lesson) {
        let proposal = proposal(matcher, &lesson.title, lesson.last_seen, false);
        return vec![NamedBy { last_said: proposal.said_at, proposal }];
    }
    // A title has our words: its matchers are backed by what the person said.
    let first_said = quotes(lesson).next();
    let mut found: Vec<NamedBy> = Vec::new();
    for (text, at) in quotes(lesson).chain([(lesson.title.as_str(), lesson.last_seen)]) {
        for matcher in of_words(text) {
            match found.iter_mut().find(|known| known.proposal.matcher == matcher) {
                // A title is as old as its quotes, and not as its last sighting.
                Some(known) if text != lesson.title => known.last_said = known.last_said.max(at),
                Some(_) => {}
                None => {
                    let rule =
                        if text == lesson.title { first_said.map_or(text, |(said, _)| said) } else { text };
                    let proposal = proposal(matcher, rule, at, first_said.is_some());
                    found.push(NamedBy { proposal, last_said: at });
                }
            }
        }
    }
    found
}

/// The matcher of a lesson from observed work. Keys are lower case; the title has the words as they
/// were called.
fn of_structure(lesson: &Observation) -> Option<Matcher> {
    let named = code_spans(&lesson.title).next()?;
    let is_keyed =
        |key: &String| key.strip_prefix(CALL_KEY).is_some_and(|words| words == named.to_lowercase());
    if lesson.keys.iter().any(is_keyed) {
        return Matcher::written(named).ok();
    }
    let is_ignored = lesson.keys.iter().any(|key| key.starts_with(IGNORED_KEY));
    let path = Path::parse(named).filter(|_| is_ignored)?;
    let Some(Matcher::Edit(glob)) = PathGlob::of(&path).map(Matcher::Edit) else { return None };
    let words = vec!["git".to_owned(), "add".to_owned()];
    Some(Matcher::Command { words, with: vec![], without: vec!["-f".to_owned()], path: Some(glob) })
}

/// A call of a program that does more than look or help.
fn command_of(line: &str) -> Option<Matcher> {
    let matcher = Matcher::written(line).ok()?;
    let program = matcher.program().filter(|program| is_known(program))?;
    let runs_anything = is_interpreter(program) && !line.contains(' ');
    let only_helps = is_accessory(program) || only_looks(program);
    (!runs_anything && (!only_helps || line.contains(" -"))).then_some(matcher)
}

/// "Don't commit" is about this turn: later the person asks for the same call.
fn is_of_the_turn(line: &str) -> bool {
    !line.contains(" -") && acts(line).iter().any(|act| matches!(act, Act::Commit | Act::Push | Act::Deploy))
}

fn never_passed(matcher: &Matcher, calls: &[FactSighting]) -> bool {
    !called(calls).any(|(_, seen)| {
        seen.ended == CallEnd::Passed && seen.calls.iter().any(|tokens| matcher.catches(tokens))
    })
}

fn called(calls: &[FactSighting]) -> impl Iterator<Item = (&FactSighting, &CallSeen)> {
    calls.iter().filter_map(|sighting| match &sighting.fact {
        Fact::Called(seen) => Some((sighting, seen)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::{at, observation};
    use crate::core::model::{Evidence, Kind};

    pub(super) fn call(line: &str, session: &str, ended: CallEnd) -> FactSighting {
        let calls = match line.strip_prefix("edit ") {
            Some(path) => vec![CallTokens::Edit(path.to_owned())],
            None => CallTokens::stored_of_line(line, &|_| None),
        };
        let fact = Fact::Called(CallSeen { calls, ended, asked: vec![], work: String::new() });
        FactSighting { fact, session: session.into(), turn: format!("{session}{line}"), at: at(50) }
    }

    fn quote(quote: &str, seconds: i64) -> Evidence {
        let (session, turn, quote) = ("s".into(), "t".into(), quote.into());
        Evidence { session, turn, speaker: Speaker::User, quote, at: at(seconds) }
    }

    fn lesson(id: &str, quotes: Vec<Evidence>) -> Observation {
        Observation { evidence: quotes, ..observation(Kind::Procedural, id, "A habit") }
    }

    fn matchers(lessons: &[Observation], calls: &[FactSighting]) -> Vec<String> {
        let found = proposals(lessons, calls, &WorkEnds::new());
        found.iter().map(|one| one.matcher.to_string()).collect()
    }

    #[test]
    fn a_proposal_is_as_narrow_as_its_lesson_and_goes_when_its_calls_succeed() {
        let form = Observation {
            keys: ["call command rtk bun".to_owned()].into(),
            ..observation(Kind::Pitfall, "obs_1", "`rtk bun` does not work here")
        };
        let failing = [call("rtk bun x", "a", CallEnd::Failed), call("rtk bun y", "b", CallEnd::Failed)];
        assert_eq!(matchers(std::slice::from_ref(&form), &failing), ["rtk bun"]);
        let passed = [failing.to_vec(), vec![call("rtk bun x", "c", CallEnd::Passed)]].concat();
        assert_eq!(matchers(&[form], &passed), [""; 0]);
    }

    #[test]
    fn what_passes_again_and_again_without_a_word_is_not_proposed() {
        let said = lesson("obs_1", vec![quote("don't use npm", 7)]);
        let passed = |sessions: &[&str]| -> Vec<FactSighting> {
            sessions.iter().map(|session| call("npm i", session, CallEnd::Passed)).collect()
        };
        let five = passed(&["a", "b", "c", "d", "e"]);
        assert_eq!(matchers(std::slice::from_ref(&said), &five[..4]), ["npm"]);
        assert_eq!(matchers(std::slice::from_ref(&said), &five), [""; 0]);
        let again = lesson("obs_1", vec![quote("don't use npm", 70)]);
        assert_eq!(matchers(&[again], &five), ["npm"], "they were made before it was said");
    }

    #[test]
    fn what_the_person_asks_for_since_is_not_proposed() {
        let against = lesson("obs_1", vec![quote("use pnpm instead of npm", 7)]);
        let other = |seconds| lesson("obs_2", vec![quote("use npm instead of pnpm", seconds)]);
        assert_eq!(matchers(&[against.clone(), other(9)], &[]), ["pnpm"]);
        assert_eq!(matchers(&[against, other(3)], &[]), ["npm"]);
        let asked = vec![quote("use pnpm instead of npm", 7), quote("why did you run npm?", 9)];
        assert_eq!(matchers(&[lesson("obs_1", asked)], &[]), ["npm"], "a question wants nothing");
        let both = vec![quote("use pnpm instead of npm", 7), quote("use npm instead of pnpm", 9)];
        assert_eq!(matchers(&[lesson("obs_1", both)], &[]), ["pnpm"]);
    }

    #[test]
    fn a_lesson_gives_its_own_words_and_date() {
        let lesson = Observation {
            evidence: vec![quote("use pnpm, not npm", 7)],
            ..observation(Kind::Procedural, "obs_1", "Use pnpm")
        };
        let found = proposals(std::slice::from_ref(&lesson), &[], &WorkEnds::new());
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].rule.as_str(), found[0].said_at), ("use pnpm, not npm", at(7)));
        let gone = Observation { status: Status::Deprecated, ..lesson };
        assert_eq!(proposals(&[gone], &[], &WorkEnds::new()), []);
    }
}
