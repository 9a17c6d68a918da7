//! What somebody does no longer, and rules that they take back: "we don't use redis any more", "forget the pnpm rule",
//! "ADR-003 is outdated". What they take back of the same message is in `retraction`.

use std::collections::BTreeSet;

use super::clause::{arrives, point};
use super::english;
use super::language::{blanked, is_english};
use super::message::MarkedMessage;
use super::phrases::{Phrases, fold_case};
use super::procedural::is_conditional;
use super::reason::reason_of;
use super::retraction::is_kept;
use super::standing::stands;
use crate::core::entities::keys::place::is_lead;
use crate::core::entities::keys::{is_known_tool, keys_of};
use crate::core::learn::extract;
use crate::core::model::artifact_path::cited;

const CLAUSE_ENDS: [&str; 10] = [", ", "; ", ": ", " – ", " — ", " - ", " (", "，", "；", "。"];

/// What is not to be told any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Revoked {
    pub(crate) things: BTreeSet<String>,
    /// Entries that are called by their number.
    pub(crate) anchors: BTreeSet<String>,
    /// The words that say what, and in which matter.
    pub(crate) matter: String,
    pub(crate) how: How,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// The things are not used any more: what asks for them does not hold.
    Left,
    /// They are used again: what is against them does not hold, nor what asks for a rival.
    Returned,
    /// They are used from now on: what asks for a rival does not hold.
    Arrived,
    /// A rule is taken back, whatever it says of the things.
    Rule,
}

/// The sentences of a message that revoke something.
pub(crate) fn revocations(message: &extract::DialogMessage) -> Vec<String> {
    let Some(message) = MarkedMessage::read(message) else { return vec![] };
    let revokes = |sentence: &&super::sentence::Sentence<'_>| {
        revoked(sentence.text).is_some()
            && !message.is_question(sentence)
            && stands(&message, sentence)
            && is_kept(&message, sentence)
            && !is_conditional(&message, sentence)
    };
    message.sentences.iter().filter(revokes).map(|sentence| sentence.text.to_owned()).collect()
}

pub(crate) fn revoked(sentence: &str) -> Option<Revoked> {
    if !is_english(sentence) {
        return None;
    }
    let said = reason_of(sentence).map_or(sentence, |reason| reason.rest);
    let said = said.trim().trim_end_matches(['.', '!', '。', '！']);
    rule(said).or_else(|| parts(said).find_map(|part| used(point(part))))
}

/// The sentence, and what begins behind a comma: "it was slow, we don't use redis any more". Behind "in packages/web," and
/// "if it fails again," it holds there or then.
fn parts(said: &str) -> impl Iterator<Item = &str> {
    let is_bound = |lead: &str| {
        let is_when = english::WHEN.at_start(&fold_case(lead)).is_some();
        is_when || lead.split_once(' ').is_some_and(|(first, _)| is_lead(first))
    };
    let commas = said.match_indices(", ").filter(move |(at, _)| !is_bound(&said[..*at]));
    std::iter::once(said).chain(commas.map(|(at, comma)| &said[at + comma.len()..]))
}

fn used(said: &str) -> Option<Revoked> {
    left(said).or_else(|| returned(said)).or_else(|| back(said)).or_else(|| arrived(said))
}

fn arrived(said: &str) -> Option<Revoked> {
    let rest = &said[english::ARRIVES.at_start(&fold_case(said))?..];
    let what = clause(rest);
    let what = FROM.find(&fold_case(what)).map_or(what, |from| &what[..from.start]);
    (arrives(said) && !goes_on(rest)).then(|| Revoked::of(what, what, How::Arrived))?
}

/// "We switched to bun, but pnpm stays": what is said then may take it back.
fn goes_on(rest: &str) -> bool {
    let lower = fold_case(rest);
    english::BUT.occur_in(&lower) || THEN.occur_in(&lower)
}

