//! Revocations in people's own words, and the lessons that are not shown because of them.

use std::collections::BTreeSet;

use super::choice::Choice;
use super::matter::Matter;
use crate::core::entities::keys::place::places;
use crate::core::entities::keys::{are_rivals, keys_of};
use crate::core::learn::extract::DialogMessage;
use crate::core::learn::extract::rules::{How, Revoked, revocations, revoked};
use crate::core::learn::topics;
use crate::core::model::{Observation, Signal, Status, Time};

/// Words of a person that revoke something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revocation {
    pub session: String,
    pub turn: String,
    pub at: Time,
    pub quote: String,
}

impl Revocation {
    /// The revocations in a session's signals.
    pub fn all_in(session: &str, signals: &[Signal]) -> Vec<Revocation> {
        let mut all = vec![];
        for Signal { turn, at, text, .. } in signals {
            let message = DialogMessage { id: turn.clone(), text: text.clone() };
            let (session, turn, at) = (session.to_owned(), turn.clone(), *at);
            let said = |quote| Revocation { session: session.clone(), turn: turn.clone(), at, quote };
            all.extend(revocations(&message).into_iter().map(&said));
            all.extend(topics::contrary_sentences(text).into_iter().map(|quote| said(quote.to_owned())));
        }
        all
    }
}

/// All revocations so far.
pub struct Revocations(Vec<Understood>);

struct Understood {
    said: Revocation,
    revoked: Option<Revoked>,
    /// The topics that it speaks against.
    topics: BTreeSet<String>,
}

impl Revocations {
    pub fn of(said: Vec<Revocation>) -> Self {
        Self(said.into_iter().map(understood).collect())
    }

    /// The revocations of a lesson since it was last confirmed. `anchor` is that of its entry, if
    /// it has one.
    pub fn against(&self, o: &Observation, anchor: Option<&str>) -> BTreeSet<String> {
        let topic = topics::topic_key(&o.keys);
        let is_written = matches!(o.status, Status::Ready | Status::Created);
        let mut choice = None;
        let mut said = BTreeSet::new();
        for one in self.0.iter().filter(|one| one.said.at > o.last_seen) {
            let by_topic = topic.is_some_and(|topic| one.topics.contains(topic));
            let by_thing = |revoked: &Revoked| {
                let choice = choice.get_or_insert_with(|| Choice::of(&o.title, &o.details, &o.keys));
                anchor.is_some_and(|anchor| revoked.anchors.contains(anchor)) || is_meant(revoked, choice)
            };
            if by_topic || (is_written && one.revoked.as_ref().is_some_and(by_thing)) {
                said.insert(one.said.quote.clone());
            }
        }
        said
    }
}

fn understood(said: Revocation) -> Understood {
    Understood { revoked: revoked(&said.quote), topics: topics::spoken_against(&said.quote), said }
}

/// A thing that is revoked in one matter still holds in others.
fn is_meant(revoked: &Revoked, choice: &Choice) -> bool {
    let is_named = |key: &String| revoked.things.iter().any(|thing| is_of(key, thing));
    let concerned = match revoked.how {
        How::Left => choice.wanted().iter().any(is_named),
        How::Returned | How::Arrived => choice.refused().iter().any(is_named) || has_rival(revoked, choice),
        How::Rule => choice.named().any(is_named),
    };
    concerned
        && choice.is_within(&Matter::of(&revoked.matter, &keys_of(&revoked.matter), places(&revoked.matter)))
}

/// "We switched to bun" says nothing about a lesson that is limited to one place.
fn has_rival(revoked: &Revoked, choice: &Choice) -> bool {
    let is_rival = |key: &String| revoked.things.iter().any(|thing| are_rivals(key, thing));
    let is_arrived = |key: &String| revoked.things.iter().any(|thing| is_of(key, thing));
    choice.holds_everywhere()
        && choice.wanted().iter().any(is_rival)
        && !choice.wanted().iter().any(is_arrived)
}

