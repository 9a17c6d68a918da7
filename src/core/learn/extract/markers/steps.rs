//! Cutting an instruction into its steps.

use std::ops::Range;

use super::clause::{is_order, point};
use super::english;
use super::phrases::{Phrases, fold_case};

const COMMAS: [char; 5] = [',', ';', '、', '，', '；'];

/// The orders of one instruction. What is no order belongs to the step before it: "update the readme, the docs" is one.
pub(super) fn steps_of(text: &str) -> Vec<&str> {
    let lower = fold_case(text);
    let mut steps = vec![];
    let mut start = 0;
    for gap in gaps(&lower) {
        if gap.start < start
            || is_open_condition(&lower[start..gap.start])
            || !is_order(&text[gap.end..])
            || !is_order(&text[start..gap.start])
        {
            continue;
        }
        steps.push(&text[start..gap.start]);
        start = gap.end;
    }
    steps.push(&text[start..]);
    steps.into_iter().map(without_first).collect()
}

/// "run X; if it fails" is no step yet: what follows is done only then.
fn is_open_condition(lower: &str) -> bool {
    let last = lower.rsplit(COMMAS).next().unwrap_or(lower).trim_start();
    let last = english::AND.at_start(last).map_or(last, |length| last[length..].trim_start());
    CONDITIONS.at_start(last).is_some()
}

/// Opens what is done only sometimes. "When it is done" always comes.
static CONDITIONS: Phrases = Phrases::new(
    "if, unless, in case, only if, when it fails, when that fails, wenn, falls, sofern, si, s'il, sauf si, en cas, se, caso, \
     もし, 如果, 若, 要是",
);

/// Everything that may stand between two steps; neighbours such as ", and then" are one gap.
fn gaps(lower: &str) -> Vec<Range<usize>> {
    let commas = lower.match_indices(COMMAS).map(|(at, comma)| at..at + comma.len());
    let words = [&english::THEN, &english::AND].into_iter().flat_map(|table| table.find_all(lower));
    let mut places: Vec<Range<usize>> = commas.chain(words).collect();
    places.sort_by_key(|place| (place.start, std::cmp::Reverse(place.end)));
    let mut gaps: Vec<Range<usize>> = vec![];
    for place in places {
        match gaps.last_mut() {
            Some(gap) if place.start <= gap.end || lower[gap.end..place.start].trim().is_empty() => {
                gap.end = gap.end.max(place.end);
            }
            _ => gaps.push(place),
        }
    }
    gaps
}

fn without_first(step: &str) -> &str {
    let step = point(step);
    let opening = english::FIRST.at_start(&fold_case(step));
    opening.map_or(step, |length| point(&step[length..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_cut_into_orders() {
        for (text, expected) in [
            (
                "run cargo fmt, then cargo clippy, and then commit",
                vec!["run cargo fmt", "cargo clippy", "commit"],
            ),
            ("commit and update changelog.md when you're done", vec!["commit", "update changelog.md"]),
            (
                "update the readme, the docs and the changelog",
                vec!["update the readme, the docs and the changelog"],
            ),
            (
                "run `make test`; if it fails, run `make clean`, then push",
                vec!["run `make test`; if it fails, run `make clean`", "push"],
            ),
            (
                "run `make test`, and unless it is red, run `make ship`",
                vec!["run `make test`, and unless it is red, run `make ship`"],
            ),
            ("first rebase on main, after that push", vec!["rebase on main", "push"]),
        ] {
            assert_eq!(steps_of(text), expected, "{text}");
        }
    }
}
