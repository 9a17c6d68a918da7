//! Whether a sentence holds beyond the moment and is the person's own word. Most of what people tell an agent is about
//! the work at hand, and what is told to every later session must not be.

use super::clause::{is_order, point};
use super::english;
use super::heading::{is_material, is_somebodys};
use super::label::is_foreign;
use super::language;
use super::message::MarkedMessage;
use super::neighbour::is_introduced;
use super::phrases::{Phrases, fold_case};
use super::reason::reason_of;
use super::sentence::Sentence;
use crate::core::entities::keys::{keys_of, names_only_paths};

const CLAUSE_ENDS: [char; 4] = [',', ';', '，', '、'];
const PLACE_ENDS: [char; 6] = [',', ';', ':', '.', '(', '!'];

pub(super) fn stands(message: &MarkedMessage<'_>, sentence: &Sentence<'_>) -> bool {
    let wanted = wanted(sentence);
    holds_on(message, sentence)
        && !message.quotations.touch(wanted)
        && !is_introduced(message, sentence)
        && is_own(wanted)
}

/// A reason may tell of the past and of others; it is still a reason.
fn wanted<'a>(sentence: &Sentence<'a>) -> &'a str {
    reason_of(sentence.text).map_or(sentence.text, |reason| reason.rest)
}

/// Beyond this task, and decided.
pub(super) fn holds_on(message: &MarkedMessage<'_>, sentence: &Sentence<'_>) -> bool {
    let wanted = fold_case(wanted(sentence));
    let says = |table: &Phrases| table.occur_in(&wanted);
    let is_brief = sentence.is_limited
        || english::ONCE.occur_in(&sentence.lower)
        || says(&english::NOW)
        || passes(&wanted, &sentence.lower)
        || is_local(&sentence.lower)
        || is_workaround(&wanted, sentence)
        || is_finished(message, sentence)
        || waits(&wanted);
    let is_idle = says(&english::TENTATIVE) || says(&english::ASIDE) || says(&english::PAST);
    !is_brief && !is_idle && !language::reports(&wanted)
}

/// "It is already running" is soon over; "never start it when it is already running" is not.
fn passes(wanted: &str, sentence: &str) -> bool {
    let is_passing =
        english::PASSING.occur_in(wanted) || sentence.split_inclusive(CLAUSE_ENDS).any(is_state_of_now);
    is_passing && !english::ALWAYS.occur_in(wanted)
}

/// "When postgres is down" is a situation.
fn is_state_of_now(clause: &str) -> bool {
    english::STATES.find(clause).is_some_and(|state| !english::WHEN.occur_in(&clause[..state.start]))
}

/// "Until Bob has merged" is soon over; "until `make check` passes" is so every time.
fn waits(wanted: &str) -> bool {
    english::UNTIL.find(wanted).is_some_and(|until| {
        let event = &wanted[until.end..];
        let recurs = !is_day(event) && (!keys_of(event).is_empty() || english::CHECKS.occur_in(event));
        !recurs && !english::ALWAYS.occur_in(wanted)
    })
}

/// "Friday", "the 12th", "3 May".
fn is_day(event: &str) -> bool {
    let words: Vec<&str> = event.split_whitespace().take(2).collect();
    english::DAYS.occur_in(&words.join(" ")) || words.iter().any(|word| word.starts_with(char::is_numeric))
}

/// "In this file", "on this laptop". "In this repo" is for good, and "in this order" is no place.
fn is_local(sentence: &str) -> bool {
    english::HERE.find_all(sentence).iter().any(|here| {
        let clause = sentence[here.end..].split(PLACE_ENDS).next().unwrap_or_default();
        let words: Vec<&str> = clause.split_whitespace().take(2).collect();
        let is_noun = |word: &&&str| !english::COMMON.has(word) && keys_of(word).is_empty();
        words.first().filter(is_noun).is_some() && !english::LASTING.occur_in(&words.join(" "))
    })
}

/// "Perfect! Don't change src/a.ts any more": it is done, and the next piece of work may well change it.
fn is_finished(message: &MarkedMessage<'_>, sentence: &Sentence<'_>) -> bool {
    english::ANY_MORE.occur_in(&sentence.lower)
        && names_only_paths(sentence.text)
        && message.sentences.iter().any(|said| english::FINISHED.occur_in(&said.lower))
}