static FROM: Phrases = Phrases::new("from, von, de, desde");
static THEN: Phrases =
    Phrases::new("then, later, afterwards, dann, später, puis, ensuite, luego, después, depois");

/// "Back to pnpm please". One goes back to files and branches, too.
fn back(said: &str) -> Option<Revoked> {
    let lower = fold_case(said);
    let what = clause(&said[BACK_TO.at_start(&lower)?..]);
    let are_tools = |revoked: &Revoked| revoked.things.iter().all(|thing| is_known_tool(thing));
    let is_short = point(what).split_whitespace().count() == 1;
    Revoked::of(what, what, How::Returned).filter(|revoked| is_short && are_tools(revoked))
}

static BACK_TO: Phrases = Phrases::new(
    "back to, go back to, we go back to, zurück zu, wir gehen zurück zu, retour à, on revient à, de vuelta a, volvemos a, \
     de volta ao, voltamos ao, 换回",
);

fn returned(said: &str) -> Option<Revoked> {
    let rest = &said[english::RETURNS.at_start(&fold_case(said))?..];
    Revoked::of(clause(rest), clause(rest), How::Returned).filter(|_| !goes_on(rest))
}

/// What is not used any more. What takes its place is no part of it.
fn left(said: &str) -> Option<Revoked> {
    let lower = fold_case(said);
    let behind = |table: &Phrases| table.at_start(&lower).map(|length| &said[length..]);
    let what = behind(&english::LEAVES).map(clause).or_else(|| {
        let rest = behind(&english::USES)?;
        english::ANY_MORE.find(&fold_case(rest)).map(|end| &rest[..end.start])
    });
    let what = what.or_else(|| english::IS_LEFT.find(&lower).map(|end| &said[..end.start]))?;
    let alone = english::LEFT_FOR.find(&fold_case(what)).map_or(what, |next| &what[..next.start]);
    Revoked::of(alone, what, How::Left)
}

impl Revoked {
    fn of(things: &str, matter: &str, how: How) -> Option<Revoked> {
        let (things, anchors, matter) = (keys_of(things), BTreeSet::new(), matter.to_owned());
        (!things.is_empty()).then_some(Revoked { things, anchors, matter, how })
    }
}

/// A rule, by what it is about or by its number.
fn rule(said: &str) -> Option<Revoked> {
    let lower = fold_case(said);
    let what = recanted(said, &lower).or_else(|| {
        let pointed = point(said);
        let lower = fold_case(pointed);
        let dropped = english::DROPS.at_start(&lower).map(|length| clause(&pointed[length..]));
        dropped
            .or_else(|| english::LAPSES.find(&lower).map(|end| &pointed[..end.start]))
            .filter(|what| names_rule(what) || anchors(what).next().is_some())
    })?;
    let (things, anchors) = (keys_of(what), anchors(what).collect::<BTreeSet<_>>());
    let is_named = !things.is_empty() || !anchors.is_empty();
    let matter = blanked(&apart(what), &english::RULES);
    is_named.then_some(Revoked { things, anchors, matter, how: How::Rule })
}

fn names_rule(what: &str) -> bool {
    english::RULES.occur_in(&apart(what))
}

/// "Die `pnpm`-Regel" names a thing and a rule.
fn apart(what: &str) -> String {
    fold_case(what).replace("`-", "` ")
}

/// "Forget what I said about redis". "Forget about redis" is said of work, too.
fn recanted<'a>(said: &'a str, lower: &str) -> Option<&'a str> {
    let length = english::SETS_ASIDE.at_start(lower)?;
    (!english::DROPS.has(&lower[..length])).then(|| clause(&said[length..]))
}

fn anchors(text: &str) -> impl Iterator<Item = String> {
    cited(&text.to_uppercase()).collect::<Vec<_>>().into_iter()
}

