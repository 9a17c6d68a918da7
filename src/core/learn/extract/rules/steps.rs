//! Splitting of an instruction into its steps.

use std::ops::Range;

use super::clause::{is_order, point};
use super::words::{fold, words};

/// The orders of one instruction. Text that is not an order belongs to the step before it: "update
/// the readme, the docs" is one.
pub(super) fn steps_of(text: &str) -> Vec<&str> {
    let lower = fold(text);
    let mut steps = vec![];
    let mut start = 0;
    for gap in gaps(&lower) {
        let is_cut = gap.start >= start && is_order(&text[gap.end..]) && is_order(&text[start..gap.start]);
        if is_cut && !is_open_condition(&lower[start..gap.start]) {
            steps.push(&text[start..gap.start]);
            start = gap.end;
        }
    }
    steps.push(&text[start..]);
    steps.into_iter().map(without_first).collect()
}

/// "run X; if it fails" is not complete: what follows is done only in that case.
fn is_open_condition(lower: &str) -> bool {
    let last = lower.rsplit([',', ';']).next().unwrap_or(lower).trim_start();
    words().condition.open(words().and.skip(last))
}

/// Separators between two steps; adjacent ones such as ", and then" are one gap.
fn gaps(lower: &str) -> Vec<Range<usize>> {
    let commas = lower.match_indices([',', ';']).map(|(at, comma)| at..at + comma.len());
    let mut places: Vec<Range<usize>> =
        commas.chain(words().then.places(lower)).chain(words().and.places(lower)).collect();
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
    words().first.at_start(&fold(step)).map_or(step, |length| point(&step[length..]))
}
