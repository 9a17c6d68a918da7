//! Proposals for guards, from lessons and rejected calls. Most guards derived from words alone are
//! wrong, so they are only proposed, and the person sees what each would have caught.

use std::collections::{BTreeMap, BTreeSet};

use super::matcher::{Matcher, PathGlob};
use super::replay::{CatchVerdict, WorkEnds, replay};
use crate::core::entities::call_tokens::CallTokens;
use crate::core::entities::commands::programs::{is_accessory, is_interpreter, is_known, only_looks};
use crate::core::entities::commands::{Act, acts};
use crate::core::entities::grammar::Path;
use crate::core::entities::keys::{as_typed, keys_of};
use crate::core::entities::negation::{Stance, refuses, stances};
use crate::core::learn::structure::{CallEnd, Fact, FactSighting};
use crate::core::model::{Observation, Speaker, Status, Time};

/// A single rejection may have been about the moment.
const FEWEST_SESSIONS: usize = 2;
/// Words that make a sentence about a file one about changing it.
#[rustfmt::skip]
const CHANGING: [&str; 14] = [
    "edit", "edits", "editing", "touch", "touching", "change", "changing", "modify", "modifying", "rewrite", "overwrite", "hand",
    "manually", "alter",
];
/// Words that make an option a rule, and not a wish for this time.
const LASTING: [&str; 6] = ["always", "every time", "each time", "make sure", "must", "whenever"];
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
}

/// Everything that lessons and rejections suggest, each matcher once.
pub fn proposals(lessons: &[Observation], calls: &[FactSighting], ends: &WorkEnds) -> Vec<GuardProposal> {
    let mut found: BTreeMap<Matcher, GuardProposal> = BTreeMap::new();
    for lesson in lessons.iter().filter(|lesson| holds(lesson)) {
        for named in of_lesson(lesson) {
            let matcher = coarsest(named.matcher, calls, ends);
            found.entry(matcher.clone()).or_insert(GuardProposal { matcher, ..named });
        }
    }
    for refused in of_rejections(calls) {
        found.entry(refused.matcher.clone()).or_insert(refused);
    }
    found.into_values().collect()
}

fn holds(lesson: &Observation) -> bool {
    lesson.status != Status::Deprecated && lesson.superseded_by.is_none() && !lesson.is_revoked()
}