fn clause(text: &str) -> &str {
    let end = CLAUSE_ENDS.iter().filter_map(|end| text.find(end)).min();
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found_in(text: &str) -> Vec<String> {
        revocations(&extract::DialogMessage { id: "s1.u1".into(), text: text.into() })
    }

    #[test]
    fn what_is_left_is_named() {
        for (text, things) in [
            ("We don't use `pnpm` any more.", "pnpm"),
            ("btw we don't use pnpm anymore, we use bun now", "pnpm"),
            ("We no longer use redis for the cache, because it kept falling over.", "redis"),
            ("we stopped using `tox` last month", "tox"),
            ("We switched from pnpm to bun.", "pnpm"),
            ("We've replaced `redis` with `sqlite`", "redis"),
            ("stop using bun", "bun"),
            ("It was too slow, we don't use redis any more", "redis"),
            ("`tox` is gone from this repo", "tox"),
            ("We migrated from eslint to biome for the admin app", "eslint"),
            ("Don't use `yarn` any more", "yarn"),
            ("we don't use npm, pnpm or yarn any more", "npm"),
        ] {
            let found = found_in(text);
            let found = found.first().and_then(|sentence| revoked(sentence));
            let named = found.as_ref().map(|found| found.things.iter().map(String::as_str).collect());
            assert_eq!(named, Some(vec![things]), "{text}");
            assert_eq!(found.unwrap().how, How::Left, "{text}");
        }
    }

    #[test]
    fn rules_are_taken_back_by_name_or_number() {
        for (text, things, anchors) in [
            ("Forget the `pnpm` rule.", vec!["pnpm"], vec![]),
            ("Forget what I said about redis.", vec!["redis"], vec![]),
            ("The rule about `src/generated` no longer applies", vec!["src/generated"], vec![]),
            ("please ignore ADR-003", vec![], vec!["ADR-003"]),
            ("adr-003 is outdated", vec![], vec!["ADR-003"]),
        ] {
            let found = found_in(text).first().and_then(|sentence| revoked(sentence));
            let found = found.unwrap_or_else(|| panic!("{text}"));
            let anchors: BTreeSet<String> = anchors.into_iter().map(str::to_owned).collect();
            let named: Vec<&str> =
                found.things.iter().map(String::as_str).filter(|thing| !thing.starts_with("adr-")).collect();
            assert_eq!((named, found.anchors, found.how), (things, anchors, How::Rule), "{text}");
        }
    }

    #[test]
    fn what_is_used_again_is_named() {
        for text in [
            "we switched back to pnpm because the cache broke",
            "we're back on `pnpm`",
            "Forget bun, we are back to pnpm.",
            "back to pnpm please, bun is out",
            "ok, let's go back to pnpm",
        ] {
            let found = found_in(text).first().and_then(|sentence| revoked(sentence));
            let found = found.unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.things.contains("pnpm"), found.how), (true, How::Returned), "{text}");
        }
    }

    #[test]
    fn other_words_give_nothing_up() {
        for text in [
            "Don't we use `pnpm` any more?",
            "Do we still use `pnpm`?",
            "If we don't use `pnpm` any more, remove the lock file",
            "Bob says we don't use `pnpm` any more",
            "we don't use `pnpm` on this branch",
            "We don't use `pnpm` for now",
            "maybe we don't use `pnpm` any more",
            "I don't see the error in `src/app.ts` any more",
            "`pnpm install` doesn't work any more",
            "drop the `users` table",
            "forget about `src/app.ts`, the tests are next",
            "Ignore `src/app.ts`",
            "the `pnpm` lock file is outdated",
            "Don't use `pnpm`",
            "Switch from pnpm to bun",
            "back to src/app.ts please",
            "back to the tests",
            "back to pnpm install errors",
            "we switched to `develop`",
            "did we switch to bun?",
            "He wrote: \"we don't use `pnpm` any more\"",
            "We don't use it any more",
        ] {
            assert_eq!(found_in(text), Vec::<String>::new(), "{text}");
        }
    }
}
