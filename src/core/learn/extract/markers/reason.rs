//! Taking a sentence apart into what is wanted and why.

use super::clause::{as_line, tidy};
use super::english;
use super::language;
use super::phrases::{Phrases, fold_case};
use crate::core::entities::negation::{refuses, sets_against};

pub(super) struct Reason<'a> {
    /// Why, as a line of its own.
    pub(super) text: String,
    /// What is left of the sentence: what is wanted.
    pub(super) rest: &'a str,
}

const FEWEST_REASON_CHARS: usize = 6;
const OF: &str = " of ";
const COMMAS: [char; 7] = [',', ';', '，', '、', '；', '–', '—'];

pub(super) fn reason_of<'a>(sentence: &'a str) -> Option<Reason<'a>> {
    let lower = language::without_false_reasons(&fold_case(sentence));
    let reason = after_marker(sentence, &lower)?;
    (reason.text.chars().count() >= FEWEST_REASON_CHARS).then_some(reason)
}

/// "X because Y" and "because Y, X". "So that" stays with its reason, "because" does not.
fn after_marker<'a>(sentence: &'a str, lower: &str) -> Option<Reason<'a>> {
    let because =
        english::BECAUSE.find(lower).map(|place| (place.start, place.end + of(&lower[place.end..])));
    let so_that = english::SO_THAT.find(lower).map(|place| (place.start, place.start));
    let (marker, why) = because.into_iter().chain(so_that).min()?;
    let (why_end, rest) = if only_fillers(&sentence[..marker]) {
        let comma = why + sentence[why..].find([',', '，', '、'])?;
        (comma, &sentence[comma..])
    } else {
        (sentence.len(), &sentence[..marker])
    };
    let text = &sentence[why..why_end];
    Some(Reason { text: if marker == why { as_line(text) } else { tidy(text) }, rest })
}

/// "Not because of A, but because of B", "we don't use it because of A, we use it because of B": the first reason is the
/// one that is denied, and which of the two is given is not ours to say.
pub(super) fn denies_a_reason(sentence: &str) -> bool {
    let lower = language::without_false_reasons(&fold_case(sentence));
    english::BECAUSE.find(&lower).is_some_and(|first| {
        let (before, reason) = (lower[..first.start].trim_end(), &lower[first.end..]);
        let second = english::BECAUSE.find(reason);
        let refused = language::refuses(before) || refuses(before);
        DENIES.at_end(before).is_some()
            || (refused && second.is_some_and(|second| turns(&reason[..second.start])))
    })
}

/// Right before "because" it denies the reason and not what the reason is for. German and French deny the verb there.
static DENIES: Phrases = Phrases::new("not, no, não, 不是, just, simply, only, nur, juste, solo, só");

/// "…, we use it because" and "… but because" begin something else; "…, and because" goes on.
fn turns(between: &str) -> bool {
    let last = between.rsplit(COMMAS).next().unwrap_or(between);
    let (is_clause, said) = (last.len() < between.len(), last.trim());
    let contrasts = said.split_whitespace().next_back().is_some_and(sets_against);
    contrasts || (is_clause && !said.is_empty() && !english::AND.has(said))
}

/// "because of the cost": the reason is the cost.
fn of(after: &str) -> usize {
    if after.starts_with(OF) { OF.len() } else { 0 }
}

fn only_fillers(text: &str) -> bool {
    let mut rest = fold_case(text.trim());
    while let Some(length) = english::FILLERS.at_start(&rest) {
        rest = rest[length..].trim_start_matches(|c: char| !c.is_alphanumeric()).to_owned();
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_and_why_are_told_apart() {
        for (sentence, why, rest) in [
            ("use pnpm because npm breaks the lockfile", "Npm breaks the lockfile", "use pnpm "),
            ("since npm breaks the lockfile, use pnpm", "npm breaks the lockfile", ", use pnpm"),
            ("ok, because users rely on it, keep `auth`", "Users rely on it", ", keep `auth`"),
            ("use `vite` because of the cost", "The cost", "use `vite` "),
            ("pin it to avoid surprises in CI", "To avoid surprises in CI", "pin it "),
        ] {
            let found = reason_of(sentence).unwrap();
            assert_eq!(found.text.to_lowercase(), why.to_lowercase(), "{sentence}");
            assert_eq!(found.rest, rest, "{sentence}");
        }
    }

    #[test]
    fn a_denied_reason_is_no_reason() {
        let denied = |sentence: &str| denies_a_reason(sentence);
        for sentence in [
            "We don't use `axios` because it's heavy, we use it because of interceptors",
            "We don't use `axios` because it's heavy but because it has no types",
            "use `axios`, not because it is small",
            "don't use `redux` just because it is popular",
        ] {
            assert!(denied(sentence), "{sentence}");
        }
        for sentence in [
            "We don't use `axios` because it's heavy",
            "We don't use `axios` because it's heavy, and because it has no types",
            "don't edit src/gen because it is generated, otherwise your work is lost",
            "use `axios` because it retries, we need it because of the flaky network",
        ] {
            assert!(!denied(sentence), "{sentence}");
        }
    }

    #[test]
    fn no_reason_no_split() {
        for sentence in ["use pnpm", "it fails since yesterday", "because", "because it is so"] {
            assert!(reason_of(sentence).is_none(), "{sentence}");
        }
    }
}
