//! Tests for lasting sentences: those that hold beyond the moment, are the person's own word, and
//! are not taken back. Most of what people tell an agent is about the work at hand, and must not be
//! shown to every later session.

use super::clause::{point, refuses, spoken};
use super::message::{Message, Sentence};
use super::own::is_own_label;
use super::reason::{denies_its_reason, reason_of, wanted};
use super::taken_back::denies;
use super::words::{fold, words};
use crate::core::entities::keys::{keys_of, names_only_paths};
use crate::core::learn::topics;

/// A retraction follows within this many sentences.
const MOST_BEHIND: usize = 3;

pub(super) fn stands(message: &Message<'_>, at: usize) -> bool {
    !message.sentences[at].asks && is_lasting(message, at)
}

/// The same for a sentence that may open with a question: "why npm, we're on pnpm here".
pub(super) fn is_lasting(message: &Message<'_>, at: usize) -> bool {
    let sentence = &message.sentences[at];
    let behind = &message.sentences[at + 1..];
    holds_on(sentence)
        && !sentence.is_quoted
        && is_own(wanted(sentence.text))
        && !denies_its_reason(sentence.text)
        && !turns_around(sentence)
        && !behind.iter().take(MOST_BEHIND).any(|later| denies(later, sentence))
}

/// It holds beyond this task, and is decided. A reason may talk about the past and about others; it
/// is still a reason.
pub(super) fn holds_on(sentence: &Sentence<'_>) -> bool {
    let w = words();
    let (wanted, all) = (fold(wanted(sentence.text)), &sentence.lower);
    let is_always = w.always.stand_in(&wanted);
    let is_brief = sentence.is_limited
        || w.once.stand_in(&w.not_once.blanked(all))
        || w.now.stand_in(&wanted)
        || (topics::is_limited(sentence.text) && !is_always)
        || is_local(all);
    let passes = w.passing.stand_in(&wanted)
        || all.split_inclusive([',', ';']).any(is_state)
        || is_workaround(&wanted, sentence.text)
        || waits(&wanted)
        || (w.any_more.stand_in(all) && names_only_paths(sentence.text));
    !is_brief && (!passes || is_always) && !w.idle.stand_in(&wanted) && !reports(&wanted)
}

/// "When postgres is down" is a situation; "postgres is down" is soon over.
fn is_state(clause: &str) -> bool {
    words().state.find(clause).is_some_and(|state| !words().when.stand_in(&clause[..state.start]))
}

/// "Use `--no-verify` because the hook hangs" is a workaround. "Because `vitest` hangs" is about a
/// tool, and a refusal for that reason is a refusal.
fn is_workaround(wanted: &str, sentence: &str) -> bool {
    let is_stalled = |reason: &str| words().stall.stand_in(&fold(reason)) && keys_of(reason).is_empty();
    reason_of(sentence).is_some_and(|reason| is_stalled(&reason.text)) && !refuses(wanted)
}

/// "Until Bob has merged" is soon over; "until `make check` passes" applies every time.
fn waits(wanted: &str) -> bool {
    words().until.find(wanted).is_some_and(|until| {
        let event = wanted[until.end..].trim_start();
        let is_day = words().day.open(event) || event.starts_with(char::is_numeric);
        is_day || (keys_of(event).is_empty() && !words().check.stand_in(event))
    })
}

/// "In this file", "on this laptop". "In this repo" is for good, and "in this order" is not a
/// place.
fn is_local(lower: &str) -> bool {
    words().here.places(lower).any(|here| {
        let clause = lower[here.end..].split([',', ';', ':', '.', '(', '!']).next().unwrap_or_default();
        let next: Vec<&str> = clause.split_whitespace().take(2).collect();
        let is_noun = next.first().is_some_and(|word| !words().small.has(word) && keys_of(word).is_empty());
        is_noun && !words().lasting.stand_in(&next.join(" "))
    })
}

/// "Bob says …". What the readme or `tsc` says is not a report of another person.
pub(super) fn reports(lower: &str) -> bool {
    let lower = words().not_said_by.blanked(lower);
    words().said_by.places(&lower).any(|place| {
        let before = lower[..place.start].trim_end();
        let last = before.rsplit(' ').next().unwrap_or_default();
        words().source.at_end(before).is_none() && (keys_of(last).is_empty() || last.ends_with(','))
    })
}

/// Said to the agent, not about somebody else, and not a text to be written.
fn is_own(wanted: &str) -> bool {
    let w = words();
    let lower = fold(point(wanted));
    let situation = w.when.at_start(&lower).map_or("", |length| lower[length..].trim_start());
    let writes = w.errand.open(&lower)
        && lower.split_once(" that ").is_some_and(|(order, _)| !w.always.stand_in(order));
    let is_shown =
        wanted.split_once(": ").is_some_and(|(lead, said)| spoken(said).is_some() && !is_own_label(lead));
    !w.others.open(&lower) && !w.others.open(situation) && !writes && !is_shown
}

/// "Use redis – wait, no, sqlite". At the beginning of a sentence it takes back what somebody else
/// said.
fn turns_around(sentence: &Sentence<'_>) -> bool {
    let plain = sentence.lower.replace(',', "");
    words().retract.find(&plain).is_some_and(|turn| !keys_of(&plain[..turn.start]).is_empty())
}
