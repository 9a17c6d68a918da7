//! Where something holds, said before it and without a colon: "in packages/web always run …".

use super::clause::opens;
use super::english;
use super::phrases::fold_case;
use crate::core::entities::keys::place::{is_between, is_lead, is_place};

const MOST_PLACE_WORDS: usize = 5;

/// The place, and what holds there: an order or a habit.
pub(super) fn leading_place(text: &str) -> Option<(&str, &str)> {
    let ends = text.match_indices(' ').map(|(at, _)| at).take(MOST_PLACE_WORDS);
    let mut cuts = ends.map(|at| (text[..at].trim_end_matches(','), text[at..].trim_start()));
    cuts.find(|(place, said)| names_place(place) && opens(said))
}

fn names_place(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [lead, between @ .., last] = &words[..] else { return false };
    let is_small = |word: &&str| is_between(word) || is_place(word) || english::COMMON.has(&fold_case(word));
    let is_part = is_place(last) || english::SCOPES.has(&fold_case(last));
    is_lead(lead) && is_part && between.iter().all(is_small)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_leads_to_what_holds_there() {
        for (text, expected) in [
            ("in packages/web always run `pnpm lint`", Some(("in packages/web", "always run `pnpm lint`"))),
            ("In `packages/web`, never use `npm`", Some(("In `packages/web`", "never use `npm`"))),
            ("for the frontend always use `zod`", Some(("for the frontend", "always use `zod`"))),
            (
                "in packages/a and packages/b use `vitest`",
                Some(("in packages/a and packages/b", "use `vitest`")),
            ),
            ("in packages/web the build fails", None),
            ("in general always use `zod`", None),
            ("in Bob's packages/web always use `zod`", None),
            ("packages/web always fails", None),
        ] {
            assert_eq!(leading_place(text), expected, "{text}");
        }
    }
}
