//! Splitting of a sentence into the wish and its reason.

use super::clause::{as_line, is_order, point, refuses, tidy};
use super::words::{fold, words};

pub(super) struct Reason<'a> {
    /// The reason, as a line of its own.
    pub(super) text: String,
    /// The rest of the sentence: the wish.
    pub(super) rest: &'a str,
}

const FEWEST_REASON_CHARS: usize = 6;
/// After "because of", where a short name may follow.
const FEWEST_NAME_CHARS: usize = 2;
const OF: &str = " of ";

/// "X because Y" and "because Y, X". "So that" stays with its reason, "because" does not.
pub(super) fn reason_of(sentence: &str) -> Option<Reason<'_>> {
    let lower = words().not_because.blanked(&fold(sentence));
    let because = words().because.find(&lower).map(|place| {
        let of = if lower[place.end..].starts_with(OF) { OF.len() } else { 0 };
        (place.start, place.end + of)
    });
    let so_that = words().so_that.find(&lower).map(|place| (place.start, place.start));
    let unwanted = unwanted_at(&lower).map(|at| (at, at));
    let said = because.into_iter().chain(so_that).chain(unwanted).min();
    let (marker, why) = said.or_else(|| weighed_at(&lower).map(|at| (at, at)))?;
    let (why_end, rest) = if words().filler.skip(lower[..marker].trim_start()).trim().is_empty() {
        let comma = why + sentence[why..].find(',')?;
        (comma, &sentence[comma..])
    } else {
        (why + before_order(&sentence[why..]).len(), &sentence[..marker])
    };
    let text = &sentence[why..why_end];
    let text = if marker == why { as_line(text) } else { tidy(text) };
    let is_name = lower[..why].ends_with(OF) && !words().pointing.has(&fold(&text));
    let fewest = if is_name { FEWEST_NAME_CHARS } else { FEWEST_REASON_CHARS };
    (text.chars().count() >= fewest).then_some(Reason { text, rest })
}

/// "Because of the bundle size, remove the last import": what is asked for next is no part of the reason.
fn before_order(reason: &str) -> &str {
    let mut ends = reason.match_indices([',', ';']).map(|(at, _)| at);
    let end = ends.find(|at| reason[..*at].contains(' ') && is_order(reason[at + 1..].trim_start()));
    &reason[..end.unwrap_or(reason.len())]
}

/// "Don't edit it by hand, the generator overwrites it": after a refusal and a comma, the consequence
/// is its reason.
pub(super) fn effect_of(sentence: &str) -> Option<Reason<'_>> {
    let lower = fold(sentence);
    let (at, _) = sentence.match_indices(", ").find(|(at, comma)| {
        let clause = &lower[at + comma.len()..];
        words().happens.stand_in(clause) && !is_order(clause)
    })?;
    refuses(&lower[..at]).then(|| Reason { text: as_line(&sentence[at + 1..]), rest: &sentence[..at] })
}

/// "Keep it in sqlite, I don't want a second server": after the choice and a comma, the unwanted
/// thing is its reason.
fn unwanted_at(lower: &str) -> Option<usize> {
    let places = words().unwanted.places(lower).map(|place| place.start);
    places.filter(|at| lower[..*at].trim_end().ends_with(',')).min()
}

/// The sentence as far as it does not say what is unwanted.
pub(super) fn before_unwanted(sentence: &str) -> &str {
    unwanted_at(&fold(sentence)).map_or(sentence, |at| &sentence[..at])
}

/// "Take sqlite, postgres is overkill": after the choice, the comparison is its reason.
fn weighed_at(lower: &str) -> Option<usize> {
    let chosen =
        |text: &str| words().choose.open(&fold(point(text))) || words().habit.open(&fold(point(text)));
    let ends = lower.match_indices([',', ':']).filter(|(end, _)| chosen(&lower[..*end]));
    let mut clauses = ends.map(|(end, _)| end + 1);
    clauses.find(|at| words().weighs.stand_in(&lower[*at..]) && !is_order(&lower[*at..]))
}

/// The wish, without its reason.
pub(super) fn wanted(sentence: &str) -> &str {
    reason_of(sentence).map_or(sentence, |reason| reason.rest)
}

/// "Not because of A, but because of B", "we don't use it because of A, we use it because of B":
/// which of the two is the reason cannot be decided here.
pub(super) fn denies_its_reason(sentence: &str) -> bool {
    let lower = words().not_because.blanked(&fold(sentence));
    let Some(first) = words().because.find(&lower) else { return false };
    let (before, reason) = (lower[..first.start].trim_end(), &lower[first.end..]);
    let is_double = refuses(before) && words().because.stand_in(reason);
    is_double || words().not_that.at_end(before).is_some()
}

/// The reasons in a text, without the words that introduce them. If one cannot be cut out, the
/// whole text counts as one.
pub(crate) fn reasons_in(text: &str) -> Vec<String> {
    let cut: Vec<String> = super::sentences(text).filter_map(reason_of).map(|reason| reason.text).collect();
    let lower = words().not_because.blanked(&fold(text));
    let gives_one = words().because.stand_in(&lower) || words().so_that.stand_in(&lower);
    if cut.is_empty() && gives_one { vec![text.to_owned()] } else { cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_ends_where_another_order_begins() {
        for (said, reason) in [
            (
                "we use dayjs here because of the bundle size, remove the last moment import",
                "The bundle size",
            ),
            (
                "use pnpm because npm breaks the lockfile, and CI fails then",
                "npm breaks the lockfile, and CI fails then",
            ),
            ("always run `make lint`, because CI is slow; use two cores", "CI is slow"),
        ] {
            assert_eq!(reason_of(said).map(|reason| reason.text).as_deref(), Some(reason), "{said}");
        }
    }
}