/// "Use `--no-verify` because the hook hangs" gets around something. "Because `vitest` hangs" tells of a tool, and what is
/// refused for it is refused.
fn is_workaround(wanted: &str, sentence: &Sentence<'_>) -> bool {
    let is_stalled =
        |reason: &str| english::STALLS.occur_in(&fold_case(reason)) && keys_of(reason).is_empty();
    reason_of(sentence.text).is_some_and(|reason| is_stalled(&reason.text))
        && !language::refuses(wanted)
        && !english::ALWAYS.occur_in(wanted)
}

/// Said to the agent, not of somebody else.
fn is_own(wanted: &str) -> bool {
    let point = fold_case(point(wanted));
    let after_when = english::WHEN.at_start(&point).map_or("", |length| point[length..].trim_start());
    let is_others = |text: &str| english::OTHERS.at_start(text).is_some();
    !is_foreign(&point)
        && !is_shown(wanted)
        && !is_others(&point)
        && !is_others(after_when)
        && !is_about_words(&point)
}

/// "As an example of a bad rule: use npm", "in the customer's repository: …".
fn is_shown(wanted: &str) -> bool {
    wanted.split_once(": ").is_some_and(|(lead, rest)| {
        let is_theirs = is_material(&fold_case(lead)) || is_somebodys(lead.trim());
        is_theirs && is_order(rest)
    })
}

/// "Write that we always use pnpm"; "always check that the tests pass" is a rule, in whatever order.
fn is_about_words(point: &str) -> bool {
    let is_errand = english::ERRANDS.at_start(point).is_some();
    let content = english::THAT.find(point).filter(|_| is_errand);
    content.is_some_and(|that| !english::ALWAYS.occur_in(&point[..that.start]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::learn::extract;

    fn stands_in(text: &str, n: usize) -> bool {
        let message = extract::DialogMessage { id: "m".into(), text: text.into() };
        let message = MarkedMessage::read(&message).unwrap();
        stands(&message, &message.sentences[n])
    }

    #[test]
    fn what_holds_once_does_not_stand() {
        for text in [
            "don't touch src/a.ts until Bob has merged his PR",
            "use sqlite for the tests, because postgres is down",
            "don't start `vite`, it's already running",
            "in the old project we always used `gulp`",
            "someone on HN said we should always use `pnpm`",
            "Bob says we should use `yarn`",
            "maybe we should use `bun`",
            "let's try `bun` because I'm curious",
            "don't worry about `eslint`",
            "never mind the `lint` errors, go on",
            "I meant `pnpm`, not npm",
            "you should not see `ECONNREFUSED` any more",
            "In this spike use SQLite because it's quick",
            "Use SQLite this sprint because it's quick",
            "Use `var` in this file because the bundler is old",
            "Use npm because pnpm crashes on this laptop",
            "Use `userId` instead of `uid` in this function because the linter complains",
            "Use `--no-verify` because the hook hangs",
            "I guess we use Redis because it is fast, no idea really",
            "Use npm because the pnpm registry mirror is currently broken.",
            "As a user I want to always use `dark-mode` because it is easier on my eyes.",
            "Until Friday use npm because pnpm is slow",
            "Use npm until 3 May because pnpm is slow",
            "great, don't touch src/a.ts any more, it is done",
            "don't change src/a.ts any more, it's finished",
        ] {
            assert!(!stands_in(text, 0), "{text}");
        }
    }

    #[test]
    fn a_sentence_behind_may_limit_it() {
        for text in [
            "Don't use npm, use `pnpm` instead. Only for this branch though.",
            "Use sqlite for the tests, because it is quick. We'll switch back soon.",
            "Don't use `npm`. Just kidding",
        ] {
            assert!(!stands_in(text, 0), "{text}");
        }
    }

    #[test]
    fn what_is_wanted_for_good_stands() {
        for text in [
            "don't push until `make check` passes",
            "never commit until the tests pass",
            "use pnpm because we used npm and it broke the lock file",
            "use `uv`, because everybody says that pip is slow",
            "I said use pnpm, not npm",
            "always run `cargo fmt` before you commit",
            "in this repo use SQLite because it's quick",
            "run `make lint` and `make test` in this order because lint is quick",
            "use SQLite for this, because it is one file",
            "for this kind of test use `vitest`, because it is quick",
            "use `vitest run` because `vitest` hangs",
            "don't use `--watch` because the terminal hangs",
            "never deploy from Friday until Sunday with `make deploy`",
            "don't edit src/generated any more, it is written by `make gen`",
            "I changed my mind: use SQLite for the cache because it is one file",
        ] {
            assert!(stands_in(text, 0), "{text}");
        }
    }
}