/// `npm ci` is one of `npm`.
fn is_of(key: &str, thing: &str) -> bool {
    key.strip_prefix(thing).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::Kind;
    use crate::core::model::samples::{at, observation};

    fn lesson(kind: Kind, title: &str) -> Observation {
        let keys = keys_of(title);
        Observation { status: Status::Created, keys, ..observation(kind, "obs_1", title) }
    }

    fn against(o: &Observation, anchor: Option<&str>, words: &str, seconds: i64) -> bool {
        let signal = Signal { turn: "t1".into(), at: at(seconds), text: words.into(), prior: None };
        let said = Revocation::all_in("s1", &[signal]);
        !Revocations::of(said).against(o, anchor).is_empty()
    }

    #[test]
    fn what_is_left_revokes_what_asks_for_it() {
        for (kind, title, words, expected) in [
            (Kind::Decision, "Use `pnpm` for installs", "We don't use pnpm any more", true),
            (Kind::Decision, "Use `pnpm`, not `npm`", "We don't use npm any more", false),
            (Kind::Decision, "Use `pnpm`", "In packages/web, we switched to bun", false),
            (Kind::Decision, "Use `bun`", "If the tests fail again, we go back to pnpm", false),
            (Kind::Decision, "Use `bun`", "If bun crashes again, back to pnpm", false),
            (
                Kind::Decision,
                "Use `pnpm` for installs",
                "We switched to bun, but pnpm stays for installs",
                false,
            ),
            (Kind::Decision, "Use `pnpm`", "We switched to bun but rolled it back", false),
            (Kind::Decision, "Use `pnpm`", "We switched to bun, then went back to pnpm", false),
            (Kind::Decision, "Use `npm`", "We switched to bun from npm", true),
            (Kind::Decision, "Never use `bun`", "We switched to bun", true),
            (Kind::Decision, "Never use `npm`", "We switched to bun", false),
            (Kind::Decision, "Never use `pnpm`", "We don't use pnpm any more", false),
            (Kind::Decision, "Use redis for the cache", "We no longer use redis for sessions", false),
            (Kind::Decision, "Use redis for the cache", "We no longer use redis for the cache", true),
            (Kind::Decision, "Use redis for the cache", "We moved from redis to sqlite for the cache", true),
            (Kind::Decision, "Use redis for the cache", "We moved from redis to sqlite for sessions", false),
            (Kind::Decision, "Use `bun`", "We switched from pnpm to bun", false),
            (Kind::Decision, "Use `pnpm` for installs", "We switched to bun", true),
            (Kind::Procedural, "Always run `npm ci` first", "We've moved to pnpm", true),
            (Kind::Decision, "Use `bun`", "We switched to bun", false),
            (Kind::Decision, "Use `bun`, not `pnpm`", "We switched to bun", false),
            (Kind::Decision, "Never use `npm`", "We switched to bun", false),
            (Kind::Decision, "Use sqlite for the tests", "We switched to postgres", false),
            (Kind::Decision, "Use `vitest`", "We switched to bun", false),
            (Kind::Decision, "Use npm in the Dockerfile", "We switched to bun", false),
            (Kind::Decision, "Use redis for the cache", "We switched to bun", false),
            (Kind::Decision, "Use `bun`", "back to pnpm please, bun is out", true),
            (Kind::Decision, "Use `pnpm`", "back to pnpm please, bun is out", false),
            (Kind::Decision, "Use `bun`, not `pnpm`", "we're back on pnpm", true),
            (Kind::Decision, "Use `pnpm`, not `bun`", "we're back on pnpm", false),
            (Kind::Procedural, "Always run `npm ci` first", "we stopped using npm", true),
            (Kind::Workflow, "Run `make check`, then push", "We replaced `make` with `just`", true),
            (Kind::Pitfall, "Don't edit src/generated", "Forget the rule about src/generated", true),
            (Kind::Pitfall, "Don't edit src/generated", "We no longer use src/generated", false),
            (Kind::Decision, "Use `vitest`", "Forget the `pnpm` rule", false),
            (Kind::Decision, "Use `tox`", "we stopped using `tox` last month", true),
        ] {
            assert_eq!(against(&lesson(kind, title), None, words, 60), expected, "{title} / {words}");
        }
    }

    #[test]
    fn an_entry_is_revoked_by_its_number() {
        let o = lesson(Kind::Decision, "Use `pnpm`");
        assert!(against(&o, Some("ADR-003"), "ADR-003 is outdated", 60));
        assert!(!against(&o, Some("ADR-004"), "ADR-003 is outdated", 60));
        assert!(!against(&o, None, "ADR-003 is outdated", 60));
    }

    #[test]
    fn what_is_said_again_counts_again() {
        let o = lesson(Kind::Decision, "Use `pnpm`");
        assert!(against(&o, None, "we don't use pnpm any more", 1));
        assert!(!against(&o, None, "we don't use pnpm any more", 0));
        let unwritten = Observation { status: Status::Observing, ..o };
        assert!(!against(&unwritten, None, "we don't use pnpm any more", 1));
    }
}
