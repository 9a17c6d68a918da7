//! Retractions by a later sentence or by the next message of a session: "no wait, forget it",
//! "wrong window", "keep pnpm".

use std::collections::BTreeSet;

use super::message::{Sentence, sentences};
use super::standing::reports;
use super::words::{fold, words};
use crate::core::entities::keys::keys_of;
use crate::core::entities::negation::{Stance, stances};
use crate::core::learn::extract::{DialogMessage, Item};
use crate::core::model::Kind;

/// A retraction is among the first sentences of a message.
const MOST_SENTENCES: usize = 2;
const CLAUSE_ENDS: [char; 9] = [',', ';', ':', '.', '!', '(', ')', '–', '—'];

/// Removes items that the next message takes back. `messages` are those of all sessions, each
/// session's in order.
pub(super) fn without_taken_back(items: &mut Vec<Item>, messages: &[DialogMessage]) {
    for pair in messages.windows(2).filter(|pair| session_of(&pair[0]) == session_of(&pair[1])) {
        let (is_unsaid, is_conceded) = (takes_back(&pair[1].text, &pair[0].text), concedes(&pair[1].text));
        items.retain(|item| {
            let is_of_it = item.evidence.iter().any(|quote| quote.message == pair[0].id);
            !is_of_it || !(is_unsaid || (is_conceded && item.details.kind() == Kind::Pitfall))
        });
    }
}

fn session_of(message: &DialogMessage) -> String {
    message.id.split('.').next().unwrap_or_default().to_owned()
}

fn takes_back(later: &str, earlier: &str) -> bool {
    let things = keys_of(earlier);
    opening(later).any(|clause| unsays(clause, &things) || chooses_what_was_refused(clause, earlier))
}

/// The agent was right after all.
fn concedes(later: &str) -> bool {
    opening(later).any(|clause| words().agree.open(words().sigh.skip(&fold(clause))))
}

fn opening(text: &str) -> impl Iterator<Item = &str> {
    let first = text.lines().flat_map(sentences).take(MOST_SENTENCES);
    first.flat_map(|sentence| sentence.split(CLAUSE_ENDS)).map(str::trim).filter(|it| !it.is_empty())
}

/// Whether a later sentence of the message says that this one is wrong, not meant or somebody
/// else's.
pub(super) fn denies(later: &Sentence<'_>, sentence: &Sentence<'_>) -> bool {
    let things = keys_of(sentence.text);
    let lower = later.lower.trim_start_matches(|c: char| !c.is_alphanumeric());
    let begins_anew =
        ["no,", "nope,", "actually,", "wait, no", "hm, no", "hmm, no"].iter().any(|it| lower.starts_with(it));
    let plain = lower.replace(',', "");
    let retracts = words().retract.find(&plain).is_some_and(|it| !plain[..it.start].trim_end().contains(' '));
    let is_theirs = ["that", "this", "but"].iter().any(|it| lower.starts_with(it)) && reports(lower);
    begins_anew
        // A title without its exception says too much.
        || words().except.open(lower)
        || is_theirs
        || retracts
        || words().disagree.stand_in(lower)
        || later.text.split(CLAUSE_ENDS).any(|clause| unsays(clause, &things))
        || chooses_what_was_refused(later.text, sentence.text)
}

/// Takes back everything, or one of the things. "Never mind the lint errors" is about them.
fn unsays(clause: &str, things: &BTreeSet<String>) -> bool {
    let w = words();
    let folded = fold(clause.trim());
    let lower = w.sigh.skip(&folded);
    let names_one = |rest: &str| !keys_of(rest).is_disjoint(things);
    let is_tail = |rest: &str| rest.split_whitespace().all(|word| w.unsay_tail.has(word));
    let rest = |length: usize| lower[length..].trim();
    w.unsay_open.open(lower)
        || w.unsay.at_start(lower).map(rest).is_some_and(|rest| is_tail(rest) || names_one(rest))
        || w.unsay_thing.at_start(lower).map(rest).is_some_and(names_one)
}

/// "Keep pnpm" after "use bun, not pnpm". "Use pnpm for the docs" continues it.
fn chooses_what_was_refused(clause: &str, earlier: &str) -> bool {
    let things = keys_of(clause);
    let wanted = stances(clause, &things).into_iter().filter(|(_, stance)| *stance == Stance::For);
    let was_refused =
        |key: &String| stances(earlier, [key]).iter().any(|(_, stance)| *stance == Stance::Against);
    words().back.stand_in(&fold(clause)) && wanted.into_iter().any(|(key, _)| was_refused(key))
}