fn of_lesson(lesson: &Observation) -> Vec<GuardProposal> {
    let proposal = |matcher, rule: &str, said_at| GuardProposal {
        matcher,
        rule: rule.to_owned(),
        said_at,
        observation: Some(lesson.id.clone()),
    };
    if let Some(matcher) = of_structure(lesson) {
        return vec![proposal(matcher, &lesson.title, lesson.last_seen)];
    }
    let quotes = lesson.evidence.iter().filter(|evidence| evidence.speaker == Speaker::User);
    let said = quotes.map(|evidence| (evidence.quote.as_str(), evidence.at));
    let mut found = Vec::new();
    for (text, at) in said.chain([(lesson.title.as_str(), lesson.last_seen)]) {
        for matcher in of_words(text) {
            if !found.iter().any(|known: &GuardProposal| known.matcher == matcher) {
                found.push(proposal(matcher, text, at));
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

/// The matchers for what a sentence is against, as far as a tool call would show it.
fn of_words(text: &str) -> Vec<Matcher> {
    let (keys, lower) = (keys_of(text), text.to_lowercase());
    let mut found = Vec::new();
    for (key, stance) in stances(text, &keys) {
        let matcher = match stance {
            Stance::Against if is_path_key(key) => edit_of(key, text, &lower),
            Stance::Against => command_of(&as_typed(key, &lower)),
            Stance::For => None,
        };
        found.extend(matcher);
    }
    if found.is_empty() && LASTING.iter().any(|word| lower.contains(word)) && !refuses(text) {
        found.extend(code_spans(text).filter_map(needed_option));
    }
    found
}

/// The text between backticks.
fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn is_path_key(key: &str) -> bool {
    !key.contains(' ') && (key.contains('/') || crate::core::entities::keys::is_file_name(key))
}

/// Finds the path's own spelling, because keys are lower case.
fn edit_of(key: &str, text: &str, lower: &str) -> Option<Matcher> {
    let is_about_changes = lower.split(|c: char| !c.is_alphanumeric()).any(|word| CHANGING.contains(&word));
    let at = lower.find(key).filter(|_| is_about_changes && lower.len() == text.len())?;
    let path = text.get(at..at + key.len())?.trim_start_matches("./").trim_end_matches('/');
    PathGlob::of(&Path::parse(path)?).map(Matcher::Edit)
}

fn command_of(line: &str) -> Option<Matcher> {
    let matcher = Matcher::written(line).ok()?;
    let program = matcher.program().filter(|program| is_known(program))?;
    let runs_anything = is_interpreter(program) && !line.contains(' ');
    let only_helps = is_accessory(program) || only_looks(program);
    // "Don't commit" is about this turn: later the person asks for the same call.
    let is_of_the_turn = !line.contains(" -")
        && acts(line).iter().any(|act| matches!(act, Act::Commit | Act::Push | Act::Deploy));
    (!runs_anything && (!only_helps || line.contains(" -")) && !is_of_the_turn).then_some(matcher)
}

/// A call without an option that is always wanted: "always run pytest with -x".
fn needed_option(line: &str) -> Option<Matcher> {
    let (command, options) = line.split_once(" -")?;
    command_of(command)?;
    Matcher::written(&format!("{command} without -{options}")).ok()
}

/// The widest matcher that failed in several sessions and never caught a call that succeeded;
/// otherwise the named one.
fn coarsest(named: Matcher, calls: &[FactSighting], ends: &WorkEnds) -> Matcher {
    let is_proven = |wider: &Matcher| {
        let found = replay(wider, calls, ends);
        found.sessions() >= FEWEST_SESSIONS
            && found.count(CatchVerdict::Confirmed) == found.catches.len()
            && never_passed(wider, calls)
    };
    named.wider().into_iter().find(is_proven).unwrap_or(named)
}

fn never_passed(matcher: &Matcher, calls: &[FactSighting]) -> bool {
    !called(calls).any(|(_, seen)| {
        seen.ended == CallEnd::Passed && seen.calls.iter().any(|tokens| matcher.catches(tokens))
    })
}

fn called(
    calls: &[FactSighting],
) -> impl Iterator<Item = (&FactSighting, &crate::core::learn::structure::CallSeen)> {
    calls.iter().filter_map(|sighting| match &sighting.fact {
        Fact::Called(seen) => Some((sighting, seen)),
        _ => None,
    })
}

/// Calls that a person rejected in several sessions and allowed in none.
fn of_rejections(calls: &[FactSighting]) -> Vec<GuardProposal> {
    let mut refused: BTreeMap<Matcher, (BTreeSet<&str>, Time)> = BTreeMap::new();
    for (sighting, seen) in called(calls).filter(|(_, seen)| seen.ended == CallEnd::Rejected) {
        for matcher in seen.calls.iter().filter_map(exact) {
            let (sessions, last) = refused.entry(matcher).or_insert((BTreeSet::new(), sighting.at));
            sessions.insert(&sighting.session);
            *last = sighting.at.max(*last);
        }
    }
    let often = refused.into_iter().filter(|(_, (sessions, _))| sessions.len() >= FEWEST_SESSIONS);
    let never = often.filter(|(matcher, _)| never_passed(matcher, calls));
    let proposal = |(matcher, (sessions, said_at)): (Matcher, (BTreeSet<&str>, Time))| GuardProposal {
        rule: format!("you rejected {matcher} in {} sessions", sessions.len()),
        matcher,
        said_at,
        observation: None,
    };
    never.map(proposal).collect()
}

/// The call itself, without its operands.
fn exact(call: &CallTokens) -> Option<Matcher> {
    match call {
        CallTokens::Edit(path) => PathGlob::parse(path).map(Matcher::Edit),
        CallTokens::Command { words, options, .. } => {
            command_of(&[words.clone(), options.clone()].concat().join(" "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::learn::structure::CallSeen;
    use crate::core::model::samples::{at, observation};
    use crate::core::model::{Evidence, Kind};

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
            // About the turn, about no call, or for it.
            ("don't commit yet", &[]),
            ("never `git commit` unless i ask", &[]),
            ("don't `git push` without asking", &[]),
            ("use pnpm", &[]),
            ("run `pytest --verbose`", &[]),
            ("src/generated is not needed", &[]),
            ("no bash please", &[]),
            ("don't be so verbose", &[]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    fn call(line: &str, session: &str, ended: CallEnd) -> FactSighting {
        let calls = CallTokens::stored_of_line(line, &|_| None);
        let fact = Fact::Called(CallSeen { calls, ended, asked: vec![], work: String::new() });
        FactSighting { fact, session: session.into(), turn: format!("{session}{line}"), at: at(5) }
    }

    #[test]
    fn the_level_is_as_coarse_as_failures_prove() {
        let failing = [call("brew bar --baz", "a", CallEnd::Failed), call("brew bar", "b", CallEnd::Failed)];
        let named: Matcher = "brew bar --baz".parse().unwrap();
        let level = |calls: &[FactSighting]| coarsest(named.clone(), calls, &WorkEnds::new()).to_string();
        assert_eq!(level(&[]), "brew bar --baz");
        assert_eq!(level(&failing), "brew");
        let [one, other] = failing;
        assert_eq!(level(&[one, other, call("brew qux", "c", CallEnd::Passed)]), "brew bar");
    }

    #[test]
    fn refused_twice_and_never_let_through() {
        let rejected = |session| call("terraform destroy -auto-approve", session, CallEnd::Rejected);
        let found = |calls: &[FactSighting]| -> Vec<String> {
            of_rejections(calls).iter().map(|one| one.matcher.to_string()).collect()
        };
        assert_eq!(found(&[rejected("a")]), [""; 0]);
        assert_eq!(found(&[rejected("a"), rejected("b")]), ["terraform destroy -auto-approve"]);
        let passed = call("terraform destroy -auto-approve", "c", CallEnd::Passed);
        assert_eq!(found(&[rejected("a"), rejected("b"), passed]), [""; 0]);
    }

    #[test]
    fn a_lesson_gives_its_own_words_and_date() {
        let quote = |quote: &str, seconds| Evidence {
            session: "s".into(),
            turn: "t".into(),
            speaker: Speaker::User,
            quote: quote.into(),
            at: at(seconds),
        };
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
