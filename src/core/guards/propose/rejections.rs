//! Calls that a person rejected in several sessions and allowed in none.

use std::collections::{BTreeMap, BTreeSet};

use super::{GuardProposal, called, command_of, is_of_the_turn, never_passed};
use crate::core::entities::call_tokens::CallTokens;
use crate::core::entities::grammar::Path;
use crate::core::guards::matcher::{Matcher, PathGlob};
use crate::core::learn::structure::{CallEnd, FactSighting};
use crate::core::model::Time;

/// A single rejection may have been about the moment.
const FEWEST_SESSIONS: usize = 2;
/// So may two of a commit or a push.
const FEWEST_OF_THE_TURN: usize = 3;

#[derive(Default)]
struct Refused<'a> {
    sessions: BTreeSet<&'a str>,
    last: Option<Time>,
}

pub(super) fn of(calls: &[FactSighting]) -> Vec<GuardProposal> {
    let mut refused: BTreeMap<Matcher, Refused<'_>> = BTreeMap::new();
    for (sighting, seen) in called(calls).filter(|(_, seen)| seen.ended == CallEnd::Rejected) {
        for matcher in seen.calls.iter().flat_map(levels) {
            let refused = refused.entry(matcher).or_default();
            refused.sessions.insert(&sighting.session);
            refused.last = refused.last.max(Some(sighting.at));
        }
    }
    refused.retain(|matcher, refused| {
        let is_of_the_turn = is_of_the_turn(&matcher.to_string());
        let fewest = if is_of_the_turn { FEWEST_OF_THE_TURN } else { FEWEST_SESSIONS };
        refused.sessions.len() >= fewest && never_passed(matcher, calls)
    });
    let is_best = |matcher: &Matcher, sessions: usize| {
        let related = |other: &&Matcher| *other != matcher;
        let mut others = refused.iter().filter(|(other, _)| related(other));
        // Wider only where that is what more sessions show.
        !others.any(|(other, of)| match of.sessions.len() {
            more if more > sessions => other.is_wider_than(matcher),
            same if same == sessions => matcher.is_wider_than(other),
            _ => false,
        })
    };
    let best = refused.iter().filter(|(matcher, refused)| is_best(matcher, refused.sessions.len()));
    let proposal = |(matcher, refused): (&Matcher, &Refused<'_>)| {
        Some(GuardProposal {
            rule: format!("you rejected {matcher} in {} sessions", refused.sessions.len()),
            matcher: matcher.clone(),
            said_at: refused.last?,
            observation: None,
            is_said: false,
        })
    };
    best.filter_map(proposal).collect()
}

/// The call without its operands, and without its options; an edited file, and its folder.
fn levels(call: &CallTokens) -> Vec<Matcher> {
    match call {
        CallTokens::Edit(path) => {
            let folder = path.rsplit_once('/').and_then(|(folder, _)| PathGlob::of(&Path::parse(folder)?));
            [PathGlob::parse(path), folder].into_iter().flatten().map(Matcher::Edit).collect()
        }
        CallTokens::Command { words, options, .. } => {
            let exact = command_of(&[words.clone(), options.clone()].concat().join(" "));
            let bare = command_of(&words.join(" ")).filter(|_| words.len() > 1 && !options.is_empty());
            [exact, bare].into_iter().flatten().collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::guards::propose::tests::call;

    #[test]
    fn refused_twice_and_never_let_through() {
        let found = |lines: &[(&str, CallEnd)]| -> Vec<String> {
            let calls: Vec<FactSighting> = lines
                .iter()
                .enumerate()
                .map(|(n, (line, ended))| call(line, &format!("s{n}"), *ended))
                .collect();
            of(&calls).iter().map(|one| one.matcher.to_string()).collect()
        };
        let (no, yes) = (CallEnd::Rejected, CallEnd::Passed);
        let destroy = "terraform destroy -auto-approve";
        assert_eq!(found(&[(destroy, no)]), [""; 0]);
        assert_eq!(found(&[(destroy, no), (destroy, no)]), [destroy]);
        assert_eq!(found(&[(destroy, no), (destroy, no), (destroy, yes)]), [""; 0]);
        let forms = [("npm publish", no), ("npm publish --tag x", no), ("npm publish --access y", no)];
        assert_eq!(found(&forms), ["npm publish"]);
        assert_eq!(found(&forms[..2]), [""; 0], "publishing is of the turn");
        let edits = [("edit src/gen/a.ts", no), ("edit src/gen/b.ts", no)];
        assert_eq!(found(&edits), ["edit src/gen/**"]);
        let one = [("edit src/gen/a.ts", no), ("edit src/gen/a.ts", no)];
        assert_eq!(found(&one), ["edit src/gen/a.ts"]);
        let let_through =
            [("docker compose up -d", no), ("docker compose up -d", no), ("docker compose up", yes)];
        assert_eq!(found(&let_through), ["docker compose up -d"]);
    }
}
